# paper_tables NAME --csv has the header and the keys (first columns) of the golden file.
#   cmake -D PROGRAM=paper_tables -D GOLDEN=tests/data/golden -P csv.cmake

# cut(VARIABLE N): keep the header and the first N cells of every other line
function(cut variable n)
    string(REGEX REPLACE "\n.*" "" header "${${variable}}")
    set(cells "")
    foreach(i RANGE 1 ${n})
        string(APPEND cells "[^,\n]*,")
    endforeach()
    string(REGEX REPLACE "(\n${cells})[^\n]*" "\\1" lines "${${variable}}")
    string(REGEX REPLACE "^[^\n]*\n" "" lines "${lines}")
    set(${variable} "${header}\n${lines}" PARENT_SCOPE)
endfunction()

# compare(TABLE FILE KEYS): table TABLE of the program against table_FILE.csv, whose first KEYS cells are keys
function(compare table file keys)
    file(READ ${GOLDEN}/table_${file}.csv golden)
    execute_process(COMMAND ${PROGRAM} ${table} --csv OUTPUT_VARIABLE ours RESULT_VARIABLE status)
    cut(golden ${keys})
    cut(ours ${keys})
    if(NOT status EQUAL 0 OR NOT ours STREQUAL golden)
        message(SEND_ERROR "${table} --csv: status ${status}, keys\n${ours}expected\n${golden}")
    endif()
endfunction()

foreach(table IN ITEMS 1 2 3 4)
    compare(000-4.${table} 000_4_${table} 10)
endforeach()
foreach(table IN ITEMS 1 2 3 4 5 6 7 8) # cells with commas in them are the same in both
    compare(002-4.${table} 002_4_${table} 10)
endforeach()
compare(001-5.1 001_5_1 3)
compare(001-5.1-exact 001_5_1_exact_arithmetic 3)
compare(001-5.2 001_5_2 5)
compare(001-ex3 001_ex3 4)
compare(001-ex4-subsonic 001_ex4_subsonic 5)
compare(001-ex4-transonic 001_ex4_transonic 6)
compare(001-implicit 001_implicit 3)
compare(003-1 003_1 3)
compare(003-2 003_2 3)
compare(004-5.1 004_5_1 4)
foreach(table IN ITEMS 2 3 4 7)
    compare(004-5.${table} 004_5_${table} 3)
endforeach()
compare(004-5.5 004_5_5 4) # a quoted "(0,1)" counts as two cells
compare(004-5.6 004_5_6 5)
