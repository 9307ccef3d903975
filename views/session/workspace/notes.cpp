// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/workspace/notes.h"

#include <set>
#include <utility>

#include "views/session/workspace/workspace.h"

namespace sojourn::session {

SampleNote Notes::of(std::size_t row) const {
  const auto found = m_ofRows.find(static_cast<SampleIndex>(row));
  return found == m_ofRows.end() ? SampleNote{} : found->second;
}

void Notes::set(std::size_t row, SampleNote note) {
  if (!m_workspace.dataset() || row >= m_workspace.samples().table().size() || note == of(row)) return;
  m_all.set(m_workspace.originOf(row), std::move(note));
  notify();
}

std::vector<std::string> Notes::tagsInUse() const {
  std::set<std::string> tags;
  for (const auto& [row, note] : m_ofRows) tags.insert(note.tags.begin(), note.tags.end());
  return {tags.begin(), tags.end()};
}

void Notes::saveFilter(const std::string& name, const std::string& filter) {
  const DatasetPtr& dataset = m_workspace.dataset();
  SavedFilter saved{.name = name, .filter = filter};
  if (dataset) {
    saved.dataset = dataset->prefix;
    saved.fingerprint = dataset->fingerprint;
  }
  std::erase_if(m_savedFilters, [&](const SavedFilter& one) {
    return one.name == name && (dataset ? one.isFor(*dataset) : one.dataset.empty());
  });
  m_savedFilters.push_back(std::move(saved));
  m_observers.announce(Change::Notes);
}

void Notes::removeFilter(const SavedFilter& filter) {
  if (std::erase(m_savedFilters, filter) > 0) m_observers.announce(Change::Notes);
}

void Notes::restore(const std::vector<NotedSample>& notes, std::vector<SavedFilter> filters) {
  m_all.setAll(notes);
  m_savedFilters = std::move(filters);
  notify();
}

void Notes::reload() {
  m_ofRows = m_workspace.dataset() ? m_all.rowsOf(m_workspace.originOf(0)) : NotesOfRows();
}

void Notes::notify() {
  const Observers::Batch batch(m_observers);
  reload();
  m_changed();
  m_observers.announce(Change::Notes);
}

}  // namespace sojourn::session
