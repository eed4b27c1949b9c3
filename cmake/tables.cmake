# The constants of src/tables.c, written by a program that runs while the library is built.  It is compiled from the
# library's own files with the library's own arithmetic, and without sanitizers, which are there for the tests.
add_executable(coldae_tables tools/tables.c src/basis.c src/leading.c)
set_target_properties(coldae_tables PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
                      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tables)
target_include_directories(coldae_tables PRIVATE include src)
target_link_libraries(coldae_tables PRIVATE ${math})
target_compile_options(coldae_tables PRIVATE ${arithmetic})
if(COLDAE_SANITIZE)
    target_compile_options(coldae_tables PRIVATE -fno-sanitize=all)
    target_link_options(coldae_tables PRIVATE -fno-sanitize=all)
endif()
set(tables_data ${PROJECT_BINARY_DIR}/tables/tables_data.h)
add_custom_command(OUTPUT ${tables_data} COMMAND coldae_tables ${tables_data} DEPENDS coldae_tables
                   COMMENT "Writing the tables of the basis" VERBATIM)
