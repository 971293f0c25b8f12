/* validate_level_formats.h - render-target formats by feature level (private)
 *
 * Direct3D's format tables, one sheet a level.  The six letters of a cell stand
 * for render target, blending, logic operation, 4 samples, 8 samples, resolve:
 * R required, o optional, d required where what it depends on is there, -
 * never.
 */
#ifndef OMBRE_VALIDATE_LEVEL_FORMATS_H
#define OMBRE_VALIDATE_LEVEL_FORMATS_H

#include <stdint.h>

#include "ombre/d3d.h"

enum { LEVEL_COLUMNS = 7 };

/* clang-format off */
/* By DXGI_FORMAT; NULL where the tables have none. */
static const char *const level_formats[][LEVEL_COLUMNS] = {
    /* 9_1, 9_2, 9_3, 10_0, 10_1, 11_0, 11_1 to 12_2 */
    [DXGI_FORMAT_R32G32B32A32_FLOAT] = {"------", "R--ooR", "R--ooR", "RR-ooR", "RR-ooR", "RR-RoR", "RR-RoR"},
    [DXGI_FORMAT_R32G32B32A32_UINT] = {"------", "------", "------", "R-ooo-", "R-ooo-", "R-oRo-", "R-RRo-"},
    [DXGI_FORMAT_R32G32B32A32_SINT] = {"------", "------", "------", "R--oo-", "R--oo-", "R--Ro-", "R--Ro-"},
    [DXGI_FORMAT_R32G32B32_FLOAT] = {"-d-dd-", "-d-dd-", "-d-dd-", "od-ddR", "od-ddR", "od-ddR", "od-ddR"},
    [DXGI_FORMAT_R32G32B32_UINT] = {"---dd-", "---dd-", "---dd-", "o-odd-", "o-odd-", "o-odd-", "o-Rdd-"},
    [DXGI_FORMAT_R32G32B32_SINT] = {"---dd-", "---dd-", "---dd-", "o--dd-", "o--dd-", "o--dd-", "o--dd-"},
    [DXGI_FORMAT_R16G16B16A16_FLOAT] = {"------", "R--ooR", "RR-ooR", "RR-ooR", "RR-ooR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R16G16B16A16_UNORM] = {"------", "R--ooR", "R--ooR", "Ro-ooR", "RR-ooR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R16G16B16A16_UINT] = {"------", "------", "------", "R-ooo-", "R-ooo-", "R-oRR-", "R-RRR-"},
    [DXGI_FORMAT_R16G16B16A16_SNORM] = {"------", "------", "------", "R--ooR", "RR-ooR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R16G16B16A16_SINT] = {"------", "------", "------", "R--oo-", "R--oo-", "R--RR-", "R--RR-"},
    [DXGI_FORMAT_R32G32_FLOAT] = {"------", "------", "R--ooR", "RR-ooR", "RR-ooR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R32G32_UINT] = {"------", "------", "------", "R-ooo-", "R-ooo-", "R-oRR-", "R-RRR-"},
    [DXGI_FORMAT_R32G32_SINT] = {"------", "------", "------", "R--oo-", "R--oo-", "R--RR-", "R--RR-"},
    [DXGI_FORMAT_R10G10B10A2_UNORM] = {"------", "------", "------", "RR-ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R10G10B10A2_UINT] = {"------", "------", "------", "R-ooo-", "R-oRo-", "R-oRR-", "R-RRR-"},
    [DXGI_FORMAT_R11G11B10_FLOAT] = {"------", "------", "------", "RR-ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R8G8B8A8_UNORM] = {"RR-ooR", "RR-ooR", "RR-ooR", "RR-ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R8G8B8A8_UNORM_SRGB] = {"RR-ooR", "RR-ooR", "RR-ooR", "RR-ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R8G8B8A8_UINT] = {"------", "------", "------", "R-ooo-", "R-oRo-", "R-oRR-", "R-RRR-"},
    [DXGI_FORMAT_R8G8B8A8_SNORM] = {"------", "------", "------", "R--ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R8G8B8A8_SINT] = {"------", "------", "------", "R--oo-", "R--Ro-", "R--RR-", "R--RR-"},
    [DXGI_FORMAT_R16G16_FLOAT] = {"------", "R--ooR", "R--ooR", "RR-ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R16G16_UNORM] = {"------", "R--ooR", "R--ooR", "Ro-ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R16G16_UINT] = {"------", "------", "------", "R-ooo-", "R-oRo-", "R-oRR-", "R-RRR-"},
    [DXGI_FORMAT_R16G16_SNORM] = {"------", "------", "------", "R--ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R16G16_SINT] = {"------", "------", "------", "R--oo-", "R--Ro-", "R--RR-", "R--RR-"},
    [DXGI_FORMAT_R32_FLOAT] = {"------", "R--ooR", "R--ooR", "RR-ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R32_UINT] = {"------", "------", "------", "R-ooo-", "R-oRo-", "R-oRR-", "R-RRR-"},
    [DXGI_FORMAT_R32_SINT] = {"------", "------", "------", "R--oo-", "R--Ro-", "R--RR-", "R--RR-"},
    [DXGI_FORMAT_R8G8_UNORM] = {"RR----", "RR----", "RR----", "RR-ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R8G8_UINT] = {"------", "------", "------", "R-ooo-", "R-oRo-", "R-oRR-", "R-RRR-"},
    [DXGI_FORMAT_R8G8_SNORM] = {"------", "------", "------", "R--ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R8G8_SINT] = {"------", "------", "------", "R--oo-", "R--Ro-", "R--RR-", "R--RR-"},
    [DXGI_FORMAT_R16_FLOAT] = {"------", "------", "------", "RR-ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R16_UNORM] = {"------", "------", "------", "Ro-ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R16_UINT] = {"------", "------", "------", "R-ooo-", "R-oRo-", "R-oRR-", "R-RRR-"},
    [DXGI_FORMAT_R16_SNORM] = {"------", "------", "------", "R--ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R16_SINT] = {"------", "------", "------", "R--oo-", "R--Ro-", "R--RR-", "R--RR-"},
    [DXGI_FORMAT_R8_UNORM] = {"RR----", "RR----", "RR----", "RR-ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R8_UINT] = {"------", "------", "------", "R-ooo-", "R-oRo-", "R-oRR-", "R-RRR-"},
    [DXGI_FORMAT_R8_SNORM] = {"------", "------", "------", "R--ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_R8_SINT] = {"------", "------", "------", "R--oo-", "R--Ro-", "R--RR-", "R--RR-"},
    [DXGI_FORMAT_A8_UNORM] = {"RR----", "RR----", "RR----", "RR-ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_B5G6R5_UNORM] = {"RR-ooR", "RR-ooR", "RR-ooR", "RR-ooR", "RR-RRR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_B5G5R5A1_UNORM] = {"------", "------", "------", "oo-ooR", "oo-ooR", "oo-ooR", "oo-ooR"},
    [DXGI_FORMAT_B8G8R8A8_UNORM] = {"RR-ooR", "RR-ooR", "RR-ooR", "RR-ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_B8G8R8X8_UNORM] = {"RR-ooR", "RR-ooR", "RR-ooR", "RR-ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_B8G8R8A8_UNORM_SRGB] = {"RR-ooR", "RR-ooR", "RR-ooR", "RR-ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_B8G8R8X8_UNORM_SRGB] = {"RR-ooR", "RR-ooR", "RR-ooR", "RR-ooR", "RR-RoR", "RR-RRR", "RR-RRR"},
    [DXGI_FORMAT_B4G4R4A4_UNORM] = {"------", "------", "------", "oo-ooR", "oo-ooR", "oo-ooR", "oo-ooR"},
};
/* clang-format on */

#endif /* OMBRE_VALIDATE_LEVEL_FORMATS_H */
