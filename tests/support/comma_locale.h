// SPDX-License-Identifier: GPL-3.0-or-later
// A locale that writes "1,5" and "1.000", on machines that have no locale installed.
#pragma once

#include <string>

#include "tests/support/temp_folder.h"

namespace sojourn::test {

/// As long as it lives, printf, strtod and everything else that asks the C library writes and reads decimal commas.
class CommaLocale {
 public:
  CommaLocale();
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;
  ~CommaLocale();

  /// Whether the C library took it; to be asserted, so that no test passes without it.
  [[nodiscard]] bool works() const;
  /// Variables of the environment, for `env`, that give a program this locale.
  [[nodiscard]] std::string variables() const;

 private:
  TempFolder m_folder;
  std::string m_before;
};

}  // namespace sojourn::test
