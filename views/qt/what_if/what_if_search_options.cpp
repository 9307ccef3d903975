// SPDX-License-Identifier: GPL-3.0-or-later
// What is swept and which changes are tried, as a text for the workspace that keeps it.
#include <algorithm>
#include <array>
#include <sstream>

#include "views/qt/what_if/what_if_searches.h"

namespace sojourn::qt {
namespace {

/// In the order of SweepFeature and of CounterfactualScope.
constexpr std::array features{"start", "day", "weekday", "recency", "duration", "location", "user"};
constexpr std::array scopes{"all", "no_places", "places"};
constexpr std::size_t mostEdits = 3;

template <class Kind, class Words>
Kind kindOf(const Words& words, const std::string& word) {
  const auto found = std::ranges::find(words, word);
  return found == words.end() ? Kind() : static_cast<Kind>(found - words.begin());
}

}  // namespace

std::string WhatIfSearches::options() const {
  std::string text;
  if (m_sweeps.feature() != SweepFeature())
    text += std::string("sweep_feature ") + features[static_cast<std::size_t>(m_sweeps.feature())] + "\n";
  if (m_counterfactuals.wish().mostChanges != 1)
    text += "counterfactual_edits " + std::to_string(m_counterfactuals.wish().mostChanges) + "\n";
  if (m_counterfactuals.wish().scope != session::CounterfactualScope())
    text +=
        std::string("counterfactual_scope ") + scopes[static_cast<std::size_t>(m_counterfactuals.wish().scope)] + "\n";
  return text;
}

void WhatIfSearches::setOptions(const std::string& text) {
  SweepFeature feature{};
  session::CounterfactualScope scope{};
  std::size_t edits = 1;
  std::istringstream lines(text);
  for (std::string option, word; lines >> option >> word;) {
    if (option == "sweep_feature") feature = kindOf<SweepFeature>(features, word);
    // As written by earlier versions.
    if (option == "flips_scope") option = "counterfactual_scope";
    if (option == "flips_edits") option = "counterfactual_edits";
    if (option == "counterfactual_scope") scope = kindOf<session::CounterfactualScope>(scopes, word);
    if (option == "counterfactual_edits" && word.size() == 1 && word[0] >= '1')
      edits = std::min(static_cast<std::size_t>(word[0] - '0'), mostEdits);
  }
  m_sweeps.setFeature(feature);
  m_feature->setCurrentIndex(m_feature->findData(static_cast<int>(feature)));
  m_counterfactuals.setMostChanges(edits);
  m_most->setCurrentIndex(static_cast<int>(edits) - 1);
  m_counterfactuals.setScope(scope);
  m_scope->setCurrentIndex(static_cast<int>(scope));
}

}  // namespace sojourn::qt
