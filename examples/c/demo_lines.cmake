# Every example prints one line  name|index|tol|N|error|ms  with --demo, and nothing else.
#   cmake -D PROGRAMS=a;b -P demo_lines.cmake
foreach(program IN LISTS PROGRAMS)
    execute_process(COMMAND ${program} --demo OUTPUT_VARIABLE out ERROR_VARIABLE err RESULT_VARIABLE status)
    get_filename_component(name ${program} NAME_WE)
    if(NOT status EQUAL 0 OR NOT "${err}" STREQUAL ""
       OR NOT out MATCHES "^${name}\\|-?[0-9]+\\|[0-9.e-]+\\|[0-9]+\\|[0-9.e-]+\\|[0-9.]+\n$")
        message(SEND_ERROR "${name} --demo: status ${status}, output '${out}', errors '${err}'")
    endif()
endforeach()
