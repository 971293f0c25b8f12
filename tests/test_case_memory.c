/* Memory that runs out at each place in turn: an error, nothing else.  The
 * linker puts these functions in front of those that the library calls. */
#include "case_check.h"

#include <jansson.h>
#include <locale.h>

static size_t calls_left;

static bool runs_out(void)
{
    return calls_left == 0 || --calls_left == 0;
}

void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
char *__real_strdup(const char *string);
locale_t __real_newlocale(int mask, const char *name, locale_t base);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
char *__wrap_strdup(const char *string);
locale_t __wrap_newlocale(int mask, const char *name, locale_t base);

void *__wrap_calloc(size_t count, size_t size)
{
    return runs_out() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return runs_out() ? NULL : __real_realloc(memory, size);
}

char *__wrap_strdup(const char *string)
{
    return runs_out() ? NULL : __real_strdup(string);
}

locale_t __wrap_newlocale(int mask, const char *name, locale_t base)
{
    return runs_out() ? (locale_t) 0 : __real_newlocale(mask, name, base);
}

static void *json_allocate(size_t size)
{
    return runs_out() ? NULL : malloc(size);
}

static const char text[] =
    "{\"ombre\": 1, \"name\": \"memory\", \"RTVFormats\": [28], "
    "\"RenderTargets\": [{\"Resource\": \"a\"}], "
    "\"PixelShader\": {\"coverage\": \"per-pixel\"}, \"pixels\": ["
    "{\"src\": [[1, 2, 3, 4]], \"dst\": [[1, 2, 3, 4]], \"coverage\": 1}]}";

static void test_parse(void **state)
{
    (void) state;
    struct ombre_case c;
    struct ombre_case_error error;
    size_t limit = 0, refused = 0;

    json_set_alloc_funcs(json_allocate, free);
    for (bool parsed = false; !parsed; limit++) {
        calls_left = limit + 1;
        parsed = ombre_case_parse(text, sizeof text - 1, &c, &error);
        if (!parsed) {
            /* Without memory for a string, jansson calls the string bad. */
            assert_true(!strcmp(error.message, "out of memory") ||
                        strstr(error.message, "malformed JSON: "));
            assert_null(c.name);
            refused++;
        }
    }
    calls_left = SIZE_MAX;
    ombre_case_finish(&c);
    assert_true(refused > 40);
}

static void test_write(void **state)
{
    (void) state;
    struct ombre_case c;
    struct ombre_case_error error;
    char *written = NULL;
    size_t refused = 0;

    calls_left = SIZE_MAX;
    assert_true(ombre_case_parse(text, sizeof text - 1, &c, &error));
    for (size_t limit = 0; !written; limit++) {
        calls_left = limit + 1;
        written = ombre_case_write(&c);
        refused += !written;
    }
    calls_left = SIZE_MAX;
    assert_int_equal(strncmp(written, "{\n  \"ombre\": 1", 14), 0);
    assert_true(refused >= 2);
    free(written);
    ombre_case_finish(&c);
}

static void test_read(void **state)
{
    (void) state;
    static const char path[] = "test_case_memory_scratch.json";
    struct ombre_case c;
    struct ombre_case_error error;
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    calls_left = 1;
    assert_false(ombre_case_read(path, &c, &error));
    assert_non_null(strstr(error.message, "cannot read the file: "));
    calls_left = SIZE_MAX;
    assert_true(ombre_case_read(path, &c, &error));
    ombre_case_finish(&c);
    assert_int_equal(remove(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_write),
        cmocka_unit_test(test_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
