/* tests/test_reference_exact.c - sums without rounding, and directed rounding
 */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../src/reference_exact.h"

/* A sum of doubles, up to the first 0. */
static struct exact sum(const double *terms)
{
    struct exact e = exact_from(0);
    for (int i = 0; i < 4 && terms[i] != 0; i++)
        exact_add(&e, terms[i]);
    return e;
}

static int failures, compared;

static void expect(const char *name, const char *what, double got, double want)
{
    compared++;
    if (got == want && signbit(got) == signbit(want))
        return;
    failures++;
    print_error("%s: %s is %a, want %a\n", name, what, got, want);
}

/* --- Sums ------------------------------------------------------------------
 */

/* Order of adding does not matter, and nothing is lost. */
static const struct {
    const char *name;
    double terms[4];
    int count, sign;
    double head;
    int rest;
} sums[] = {
    {"nothing", {0}, 0, 0, 0, 0},
    {"one", {-3}, 1, -1, -3, 0},
    {"exact in a double", {1, 0x1p-52}, 1, 1, 1 + 0x1p-52, 0},
    {"a bit more than a double", {1, 0x1p-53}, 2, 1, 1, 1},
    {"smallest first", {0x1p-53, 1}, 2, 1, 1, 1},
    {"a bit less than a double", {1, -0x1p-60}, 2, 1, 1, -1},
    {"negative, a bit more", {-1, -0x1p-70}, 2, -1, -1, -1},
    {"negative, a bit less", {-1, 0x1p-70}, 2, -1, -1, 1},
    {"all cancels", {0x1p60, 1, -0x1p60, -1}, 0, 0, 0, 0},
    {"all but the small one", {0x1p100, 0x1p-100, -0x1p100}, 1, 1, 0x1p-100, 0},
    {"three far apart", {0x1p100, 1, 0x1p-100}, 3, 1, 0x1p100, 1},
    {"three, the last below", {0x1p100, 1, -0x1p-100}, 3, 1, 0x1p100, 1},
    {"head is itself a sum", {0x1p54, 2, 1}, 2, 1, 0x1p54 + 4, -1},
    {"nearest above", {0x1p53, 3}, 2, 1, 0x1p53 + 4, -1},
    {"denormal", {0x1p-1074, -0x1p-1073}, 1, -1, -0x1p-1074, 0},
};

static void test_sums(void **unused)
{
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++) {
        const struct exact e = sum(sums[i].terms);
        const struct exact minus = exact_negated(&e);
        int rest = 9;
        expect(sums[i].name, "terms", e.count, sums[i].count);
        expect(sums[i].name, "sign", exact_sign(&e), sums[i].sign);
        expect(sums[i].name, "head", exact_head(&e, &rest), sums[i].head);
        expect(sums[i].name, "rest", rest, sums[i].rest);
        expect(sums[i].name, "sign of the negative", exact_sign(&minus),
               -sums[i].sign);
        /* exact_negated() leaves its operand alone. */
        expect(sums[i].name, "sign after that", exact_sign(&e), sums[i].sign);
        expect(sums[i].name, "beside itself", exact_compare(&e, &e), 0);
    }
    assert_int_equal(compared, 15 * 7);
    assert_int_equal(failures, 0);
}

static void test_compare(void **unused)
{
    static const struct {
        const char *name;
        double a[4], b[4];
        int want;
    } rows[] = {
        {"far apart", {2}, {3}, -1},
        {"other sign", {2}, {-3}, 1},
        {"the last bit decides", {1, 0x1p-200}, {1, 0x1p-201}, 1},
        {"the last bit decides, below", {1, -0x1p-200}, {1}, -1},
        {"the same in other parts", {3, 0x1p-80}, {0x1p-80, 1, 2}, 0},
        {"zero and less", {0}, {-0x1p-1074}, 1},
    };
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct exact a = sum(rows[i].a), b = sum(rows[i].b);
        expect(rows[i].name, "a beside b", exact_compare(&a, &b), rows[i].want);
        expect(rows[i].name, "b beside a", exact_compare(&b, &a),
               -rows[i].want);
    }
    assert_int_equal(compared, 12);
    assert_int_equal(failures, 0);
}

