// SPDX-License-Identifier: GPL-3.0-or-later
// Sweep and counterfactuals: the two views of What if that ask the model many questions of their own, with
// the controls above their pictures. Nothing is computed while they are not on screen.
#pragma once

#include <QComboBox>
#include <QObject>
#include <QTimer>
#include <string>
#include <tuple>

#include "views/qt/docks/view_spec.h"
#include "views/qt/visits/visit_editor.h"
#include "views/session/what_if/searches.h"

class QLabel;

namespace sojourn::qt {

class DockArea;
class SceneView;

class WhatIfSearches final : public QObject {
  Q_OBJECT
 public:
  /// Both must outlive this.
  WhatIfSearches(const CurrentSample& current, VisitEditor& editor, QObject* parent);

  [[nodiscard]] const ViewSpec& sweepSpec() const { return m_sweepSpec; }
  [[nodiscard]] const ViewSpec& counterfactualsSpec() const { return m_counterfactualsSpec; }
  /// The controls above the pictures; the owner lays them out.
  [[nodiscard]] QWidget* sweepBar() const { return m_sweepBar; }
  [[nodiscard]] QWidget* counterfactualsBar() const { return m_counterfactualsBar; }
  /// The docks among which its own are: what is in front decides what is computed.
  void watch(DockArea& area);

  /// Carries out what a click on one of the pictures means.
  void handle(const present::Action& action);
  [[nodiscard]] session::FeatureSweeps& sweeps() { return m_sweeps; }
  [[nodiscard]] session::Counterfactuals& counterfactuals() { return m_counterfactuals; }

  /// Which feature is swept, how many edits are tried and which: for a workspace to keep.
  [[nodiscard]] session::SearchOptions options() const;
  void setOptions(const session::SearchOptions& options);

 Q_SIGNALS:
  /// A person has chosen another one.
  void optionsChanged();

 private:
  void updateFrom(session::Changes changes);
  void makeSweepBar();
  void makeCounterfactualsBar();
  void sweepChanged();
  void counterfactualsChanged();
  void fillVisits();
  void fillPlaces();
  void updateWaiting();
  [[nodiscard]] present::ViewContent featureSweepContent(const SampleSource& source,
                                                         const present::Canvas& canvas) const;
  [[nodiscard]] present::ViewContent counterfactualsContent(const SampleSource& source,
                                                            const present::Canvas& canvas) const;
  [[nodiscard]] std::optional<std::size_t> recordedPoint(const session::FeatureSweepAnswer& answer) const;
  /// Shows what the edit would do that the action stands for.
  void preview(const std::optional<present::Action>& action);
  /// What the list calls a counterfactual of several changes, which by itself is "another sequence"; empty: the edit's
  /// own name.
  [[nodiscard]] std::string counterfactualName(std::size_t counterfactual) const;

  session::Workspace& m_workspace;
  const CurrentSample& m_current;
  VisitEditor& m_editor;
  ViewSpec m_sweepSpec, m_counterfactualsSpec;
  SceneView *m_sweepView = nullptr, *m_counterfactualsView = nullptr;
  QWidget *m_sweepBar = nullptr, *m_counterfactualsBar = nullptr;
  QComboBox *m_visit = nullptr, *m_feature = nullptr;
  QComboBox *m_to = nullptr, *m_most = nullptr, *m_scope = nullptr;
  QWidget* m_progress = nullptr;
  QLabel* m_progressText = nullptr;
  std::size_t m_chosen = 0;
  /// What the list was drawn from, whether that was current, whether a search ran, and whether there was an error.
  std::tuple<std::shared_ptr<const session::CounterfactualAnswer>, bool, bool, bool> m_drawn;
  QTimer m_waiting;
  session::FeatureSweeps m_sweeps;
  session::Counterfactuals m_counterfactuals;
  session::Subscription m_subscription;
};

}  // namespace sojourn::qt
