#!/bin/sh
# doxygen_comments.sh HEADER - our comments as Doxygen wants them: behind a declaration /**<, else /**;
# clang-format remarks are not for readers.
exec awk '
    /clang-format (on|off)/ { print ""; next }
    NR == 1 { # /* coldae.h - what it is
        print "/** @file"
        sub(/^\/\* [a-z0-9_]+\.h - /, " * @brief ")
        print
        next
    }
    /^COLDAE_API void coldae_[a-z_0-9]+_init\(/ && previous !~ /\*\/[ ]*$/ { print "/** Set every field to its default. */" }
    { previous = $0 }
    {
        at = index($0, "/*")
        if (at > 0 && substr($0, at, 3) != "/**") {
            before = substr($0, 1, at - 1)
            # int a, b; /* words */: Doxygen gives them to b only
            while (match(before, /^ +(const )?[a-z_0-9]+ +\*?[a-z_0-9]+, /)) {
                first = substr(before, 1, RLENGTH - 2)
                type = first
                sub(/\*?[a-z_0-9]+$/, "", type)
                rest = substr(before, RLENGTH + 1)
                last = rest
                sub(/;.*/, "", last)
                sub(/.*[ ,*]/, "", last)
                printf "%s; /**< as %s */ ", first, last
                before = type rest
            }
            if (before ~ /[^[:space:]]/)
                $0 = before "/**<" substr($0, at + 2)
            else
                $0 = before "/**" substr($0, at + 2)
        }
        print
    }' "$1"
