# layers.cmake - the shape of src/: cmake -D SRC=<src> -P layers.cmake
#
# A file may include the private headers of its own line and of the lines above it, and no others.
cmake_minimum_required(VERSION 3.22)
set(layers
    "internal pages memory lapack status cpu pool checks differences"
    "kernels lanes vector unrolled traffic sizes tiles large panels eliminate arrays" "basis leading" "tables tables_none tables_data" carried "callbacks gate_ivp" "blocks ends" "validate method" jacobian "piecewise poly series" "condense group assemble index2 choose" room "project project_one" "system sweep conditions findings" newton "estimate pairs measure" mesh
    verify diagnose "solution save" "solve meshes coldae" implicit
    dense stepsize "step step_end invariants" consistent record "march march_options march_start"
    lu radau index3_gate index3_check saddle index3_linear index3_stages index3_line index3_project index3_start "index3_run index3_validate index3"
    "reform reform_gate reform_plan reform_equations reform_statespace reform_conditions reform_linear reform_look reform_march"
    "srm srm_gate srm_check srm_data srm_watch srm_core srm_info srm_solve srm_stages srm_march")
# Independent although they stand below: blocks knows no differential equations, estimates and meshes need
# neither the linear system nor Newton.
set(not_in_blocks basis leading tables callbacks)
set(not_in_ends basis leading tables callbacks)
set(not_in_estimate blocks condense group system conditions newton)
set(not_in_mesh blocks condense group system conditions newton)

set(CALL_MEMORY "(malloc|calloc|realloc|free|aligned_alloc|posix_memalign)")
set(CALL_PROCESS "(printf|puts|putchar|vprintf|exit|_Exit|abort|signal)")
# members of public structs that are user code, and the files that may call them
set(MEMBER_CALLBACK "(f|df|f_batch|df_batch|g|dg|coupled|dcoupled|guess|monitor|k|dk|mass|g_t|h|dh|D|observer|A|B|C|E|q|r|dC|dr|gt|smooth|y0|side|dside)")
set(gates callbacks.c gate_ivp.c implicit.c index3_gate.c reform_gate.c reform_linear.c srm_gate.c)

set(problems 0)
macro(problem text)
    message("${file}: ${text}")
    math(EXPR problems "${problems} + 1")
endmacro()

# Calls outside the one file that may make them.  CODE is the text without comments and strings.
macro(check_calls)
    if(NOT file STREQUAL "memory.c" AND code MATCHES "(^|[^A-Za-z0-9_])${CALL_MEMORY} *\\(")
        problem("calls ${CMAKE_MATCH_2}; only memory.c may")
    endif()
    if(NOT file IN_LIST gates
       AND code MATCHES "(->|\\.) *${MEMBER_CALLBACK} *\\)? *\\(")
        problem("calls the user's ${CMAKE_MATCH_2}; only the gates may")
    endif()
    if(code MATCHES "(^|[^A-Za-z0-9_])${CALL_PROCESS} *\\(" OR code MATCHES "([^A-Za-z0-9_])(stdout|stderr)[^A-Za-z0-9_]")
        problem("uses ${CMAKE_MATCH_2}; the library never prints or exits")
    endif()
endmacro()

file(GLOB files RELATIVE ${SRC} ${SRC}/*)
if(NOT files)
    message(FATAL_ERROR "no files in ${SRC}")
endif()
set(permitted "")
set(seen "")
foreach(layer IN LISTS layers)
    string(REPLACE " " ";" names "${layer}")
    list(APPEND permitted ${names})
    foreach(name IN LISTS names)
        foreach(file IN ITEMS ${name}.h ${name}.c)
            if(NOT file IN_LIST files)
                continue()
            endif()
            list(APPEND seen ${file})
            file(READ ${SRC}/${file} code)
            string(REGEX REPLACE "[][;]" " " code "${code}")        # what CMake lists would trip over
            string(REGEX REPLACE "/\\*([^*]|\\*+[^*/])*\\*+/" "" code "${code}")
            string(REGEX REPLACE "//[^\n]*" "" code "${code}")
            string(REGEX MATCHALL "# *include +\"[^\"]+\"" includes "${code}")
            foreach(include IN LISTS includes)
                string(REGEX REPLACE ".*\"(.*)\"" "\\1" header "${include}")
                string(REGEX REPLACE "\\.h$" "" module "${header}")
                if(header MATCHES "^coldae/")
                    continue()
                endif()
                if(NOT module IN_LIST permitted OR module IN_LIST not_in_${name})
                    problem("must not include ${header}")
                endif()
            endforeach()
            string(REGEX REPLACE "\"([^\"\\]|\\\\.)*\"" "\"\"" code "${code}")
            check_calls()
        endforeach()
    endforeach()
endforeach()
foreach(file IN LISTS files)
    if(NOT file IN_LIST seen)
        problem("has no place in the layers of tests/layers.cmake")
    endif()
endforeach()
if(problems)
    message(FATAL_ERROR "${problems} broken rules")
endif()
list(LENGTH seen count)
message("${count} files keep to the layers")
