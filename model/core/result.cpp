// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/result.h"

#include <array>

#include "model/core/text.h"

namespace sojourn {

std::string Error::sentence() const {
  std::string text;
  for (const std::string* part : {&where, &what, &remedy}) {
    if (part->empty()) continue;
    if (!text.empty()) text += ": ";
    text += escapeForDisplay(*part, 1000);
  }
  return text;
}

const char* severityName(Severity severity) {
  static constexpr std::array names{"notice", "warning", "error"};
  return names[static_cast<std::size_t>(severity)];
}

}  // namespace sojourn
