# SPDX-License-Identifier: GPL-3.0-or-later
# Files inside programs, so that these start from any folder with nothing beside them.

# sojourn_embed(<source> SYMBOL <name> FOLDER <folder> FILES <names...>): writes a C++ source into the build folder that
# holds the bytes of the files, and sets <source> to its path. It defines
#   extern const sojourn::EmbeddedFile <name>[];  and  extern const std::size_t <name>Count;
function(sojourn_embed source)
  cmake_parse_arguments(ARG "" "SYMBOL;FOLDER" "FILES" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS OR NOT ARG_SYMBOL OR NOT ARG_FOLDER OR NOT ARG_FILES)
    message(FATAL_ERROR "sojourn_embed: wants SYMBOL, FOLDER and FILES (${ARG_UNPARSED_ARGUMENTS})")
  endif()
  set(path "${CMAKE_CURRENT_BINARY_DIR}/${ARG_SYMBOL}.cpp")
  set(assembly "")
  set(declarations "")
  set(entries "")
  set(files "")
  set(number 0)
  list(LENGTH ARG_FILES count)
  foreach(name IN LISTS ARG_FILES)
    set(label "sojourn_${ARG_SYMBOL}_${number}")
    string(APPEND assembly
      "asm(\".pushsection .rodata\\n.balign 16\\n.globl ${label}\\n.globl ${label}_end\\n.hidden ${label}\\n.hidden ${label}_end\\n\"\n"
      "    \"${label}:\\n.incbin \\\"${ARG_FOLDER}/${name}\\\"\\n${label}_end:\\n.popsection\\n\");\n")
    string(APPEND declarations "extern const std::byte ${label}[], ${label}_end[];\n")
    string(APPEND entries "    {\"${name}\", ${label}, ${label}_end},\n")
    list(APPEND files "${ARG_FOLDER}/${name}")
    math(EXPR number "${number} + 1")
  endforeach()
  file(CONFIGURE OUTPUT "${path}" CONTENT
"// SPDX-License-Identifier: GPL-3.0-or-later
// Written by sojourn_embed: the bytes of files, between two labels each.
#include <cstddef>

#include \"model/core/embedded_file.h\"

extern \"C\" {
${declarations}}
${assembly}
namespace sojourn {
extern const EmbeddedFile ${ARG_SYMBOL}[];
extern const std::size_t ${ARG_SYMBOL}Count;
const EmbeddedFile ${ARG_SYMBOL}[] = {
${entries}};
const std::size_t ${ARG_SYMBOL}Count = ${count};
}  // namespace sojourn
" @ONLY)
  # The assembler reads the files, which the compiler's own list of dependencies does not know.
  set_source_files_properties("${path}" PROPERTIES OBJECT_DEPENDS "${files}")
  set(${source} "${path}" PARENT_SCOPE)
endfunction()
