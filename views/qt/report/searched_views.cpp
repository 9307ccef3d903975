// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/report/searched_views.h"

namespace sojourn::qt {

SearchedViews::SearchedViews(const CurrentSample& current, session::WhatIf& whatIf)
    : m_editor(current.workspace(), whatIf), m_searches(current, m_editor, nullptr), m_nearest(current, nullptr) {
  for (QWidget* bar : {m_searches.sweepBar(), m_searches.counterfactualsBar(), m_nearest.bar()})
    bar->setParent(&m_controls);
}

std::vector<const ViewSpec*> SearchedViews::specs() const {
  return {&m_searches.sweepSpec(), &m_searches.counterfactualsSpec(), &m_nearest.spec()};
}

void SearchedViews::ask(const QStringList& views) {
  m_asked = views;
  m_searches.sweeps().setWatched(views.contains(m_searches.sweepSpec().id));
  m_searches.counterfactuals().setWatched(views.contains(m_searches.counterfactualsSpec().id));
  m_nearest.records().setWatched(views.contains(m_nearest.spec().id));
}

bool SearchedViews::settled() {
  const session::FeatureSweeps& sweeps = m_searches.sweeps();
  const session::Counterfactuals& counterfactuals = m_searches.counterfactuals();
  const session::NearestRecords& records = m_nearest.records();
  const auto done = [this](const ViewSpec& spec, const auto& search, bool there) {
    return there || search.error() || !m_asked.contains(spec.id);
  };
  return done(m_searches.sweepSpec(), sweeps, sweeps.answer() && !sweeps.outdated()) &&
         done(m_searches.counterfactualsSpec(), counterfactuals, counterfactuals.current()) &&
         done(m_nearest.spec(), records, records.answer() && !records.outdated());
}

}  // namespace sojourn::qt
