# What the libraries show and hold: their name, public functions only, no executable stack, no writable globals.
. "$(dirname "$0")/common.sh"
install_here
lib=$(dirname "$(find "$prefix" -name libcoldae.a)")

# Before 1.0 the minor version is a part of the name: libcoldae.so.0.1.
so_version=${version%%.*}
[ "$so_version" != 0 ] || so_version=${version%.*}
for name in libcoldae ${fc:+libcoldae_fortran}; do
    readelf -dW "$lib/$name.so" | grep "SONAME.*\[$name\.so\.$so_version\]" >/dev/null || fail "SONAME of $name.so"
    [ "$(readlink -f "$lib/$name.so.$so_version")" = "$(readlink -f "$lib/$name.so.$version")" ] || fail "links to $name.so"
done

# Exactly the functions that the headers declare.
exported() { nm -D --defined-only "$1" | awk '{print $3}'; }
sed -n 's/^COLDAE_API .*[ *]\(coldae_[a-z0-9_]*\)(.*/\1/p' "$prefix"/include/coldae/*.h | sort >declared
exported "$lib/libcoldae.so" | sort >defined
diff declared defined || fail "libcoldae.so exports something else than its headers declare"
if [ -n "$fc" ]; then
    others=$(exported "$lib/libcoldae_fortran.so" | grep -Ev '^(coldae_|__coldae(_[a-z]+)*_MOD_)' || true)
    [ -z "$others" ] || fail "libcoldae_fortran.so exports" $others
    for module in "$prefix"/share/coldae/fortran/*.f90; do
        find "$prefix/include" -name "$(basename "$module" .f90).mod" | grep . >/dev/null || fail "no module file of $module"
    done
    [ -f "$prefix/share/coldae/fortran/coldae.f90" ] || fail "the sources for other Fortran compilers"
fi
for so in "$lib"/lib*.so; do
    readelf -lW "$so" | grep GNU_STACK | grep RWE >/dev/null && fail "executable stack: $so"
done
globals=$(objdump -t "$lib/libcoldae.a" | grep -E ' O \.(t?data|t?bss)(\.[^r]|[[:space:]])|\*COM\*' || true)
[ -z "$globals" ] || fail "writable globals: $globals"
echo "$(wc -l <defined) public functions"
