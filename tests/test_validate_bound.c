#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "validate_rows.h"

/* clang-format off */
#define D3D9 {API, 0, OMBRE_API_D3D9}
#define D3D10 {API, 0, OMBRE_API_D3D10}, {INDEPENDENT, 0, 0}
#define D3D10_1 {API, 0, OMBRE_API_D3D10_1}
#define D3D11 {API, 0, OMBRE_API_D3D11}
#define D3D11_1 {API, 0, OMBRE_API_D3D11_1}
#define TWO {COUNT, 0, 2}, {FORMAT, 1, RGBA8}, {FLOATS, 1, 0xF}
#define BOTH TWO, {DESCRIBED, 0, 0}, {DESCRIBED, 1, 0}
/* What the description is of; formats that no two are equal. */
#define FMT(name) DXGI_FORMAT_##name
#define OF(format) {FORMAT, 0, FMT(format)}
#define SIZE(slot, w, h) SLOT(slot, Width, w), SLOT(slot, Height, h)

static const struct row rows[] = {
/* What a resource can be. */
{"described", {{DESCRIBED, 0, 0}}, VALID},
{"nothing described", {{COUNT, 0, 1}}, VALID},
{"dimension 0", {SLOT(0, Dimension, 0)}, {ERROR(RESOURCE, "RenderTargets[0].Dimension", "Dimension is 0; allowed: 1 (BUFFER) to 4 (TEXTURE3D)")}},
{"dimension 1", {SLOT(0, Dimension, 1)}, VALID},
{"dimension 2", {SLOT(0, Dimension, 2)}, VALID},
{"dimension 4", {SLOT(0, Dimension, 4)}, VALID},
{"dimension 5", {SLOT(0, Dimension, 5)}, {ERROR(RESOURCE, "RenderTargets[0].Dimension", "Dimension is 5")}},
{"width 0", {SLOT(0, Width, 0)}, {ERROR(RESOURCE, "RenderTargets[0].Width", "Width is 0; allowed: 1 and more")}},
{"height 0", {SLOT(0, Height, 0)}, {ERROR(RESOURCE, "RenderTargets[0].Height", "")}},
{"height 2 of TEXTURE1D", {SLOT(0, Dimension, 2), SLOT(0, Height, 2)}, {ERROR(RESOURCE, "RenderTargets[0].Height", "Height is 2; allowed: 1 in one dimension")}},
{"height 2 of a buffer", {SLOT(0, Dimension, 1), SLOT(0, Height, 2)}, {ERROR(RESOURCE, "RenderTargets[0].Height", "")}},
{"height 2 of TEXTURE2D", {SLOT(0, Height, 2)}, VALID},
{"no slice", {SLOT(0, DepthOrArraySize, 0)}, {ERROR(RESOURCE, "RenderTargets[0].DepthOrArraySize", "is 0")}},
{"2 slices of a buffer", {SLOT(0, Dimension, 1), SLOT(0, DepthOrArraySize, 2)}, {ERROR(RESOURCE, "RenderTargets[0].DepthOrArraySize", "allowed: 1 of a buffer")}},
{"2 slices of TEXTURE1D", {SLOT(0, Dimension, 2), SLOT(0, DepthOrArraySize, 2)}, VALID},
{"2 levels of a buffer", {SLOT(0, Dimension, 1), SLOT(0, Width, 8), SLOT(0, MipLevels, 2)}, {ERROR(RESOURCE, "RenderTargets[0].MipLevels", "allowed: 1 of a buffer")}},
{"2 levels of TEXTURE1D", {SLOT(0, Dimension, 2), SLOT(0, Width, 8), SLOT(0, MipLevels, 2)}, VALID},
{"4 levels of 8 x 1", {SIZE(0, 8, 1), SLOT(0, MipLevels, 4)}, VALID},
{"5 levels of 8 x 1", {SIZE(0, 8, 1), SLOT(0, MipLevels, 5)}, {ERROR(RESOURCE, "RenderTargets[0].MipLevels", "MipLevels is 5; allowed: levels down to one texel")}},
{"5 levels of 15 x 16", {SIZE(0, 15, 16), SLOT(0, MipLevels, 5)}, VALID},
{"5 levels of 15 x 15", {SIZE(0, 15, 15), SLOT(0, MipLevels, 5)}, {ERROR(RESOURCE, "RenderTargets[0].MipLevels", "")}},
{"2 levels of 2 slices", {SLOT(0, DepthOrArraySize, 2), SLOT(0, MipLevels, 2)}, {ERROR(RESOURCE, "RenderTargets[0].MipLevels", "")}},
{"2 levels of 1 x 1 x 2", {SLOT(0, Dimension, 4), SLOT(0, DepthOrArraySize, 2), SLOT(0, MipLevels, 2)}, VALID},
{"3 levels of 1 x 1 x 2", {SLOT(0, Dimension, 4), SLOT(0, DepthOrArraySize, 2), SLOT(0, MipLevels, 3)}, {ERROR(RESOURCE, "RenderTargets[0].MipLevels", "")}},
{"no sample", {SLOT(0, SampleDesc.Count, 0)}, {ERROR(RESOURCE, "RenderTargets[0].SampleDesc.Count", "Count is 0"), UNDEFINED(VIEW_SAMPLE_DESC, "RenderTargets[0].SampleDesc", "")}},
{"4 samples of TEXTURE3D", {{SAMPLES, 0, 4}, SLOT(0, Dimension, 4)}, {ERROR(RESOURCE, "RenderTargets[0].SampleDesc.Count", "allowed: 1, but for TEXTURE2D")}},
{"4 samples of TEXTURE2D", {{SAMPLES, 0, 4}, {DESCRIBED, 0, 0}}, VALID},
{"2 samples and 2 levels", {{SAMPLES, 0, 2}, SIZE(0, 2, 2), SLOT(0, MipLevels, 2)}, {ERROR(RESOURCE, "RenderTargets[0].MipLevels", "allowed: 1 of a multisampled texture")}},
{"4 samples and 2 levels", {{SAMPLES, 0, 4}, SIZE(0, 2, 2), SLOT(0, MipLevels, 2)}, {ERROR(RESOURCE, "RenderTargets[0].MipLevels", "allowed: 1 of a multisampled texture")}},
{"a resource beyond the count", {SLOT(1, Width, 0)}, VALID},
{"the seventh resource", {{COUNT, 0, 8}, SLOT(7, Format, RGBA8), SLOT(7, Width, 0)},
 {ERROR(RESOURCE, "RenderTargets[7].Width", ""), UNDEFINED(VIEW_FORMAT, "RenderTargets[7].View.Format", "")}},
{"depth of width 0", {SLOT(DEPTH, Width, 0)}, {ERROR(RESOURCE, "DepthStencil.Width", "")}},

/* What a view can be of which resource. */
{"buffer as buffer", {SLOT(0, Dimension, 1), SLOT(0, View.ViewDimension, 1)}, VALID},
{"1D as 1D", {SLOT(0, Dimension, 2), SLOT(0, View.ViewDimension, 2)}, VALID},
{"1D as 1D array", {SLOT(0, Dimension, 2), SLOT(0, View.ViewDimension, 3)}, VALID},
{"2D as 2D", {SLOT(0, View.ViewDimension, 4)}, VALID},
{"2D as 2D array", {SLOT(0, View.ViewDimension, 5)}, VALID},
{"2D as 2DMS", {{SAMPLES, 0, 2}, SLOT(0, View.ViewDimension, 6)}, VALID},
{"2D as 2DMS array", {{SAMPLES, 0, 2}, SLOT(0, View.ViewDimension, 7)}, VALID},
{"3D as 3D", {SLOT(0, Dimension, 4), SLOT(0, View.ViewDimension, 8)}, VALID},
{"two formats without a family", {SLOT(0, Format, FMT(NV12)), SLOT(0, View.Format, FMT(AYUV))},
 {ERROR(FORMAT_NOT_TARGET, "RenderTargets[0].View.Format", ""), UNDEFINED(VIEW_FORMAT, "RenderTargets[0].View.Format", ""), ERROR(VIEW_CAST, "RenderTargets[0].View.Format", "the view is AYUV, the resource NV12")}},
{"view dimension 9", {SLOT(0, View.ViewDimension, 9)}, {ERROR(VIEW_DIMENSION, "RenderTargets[0].View.ViewDimension", "ViewDimension is 9, which is none")}},
{"view dimension 10", {SLOT(0, View.ViewDimension, 10)}, {ERROR(VIEW_DIMENSION, "RenderTargets[0].View.ViewDimension", "is 10, which is none")}},
{"view dimension 12", {SLOT(0, View.ViewDimension, 12)}, {ERROR(VIEW_DIMENSION, "RenderTargets[0].View.ViewDimension", "is 12, which is none")}},
{"view dimension 0xFFFFFFFF", {SLOT(0, View.ViewDimension, 0xFFFFFFFF)}, {ERROR(VIEW_DIMENSION, "RenderTargets[0].View.ViewDimension", "")}},
{"2D as 1D", {SLOT(0, View.ViewDimension, 2)}, {ERROR(VIEW_DIMENSION, "RenderTargets[0].View.ViewDimension", "ViewDimension 2 is one of TEXTURE1D, and the resource is TEXTURE2D")}},
{"2D as 1D array", {SLOT(0, View.ViewDimension, 3)}, {ERROR(VIEW_DIMENSION, "RenderTargets[0].View.ViewDimension", "")}},
{"2D as 3D", {SLOT(0, View.ViewDimension, 8)}, {ERROR(VIEW_DIMENSION, "RenderTargets[0].View.ViewDimension", "one of TEXTURE3D")}},
{"2D as a buffer", {SLOT(0, View.ViewDimension, 1)}, {ERROR(VIEW_DIMENSION, "RenderTargets[0].View.ViewDimension", "one of BUFFER")}},
{"3D as 2D array", {SLOT(0, Dimension, 4), SLOT(0, View.ViewDimension, 5)}, {ERROR(VIEW_DIMENSION, "RenderTargets[0].View.ViewDimension", "")}},
{"multisampled as 2D", {{SAMPLES, 0, 2}, SLOT(0, View.ViewDimension, 4)}, {ERROR(VIEW_DIMENSION, "RenderTargets[0].View.ViewDimension", "ViewDimension is 4, and the resource has 2 samples")}},
{"multisampled as 2D array", {{SAMPLES, 0, 2}, SLOT(0, View.ViewDimension, 5)}, {ERROR(VIEW_DIMENSION, "RenderTargets[0].View.ViewDimension", "")}},
{"depth as 1D", {SLOT(DEPTH, Dimension, 2), SLOT(DEPTH, View.ViewDimension, 1)}, VALID},
{"depth as 1D array", {SLOT(DEPTH, Dimension, 2), SLOT(DEPTH, View.ViewDimension, 2)}, VALID},
{"depth as 2D", {SLOT(DEPTH, View.ViewDimension, 3)}, VALID},
{"depth as 2D array", {SLOT(DEPTH, View.ViewDimension, 4)}, VALID},
{"depth as 2DMS", {{SAMPLES, 0, 2}, SLOT(DEPTH, View.ViewDimension, 5)}, VALID},
{"depth as 2DMS array", {{SAMPLES, 0, 2}, SLOT(DEPTH, View.ViewDimension, 6)}, VALID},
{"depth of dimension 7", {SLOT(DEPTH, View.ViewDimension, 7)}, {ERROR(VIEW_DIMENSION, "DepthStencil.View.ViewDimension", "is 7, which is none")}},
{"2D depth as 1D array", {SLOT(DEPTH, View.ViewDimension, 2)}, {ERROR(VIEW_DIMENSION, "DepthStencil.View.ViewDimension", "")}},
{"multisampled depth as 2D array", {{SAMPLES, 0, 2}, SLOT(DEPTH, View.ViewDimension, 4)}, {ERROR(VIEW_DIMENSION, "DepthStencil.View.ViewDimension", "")}},
{"depth in a buffer", {SLOT(DEPTH, Dimension, 1)}, {ERROR(VIEW_DIMENSION, "DepthStencil.Dimension", "Dimension is BUFFER; depth needs TEXTURE1D or TEXTURE2D")}},
{"depth in 3D", {SLOT(DEPTH, Dimension, 4)}, {ERROR(VIEW_DIMENSION, "DepthStencil.Dimension", "TEXTURE3D")}},

/* Which part of it. */
{"level 3 of 4", {SIZE(0, 8, 8), SLOT(0, MipLevels, 4), SLOT(0, View.MipSlice, 3)}, VALID},
{"level 4 of 4", {SIZE(0, 8, 8), SLOT(0, MipLevels, 4), SLOT(0, View.MipSlice, 4)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.MipSlice", "MipSlice is 4; there are 4 levels")}},
{"level 3 of all", {SIZE(0, 8, 2), SLOT(0, MipLevels, 0), SLOT(0, View.MipSlice, 3)}, VALID},
{"level 4 of all", {SIZE(0, 8, 2), SLOT(0, MipLevels, 0), SLOT(0, View.MipSlice, 4)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.MipSlice", "there are 4 levels")}},
{"a level of a buffer is ignored", {SLOT(0, Dimension, 1), SLOT(0, View.MipSlice, 4)}, VALID},
{"a level of a multisampled texture is ignored", {{SAMPLES, 0, 2}, SLOT(0, View.MipSlice, 4)}, VALID},
{"slices 1 and 2 of 3", {SLOT(0, DepthOrArraySize, 3), SLOT(0, View.FirstArraySlice, 1), SLOT(0, View.ArraySize, 2)}, VALID},
{"slices 2 and 3 of 3", {SLOT(0, DepthOrArraySize, 3), SLOT(0, View.FirstArraySlice, 2), SLOT(0, View.ArraySize, 2)},
 {ERROR(VIEW_RANGE, "RenderTargets[0].View.FirstArraySlice", "2 slices from slice 2 on are viewed; there are 3")}},
{"4 of 3 slices", {SLOT(0, DepthOrArraySize, 3), SLOT(0, View.ArraySize, 4)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.FirstArraySlice", "")}},
{"slice 3 of 3", {SLOT(0, DepthOrArraySize, 3), SLOT(0, View.FirstArraySlice, 3)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.FirstArraySlice", "from slice 3 on")}},
{"no slice of 3", {SLOT(0, DepthOrArraySize, 3), SLOT(0, View.ArraySize, 0)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.FirstArraySlice", "0 slices")}},
{"0xFFFFFFFE slices of 3", {SLOT(0, DepthOrArraySize, 3), SLOT(0, View.FirstArraySlice, 2), SLOT(0, View.ArraySize, 0xFFFFFFFE)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.FirstArraySlice", "")}},
{"slices of a view that is no array are ignored", {SLOT(0, DepthOrArraySize, 3), SLOT(0, View.ViewDimension, 4), SLOT(0, View.FirstArraySlice, 7), SLOT(0, View.ArraySize, 0)}, VALID},
{"slices of one that is no array", {SLOT(0, View.FirstArraySlice, 7)}, VALID},
{"slice 3 of 3 in one dimension", {SLOT(0, Dimension, 2), SLOT(0, DepthOrArraySize, 3), SLOT(0, View.FirstArraySlice, 3)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.FirstArraySlice", "from slice 3 on")}},
{"slices of one that is an array are not", {SLOT(0, View.ViewDimension, 5), SLOT(0, View.FirstArraySlice, 7)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.FirstArraySlice", "there are 1")}},
{"slices of a multisampled array", {{SAMPLES, 0, 2}, SLOT(0, DepthOrArraySize, 2), SLOT(0, View.FirstArraySlice, 2)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.FirstArraySlice", "")}},
{"slice 3 of 4 in depth", {SLOT(0, Dimension, 4), SLOT(0, DepthOrArraySize, 4), SLOT(0, View.FirstWSlice, 3), SLOT(0, View.WSize, 1), SLOT(0, View.FirstArraySlice, 9)}, VALID},
{"slice 4 of 4 in depth", {SLOT(0, Dimension, 4), SLOT(0, DepthOrArraySize, 4), SLOT(0, View.FirstWSlice, 4)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.FirstWSlice", "there are 4")}},
{"5 of 4 slices in depth", {SLOT(0, Dimension, 4), SLOT(0, DepthOrArraySize, 4), SLOT(0, View.WSize, 5)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.FirstWSlice", "")}},
{"slice 2 of 5 in depth, one level down", {SLOT(0, Dimension, 4), SLOT(0, DepthOrArraySize, 5), SLOT(0, MipLevels, 0), SLOT(0, View.MipSlice, 1), SLOT(0, View.FirstWSlice, 2)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.FirstWSlice", "there are 2")}},
{"depth, slice 2 of 2", {SLOT(DEPTH, DepthOrArraySize, 2), SLOT(DEPTH, View.FirstArraySlice, 2)}, {ERROR(VIEW_RANGE, "DepthStencil.View.FirstArraySlice", "")}},

/* Slices count in arrays only, levels only where there can be several. */
{"slice 7 of 1, target as buffer", {SLOT(0, Dimension, 1), SLOT(0, View.ViewDimension, 1), SLOT(0, View.FirstArraySlice, 7)}, VALID},
{"level 1 of 1, target as buffer", {SLOT(0, Dimension, 1), SLOT(0, View.ViewDimension, 1), SLOT(0, View.MipSlice, 1)}, VALID},
{"slice 7 of 1, target as 1D", {SLOT(0, Dimension, 2), SLOT(0, View.ViewDimension, 2), SLOT(0, View.FirstArraySlice, 7)}, VALID},
{"level 1 of 1, target as 1D", {SLOT(0, Dimension, 2), SLOT(0, View.ViewDimension, 2), SLOT(0, View.MipSlice, 1)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.MipSlice", "MipSlice is 1; there are 1 levels")}},
{"slice 7 of 1, target as 1D array", {SLOT(0, Dimension, 2), SLOT(0, View.ViewDimension, 3), SLOT(0, View.FirstArraySlice, 7)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.FirstArraySlice", "from slice 7 on")}},
{"level 1 of 1, target as 1D array", {SLOT(0, Dimension, 2), SLOT(0, View.ViewDimension, 3), SLOT(0, View.MipSlice, 1)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.MipSlice", "MipSlice is 1; there are 1 levels")}},
{"slice 7 of 1, target as 2D", {SLOT(0, Dimension, 3), SLOT(0, View.ViewDimension, 4), SLOT(0, View.FirstArraySlice, 7)}, VALID},
{"level 1 of 1, target as 2D", {SLOT(0, Dimension, 3), SLOT(0, View.ViewDimension, 4), SLOT(0, View.MipSlice, 1)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.MipSlice", "MipSlice is 1; there are 1 levels")}},
{"slice 7 of 1, target as 2D array", {SLOT(0, Dimension, 3), SLOT(0, View.ViewDimension, 5), SLOT(0, View.FirstArraySlice, 7)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.FirstArraySlice", "from slice 7 on")}},
{"level 1 of 1, target as 2D array", {SLOT(0, Dimension, 3), SLOT(0, View.ViewDimension, 5), SLOT(0, View.MipSlice, 1)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.MipSlice", "MipSlice is 1; there are 1 levels")}},
{"slice 7 of 1, target as 2DMS", {{SAMPLES, 0, 2}, SLOT(0, Dimension, 3), SLOT(0, View.ViewDimension, 6), SLOT(0, View.FirstArraySlice, 7)}, VALID},
{"level 1 of 1, target as 2DMS", {{SAMPLES, 0, 2}, SLOT(0, Dimension, 3), SLOT(0, View.ViewDimension, 6), SLOT(0, View.MipSlice, 1)}, VALID},
{"slice 7 of 1, target as 2DMS array", {{SAMPLES, 0, 2}, SLOT(0, Dimension, 3), SLOT(0, View.ViewDimension, 7), SLOT(0, View.FirstArraySlice, 7)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.FirstArraySlice", "from slice 7 on")}},
{"level 1 of 1, target as 2DMS array", {{SAMPLES, 0, 2}, SLOT(0, Dimension, 3), SLOT(0, View.ViewDimension, 7), SLOT(0, View.MipSlice, 1)}, VALID},
{"slice 7 of 1, target as 3D", {SLOT(0, Dimension, 4), SLOT(0, View.ViewDimension, 8), SLOT(0, View.FirstArraySlice, 7)}, VALID},
{"level 1 of 1, target as 3D", {SLOT(0, Dimension, 4), SLOT(0, View.ViewDimension, 8), SLOT(0, View.MipSlice, 1)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.MipSlice", "MipSlice is 1; there are 1 levels")}},
{"slice 7 of 1, depth as 1D", {SLOT(DEPTH, Dimension, 2), SLOT(DEPTH, View.ViewDimension, 1), SLOT(DEPTH, View.FirstArraySlice, 7)}, VALID},
{"level 1 of 1, depth as 1D", {SLOT(DEPTH, Dimension, 2), SLOT(DEPTH, View.ViewDimension, 1), SLOT(DEPTH, View.MipSlice, 1)}, {ERROR(VIEW_RANGE, "DepthStencil.View.MipSlice", "MipSlice is 1; there are 1 levels")}},
{"slice 7 of 1, depth as 1D array", {SLOT(DEPTH, Dimension, 2), SLOT(DEPTH, View.ViewDimension, 2), SLOT(DEPTH, View.FirstArraySlice, 7)}, {ERROR(VIEW_RANGE, "DepthStencil.View.FirstArraySlice", "from slice 7 on")}},
{"level 1 of 1, depth as 1D array", {SLOT(DEPTH, Dimension, 2), SLOT(DEPTH, View.ViewDimension, 2), SLOT(DEPTH, View.MipSlice, 1)}, {ERROR(VIEW_RANGE, "DepthStencil.View.MipSlice", "MipSlice is 1; there are 1 levels")}},
{"slice 7 of 1, depth as 2D", {SLOT(DEPTH, Dimension, 3), SLOT(DEPTH, View.ViewDimension, 3), SLOT(DEPTH, View.FirstArraySlice, 7)}, VALID},
{"level 1 of 1, depth as 2D", {SLOT(DEPTH, Dimension, 3), SLOT(DEPTH, View.ViewDimension, 3), SLOT(DEPTH, View.MipSlice, 1)}, {ERROR(VIEW_RANGE, "DepthStencil.View.MipSlice", "MipSlice is 1; there are 1 levels")}},
{"slice 7 of 1, depth as 2D array", {SLOT(DEPTH, Dimension, 3), SLOT(DEPTH, View.ViewDimension, 4), SLOT(DEPTH, View.FirstArraySlice, 7)}, {ERROR(VIEW_RANGE, "DepthStencil.View.FirstArraySlice", "from slice 7 on")}},
{"level 1 of 1, depth as 2D array", {SLOT(DEPTH, Dimension, 3), SLOT(DEPTH, View.ViewDimension, 4), SLOT(DEPTH, View.MipSlice, 1)}, {ERROR(VIEW_RANGE, "DepthStencil.View.MipSlice", "MipSlice is 1; there are 1 levels")}},
{"slice 7 of 1, depth as 2DMS", {{SAMPLES, 0, 2}, SLOT(DEPTH, Dimension, 3), SLOT(DEPTH, View.ViewDimension, 5), SLOT(DEPTH, View.FirstArraySlice, 7)}, VALID},
{"level 1 of 1, depth as 2DMS", {{SAMPLES, 0, 2}, SLOT(DEPTH, Dimension, 3), SLOT(DEPTH, View.ViewDimension, 5), SLOT(DEPTH, View.MipSlice, 1)}, VALID},
{"slice 7 of 1, depth as 2DMS array", {{SAMPLES, 0, 2}, SLOT(DEPTH, Dimension, 3), SLOT(DEPTH, View.ViewDimension, 6), SLOT(DEPTH, View.FirstArraySlice, 7)}, {ERROR(VIEW_RANGE, "DepthStencil.View.FirstArraySlice", "from slice 7 on")}},
{"level 1 of 1, depth as 2DMS array", {{SAMPLES, 0, 2}, SLOT(DEPTH, Dimension, 3), SLOT(DEPTH, View.ViewDimension, 6), SLOT(DEPTH, View.MipSlice, 1)}, VALID},
{"level 31 of the largest", {SIZE(0, 0xFFFFFFFF, 1), SLOT(0, MipLevels, 32), SLOT(0, View.MipSlice, 31)}, VALID},
{"level 32 of the largest", {SIZE(0, 0xFFFFFFFF, 1), SLOT(0, MipLevels, 0), SLOT(0, View.MipSlice, 32)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.MipSlice", "there are 32 levels")}},

/* Formats: P18 and P19. */
{"typeless, viewed with a type", {SLOT(0, Format, FMT(R8G8B8A8_TYPELESS)), SLOT(0, View.Format, RGBA8)}, VALID},
{"typeless, viewed as it is", {SLOT(0, Format, FMT(R8G8B8A8_TYPELESS))},
 {ERROR(FORMAT_TYPELESS, "RenderTargets[0].View.Format", "R8G8B8A8_TYPELESS (27) has no type"), UNDEFINED(VIEW_FORMAT, "RenderTargets[0].View.Format", "the view is R8G8B8A8_TYPELESS (27), but RTVFormats has R8G8B8A8_UNORM (28)")}},
{"typeless in RTVFormats too is said there", {OF(R8G8B8A8_TYPELESS), {DESCRIBED, 0, 0}}, {ERROR(FORMAT_TYPELESS, "RTVFormats[0]", "")}},
{"a view that is no target", {SLOT(0, Format, FMT(BC1_UNORM))}, {ERROR(FORMAT_NOT_TARGET, "RenderTargets[0].View.Format", "BC1_UNORM (71)"), UNDEFINED(VIEW_FORMAT, "RenderTargets[0].View.Format", "")}},
{"a resource format that is none", {SLOT(0, Format, 999)}, {ERROR(FORMAT_UNKNOWN, "RenderTargets[0].Format", "999 is no DXGI_FORMAT")}},
{"a resource format that is none beside a view's", {SLOT(0, Format, 998), SLOT(0, View.Format, RGBA8)}, {ERROR(FORMAT_UNKNOWN, "RenderTargets[0].Format", "998")}},
{"a view format that is none", {SLOT(0, View.Format, 999)}, {ERROR(FORMAT_UNKNOWN, "RenderTargets[0].View.Format", "999")}},
{"no format at all", {SLOT(0, Format, 0)}, {ERROR(FORMAT_UNKNOWN, "RenderTargets[0].Format", "0 is no DXGI_FORMAT of a target")}},
{"no format but the view's, as buffers have", {SLOT(0, Dimension, 1), SLOT(0, Format, 0), SLOT(0, View.Format, RGBA8)}, VALID},
{"another format than RTVFormats", {OF(R16G16_FLOAT), SLOT(0, Format, FMT(R16G16_SNORM))}, {UNDEFINED(VIEW_FORMAT, "RenderTargets[0].View.Format", "the view is R16G16_SNORM (37), but RTVFormats has R16G16_FLOAT (34)")}},
{"a view of a hole", {{COUNT, 0, 2}, SLOT(1, Format, RGBA8)}, {UNDEFINED(VIEW_FORMAT, "RenderTargets[1].View.Format", "has UNKNOWN (0)")}},
{"another format without a shader", {{NO_SHADER, 0, 0}, SLOT(0, Format, RG16F)}, VALID},
{"11, another format without a shader", {D3D11, {NO_SHADER, 0, 0}, SLOT(0, Format, RG16F)}, {UNDEFINED(VIEW_FORMAT, "RenderTargets[0].View.Format", "")}},
{"another format than RTVFormats has, which is none", {{FORMAT, 0, 200}, SLOT(0, Format, RGBA8)}, {ERROR(FORMAT_UNKNOWN, "RTVFormats[0]", ""), UNDEFINED(VIEW_FORMAT, "RenderTargets[0].View.Format", "has none (200)")}},
{"typeless of another family", {SLOT(0, Format, FMT(B8G8R8A8_TYPELESS)), SLOT(0, View.Format, RGBA8)}, {ERROR(VIEW_CAST, "RenderTargets[0].View.Format", "the view is R8G8B8A8_UNORM, the resource B8G8R8A8_TYPELESS")}},
{"typeless of fewer components", {SLOT(0, Format, FMT(R8G8_TYPELESS)), SLOT(0, View.Format, RGBA8)}, {ERROR(VIEW_CAST, "RenderTargets[0].View.Format", "")}},
{"typeless sRGB", {OF(R8G8B8A8_UNORM_SRGB), SLOT(0, Format, FMT(R8G8B8A8_TYPELESS)), SLOT(0, View.Format, FMT(R8G8B8A8_UNORM_SRGB))}, VALID},
{"typeless to float", {OF(R16G16_FLOAT), SLOT(0, Format, FMT(R16G16_TYPELESS)), SLOT(0, View.Format, RG16F)}, VALID},
{"typed to sRGB", {OF(R8G8B8A8_UNORM_SRGB), SLOT(0, Format, RGBA8), SLOT(0, View.Format, FMT(R8G8B8A8_UNORM_SRGB))}, {WARNING(VIEW_CAST_TYPED, "RenderTargets[0].View.Format", "the view is R8G8B8A8_UNORM_SRGB, the resource R8G8B8A8_UNORM")}},
{"typed to uint", {OF(R8G8B8A8_UINT), {UINTS, 0, 0xF}, SLOT(0, Format, RGBA8), SLOT(0, View.Format, RGBA8U)}, {WARNING(VIEW_CAST_TYPED, "RenderTargets[0].View.Format", "")}},
{"UNORM to SNORM", {OF(R8G8B8A8_SNORM), SLOT(0, Format, RGBA8), SLOT(0, View.Format, FMT(R8G8B8A8_SNORM))}, {UNDEFINED(VIEW_CAST_SIGN, "RenderTargets[0].View.Format", "the view is R8G8B8A8_SNORM, the resource R8G8B8A8_UNORM")}},
{"sRGB to SNORM", {OF(R8G8B8A8_SNORM), SLOT(0, Format, FMT(R8G8B8A8_UNORM_SRGB)), SLOT(0, View.Format, FMT(R8G8B8A8_SNORM))}, {UNDEFINED(VIEW_CAST_SIGN, "RenderTargets[0].View.Format", "")}},
{"SNORM to UNORM", {SLOT(0, Format, FMT(R8G8B8A8_SNORM)), SLOT(0, View.Format, RGBA8)}, {UNDEFINED(VIEW_CAST_SIGN, "RenderTargets[0].View.Format", "")}},
{"SNORM to uint", {OF(R8G8B8A8_UINT), {UINTS, 0, 0xF}, SLOT(0, Format, FMT(R8G8B8A8_SNORM)), SLOT(0, View.Format, RGBA8U)}, {WARNING(VIEW_CAST_TYPED, "RenderTargets[0].View.Format", "")}},
{"float to UNORM", {OF(R16G16_UNORM), SLOT(0, Format, RG16F), SLOT(0, View.Format, FMT(R16G16_UNORM))}, {ERROR(VIEW_CAST, "RenderTargets[0].View.Format", "")}},
{"uint to float", {OF(R32_FLOAT), SLOT(0, Format, R32U), SLOT(0, View.Format, FMT(R32_FLOAT))}, {ERROR(VIEW_CAST, "RenderTargets[0].View.Format", "")}},
{"uint to sint", {OF(R32_SINT), {SINTS, 0, 0xF}, SLOT(0, Format, R32U), SLOT(0, View.Format, FMT(R32_SINT))}, {WARNING(VIEW_CAST_TYPED, "RenderTargets[0].View.Format", "")}},
{"a back buffer of XR_BIAS", {OF(R10G10B10A2_UNORM), SLOT(0, Format, FMT(R10G10B10_XR_BIAS_A2_UNORM)), SLOT(0, View.Format, FMT(R10G10B10A2_UNORM))}, {WARNING(VIEW_CAST_TYPED, "RenderTargets[0].View.Format", "")}},

/* Depth. */
{"depth", {{DESCRIBED, DEPTH, 0}}, VALID},
{"depth beside a target", {{DESCRIBED, 0, 0}, {DESCRIBED, DEPTH, 0}}, VALID},
{"D16", {{DSV, 0, FMT(D16_UNORM)}, SLOT(DEPTH, Format, FMT(R16_TYPELESS)), SLOT(DEPTH, View.Format, FMT(D16_UNORM))}, VALID},
{"D24S8", {{DSV, 0, FMT(D24_UNORM_S8_UINT)}, SLOT(DEPTH, Format, FMT(R24G8_TYPELESS)), SLOT(DEPTH, View.Format, FMT(D24_UNORM_S8_UINT))}, VALID},
{"D32", {SLOT(DEPTH, Format, FMT(R32_TYPELESS)), SLOT(DEPTH, View.Format, FMT(D32_FLOAT))}, VALID},
{"D32S8", {{DSV, 0, FMT(D32_FLOAT_S8X24_UINT)}, SLOT(DEPTH, Format, FMT(R32G8X24_TYPELESS)), SLOT(DEPTH, View.Format, FMT(D32_FLOAT_S8X24_UINT))}, VALID},
{"depth of a color format", {{DSV, 0, RGBA8}, {DESCRIBED, DEPTH, 0}}, {ERROR(DEPTH_FORMAT, "DepthStencil.View.Format", "R8G8B8A8_UNORM (28) holds no depth")}},
{"depth without a type", {SLOT(DEPTH, Format, FMT(R32_TYPELESS))}, {ERROR(DEPTH_FORMAT, "DepthStencil.View.Format", "R32_TYPELESS (39)"), UNDEFINED(VIEW_FORMAT, "DepthStencil.View.Format", "the view is R32_TYPELESS (39), but DSVFormat has D32_FLOAT (40)")}},
{"the stencil half", {{DSV, 0, FMT(X24_TYPELESS_G8_UINT)}, SLOT(DEPTH, Format, FMT(R24_UNORM_X8_TYPELESS))}, {ERROR(DEPTH_FORMAT, "DepthStencil.View.Format", ""), UNDEFINED(VIEW_FORMAT, "DepthStencil.View.Format", "")}},
{"typed color to depth", {SLOT(DEPTH, Format, FMT(R32_FLOAT)), SLOT(DEPTH, View.Format, FMT(D32_FLOAT))}, {ERROR(VIEW_CAST, "DepthStencil.View.Format", "")}},
{"the halves are of one family", {{DSV, 0, FMT(D24_UNORM_S8_UINT)}, SLOT(DEPTH, Format, FMT(X24_TYPELESS_G8_UINT)), SLOT(DEPTH, View.Format, FMT(D24_UNORM_S8_UINT))}, {ERROR(VIEW_CAST, "DepthStencil.View.Format", "")}},
{"another family of depth", {{DSV, 0, FMT(D16_UNORM)}, SLOT(DEPTH, Format, FMT(R24G8_TYPELESS)), SLOT(DEPTH, View.Format, FMT(D16_UNORM))}, {ERROR(VIEW_CAST, "DepthStencil.View.Format", "")}},
{"depth beside a target's family", {{FORMAT, 0, FMT(R32_FLOAT)}, SLOT(0, Format, FMT(R32_TYPELESS)), SLOT(0, View.Format, FMT(R32_FLOAT))}, VALID},
{"another format than DSVFormat, without a shader", {{NO_SHADER, 0, 0}, SLOT(DEPTH, Format, FMT(D16_UNORM))}, {UNDEFINED(VIEW_FORMAT, "DepthStencil.View.Format", "the view is D16_UNORM (55), but DSVFormat has D32_FLOAT (40)")}},

/* Samples: P14, and message 388. */
{"12, another count", {SLOT(0, SampleDesc.Count, 2)}, {UNDEFINED(VIEW_SAMPLE_DESC, "RenderTargets[0].SampleDesc", "Count is 2 and Quality 0; the pipeline state has 1 and 0")}},
{"12, its count", {SLOT(0, SampleDesc.Count, 1)}, VALID},
{"12, another quality", {{SAMPLES, 0, 2}, SLOT(0, SampleDesc.Quality, 0xFFFFFFFF)}, {UNDEFINED(VIEW_SAMPLE_DESC, "RenderTargets[0].SampleDesc", "Quality 4294967295")}},
{"12, another count of depth", {SLOT(DEPTH, SampleDesc.Count, 4)}, {UNDEFINED(VIEW_SAMPLE_DESC, "DepthStencil.SampleDesc", "")}},
{"12, the same", {{SAMPLES, 0, 4}, {QUALITY, 0, 0xFFFFFFFF}, {DESCRIBED, 0, 0}, {DESCRIBED, DEPTH, 0}}, VALID},
{"11.1, another count", {D3D11_1, BOTH, SLOT(1, SampleDesc.Count, 2)}, {ERROR(BOUND_SAMPLES, "RenderTargets[1].SampleDesc.Count", "Count is 2, and 1 in SampleDesc")}},
{"11.1, its count", {D3D11_1, BOTH, SLOT(1, SampleDesc.Count, 1)}, VALID},
{"11, another quality", {D3D11, {SAMPLES, 0, 4}, BOTH, SLOT(1, SampleDesc.Quality, 0xFFFFFFFF)}, {ERROR(BOUND_QUALITY, "RenderTargets[1].SampleDesc.Quality", "Quality is 4294967295, and 0 in SampleDesc")}},
{"11, its quality", {D3D11, {SAMPLES, 0, 4}, BOTH, SLOT(1, SampleDesc.Quality, 0)}, VALID},
{"10, another count of depth", {D3D10, {SAMPLES, 0, 4}, SLOT(DEPTH, SampleDesc.Count, 2)}, {ERROR(BOUND_SAMPLES, "DepthStencil.SampleDesc.Count", "")}},
{"9, another count", {D3D9, SLOT(0, SampleDesc.Count, 2)}, {ERROR(BOUND_SAMPLES, "RenderTargets[0].SampleDesc.Count", "")}},

/* Sizes, slices and types. */
{"12, equal sizes", {BOTH, SIZE(0, 8, 4), SIZE(1, 8, 4)}, VALID},
{"12, another width", {BOTH, SIZE(0, 8, 4), SIZE(1, 9, 4)}, {UNDEFINED(BOUND_AREA, "RenderTargets[1]", "9 x 4 texels are viewed, 8 x 4 of RenderTargets[0]")}},
{"12, another height", {BOTH, SIZE(0, 8, 4), SIZE(1, 8, 5)}, {UNDEFINED(BOUND_AREA, "RenderTargets[1]", "8 x 5")}},
{"12, another size of depth", {{DESCRIBED, 0, 0}, SIZE(DEPTH, 2, 1)}, {UNDEFINED(BOUND_AREA, "DepthStencil", "2 x 1 texels are viewed, 1 x 1 of RenderTargets[0]")}},
{"12, another number of slices", {BOTH, SLOT(1, DepthOrArraySize, 3)}, {UNDEFINED(BOUND_AREA, "RenderTargets[1]", "3 slices are viewed, 1 of RenderTargets[0]")}},
{"12, another type", {BOTH, SLOT(1, Dimension, 4)}, VALID},
{"12, levels of one size", {BOTH, SIZE(0, 8, 4), SIZE(1, 16, 8), SLOT(1, MipLevels, 2), SLOT(1, View.MipSlice, 1)}, VALID},
{"12, levels of one size, odd", {BOTH, SIZE(0, 3, 1), SIZE(1, 7, 1), SLOT(1, MipLevels, 0), SLOT(1, View.MipSlice, 1)}, VALID},
{"12, a size beyond the count", {{DESCRIBED, 0, 0}, SIZE(1, 9, 4)}, VALID},
{"12, the first may not be slot 0", {{COUNT, 0, 3}, {FORMAT, 1, RGBA8}, {FORMAT, 2, RGBA8}, SIZE(1, 8, 4), SIZE(2, 8, 8)}, {UNDEFINED(BOUND_AREA, "RenderTargets[2]", "8 x 8 texels are viewed, 8 x 4 of RenderTargets[1]")}},
{"12, a size that is not known is not compared", {BOTH, SLOT(0, Width, 0), SIZE(1, 9, 4)}, {ERROR(RESOURCE, "RenderTargets[0].Width", "")}},
{"11.1, another width", {D3D11_1, BOTH, SIZE(0, 8, 4), SIZE(1, 9, 4)}, {ERROR(BOUND_SIZE, "RenderTargets[1]", "9 x 4 texels are viewed, 8 x 4 of RenderTargets[0]")}},
{"11, another height", {D3D11, BOTH, SIZE(0, 8, 4), SIZE(1, 8, 5)}, {ERROR(BOUND_SIZE, "RenderTargets[1]", "")}},
{"11, its height", {D3D11, BOTH, SIZE(0, 8, 4), SIZE(1, 8, 4)}, VALID},
{"10.1, another size of depth", {D3D10_1, {DESCRIBED, 0, 0}, SIZE(DEPTH, 2, 1)}, {ERROR(BOUND_SIZE, "DepthStencil", "")}},
{"10, equal sizes", {D3D10, BOTH, SIZE(0, 8, 4), SIZE(1, 8, 4), SIZE(DEPTH, 8, 4)}, VALID},
{"10, another number of slices", {D3D10, BOTH, SLOT(1, DepthOrArraySize, 3)}, {ERROR(BOUND_ARRAY_SIZE, "RenderTargets[1]", "3 slices are viewed, 1 of RenderTargets[0]")}},
{"10, its number of slices", {D3D10, BOTH, SLOT(1, DepthOrArraySize, 1)}, VALID},
{"11, slices viewed alike", {D3D11, BOTH, SLOT(0, DepthOrArraySize, 2), SLOT(1, DepthOrArraySize, 3), SLOT(1, View.FirstArraySlice, 1), SLOT(1, View.ArraySize, 2)}, VALID},
{"11, another type", {D3D11, BOTH, SLOT(1, Dimension, 4)}, {ERROR(BOUND_TYPE, "RenderTargets[1].Dimension", "Dimension is 4, and 3 in RenderTargets[0]")}},
{"9, another width", {D3D9, BOTH, SIZE(0, 8, 4), SIZE(1, 9, 4)}, {UNDEFINED(BOUND_AREA, "RenderTargets[1]", "")}},
{"9, a larger depth buffer", {D3D9, {DESCRIBED, 0, 0}, SIZE(DEPTH, 2, 2)}, VALID},

/* One memory twice: P20. */
{"12, one memory, one level", {BOTH, SLOT(0, resource, 1), SLOT(1, resource, 1)}, {UNDEFINED(DRAW_OVERLAP, "RenderTargets[1]", "level 0, slices 0 to 0 are in RenderTargets[0] too")}},
{"12, memories of their own", {BOTH}, VALID},
{"12, two memories", {BOTH, SLOT(0, resource, 1), SLOT(1, resource, 2)}, VALID},
{"12, two levels of one memory", {BOTH, SLOT(0, resource, 1), SLOT(1, resource, 1), SLOT(0, MipLevels, 0), SLOT(1, MipLevels, 0), SLOT(0, Width, 2), SLOT(1, Width, 2), SLOT(1, View.MipSlice, 1)}, {UNDEFINED(BOUND_AREA, "RenderTargets[1]", "")}},
{"11, slices side by side", {D3D11, BOTH, SLOT(0, resource, 1), SLOT(1, resource, 1), SLOT(0, DepthOrArraySize, 4), SLOT(1, DepthOrArraySize, 4), SLOT(0, View.ArraySize, 2), SLOT(1, View.FirstArraySlice, 2)}, VALID},
{"11, slices side by side, the other way", {D3D11, BOTH, SLOT(0, resource, 1), SLOT(1, resource, 1), SLOT(0, DepthOrArraySize, 4), SLOT(1, DepthOrArraySize, 4), SLOT(1, View.ArraySize, 2), SLOT(0, View.FirstArraySlice, 2)}, VALID},
{"11, slices that overlap", {D3D11, BOTH, SLOT(0, resource, 1), SLOT(1, resource, 1), SLOT(0, DepthOrArraySize, 4), SLOT(1, DepthOrArraySize, 4), SLOT(0, View.ArraySize, 3), SLOT(1, View.FirstArraySlice, 2), SLOT(1, View.ArraySize, 2)},
 {ERROR(BOUND_ARRAY_SIZE, "RenderTargets[1]", ""), ERROR(BOUND_OVERLAP, "RenderTargets[1]", "level 0, slices 2 to 3 are in RenderTargets[0] too")}},
{"11, slices that overlap, the other way", {D3D11, BOTH, SLOT(0, resource, 1), SLOT(1, resource, 1), SLOT(0, DepthOrArraySize, 4), SLOT(1, DepthOrArraySize, 4), SLOT(0, View.FirstArraySlice, 1), SLOT(1, View.ArraySize, 3)},
 {ERROR(BOUND_OVERLAP, "RenderTargets[1]", "slices 0 to 2")}},
{"10, one memory in slots 0, 1 and 2", {D3D10, {COUNT, 0, 3}, {FORMAT, 1, RGBA8}, {FORMAT, 2, RGBA8}, SLOT(0, resource, 5), SLOT(1, resource, 6), SLOT(2, resource, 5)}, {ERROR(BOUND_OVERLAP, "RenderTargets[2]", "are in RenderTargets[0] too")}},
{"10, three memories", {D3D10, {COUNT, 0, 3}, {FORMAT, 1, RGBA8}, {FORMAT, 2, RGBA8}, SLOT(0, resource, 5), SLOT(1, resource, 6), SLOT(2, resource, 7)}, VALID},
{"11, one memory, and a view of no shape", {D3D11, BOTH, SLOT(0, resource, 1), SLOT(1, resource, 1), SLOT(1, View.ViewDimension, 2)}, {ERROR(VIEW_DIMENSION, "RenderTargets[1].View.ViewDimension", "")}},
{"11, one memory, and a view of no slice", {D3D11, BOTH, SLOT(0, resource, 1), SLOT(1, resource, 1), SLOT(0, DepthOrArraySize, 3), SLOT(1, DepthOrArraySize, 3), SLOT(1, View.FirstArraySlice, 3)}, {ERROR(VIEW_RANGE, "RenderTargets[1].View.FirstArraySlice", "")}},
{"11, two sizes, one of no level", {D3D11, BOTH, SIZE(0, 8, 8), SIZE(1, 8, 8), SLOT(1, View.MipSlice, 1), SLOT(1, MipLevels, 1)}, {ERROR(VIEW_RANGE, "RenderTargets[1].View.MipSlice", "")}},
{"10, one memory in slots 1 and 2", {D3D10, {COUNT, 0, 3}, {FORMAT, 1, RGBA8}, {FORMAT, 2, RGBA8}, SLOT(0, resource, 5), SLOT(1, resource, 6), SLOT(2, resource, 6)}, {ERROR(BOUND_OVERLAP, "RenderTargets[2]", "are in RenderTargets[1] too")}},
{"11, slices of depth that overlap", {D3D11, BOTH, SLOT(0, resource, 1), SLOT(1, resource, 1), SLOT(0, Dimension, 4), SLOT(1, Dimension, 4), SLOT(0, DepthOrArraySize, 3), SLOT(1, DepthOrArraySize, 3), SLOT(0, View.WSize, 2), SLOT(1, View.FirstWSlice, 1)},
 {ERROR(BOUND_OVERLAP, "RenderTargets[1]", "slices 1 to 2")}},
{"11, a target that is the depth buffer too", {D3D11, {FORMAT, 0, FMT(R32_FLOAT)}, SLOT(0, Format, FMT(R32_TYPELESS)), SLOT(0, View.Format, FMT(R32_FLOAT)), SLOT(0, resource, 3), SLOT(DEPTH, Format, FMT(R32_TYPELESS)), SLOT(DEPTH, View.Format, FMT(D32_FLOAT)), SLOT(DEPTH, resource, 3)},
 {ERROR(BOUND_OVERLAP, "DepthStencil", "are in RenderTargets[0] too")}},
{"11, one memory that is not sound", {D3D11, BOTH, SLOT(0, resource, 1), SLOT(1, resource, 1), SLOT(0, View.MipSlice, 1)}, {ERROR(VIEW_RANGE, "RenderTargets[0].View.MipSlice", "")}},
{"9, one memory twice", {D3D9, BOTH, SLOT(0, resource, 1), SLOT(1, resource, 1)}, VALID},
};
/* clang-format on */

enum { ROWS = sizeof rows / sizeof rows[0] };

static const enum ombre_rule here[] = {
#define X(id, name, severity, sentence, source) OMBRE_RULE_##id,
    OMBRE_RULES_BOUND(X)
#undef X
};

static void test_rows(void **state)
{
    (void) state;
    assert_int_equal(run_rows(rows, ROWS), 0);
    assert_true(ROWS > 120);
}

static void test_both_sides_of_every_rule(void **state)
{
    const unsigned count = sizeof here / sizeof here[0];

    (void) state;
    assert_int_equal(count, 17);
    assert_true(hold_both_sides(rows, ROWS, here, count));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_both_sides_of_every_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
