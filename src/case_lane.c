/* How state is to reach the device, and what is not to be enabled on it. */
#include <string.h>

#include "case_parts.h"

/* --- Lane ----------------------------------------------------------------- */

static const char lane_words[] =
    "words for a lane, as \"any\" or \"dynamic dynamic-rendering\"";

/* The words of lanes, for who looks for the nearest; returns how many. */
static size_t list_words(const char *words[CASE_LANE_WORDS])
{
    size_t count = 0;

    while (count < CASE_LANE_WORDS && ombre_lane_word((unsigned) count)) {
        words[count] = ombre_lane_word((unsigned) count);
        count++;
    }
    return count;
}

bool case_read_lane(const struct case_reader *reader,
                    const struct case_value *value, void *field)
{
    const char *words[CASE_LANE_WORDS], *wrong = NULL;
    char why[OMBRE_LANE_WHY_SIZE], word[64];

    if (!json_is_string(value->json))
        return case_expected(reader, value, lane_words);
    if (ombre_lane_from_text(json_string_value(value->json), field, &wrong,
                             why))
        return true;
    if (!wrong)
        return case_fail(reader, value, "%s", why);
    const size_t length = strcspn(wrong, " +");
    const size_t kept = length < sizeof word ? length : sizeof word - 1;
    memcpy(word, wrong, kept);
    word[kept] = '\0';
    return case_unknown_name(
        reader, value, lane_words, "",
        ombre_nearest_name(word, words, list_words(words)));
}

void case_write_lane(struct case_writer *writer, const struct ombre_lane *lane)
{
    char text[OMBRE_LANE_TEXT_SIZE];

    ombre_lane_text(lane, text);
    case_write_string(writer, text);
}

/* --- Without -------------------------------------------------------------- */

/* Features of Vulkan 1.0 in the order of enum ombre_case_without's bits, and
 * after them those of lanes. */
static const char *const plain[] = {"independentBlend", "dualSrcBlend",
                                    "logicOp", "formatBlend"};

enum {
    PLAIN = sizeof plain / sizeof *plain,
    NAMES = PLAIN + OMBRE_LANE_FEATURE_COUNT,
};

static const char *without_name(size_t index)
{
    return index < PLAIN ? plain[index]
                         : ombre_lane_feature_name((unsigned) (index - PLAIN));
}

static uint32_t without_bit(size_t index)
{
    return index < PLAIN ? 1u << index
                         : ombre_lane_feature_bit((unsigned) (index - PLAIN));
}

bool case_read_without(const struct case_reader *reader,
                       const struct case_value *value, void *field)
{
    const char *names[NAMES];
    struct case_value entry;
    size_t name;

    for (size_t i = 0; i < NAMES; i++)
        names[i] = without_name(i);
    if (!case_read_array(reader, value, "an array of features"))
        return false;
    for (struct case_walk walk = case_walk_of(value);
         case_walk_next(reader, &walk, &entry);) {
        if (!case_read_choice(reader, &entry,
                              "\"independentBlend\", \"dualSrcBlend\", "
                              "\"logicOp\", \"formatBlend\" or a feature of "
                              "lanes",
                              names, NAMES, &name))
            return false;
        *(uint32_t *) field |= without_bit(name);
    }
    return true;
}

void case_write_without(struct case_writer *writer, uint32_t without)
{
    const char *between = "[";

    for (size_t i = 0; i < NAMES; i++)
        if (without & without_bit(i)) {
            case_write_raw(writer, between);
            case_write_string(writer, without_name(i));
            between = ", ";
        }
    case_write_raw(writer, *between == '[' ? "[]" : "]");
}
