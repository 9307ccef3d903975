// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/samples/sample_notes.h"

#include <set>
#include <utility>

namespace sojourn::session {

std::vector<std::string> tagsOf(std::string_view line) {
  std::set<std::string> tags;
  std::string word;
  const auto end = [&] {
    if (!word.empty() && word.size() <= longestTag && tags.size() < mostTags) tags.insert(word);
    word.clear();
  };
  for (const char c : line) {
    const auto byte = static_cast<unsigned char>(c);
    // A quote cannot be typed in a filter; the colon and the comparisons end a word there.
    if (byte <= ' ' || c == ',' || c == '"')
      end();
    else
      word += c;
  }
  end();
  return {tags.begin(), tags.end()};
}

void SampleNotes::set(const ScenarioOrigin& sample, SampleNote note) {
  if (note.empty())
    m_notes.erase(sample);
  else
    m_notes[sample] = std::move(note);
}

SampleNote SampleNotes::of(const ScenarioOrigin& sample) const {
  const auto found = m_notes.find(sample);
  return found == m_notes.end() ? SampleNote{} : found->second;
}

NotesOfRows SampleNotes::rowsOf(ScenarioOrigin sample) const {
  NotesOfRows rows;
  sample.index = 0;
  for (auto at = m_notes.lower_bound(sample); at != m_notes.end(); ++at) {
    const ScenarioOrigin& noted = at->first;
    sample.index = noted.index;
    if (noted != sample) break;
    rows.emplace(static_cast<std::uint32_t>(noted.index), at->second);
  }
  return rows;
}

std::vector<NotedSample> SampleNotes::all() const {
  std::vector<NotedSample> all;
  for (const auto& [sample, note] : m_notes) all.push_back({sample, note});
  return all;
}

void SampleNotes::setAll(const std::vector<NotedSample>& notes) {
  m_notes.clear();
  for (const NotedSample& one : notes) set(one.sample, one.note);
}

}  // namespace sojourn::session
