# SPDX-License-Identifier: GPL-3.0-or-later
# Wrappers that keep the folders' CMakeLists short and refuse words they do not know.

# sojourn_check(<prefix> <function>): stops on arguments that the wrapper does not know.
macro(sojourn_check prefix what)
  if(${prefix}_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${what}: unknown words: ${${prefix}_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT ${prefix}_SOURCES)
    message(FATAL_ERROR "${what}: no SOURCES")
  endif()
endmacro()

# sojourn_together(<name> <kind> <headers> <sources>): where SOJOURN_TOGETHER asks for it, compiles the sources of a room
# (a folder) in batches of at most eight, which read the headers once; those that the target <headers> has precompiled are
# not read at all. tests/layering holds that the private names of a room differ. CMake's own unity builds name the sources
# by absolute paths, which a compiler cache does not find again from another clone.
function(sojourn_together name kind headers)
  if(NOT SOJOURN_TOGETHER STREQUAL "all" AND NOT SOJOURN_TOGETHER STREQUAL "${kind}")
    return()
  endif()
  set_target_properties(${name} PROPERTIES SOJOURN_IN_BATCHES ON)
  if(headers AND NOT headers STREQUAL name)
    target_precompile_headers(${name} REUSE_FROM ${headers})
  endif()
  set(rooms "")
  foreach(source IN LISTS ARGN)
    get_source_file_property(alone ${source} SKIP_UNITY_BUILD_INCLUSION)
    cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE path)
    cmake_path(RELATIVE_PATH path BASE_DIRECTORY "${PROJECT_SOURCE_DIR}")
    # A main() in a library is linked only where a program has none.
    if(alone OR NOT path MATCHES "^(model|views|app|tests)/.*\\.cpp$" OR path MATCHES "/main\\.cpp$")
      continue()
    endif()
    set_source_files_properties(${source} PROPERTIES HEADER_FILE_ONLY ON)
    cmake_path(GET path PARENT_PATH room)
    string(MAKE_C_IDENTIFIER "${room}" room)
    list(APPEND rooms ${room})
    list(APPEND sources_${room} ${path})
  endforeach()
  list(REMOVE_DUPLICATES rooms)
  foreach(room IN LISTS rooms)
    list(LENGTH sources_${room} count)
    math(EXPR last "${count} - 1")
    foreach(first RANGE 0 ${last} 8)
      list(SUBLIST sources_${room} ${first} 8 batch)
      list(TRANSFORM batch REPLACE "(.+)" "#include \"\\1\"")
      list(JOIN batch "\n" text)
      set(file "${CMAKE_CURRENT_BINARY_DIR}/batches/${name}/${room}_${first}.cpp")
      file(CONFIGURE OUTPUT "${file}" CONTENT "${text}\n" @ONLY)
      target_sources(${name} PRIVATE "${file}")
    endforeach()
  endforeach()
endfunction()

# sojourn_library(<name> SOURCES ... [LINKS public...] [PRIVATE_LINKS ...] [PRECOMPILED target]): one folder as a static
# library. PRECOMPILED names the target whose precompiled headers it takes, itself where it has its own.
function(sojourn_library name)
  cmake_parse_arguments(ARG "" "PRECOMPILED" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  sojourn_check(ARG "sojourn_library(${name})")
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC sojourn_options ${ARG_LINKS} PRIVATE ${ARG_PRIVATE_LINKS})
  if(NOT ARG_PRECOMPILED)
    set(ARG_PRECOMPILED sojourn_core)
  endif()
  sojourn_together(${name} libraries ${ARG_PRECOMPILED} ${ARG_SOURCES})
endfunction()

# sojourn_program(<name> SOURCES ... [LINKS ...]): a program in bin/.
function(sojourn_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  sojourn_check(ARG "sojourn_program(${name})")
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE sojourn_options ${ARG_LINKS})
  sojourn_together(${name} libraries "" ${ARG_SOURCES})
endfunction()

# sojourn_test(<name> SOURCES ... [LINKS ...] [LABELS ...] [TIMEOUT s] [PRECOMPILED target]): one GoogleTest binary, found
# by CTest.
# Tests learn where the real data lies from the environment variable SOJOURN_SHARED.
function(sojourn_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT;PRECOMPILED" "SOURCES;LINKS;LABELS" ${ARGN})
  sojourn_check(ARG "sojourn_test(${name})")
  if(NOT ARG_LABELS)
    set(ARG_LABELS unit)
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 1800)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE sojourn_options sojourn_test_support GTest::gmock GTest::gtest ${ARG_LINKS})
  # A test runs once and is compiled often: what it asks is optimised, its asking is not.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(NOT ARG_PRECOMPILED)
    set(ARG_PRECOMPILED test_core)
  endif()
  sojourn_together(${name} tests ${ARG_PRECOMPILED} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT}
    ENVIRONMENT "SOJOURN_SHARED=${SOJOURN_SHARED};QT_QPA_PLATFORM=offscreen")
endfunction()
