# Sourced by tools/quickstart and tools/test; not a program.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

# Make the build directory $1, with Meson options, and compile.  What is there
# already is kept, unless it was made for another checkout.
build_in() {
    local dir=$top/$1
    shift
    if [ ! -f "$dir/build.ninja" ]; then
        rm -rf "$dir"
        meson setup "$@" "$dir" "$top" || return
    elif ! made_for_this_checkout "$dir"; then
        say "$dir was made for another checkout; starting over"
        rm -rf "$dir"
        meson setup "$@" "$dir" "$top" || return
    elif [ /var/lib/dpkg/status -nt "$dir/build.ninja" ]; then
        # What was missing (a compiler, headers, and the tests that want them)
        # may have been installed since.
        meson setup --reconfigure "$dir" "$top" || return
    fi
    ninja -C "$dir"
}

made_for_this_checkout() {
    python3 - "$1/meson-info/meson-info.json" "$top" <<'PYTHON'
import json, sys
with open(sys.argv[1], encoding='utf-8') as file:
    sys.exit(json.load(file)['directories']['source'] != sys.argv[2])
PYTHON
}
