# Warnings and sanitizers, for everything of this project and nothing outside it.
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    if(top_level)
        add_compile_options("$<$<COMPILE_LANGUAGE:C>:-Wall;-Wextra;-Wpedantic;-Wconversion;-Wshadow;-Wstrict-prototypes>")
    endif()
    if(COLDAE_WERROR)
        add_compile_options($<$<COMPILE_LANGUAGE:C>:-Werror>)
    endif()
endif()
if(COLDAE_SANITIZE)
    add_compile_options(-fsanitize=${COLDAE_SANITIZE} -fno-omit-frame-pointer
                        $<$<COMPILE_LANGUAGE:C>:-fno-sanitize-recover=all>)
    add_link_options(-fsanitize=${COLDAE_SANITIZE})
    add_compile_definitions(CD_ROLLED) # src/unrolled.h
endif()
