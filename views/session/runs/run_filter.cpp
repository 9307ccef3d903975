// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/run_filter.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "views/session/samples/filter_syntax.h"

namespace sojourn::session {
namespace {

/// What stands before a colon; any other colon is a letter of a name.
constexpr std::array<std::string_view, 8> keys{"name", "folder", "model", "data", "state", "host", "tag", "note"};

/// What a run says under each key, in small letters.
std::vector<std::pair<std::string_view, std::string>> textsOf(const FollowedRun& run, std::string_view state) {
  const RunEntry& entry = run.entry;
  std::vector<std::pair<std::string_view, std::string>> texts{{"name", entry.title()},
                                                              {"folder", entry.paths.folder.filename().string()},
                                                              {"model", entry.model()},
                                                              {"state", std::string(state)},
                                                              {"note", entry.notes.note}};
  if (entry.record) texts.emplace_back("data", entry.record->dataset.prefix);
  if (entry.status) texts.emplace_back("host", entry.status->process.host);
  for (const std::string& tag : entry.notes.tags) texts.emplace_back("tag", tag);
  for (auto& [key, text] : texts) text = lowerCase(text);
  return texts;
}

}  // namespace

RunFilter::RunFilter(std::string_view text) {
  std::istringstream words(lowerCase(text));
  for (std::string word; words >> word;) {
    const bool without = word.size() > 1 && word.front() == '-';
    if (without) word.erase(0, 1);
    const std::size_t colon = word.find(':');
    std::string key = colon == std::string::npos ? std::string() : word.substr(0, colon);
    if (key == "dataset") key = "data";
    const bool known = std::ranges::find(keys, key) != keys.end();
    m_words.push_back({known ? word.substr(colon + 1) : word, known ? key : std::string(), without});
  }
}

bool RunFilter::passes(const FollowedRun& run, std::string_view state, std::string_view further) const {
  if (empty()) return true;
  const auto texts = textsOf(run, state);
  const std::string others = lowerCase(further);
  return std::ranges::all_of(m_words, [&](const Word& word) {
    const bool found = std::ranges::any_of(texts,
                                           [&](const auto& one) {
                                             return (word.key.empty() || word.key == one.first) &&
                                                    one.second.find(word.text) != std::string::npos;
                                           }) ||
                       (word.key.empty() && others.find(word.text) != std::string::npos);
    return found != word.without;
  });
}

}  // namespace sojourn::session
