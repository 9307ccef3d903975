// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/workspace/samples.h"

#include <utility>

#include "model/core/translation.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {

Samples::Samples(Workspace& workspace)
    : m_workspace(workspace),
      m_observers(workspace.observers()),
      m_pass(
          [this](BackgroundPass::Block block) {
            m_workspace.post([this, block = std::move(block)] { applyBlock(block); });
          },
          [this](BackgroundPass::End end) { m_workspace.post([this, end = std::move(end)] { applyEnd(end); }); },
          workspace.threads()) {
  m_aggregates.setSource(&m_table, &m_view);
}

void Samples::rebuild() {
  stopPass();
  m_view.reset(nullptr);
  m_table = m_workspace.dataset() && m_workspace.dataset()->split(m_workspace.split())
                ? SampleTable(m_workspace.dataset(), m_workspace.split())
                : SampleTable();
  m_workspace.notes().reload();
  m_view.setPlaceOrder(m_workspace.names().naming().placeOrder());
  for (OutcomesPtr& outcomes : m_outcomesOfModels) outcomes.reset();  // they are of other rows
  parseFilter();
  m_view.reset(&m_table);
  m_aggregates.setOffsetMinutes(m_workspace.names().displayOffsetMinutes());
  m_aggregates.forget();
  m_observers.announce({Change::SampleRows, Change::Outcomes});
  restartPass(0);
}

void Samples::restartPass(std::size_t from) {
  stopPass();
  if (from == 0 && m_table.filledCount() > 0) {
    m_table.clearOutcomes();
    m_view.reset(&m_table);
    m_aggregates.forget();
    m_observers.announce({Change::Outcomes, Change::SampleRows});
  }
  if (!m_workspace.engine() || m_table.empty() || from >= m_table.size()) return;
  m_workspace.banners().retract(BannerTopic::Evaluation);
  m_passJob = m_workspace.jobs().begin(
      tr("Evaluating %1", {splitName(m_workspace.split())}), "sequences", [this] { stopPass(); }, JobKind::Evaluate);
  m_workspace.jobs().advance(m_passJob, from, m_table.size());
  m_aggregates.setStreaming(true);
  m_passNumber = m_pass.start(m_workspace.engine(), m_workspace.dataset(), m_workspace.split(), from);
}

void Samples::stopPass() {
  if (m_passNumber == 0) return;
  m_pass.cancel();
  m_passNumber = 0;
  m_aggregates.setStreaming(false);
  m_workspace.jobs().end(m_passJob);
  if (m_view.settle()) m_observers.announce(Change::SampleRows);
  m_observers.announce(Change::Outcomes);
}

void Samples::resumePass() {
  // Rows fill from the first to the last, so as many as are filled are the first ones.
  if (m_passNumber == 0 && m_workspace.engine() && !m_table.complete()) restartPass(m_table.filledCount());
}

void Samples::applyBlock(const BackgroundPass::Block& block) {
  if (block.number != m_passNumber) return;
  const auto first = static_cast<SampleIndex>(block.first);
  m_table.fill(first, block.outcomes);
  m_aggregates.outdate();
  m_observers.announce(Change::Outcomes);
  if (m_view.rowsFilled(first, block.outcomes.size())) m_observers.announce(Change::SampleRows);
  m_workspace.jobs().advance(m_passJob, m_table.filledCount(), m_table.size());
}

void Samples::applyEnd(const BackgroundPass::End& end) {
  if (end.number != m_passNumber) return;
  stopPass();
  m_workspace.noticeDevice();
  if (!end.status.ok())
    m_workspace.banners().report(end.status.error(), Severity::Error, m_workspace.actionsOnFailure(),
                                 BannerTopic::Evaluation);
}

void Samples::setSort(SampleSort sort) {
  if (sort == m_view.sort()) return;
  m_view.setSort(sort);
  m_observers.announce(Change::SampleRows);
}

void Samples::setFilterText(const std::string& text, FilterBy by) {
  if (text == m_filterText) return;
  const Observers::Batch batch(m_observers);
  m_filterBy = by;
  m_filterText = text;
  m_observers.announce(Change::Filter);
  parseFilter();
}

void Samples::bringFilter(const std::string& keyBefore, const std::string& key) {
  // One that was typed before the first dataset is meant for it.
  if (key == keyBefore || (keyBefore.empty() && !m_filterText.empty())) return;
  m_filterBy = FilterBy::Restoring;
  m_filtersOf[keyBefore] = std::exchange(m_filterText, m_filtersOf[key]);
  m_observers.announce(Change::Filter);
}

void Samples::parseFilter() {
  auto parsed = SampleFilter::parse(m_filterText, &m_workspace.names().naming(), &m_workspace.notes().ofRows(),
                                    &m_outcomesOfModels, m_workspace.names().displayOffsetMinutes());
  m_filterError = std::move(parsed.error);
  if (m_filterError) return;
  m_view.setFilter(std::move(parsed.filter));
  m_aggregates.forgetFiltered();
  m_observers.announce(Change::SampleRows);
}

void Samples::setOutcomesOfModels(const OutcomesOfModels& outcomes) {
  if (std::exchange(m_outcomesOfModels, outcomes) == outcomes) return;
  if (!m_filterError && !m_view.filter().readsModels()) return;
  const Observers::Batch batch(m_observers);
  m_observers.announce(Change::Filter);
  parseFilter();
}

FilterCompletion Samples::completeFilterText(const std::string& text, std::size_t cursor) const {
  return completeFilter(text, cursor, &m_workspace.names().naming(), m_workspace.dataset() ? &m_table : nullptr,
                        &m_workspace.notes().ofRows(), &m_outcomesOfModels);
}

void Samples::notesChanged() {
  // Only a filter that speaks of them can mean something else now.
  const auto speaksOf = [this](const char* word) { return m_filterText.find(word) != std::string::npos; };
  if (!m_filterError && !speaksOf("bookmarked") && !speaksOf("noted") && !speaksOf("tag")) return;
  m_observers.announce(Change::Filter);
  parseFilter();
}

void Samples::namesChanged() {
  const SampleColumn sortedBy = m_view.sort().column;
  m_view.setPlaceOrder(m_workspace.names().naming().placeOrder());
  if (sortedBy == SampleColumn::Prediction || sortedBy == SampleColumn::Target)
    m_observers.announce(Change::SampleRows);
  // Only a filter that speaks of names can mean something else now.
  if (!m_filterError && m_filterText.find(':') == std::string::npos) return;
  m_observers.announce(Change::Filter);
  parseFilter();
}

void Samples::offsetChanged() {
  m_aggregates.setOffsetMinutes(m_workspace.names().displayOffsetMinutes());
  // Hours and weekdays of a filter are those shown.
  if (m_filterText.find(':') != std::string::npos) parseFilter();
}

}  // namespace sojourn::session
