// SPDX-License-Identifier: GPL-3.0-or-later
// What a person has noted on the samples of the open split, and the filters that were saved.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "views/session/samples/sample_notes.h"
#include "views/session/workspace/changes.h"

namespace sojourn::session {

class Workspace;

/// Announces Change::Notes. Owner thread only.
class Notes {
 public:
  /// `workspace` has the dataset and the split; `changed` is called before a change is announced.
  Notes(const Workspace& workspace, Observers& observers, std::function<void()> changed)
      : m_workspace(workspace), m_observers(observers), m_changed(std::move(changed)) {}

  /// Of a row of the open split; empty where there is none.
  [[nodiscard]] SampleNote of(std::size_t row) const;
  void set(std::size_t row, SampleNote note);
  /// Of the open split, ascending.
  [[nodiscard]] std::vector<std::string> tagsInUse() const;
  /// Of the open split.
  [[nodiscard]] const NotesOfRows& ofRows() const { return m_ofRows; }

  [[nodiscard]] const std::vector<SavedFilter>& savedFilters() const { return m_savedFilters; }
  /// For samples of the open dataset; one of that name for them is replaced.
  void saveFilter(const std::string& name, const std::string& filter);
  void removeFilter(const SavedFilter& filter);

  /// For a workspace's file: of all datasets.
  [[nodiscard]] std::vector<NotedSample> all() const { return m_all.all(); }
  void restore(const std::vector<NotedSample>& notes, std::vector<SavedFilter> filters);

  /// Another dataset or split is open.
  void reload();

 private:
  void notify();

  const Workspace& m_workspace;
  Observers& m_observers;
  std::function<void()> m_changed;
  SampleNotes m_all;
  NotesOfRows m_ofRows;
  std::vector<SavedFilter> m_savedFilters;
};

}  // namespace sojourn::session
