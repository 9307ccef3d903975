// SPDX-License-Identifier: GPL-3.0-or-later
// All samples of the open split: their table, which of them are shown in which order, and the pass that fills them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "views/session/samples/aggregates.h"
#include "views/session/samples/background_pass.h"
#include "views/session/samples/sample_view.h"
#include "views/session/workspace/jobs.h"

namespace sojourn::session {

class Workspace;

/// Who set the filter: a click can be taken back with Back, what is typed with the keyboard.
enum class FilterBy { Click, Typing, Restoring };

/// Announces Change::SampleRows, Change::Outcomes and Change::Filter. Owner thread only.
class Samples {
 public:
  /// `workspace` has the dataset, the split, the model, the names and the notes.
  explicit Samples(Workspace& workspace);
  Samples(const Samples&) = delete;
  Samples& operator=(const Samples&) = delete;

  [[nodiscard]] const SampleTable& table() const { return m_table; }
  [[nodiscard]] const SampleView& view() const { return m_view; }
  void setSort(SampleSort sort);
  /// Histograms, slices and metrics over the filtered samples or the split; computed on demand, kept while they hold.
  [[nodiscard]] Aggregates& aggregates() { return m_aggregates; }

  /// A wrong text leaves the last valid filter in force; filterError() says what is wrong. A filter belongs to the
  /// dataset: with another one it goes, and comes back with its own.
  void setFilterText(const std::string& text, FilterBy by = FilterBy::Click);
  [[nodiscard]] const std::string& filterText() const { return m_filterText; }
  [[nodiscard]] FilterBy filterBy() const { return m_filterBy; }
  [[nodiscard]] const std::optional<FilterError>& filterError() const { return m_filterError; }
  /// Of the models that Compare shows, by letter, of the open split: what A:right in a filter asks.
  void setOutcomesOfModels(const OutcomesOfModels& outcomes);
  [[nodiscard]] FilterCompletion completeFilterText(const std::string& text, std::size_t cursor) const;

  /// Whether the background pass is filling the table.
  [[nodiscard]] bool evaluating() const { return m_passNumber != 0; }
  /// Starts the pass again after a cancel, where it stopped.
  void resumePass();

  // ---- for the workspace and its parts
  /// Another dataset or split is open.
  void rebuild();
  /// Of the open model, from that row on.
  void restartPass(std::size_t from);
  void stopPass();
  /// The filter of the dataset before stays with it, and the present one's comes back.
  void bringFilter(const std::string& keyBefore, const std::string& key);
  /// The names of places are others.
  void namesChanged();
  void notesChanged();
  /// The times shown are others.
  void offsetChanged();

 private:
  void parseFilter();
  void applyBlock(const BackgroundPass::Block& block);
  void applyEnd(const BackgroundPass::End& end);

  Workspace& m_workspace;
  Observers& m_observers;
  SampleTable m_table;
  SampleView m_view;
  Aggregates m_aggregates;
  std::string m_filterText;
  FilterBy m_filterBy = FilterBy::Restoring;
  std::optional<FilterError> m_filterError;
  std::map<std::string, std::string> m_filtersOf;  ///< of datasets that were open, by datasetKey()
  OutcomesOfModels m_outcomesOfModels;
  std::uint64_t m_passNumber = 0;  ///< 0: none runs
  JobId m_passJob = 0;
  BackgroundPass m_pass;  ///< last: its work is over before anything it reaches goes
};

}  // namespace sojourn::session
