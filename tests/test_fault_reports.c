/* Public bug reports of output mergers: each is imitated by some fault of the
 * catalogue, or there is a reason why none can. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/faults.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

enum scope {
    IMITATED,      /* some fault of the catalogue names it */
    REFUSED,       /* Direct3D refuses to draw it */
    STOPS,         /* a crash, a hang, or nothing made at all */
    IGNORED_STATE, /* state that the runtime ignores, before a merger sees it */
    BEFORE,        /* needs another draw, clear or pipeline before it */
    DEPTH,         /* of depth and stencil */
    TESTS,         /* of a test suite, a tool, a specification */
    ALPHA_TO_ONE,  /* alpha to one, which Direct3D lacks */
    UNTOLD,        /* its effect is not known */
};

/* clang-format off */
static const struct {
    const char *report;
    enum scope scope;
} reports[] = {
    {"aco fb781bfb0a5", IMITATED},
    {"amber#653", TESTS},
    {"AMDVLK#294", IMITATED},
    {"ANGLE 17c4741d70", STOPS},
    {"ANGLE 50d008a7ef", IMITATED},
    {"ANGLE 66c2f4afe3", BEFORE},
    {"ANGLE 6f1c39b52b", IMITATED},
    {"ANGLE 7b102c1800", STOPS},
    {"ANGLE 817f4b8166", IMITATED},
    {"ANGLE aa8d60aac0", REFUSED},
    {"ANGLE c517463abe", IMITATED},
    {"ANGLE e27759f9e1", IMITATED},
    {"ANGLE workaround for Qualcomm", IMITATED},
    {"bigwheels#54", IMITATED},
    {"blade#294", IMITATED},
    {"citra#6925", IMITATED},
    {"Dawn 55a00c7a1f", IMITATED},
    {"Dawn 8931ff460e", IMITATED},
    {"Dawn bff933affc", BEFORE},
    {"Dawn c81bc4521f", TESTS},
    {"Dawn dd0332ec91", IMITATED},
    {"Dawn f08e1943ed", IMITATED},
    {"dawn:1462", IMITATED},
    {"DirectX-Specs#161", IMITATED},
    {"dolphin#10441", IMITATED},
    {"dolphin#10868", UNTOLD},
    {"dolphin#11963", IMITATED},
    {"dolphin#9945", DEPTH},
    {"dxil-spirv#166", IMITATED},
    {"dxmt 05e4a9f", IMITATED},
    {"dxmt 3467171", IMITATED},
    {"dxmt 39adbe9", IGNORED_STATE},
    {"dxvk 1a8567a36", BEFORE},
    {"dxvk 4f8da62c3", IMITATED},
    {"dxvk 5828f0e2b", IMITATED},
    {"dxvk 586d0de7b", IMITATED},
    {"dxvk 6f79513c6", REFUSED},
    {"dxvk 8d1b9eca5", IMITATED},
    {"dxvk 957242591", IMITATED},
    {"dxvk dbd7db332", IGNORED_STATE},
    {"dxvk e2340d722", IMITATED},
    {"dxvk#2653", IMITATED},
    {"dxvk#3798", IMITATED},
    {"dxvk#4515", IMITATED},
    {"flutter#192397", IMITATED},
    {"FNA#485", IMITATED},
    {"freedreno 3de9fa8ff47", IMITATED},
    {"gallivm cb296047f21", IMITATED},
    {"gfx#2171", IMITATED},
    {"gpuweb#2025", IMITATED},
    {"gpuweb#3982", TESTS},
    {"gpuweb#4890", IMITATED},
    {"gpuweb#65", REFUSED},
    {"gpuweb/cts#1845", TESTS},
    {"gpuweb/cts#2201", TESTS},
    {"IGCIT#1297", IMITATED},
    {"iXit/Mesa-3D#125", IMITATED},
    {"LLPC 2189c70f9", IMITATED},
    {"LLPC d0883e2e7", IMITATED},
    {"LLPC f3516bc46", BEFORE},
    {"LLPC f4239509f", IMITATED},
    {"llpc#2292", IMITATED},
    {"Mesa 00c649339bd", IMITATED},
    {"Mesa 00fc56a68d2", STOPS},
    {"Mesa 01c4bac36e7", IMITATED},
    {"Mesa 025cb90042b", IMITATED},
    {"Mesa 09782e5e6d5", IMITATED},
    {"Mesa 09c3a00f108", ALPHA_TO_ONE},
    {"Mesa 14f0c85874a", IMITATED},
    {"Mesa 1d250b7b959", IMITATED},
    {"Mesa 1e3e7b3a4da", BEFORE},
    {"Mesa 1e86cdd8b7b", IMITATED},
    {"Mesa 23bd889541a", IMITATED},
    {"Mesa 25a5d7ac0d5", BEFORE},
    {"Mesa 27a8aab8829", REFUSED},
    {"Mesa 2b14a7658a4", IMITATED},
    {"Mesa 2c4b8f91684", IMITATED},
    {"Mesa 2d670169ce7", IMITATED},
    {"Mesa 3061bc792d3", STOPS},
    {"Mesa 334da034d8d", IMITATED},
    {"Mesa 369f9d225db", IMITATED},
    {"Mesa 3be728f1d0f", IMITATED},
    {"Mesa 3f0bbb19de6", IMITATED},
    {"Mesa 4663d6fc9c1", IMITATED},
    {"Mesa 46e98004084", IMITATED},
    {"Mesa 4c15131b1d3", IMITATED},
    {"Mesa 5121e6dd7ea", IMITATED},
    {"Mesa 5207a5f5d53", IMITATED},
    {"Mesa 524848707b4", IMITATED},
    {"Mesa 54509d27d9c", IMITATED},
    {"Mesa 59b1578176a", IMITATED},
    {"Mesa 5f9434b6112", IMITATED},
    {"Mesa 644f059a8d3", ALPHA_TO_ONE},
    {"Mesa 65a6dc5139f", IMITATED},
    {"Mesa 69e6417e197", IMITATED},
    {"Mesa 6f21995f986", IMITATED},
    {"Mesa 73592b92844", REFUSED},
    {"Mesa 7d8e2db9f95", IMITATED},
    {"Mesa 87d31cadad0", IMITATED},
    {"Mesa 8a52e4cc4fa", IMITATED},
    {"Mesa 8b83210ab3f", REFUSED},
    {"Mesa 91aa25f4625", IMITATED},
    {"Mesa 97e82e80f9f", ALPHA_TO_ONE},
    {"Mesa 998f38bd993", REFUSED},
    {"Mesa 9a993da0ff4", IMITATED},
    {"Mesa 9bf2a89127f", IMITATED},
    {"Mesa 9c0740211dd", IMITATED},
    {"Mesa a4f502de322", BEFORE},
    {"Mesa ac4ca24c32b", IMITATED},
    {"Mesa addab037f02", IMITATED},
    {"Mesa b2c04aa3a05", IMITATED},
    {"Mesa b45f1e24aef", IMITATED},
    {"Mesa b5957cee920", IMITATED},
    {"Mesa bc66cebc0df", IMITATED},
    {"Mesa bc7f442d8e0", IMITATED},
    {"Mesa cd8afef9f13", IMITATED},
    {"Mesa d322a80170f", BEFORE},
    {"Mesa d8b1afdc850", IMITATED},
    {"Mesa dadb29cf2e2", IMITATED},
    {"Mesa db1371cce1d", IMITATED},
    {"Mesa dd102405dea", IMITATED},
    {"Mesa dd5c6446b4f", BEFORE},
    {"Mesa de1e2b65dbb", BEFORE},
    {"Mesa e18f76d8909", REFUSED},
    {"Mesa e23f8813111", BEFORE},
    {"Mesa e7e9969efec", IMITATED},
    {"Mesa e9316fdfd48", REFUSED},
    {"Mesa ea0ae17fc45", STOPS},
    {"Mesa ebe95fee21c", IMITATED},
    {"Mesa ee127f03e45", IMITATED},
    {"Mesa f091392c0d5", IMITATED},
    {"Mesa f16a7aa9d63", REFUSED},
    {"Mesa f9839e7e1b4", IMITATED},
    {"Mesa fca457790e1", IMITATED},
    {"MoltenVK a0a93e0c", IMITATED},
    {"MoltenVK b1a8b59f", IMITATED},
    {"MoltenVK e6a8409b", IMITATED},
    {"MoltenVK#2748", IMITATED},
    {"MoltenVK#374", IMITATED},
    {"nxt#103", IMITATED},
    {"OloEngine#802", IMITATED},
    {"OloEngine#851", BEFORE},
    {"OloEngine#928", BEFORE},
    {"OpenGL-Registry#635", IMITATED},
    {"PAL 6353b182", IMITATED},
    {"PAL c5e80007", REFUSED},
    {"PAL ea5db608", IMITATED},
    {"PPSSPP#10421", DEPTH},
    {"PPSSPP#16379", DEPTH},
    {"prosper#1714", IMITATED},
    {"renderdoc#3842", TESTS},
    {"renderdoc#687", IMITATED},
    {"RPCS3#1759", IMITATED},
    {"RPCS3#1834", IMITATED},
    {"Ryujinx f0add129e", IMITATED},
    {"Ryujinx f502cfaf6", BEFORE},
    {"Ryujinx#1612", IMITATED},
    {"Ryujinx#3063", IMITATED},
    {"Ryujinx#3069", IMITATED},
    {"Ryujinx#3553", IMITATED},
    {"Ryujinx#5122", IMITATED},
    {"Ryujinx#6852", REFUSED},
    {"Ryujinx#6858", REFUSED},
    {"Ryujinx#7194", UNTOLD},
    {"shadPS4#1740", IMITATED},
    {"shadPS4#1755", IMITATED},
    {"shadPS4#2859", IMITATED},
    {"shadPS4#2921", IMITATED},
    {"shadPS4#3485", BEFORE},
    {"shadPS4#4768", IMITATED},
    {"SwiftShader 07eb16778", IMITATED},
    {"SwiftShader 371316798", IMITATED},
    {"SwiftShader 3716c2068", IMITATED},
    {"SwiftShader 3f063e17e", IMITATED},
    {"SwiftShader 4d65934f6", IMITATED},
    {"SwiftShader 55560f9df", IMITATED},
    {"SwiftShader 558df923f", IMITATED},
    {"SwiftShader 771860401", IMITATED},
    {"SwiftShader 7a5713285", IMITATED},
    {"SwiftShader bdb680782", IMITATED},
    {"SwiftShader e9c047f47", IMITATED},
    {"SwiftShader f43948c7a", IMITATED},
    {"Turnip c23eb993577", IMITATED},
    {"veldrid#385", TESTS},
    {"vello#970", IMITATED},
    {"Vita3K#3130", IMITATED},
    {"Vitrail#347", IMITATED},
    {"VK-GL-CTS 24155ad75", IMITATED},
    {"VK-GL-CTS 266cf3e64", ALPHA_TO_ONE},
    {"VK-GL-CTS 494bb5a47", TESTS},
    {"VK-GL-CTS 4fa59f439", IMITATED},
    {"VK-GL-CTS 65ca2d1a0", TESTS},
    {"VK-GL-CTS 75cb22bc1", TESTS},
    {"VK-GL-CTS 7b8690d78", TESTS},
    {"VK-GL-CTS a6b203e30", IMITATED},
    {"VK-GL-CTS a8d7dbeb9", IMITATED},
    {"VK-GL-CTS aa3ef9fe4", TESTS},
    {"VK-GL-CTS be76ee8c1", TESTS},
    {"VK-GL-CTS bf091991c", ALPHA_TO_ONE},
    {"VK-GL-CTS c472a9627", REFUSED},
    {"VK-GL-CTS f04efc2ae", IMITATED},
    {"VK-GL-CTS#240", TESTS},
    {"VK-GL-CTS#454", IMITATED},
    {"vkd3d-proton 29bd88bd", IMITATED},
    {"vkd3d-proton 2b13d06f", REFUSED},
    {"vkd3d-proton 42e3adc2", IMITATED},
    {"vkd3d-proton 4ac10715", REFUSED},
    {"vkd3d-proton 6273780e", UNTOLD},
    {"vkd3d-proton 6fbc3811", REFUSED},
    {"vkd3d-proton 7834a5b3", IMITATED},
    {"vkd3d-proton 9207d4f0", IGNORED_STATE},
    {"vkd3d-proton af822939", STOPS},
    {"vkd3d-proton#1106", IMITATED},
    {"vkd3d-proton#1602", REFUSED},
    {"vkd3d-proton#1608", REFUSED},
    {"vkd3d-proton#3014", IMITATED},
    {"vkd3d-proton#3015", IMITATED},
    {"vkd3d-proton#415", IMITATED},
    {"vkd3d-proton#74", REFUSED},
    {"Vulkan-Docs#1614", IMITATED},
    {"Vulkan-Docs#2125", TESTS},
    {"Vulkan-Docs#2426", REFUSED},
    {"Vulkan-Docs#2775", IMITATED},
    {"Vulkan-ValidationLayers#8451", REFUSED},
    {"WebGL#3355", IMITATED},
    {"WebGL#3413", IMITATED},
    {"WebGL#3464", IMITATED},
    {"webrender#142", REFUSED},
    {"wgpu 7f3c6f701", IMITATED},
    {"wgpu#1425", IMITATED},
    {"wgpu#755", IMITATED},
    {"wgpu#9110", REFUSED},
    {"xenia 24bf39e94", IMITATED},
    {"xenia 24ebe6b1a", IMITATED},
    {"xenia 729406dee", IMITATED},
    {"xenia 9daea21ed", REFUSED},
    {"xenia a5c8df7a3", IMITATED},
    {"xenia bb518407a", IMITATED},
    {"xenia e39bb0487", IMITATED},
    {"xenia#2355", REFUSED},
    {"xenia-canary#1154", IMITATED},
    {"xgl 4b820f0", IGNORED_STATE},
    {"xgl e9782eb", REFUSED},
    {"yuzu#10361", IMITATED},
    {"yuzu#10946", IMITATED},
    {"yuzu#11182", IMITATED},
    {"yuzu#6980", IMITATED},
    {"yuzu#9631", BEFORE},
    {"yuzu#9955", IMITATED},
};
/* clang-format on */

