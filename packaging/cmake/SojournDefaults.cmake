# SPDX-License-Identifier: GPL-3.0-or-later
# How everything is compiled: language level, warnings, hidden symbols, the compiler cache.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
# Programs find libsojourn_cuda.so beside themselves, tests in bin/.
set(CMAKE_BUILD_RPATH "$ORIGIN;$ORIGIN/../bin")
set(CMAKE_INSTALL_RPATH "$ORIGIN")

find_program(SOJOURN_CCACHE ccache)
if(SOJOURN_CCACHE)
  # The sloppiness is for precompiled headers, which it would pass by; the rest is so that what one clone has compiled
  # serves another in a different folder.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros
    "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${SOJOURN_CCACHE}")
endif()

add_library(sojourn_options INTERFACE)
target_include_directories(sojourn_options INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(sojourn_options INTERFACE
  -Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual
  # In a batch one file's private names would shadow the next one's: a batch is not an enclosing scope.
  $<$<NOT:$<BOOL:$<TARGET_PROPERTY:SOJOURN_IN_BATCHES>>>:-Wshadow>
  # GCC 12 sees overlaps in std::string's operator+ that cannot be (its bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # With precompiled headers it reports such cases as these two as well, inside the library's own headers.
  "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:$<TARGET_PROPERTY:SOJOURN_IN_BATCHES>>>:-Wno-array-bounds;-Wno-stringop-overflow>"
  $<$<BOOL:${SOJOURN_WARNINGS_AS_ERRORS}>:-Werror>)
