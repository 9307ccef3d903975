// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/report/searched_views.h"

namespace sojourn::qt {

SearchedViews::SearchedViews(const ViewState& state, session::WhatIf& whatIf)
    : m_editor(state.workspace(), whatIf),
      m_searches(state, m_editor, nullptr),
      m_nearest(state.workspace(), state, nullptr) {
  for (QWidget* bar : {m_searches.sweepBar(), m_searches.counterfactualsBar(), m_nearest.bar()})
    bar->setParent(&m_controls);
}

std::vector<const ViewEntry*> SearchedViews::entries() const {
  return {&m_searches.sweepEntry(), &m_searches.counterfactualsEntry(), &m_nearest.entry()};
}

void SearchedViews::ask(const QStringList& views) {
  m_asked = views;
  m_searches.sweeps().setWatched(views.contains(m_searches.sweepEntry().id));
  m_searches.counterfactuals().setWatched(views.contains(m_searches.counterfactualsEntry().id));
  m_nearest.records().setWatched(views.contains(m_nearest.entry().id));
}

bool SearchedViews::settled() {
  const session::FeatureSweeps& sweeps = m_searches.sweeps();
  const session::Counterfactuals& counterfactuals = m_searches.counterfactuals();
  const session::NearestRecords& records = m_nearest.records();
  const auto done = [this](const ViewEntry& entry, const auto& search, bool there) {
    return there || search.error() || !m_asked.contains(entry.id);
  };
  return done(m_searches.sweepEntry(), sweeps, sweeps.answer() && !sweeps.outdated()) &&
         done(m_searches.counterfactualsEntry(), counterfactuals, counterfactuals.current()) &&
         done(m_nearest.entry(), records, records.answer() && !records.outdated());
}

}  // namespace sojourn::qt