/* Whether a list with ", " between its members has this one. */
static bool has(const char *list, const char *report)
{
    const size_t length = strlen(report);
    for (; *list; list += strspn(list, ", ")) {
        const size_t member = strcspn(list, ",");
        if (member == length && memcmp(list, report, length) == 0)
            return true;
        list += member;
    }
    return false;
}

static size_t faults_that_name(const char *report)
{
    size_t count = 0;
    struct ombre_fault fault;
    for (size_t i = 0; ombre_fault_at(i, &fault); i++)
        count += has(fault.reports, report);
    return count;
}

static void test_each_is_imitated(void **unused)
{
    (void) unused;
    size_t imitated = 0;
    for (size_t i = 0; i < ROWS(reports); i++) {
        const size_t count = faults_that_name(reports[i].report);
        if ((count > 0) != (reports[i].scope == IMITATED))
            fail_msg("%s: named by %zu faults", reports[i].report, count);
        imitated += count > 0;
    }
    assert_true(imitated >= 170);
    assert_true(ROWS(reports) - imitated >= 79);
}

/* No fault names what is not in the table, or a report twice. */
static void test_names_are_known(void **unused)
{
    (void) unused;
    size_t members = 0, known = 0;
    struct ombre_fault fault;
    for (size_t i = 0; ombre_fault_at(i, &fault); i++) {
        for (const char *at = fault.reports; *at; at += strspn(at, ", ")) {
            at += strcspn(at, ",");
            members++;
        }
        for (size_t r = 0; r < ROWS(reports); r++)
            known += has(fault.reports, reports[r].report);
        if (known != members)
            fail_msg("%s: \"%s\" has what the table lacks", fault.id,
                     fault.reports);
    }
    assert_true(members >= 170);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_is_imitated),
        cmocka_unit_test(test_names_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
