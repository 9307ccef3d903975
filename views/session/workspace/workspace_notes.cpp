// SPDX-License-Identifier: GPL-3.0-or-later
// Bookmarks, notes and tags of the workspace's samples, and its saved filters.
#include <algorithm>
#include <set>

#include "views/session/workspace/workspace.h"

namespace sojourn::session {

ScenarioOrigin Workspace::originOf(std::size_t row) const {
  return {.dataset = m_dataset ? m_dataset->prefix : std::string(),
          .fingerprint = m_dataset ? m_dataset->fingerprint : std::string(),
          .split = m_split,
          .index = row};
}

SampleNote Workspace::noteOf(std::size_t row) const {
  const auto found = m_notesOfRows.find(static_cast<SampleIndex>(row));
  return found == m_notesOfRows.end() ? SampleNote{} : found->second;
}

void Workspace::setNote(std::size_t row, SampleNote note) {
  if (!m_dataset || row >= m_samples.size() || note == noteOf(row)) return;
  m_notes.set(originOf(row), std::move(note));
  notesChanged();
}

std::vector<std::string> Workspace::tagsInUse() const {
  std::set<std::string> tags;
  for (const auto& [row, note] : m_notesOfRows) tags.insert(note.tags.begin(), note.tags.end());
  return {tags.begin(), tags.end()};
}

void Workspace::saveFilter(const std::string& name, const std::string& filter) {
  const auto same = std::ranges::find(m_savedFilters, name, &SavedFilter::name);
  if (same != m_savedFilters.end())
    same->filter = filter;
  else
    m_savedFilters.push_back({name, filter});
  m_observers.announce(Change::Notes);
}

void Workspace::removeFilter(const std::string& name) {
  if (std::erase_if(m_savedFilters, [&](const SavedFilter& one) { return one.name == name; }) > 0)
    m_observers.announce(Change::Notes);
}

void Workspace::restoreNotes(const std::vector<NotedSample>& notes, std::vector<SavedFilter> filters) {
  m_notes.setAll(notes);
  m_savedFilters = std::move(filters);
  notesChanged();
}

void Workspace::notesChanged() {
  const Observers::Batch batch(m_observers);
  m_notesOfRows = m_dataset ? m_notes.rowsOf(originOf(0)) : NotesOfRows();
  // Only a filter that speaks of them can mean something else now.
  const auto speaksOf = [this](const char* word) { return m_filterText.find(word) != std::string::npos; };
  if (m_filterError || speaksOf("bookmarked") || speaksOf("noted") || speaksOf("tag")) {
    m_observers.announce(Change::Filter);
    parseFilter();
  }
  m_observers.announce(Change::Notes);
}

}  // namespace sojourn::session
