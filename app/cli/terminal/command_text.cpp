// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/command_text.h"

#include "model/core/shell_word.h"

namespace sojourn::cli {

std::string commandText(int argc, const char* const* argv) {
  std::string text = "sojourn";
  for (int i = 1; i < argc; ++i) text += ' ' + shellWord(argv[i]);
  return text;
}

}  // namespace sojourn::cli
