#include "reference_exact.h"

#include <assert.h>
#include <math.h>

/* Knuth's two-sum: *sum + *error is a + b exactly. */
static void two_sum(double a, double b, double *sum, double *error)
{
    const double s = a + b;
    const double bb = s - a;
    *error = (a - (s - bb)) + (b - bb);
    *sum = s;
}

static void two_product(double a, double b, double *product, double *error)
{
    *product = a * b;
    *error = fma(a, b, -*product);
}

struct exact exact_from(double x)
{
    return (struct exact){.count = x != 0, .term = {x}};
}

/* Grow-expansion with zero elimination. */
void exact_add(struct exact *e, double x)
{
    double carry = x;
    int count = 0;
    for (int i = 0; i < e->count; i++) {
        double error;
        two_sum(carry, e->term[i], &carry, &error);
        if (error != 0)
            e->term[count++] = error;
    }
    if (carry != 0) {
        assert(count < EXACT_TERMS);
        e->term[count++] = carry;
    }
    e->count = count;
}

void exact_add_exact(struct exact *e, const struct exact *other)
{
    for (int i = 0; i < other->count; i++)
        exact_add(e, other->term[i]);
}

struct exact exact_product(const struct exact *a, const struct exact *b)
{
    struct exact out = exact_from(0);
    for (int i = 0; i < a->count; i++) {
        for (int j = 0; j < b->count; j++) {
            double product, error;
            two_product(a->term[i], b->term[j], &product, &error);
            exact_add(&out, error);
            exact_add(&out, product);
        }
    }
    return out;
}

struct exact exact_negated(const struct exact *a)
{
    struct exact out = *a;
    for (int i = 0; i < out.count; i++)
        out.term[i] = -out.term[i];
    return out;
}

/* The terms do not overlap, so the largest, the last, decides. */
int exact_sign(const struct exact *e)
{
    if (e->count == 0)
        return 0;
    return (int) copysign(1, e->term[e->count - 1]);
}

int exact_compare(const struct exact *a, const struct exact *b)
{
    struct exact difference = exact_negated(b);
    exact_add_exact(&difference, a);
    return exact_sign(&difference);
}

double exact_head(const struct exact *e, int *rest)
{
    double head = 0;
    for (int i = 0; i < e->count; i++)
        head += e->term[i];

    struct exact left = *e;
    exact_add(&left, -head);
    *rest = exact_sign(&left);
    return head;
}

static double sum_error(double a, double b)
{
    double sum, error;
    two_sum(a, b, &sum, &error);
    return error;
}

double exact_add_down(double a, double b)
{
    const double sum = a + b;
    return isfinite(sum) && sum_error(a, b) < 0 ? nextafter(sum, -INFINITY)
                                                : sum;
}

double exact_add_up(double a, double b)
{
    const double sum = a + b;
    return isfinite(sum) && sum_error(a, b) > 0 ? nextafter(sum, INFINITY)
                                                : sum;
}

double exact_multiply_down(double a, double b)
{
    const double product = a * b;
    return isfinite(product) && fma(a, b, -product) < 0
               ? nextafter(product, -INFINITY)
               : product;
}

double exact_multiply_up(double a, double b)
{
    const double product = a * b;
    return isfinite(product) && fma(a, b, -product) > 0
               ? nextafter(product, INFINITY)
               : product;
}
