#include "case_parts.h"

bool case_locale_enter(struct case_locale *locale)
{
    locale->own = newlocale(LC_ALL_MASK, "C", (locale_t) 0);
    if (!locale->own)
        return false;
    locale->before = uselocale(locale->own);
    return true;
}

void case_locale_leave(struct case_locale *locale)
{
    uselocale(locale->before);
    freelocale(locale->own);
}
