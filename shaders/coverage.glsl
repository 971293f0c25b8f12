// Which samples of a pixel a fragment covers.

// enum ombre_gpu_output_type
const uint OUTPUT_FLOAT = 1u;
const uint OUTPUT_UINT = 2u;
const uint OUTPUT_SINT = 3u;

// How: no more than the sample mask, by the last record of a pixel, or by output
// 0's alpha.
const uint COVERAGE_ALL = 0u;
const uint COVERAGE_EXPORTED = 1u;
const uint COVERAGE_BY_ALPHA = 2u;

// FS 17.18: none at 0 and below and of NaN, all at 1 and above, never fewer of
// more.
uint covered_by_alpha(uint alpha, uint type, uint samples)
{
    uint count = samples;
    if (type == OUTPUT_FLOAT) {
        if (is_nan(alpha) || (alpha & SIGN) != 0u)
            count = 0u;
        else if (alpha < ONE)
            count = uint(uintBitsToFloat(alpha) * float(samples) + 0.5);
    } else if (alpha == 0u || (type == OUTPUT_SINT && (alpha & SIGN) != 0u)) {
        count = 0u;
    }
    return count < 32u ? (1u << count) - 1u : 0xffffffffu;
}
