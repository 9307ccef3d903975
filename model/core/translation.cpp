// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/translation.h"

namespace sojourn {
namespace {

Translation translationInUse = nullptr;

}  // namespace

void setTranslation(Translation translation) {
  translationInUse = translation;
}

std::string tr(std::string_view english) {
  return translationInUse && !english.empty() ? translationInUse(english) : std::string(english);
}

std::string tr(std::string_view english, std::initializer_list<std::string_view> parts) {
  const std::string pattern = tr(english);
  std::string words;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char digit = pattern[i] == '%' && i + 1 < pattern.size() ? pattern[i + 1] : '\0';
    const auto part = static_cast<std::size_t>(digit - '1');
    if (digit < '1' || part >= parts.size()) {
      words += pattern[i];
      continue;
    }
    words += parts.begin()[part];
    ++i;
  }
  return words;
}

}  // namespace sojourn
