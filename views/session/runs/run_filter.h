// SPDX-License-Identifier: GPL-3.0-or-later
// The filter of runs, the same in the studio and in the monitor.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "views/session/follow/run_follower.h"

namespace sojourn::session {

/// Words of which each must be found in a run, "model:v45 state:running s7 -tag:old": anywhere, or in what stands
/// before the colon (name, folder, model, data or dataset, state, host, tag, note). A minus before a word: must not be
/// found. The case of ASCII letters does not matter. Empty lets all through.
class RunFilter {
 public:
  RunFilter() = default;
  explicit RunFilter(std::string_view text);

  [[nodiscard]] bool empty() const { return m_words.empty(); }
  /// `state`: as the program shows it. `further`: what else it says of the run, such as how its configuration differs.
  [[nodiscard]] bool passes(const FollowedRun& run, std::string_view state, std::string_view further = {}) const;

 private:
  struct Word {
    std::string text, key;  ///< in small letters; no key: anywhere
    bool without = false;
  };
  std::vector<Word> m_words;
};

}  // namespace sojourn::session
