# Headers, libraries, the CMake package and coldae.pc.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/coldae)

install(DIRECTORY include/coldae DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

# One export file for each kind, so that a program that uses the shared library needs no LAPACK of its own.
# The static library of a build with BUILD_SHARED_LIBS=ON serves the tests only.
set(static_only ON)
if(TARGET coldae)
    set(static_only OFF)
    install(TARGETS coldae EXPORT coldae_shared)
    install(EXPORT coldae_shared NAMESPACE coldae:: FILE coldaeShared.cmake DESTINATION ${package_dir})
endif()
if(NOT BUILD_SHARED_LIBS)
    install(TARGETS coldae_static EXPORT coldae_static)
    install(EXPORT coldae_static NAMESPACE coldae:: FILE coldaeStatic.cmake DESTINATION ${package_dir})
endif()
if(TARGET coldae_fortran)
    install(EXPORT coldae_fortran NAMESPACE coldae:: FILE coldaeFortran.cmake DESTINATION ${package_dir})
endif()

configure_package_config_file(cmake/coldaeConfig.cmake.in ${PROJECT_BINARY_DIR}/coldaeConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/coldaeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/coldaeConfig.cmake ${PROJECT_BINARY_DIR}/coldaeConfigVersion.cmake
        DESTINATION ${package_dir})

# coldae.pc and coldae_fortran.pc: relative to their own place, so the installed tree can be moved.
set(pc_private "")
foreach(item IN LISTS LAPACK_LINKER_FLAGS LAPACK_LIBRARIES BLAS_LIBRARIES CMAKE_THREAD_LIBS_INIT math)
    if(item MATCHES "^(/.*)/lib([^/]+)\\.(so|a|dylib)$")
        set(item -l${CMAKE_MATCH_2})
        if(NOT CMAKE_MATCH_1 IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
            set(item "-L${CMAKE_MATCH_1} ${item}")
        endif()
    elseif(NOT item MATCHES "^-")
        set(item -l${item})
    endif()
    list(APPEND pc_private ${item})
endforeach()
list(REMOVE_DUPLICATES pc_private)
list(JOIN pc_private " " pc_private)
set(pc_public "")
if(static_only) # then everyone needs them
    set(pc_public " ${pc_private}")
endif()
file(RELATIVE_PATH pc_up /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" pc_up "${pc_up}")
set(pc_prefix "\${pcfiledir}/${pc_up}")
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    set(pc_prefix ${CMAKE_INSTALL_PREFIX})
endif()
cmake_path(APPEND pc_libdir "\${prefix}" "${CMAKE_INSTALL_LIBDIR}") # an absolute folder stays what it is
cmake_path(APPEND pc_includedir "\${prefix}" "${CMAKE_INSTALL_INCLUDEDIR}")
set(pc_names coldae)
if(TARGET coldae_fortran)
    list(APPEND pc_names coldae_fortran)
    get_target_property(modules coldae_fortran module_dir)
    cmake_path(APPEND pc_moduledir "\${prefix}" "${modules}")
endif()
foreach(name IN LISTS pc_names)
    configure_file(cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

# cmake --build BUILD --target uninstall: what the last install of this build tree put there
if(top_level)
    add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} -D MANIFEST=${PROJECT_BINARY_DIR}/install_manifest.txt
                      -P ${PROJECT_SOURCE_DIR}/cmake/uninstall.cmake VERBATIM)
endif()