/* Sums and products by hand, in powers of two. */
static void test_products(void **unused)
{
    static const struct {
        const char *name;
        double a[4], b[4], product[4];
    } rows[] = {
        {"zero", {0}, {7, 0x1p-60}, {0}},
        {"whole numbers", {3}, {-5}, {-15}},
        {"106 bits", {0x1p53, 1}, {0x1p53, 1}, {0x1p106, 0x1p54, 1}},
        {"its conjugate", {0x1p53, 1}, {0x1p53, -1}, {0x1p106, -1}},
        {"rounding of one product",
         {1 + 0x1p-52},
         {1 + 0x1p-52},
         {1, 0x1p-51, 0x1p-104}},
        {"after some have cancelled",
         {0x1p100, 1, -0x1p100},
         {3, 0x1p90, -3},
         {0x1p90}},
        {"three by two",
         {0x1p80, 1, 0x1p-80},
         {1, -0x1p-80},
         {0x1p80, -0x1p-160}},
    };
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct exact a = sum(rows[i].a), b = sum(rows[i].b);
        const struct exact want = sum(rows[i].product);
        const struct exact ab = exact_product(&a, &b);
        const struct exact ba = exact_product(&b, &a);
        expect(rows[i].name, "a b", exact_compare(&ab, &want), 0);
        expect(rows[i].name, "b a", exact_compare(&ba, &want), 0);
    }
    struct exact both = sum((const double[4]){0x1p70, 1});
    const struct exact other = sum((const double[4]){-0x1p70, 0x1p-70});
    exact_add_exact(&both, &other);
    expect("sum of sums", "terms", both.count, 2);
    int rest = 9;
    expect("sum of sums", "head", exact_head(&both, &rest), 1);
    expect("sum of sums", "rest", rest, 1);
    assert_int_equal(compared, 17);
    assert_int_equal(failures, 0);
}

/* As many terms as there is room for, and not one more. */
static void test_room(void **unused)
{
    (void) unused;
    struct exact e = exact_from(0);
    for (int i = 0; i < EXACT_TERMS; i++)
        exact_add(&e, ldexp(1, 600 - 60 * i));
    assert_int_equal(e.count, 24);
    const struct exact minus = exact_negated(&e);
    assert_int_equal(minus.count, 24);
    assert_true(minus.term[23] == -0x1p600);
    assert_true(e.term[23] == 0x1p600 && e.term[0] == ldexp(1, -780));

    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(1);
        signal(SIGABRT, SIG_DFL);
        exact_add(&e, 0x1p-1000);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_false(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* --- Directed rounding -----------------------------------------------------
 */

typedef double operation(double, double);

static const struct {
    const char *name;
    operation *down, *up;
    double a, b, low, high;
} directed[] = {
    {"exact sum", exact_add_down, exact_add_up, 1, 2, 3, 3},
    {"sum above a double", exact_add_down, exact_add_up, 1, 0x1p-60, 1,
     1 + 0x1p-52},
    {"sum below a double", exact_add_down, exact_add_up, 1, -0x1p-60,
     1 - 0x1p-53, 1},
    {"negative sum", exact_add_down, exact_add_up, -1, -0x1p-60, -1 - 0x1p-52,
     -1},
    {"order of sum", exact_add_down, exact_add_up, 0x1p-60, 1, 1, 1 + 0x1p-52},
    {"sum to infinity", exact_add_down, exact_add_up, DBL_MAX, DBL_MAX,
     (double) INFINITY, (double) INFINITY},
    {"infinite sum", exact_add_down, exact_add_up, (double) -INFINITY, 1,
     (double) -INFINITY, (double) -INFINITY},
    {"exact product", exact_multiply_down, exact_multiply_up, 3, -5, -15, -15},
    {"product above a double", exact_multiply_down, exact_multiply_up,
     1 + 0x1p-52, 1 + 0x1p-52, 1 + 0x1p-51, 1 + 0x1p-51 + 0x1p-52},
    {"product below a double", exact_multiply_down, exact_multiply_up,
     1 + 0x1p-52, 1 - 0x1p-52, 1 - 0x1p-53, 1},
    {"negative product", exact_multiply_down, exact_multiply_up, 1 + 0x1p-52,
     -1 - 0x1p-52, -1 - 0x1p-51 - 0x1p-52, -1 - 0x1p-51},
    {"product to infinity", exact_multiply_down, exact_multiply_up, DBL_MAX, -2,
     (double) -INFINITY, (double) -INFINITY},
    {"infinite product", exact_multiply_down, exact_multiply_up,
     (double) INFINITY, 2, (double) INFINITY, (double) INFINITY},
};

static void test_directed(void **unused)
{
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof directed / sizeof directed[0]; i++) {
        expect(directed[i].name, "low",
               directed[i].down(directed[i].a, directed[i].b), directed[i].low);
        expect(directed[i].name, "high",
               directed[i].up(directed[i].a, directed[i].b), directed[i].high);
    }
    assert_true(isnan(exact_add_down((double) INFINITY, (double) -INFINITY)));
    assert_true(isnan(exact_multiply_up((double) INFINITY, 0)));
    assert_int_equal(compared, 26);
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),     cmocka_unit_test(test_compare),
        cmocka_unit_test(test_products), cmocka_unit_test(test_room),
        cmocka_unit_test(test_directed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
