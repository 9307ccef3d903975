// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/monitor/state/run_filter.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

namespace sojourn::monitor {
namespace {

std::string small(std::string_view text) {
  std::string made(text);
  std::ranges::transform(made, made.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return made;
}

constexpr std::array<std::string_view, 6> keys{"model", "state", "host", "data", "name", "tag"};

std::string field(const WatchedRun& run, std::string_view key) {
  const RunEntry& entry = run.run->entry;
  if (key == "model") return entry.model();
  if (key == "state") return run.stateWords();
  if (key == "host") return entry.status ? entry.status->process.host : std::string();
  if (key == "data") return entry.record ? entry.record->dataset.prefix : std::string();
  if (key == "name") return run.name;
  std::string tags;
  for (const std::string& tag : entry.notes.tags) tags += tag + ' ';
  return tags;
}

}  // namespace

RunFilter::RunFilter(std::string_view text) {
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    const std::size_t colon = word.find(':');
    const std::string key = small(word.substr(0, colon == std::string::npos ? 0 : colon));
    if (std::ranges::find(keys, key) != keys.end())
      m_terms.push_back({key, small(word.substr(colon + 1))});
    else
      m_terms.push_back({{}, small(word)});
  }
}

bool RunFilter::holds(const WatchedRun& run) const {
  return std::ranges::all_of(m_terms, [&](const Term& term) {
    if (!term.key.empty()) return small(field(run, term.key)).find(term.word) != std::string::npos;
    const std::string all = run.name + '\n' + run.stateWords() + '\n' + run.health.reason + '\n' + run.differs + '\n' +
                            run.run->entry.model();
    return small(all).find(term.word) != std::string::npos;
  });
}

}  // namespace sojourn::monitor
