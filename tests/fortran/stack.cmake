# The callbacks of the Fortran modules are module procedures: no trampolines, so no executable stack.
#   cmake -D READELF=... -D FILES=a;b -P stack.cmake
foreach(file IN LISTS FILES)
    execute_process(COMMAND ${READELF} -lW ${file} OUTPUT_VARIABLE segments COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCH "GNU_STACK[^\n]*" stack "${segments}")
    if(NOT stack MATCHES " RW ")
        message(FATAL_ERROR "${file}: the stack is not RW: '${stack}'")
    endif()
    message(STATUS "${file}: ${stack}")
endforeach()
