/* src/reference_float_grid.h - rounding of numbers to the floats of some width
 */
#ifndef OMBRE_SRC_REFERENCE_FLOAT_GRID_H
#define OMBRE_SRC_REFERENCE_FLOAT_GRID_H

/* Floats with `mantissa` explicit bits and exponents from `lowest` on;
 * denormals below, `largest` the largest finite one. */
struct float_grid {
    int mantissa;
    int lowest;
    double largest;
};

/* binary32, binary16, the unsigned 11- and 10-bit floats (FS 19.3.4), whose
 * values are halves, and the largest component of R9G9B9E5 (FS 19.3.2). */
extern const struct float_grid float_grid_32;
extern const struct float_grid float_grid_16;
extern const struct float_grid float_grid_11;
extern const struct float_grid float_grid_10;
extern const struct float_grid float_grid_9;

/* Numbers from low to high, ends included. */
struct float_interval {
    double low, high;
};

/* One unit in the last place at finite x. */
double float_step(const struct float_grid *grid, double x);

/* Round finite x to the grid, without regard to `largest`. */
double float_down(const struct float_grid *grid, double x);
double float_up(const struct float_grid *grid, double x);
double float_toward_zero(const struct float_grid *grid, double x);
double float_nearest(const struct float_grid *grid, double x);

/* Whether finite x, not 0, is below the normal numbers. */
int float_is_denormal(const struct float_grid *grid, double x);

/* What one operation may leave of exact results from low to high, for the next
 * one to use: half a unit of fp32 away (FS 3.1.3.1), 0.6 of a unit of narrower
 * grids (FS 3.1.5, fused), and nothing where the result is on the grid. */
struct float_interval float_operation(const struct float_grid *grid,
                                      struct float_interval x);

/* Like float_operation(), when the result must be on the grid. */
struct float_interval float_last_operation(const struct float_grid *grid,
                                           struct float_interval x);

#endif /* OMBRE_SRC_REFERENCE_FLOAT_GRID_H */
