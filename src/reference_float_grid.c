#include "reference_float_grid.h"

#include <float.h>
#include <math.h>

const struct float_grid float_grid_32 = {23, -126, FLT_MAX};
const struct float_grid float_grid_16 = {10, -14, 65504};
const struct float_grid float_grid_11 = {6, -14, 65024};
const struct float_grid float_grid_10 = {5, -14, 64512};
const struct float_grid float_grid_9 = {8, -16, 65408};

/* D3D12_FLOAT16_FUSED_TOLERANCE_IN_ULP */
static const double fused_room = 0.6;

double float_step(const struct float_grid *grid, double x)
{
    const int exponent = ilogb(x); /* of 0: below any other */
    return ldexp(1, (exponent < grid->lowest ? grid->lowest : exponent) -
                        grid->mantissa);
}

double float_down(const struct float_grid *grid, double x)
{
    const double step = float_step(grid, x);
    return floor(x / step) * step;
}

double float_up(const struct float_grid *grid, double x)
{
    const double step = float_step(grid, x);
    return ceil(x / step) * step;
}

double float_toward_zero(const struct float_grid *grid, double x)
{
    const double step = float_step(grid, x);
    return trunc(x / step) * step;
}

double float_nearest(const struct float_grid *grid, double x)
{
    const double step = float_step(grid, x);
    return rint(x / step) * step;
}

int float_is_denormal(const struct float_grid *grid, double x)
{
    return x != 0 && fabs(x) < ldexp(1, grid->lowest);
}

/* FS 3.1.3.1: half a unit; FS 3.1.5: 0.6, as a fused step may take. */
static double room_of(const struct float_grid *grid)
{
    return grid == &float_grid_32 ? 0.5 : fused_room;
}

static int is_on_grid(const struct float_grid *grid, double x)
{
    return float_down(grid, x) == x;
}

struct float_interval float_last_operation(const struct float_grid *grid,
                                           struct float_interval x)
{
    /* Less than one unit: only the two neighbours, and nothing of a number
     * that needs no rounding. */
    const double room = room_of(grid);
    const double below = float_down(grid, x.low),
                 above = float_up(grid, x.high);
    return (struct float_interval){
        x.low - below <= room * float_step(grid, x.low) ? below
                                                        : float_up(grid, x.low),
        above - x.high <= room * float_step(grid, x.high)
            ? above
            : float_down(grid, x.high),
    };
}

struct float_interval float_operation(const struct float_grid *grid,
                                      struct float_interval x)
{
    const double room = room_of(grid);
    if (!is_on_grid(grid, x.low))
        x.low -= room * float_step(grid, x.low);
    if (!is_on_grid(grid, x.high))
        x.high += room * float_step(grid, x.high);
    return x;
}
