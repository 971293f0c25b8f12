# Sourced by tools/test --full; not a program.  Appends to the array `logs`.

# Results of what is not a Meson test, in the shape of Meson's log.
full_log=$top/build/full-log.json
: >"$full_log"
logs+=("full=$full_log")

record() {
    local name=$1 status=$2 result=OK
    [ "$status" -eq 0 ] || result=FAIL
    printf '{"name": "full / %s", "result": "%s"}\n' "$name" "$result" >>"$full_log"
    say "$name: $result"
}

# Build and test in directory $1 the suites $2 with the Meson options that
# follow.
variant() {
    local dir=$1 suites=$2
    shift 2
    say "$dir: $suites"
    rm -f "$top/$dir/meson-logs/testlog.json"
    if build_in "$dir" "$@"; then
        # shellcheck disable=SC2086 # several words
        meson test -C "$top/$dir" --no-rebuild --print-errorlogs \
            --timeout-multiplier 5 $suites
    fi
    logs+=("${dir#build-}=$top/$dir/meson-logs/testlog.json")
}

# Every suite with the other compiler, and what takes long.
CC=clang variant build-clang '--no-suite long'
if meson test -C "$top/build" --no-rebuild --list --suite long 2>/dev/null | grep -q " / "; then
    rm -f "$top/build/meson-logs/longlog.json"
    meson test -C "$top/build" --no-rebuild --print-errorlogs --suite long \
        --timeout-multiplier 10 --logbase longlog
    logs+=("long=$top/build/meson-logs/longlog.json")
fi

# Warnings that only an optimizer finds; -Werror is on.
if build_in build-release -Dbuildtype=release; then
    record "release build" 0
else
    record "release build" 1
fi

# Lanes that are newer than this Debian, on a driver that has them.
if "$top/tools/vulkan-next" >/dev/null; then
    variant build-next '--suite gpu' -Dvulkan_next=.deps/vulkan-next
else
    record "newer headers and driver" 1
fi

# Memory and undefined behaviour.  A driver that has been unloaded cannot be told
# from us in a report of leaks, so none is unloaded; crashes that tests provoke
# stay signals.
asan_environment=(ASAN_OPTIONS=verify_asan_link_order=0:handle_segv=0
    "LSAN_OPTIONS=suppressions=$top/tests/leaks.txt:print_suppressions=0"
    "LD_PRELOAD=$top/build/no-dlclose.so")
printf 'int dlclose(void *p)\n{\n    (void) p;\n    return 0;\n}\n' |
    cc -shared -fPIC -x c - -o "$top/build/no-dlclose.so"
build_in build-asan -Db_sanitize=address,undefined -Db_lundef=false
(
    export "${asan_environment[@]}"
    variant build-asan '--suite unit --suite gpu'
)
# That was a subshell.
logs+=("asan=$top/build-asan/meson-logs/testlog.json")
TSAN_OPTIONS=handle_segv=0 variant build-tsan '--suite unit' -Db_sanitize=thread -Db_lundef=false

# A minute of libFuzzer for each target, from the shipped cases.
if CC=clang build_in build-fuzz -Dfuzz=true -Db_sanitize=address,undefined \
    -Db_lundef=false; then
    for target in "$top"/build-fuzz/tests/fuzz_*; do
        [ -f "$target" ] && [ -x "$target" ] || continue
        name=$(basename "$target")
        mkdir -p "$top/build-fuzz/corpus/$name"
        "$target" -max_total_time=60 -timeout=10 -verbosity=0 -print_final_stats=1 \
            -artifact_prefix="$top/build-fuzz/$name-" \
            "$top/build-fuzz/corpus/$name" "$top/tests/cases"
        record "$name for a minute" $?
    done
else
    record "build of the fuzzers" 1
fi

# Faults planted into the sources.  Those that survive the tests are tried again
# where sanitizers see what is read or written out of bounds.
mutants=$top/build/mutants.jsonl
rm -f "$mutants"
"$top/tests/mutate.py" --build "$top/build" --record "$mutants" >/dev/null
env "${asan_environment[@]}" "$top/tests/mutate.py" --build "$top/build-asan" --record "$mutants"
record "mutants of the sources" $?
