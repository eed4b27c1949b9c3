# prepare.sh - sourced by ./demo and ./check: look for what they need, install what is missing
#
# need PROGRAM PACKAGE: no way without it;  want PROGRAM PACKAGE: without it a part is left out.
jobs=$(nproc 2>/dev/null || echo 2)
export OPENBLAS_NUM_THREADS=1 # our matrices are small, and the tests run side by side
missing="" essential=""

have() { command -v "$1" >/dev/null 2>&1; }
want() { have "$1" || missing="$missing $2"; }
need() { have "$1" || { missing="$missing $2"; essential="$essential $2"; }; }

have_lapack() {
    for libraries in "-llapack -lblas" "-lopenblas"; do
        # shellcheck disable=SC2086
        echo 'void dgetrf_(void); int main(void) { dgetrf_(); }' |
            cc -x c - $libraries -o /dev/null >/dev/null 2>&1 && return
    done
    return 1
}
need_compiler() {
    need cc gcc
    need make make
    need cmake cmake
    have cc && have_lapack || { missing="$missing libopenblas-dev"; essential="$essential libopenblas-dev"; }
}

# Install what is missing, as far as we may; otherwise say what to type.
prepare() {
    [ -n "$missing" ] || return 0
    local sudo="sudo -n" apt="env DEBIAN_FRONTEND=noninteractive apt-get"
    [ "$(id -u)" != 0 ] || sudo=""
    echo "missing:$missing"
    # shellcheck disable=SC2086
    if have apt-get && { [ -z "$sudo" ] || $sudo true 2>/dev/null; }; then
        { $sudo $apt install -y $missing || { $sudo $apt update && $sudo $apt install -y $missing; }; } \
            >/dev/null 2>&1 </dev/null && return 0
        # One of them cannot be had: then each for itself.
        local left="" needed=""
        for package in $missing; do
            $sudo $apt install -y "$package" >/dev/null 2>&1 </dev/null && continue
            left="$left $package"
            case " $essential " in *" $package "*) needed="$needed $package" ;; esac
        done
        missing=$left essential=$needed
    fi
    [ -n "$missing" ] || return 0
    echo "please type:  sudo apt-get install$missing"
    [ -z "$essential" ] || exit 1
    echo "(going on without)"
}
