// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/compare/compare_views.h"

#include <algorithm>
#include <tuple>

#include "model/core/text.h"
#include "model/core/translation.h"

namespace sojourn::qt {

using present::Canvas;
using session::Change;
using session::Changes;

CompareViews::CompareViews(const InspectViews& inspect, OptionsChanged optionsChanged)
    : WorkspaceViews(inspect.current(), std::move(optionsChanged)), m_comparisons(m_workspace) {
  const Changes ofSet{Change::Comparison, Change::Model, Change::Dataset, Change::Filter, Change::SampleRows};
  const Changes ofComparedSample{Change::Comparison, Change::Inspection, Change::Model,
                                 Change::Sample,     Change::Selection,  Change::Hover,
                                 Change::Names,      Change::Time,       Change::Dataset};
  using Presenter = present::ViewContent (*)(const present::CompareContext&, const Canvas&);
  const auto shown = [this](Presenter presenter) {
    return [this, presenter](const SampleSource& source, const Canvas& canvas) {
      return presenter(context(source), canvas);
    };
  };
  const auto ofOtherSamples = [this] { return m_comparisons.outdated(); };
  const auto ofOtherSample = [this] { return sampleOutdated(); };
  add("compare_agreement", "Agreement", {240, 150}, {320, 320}, ofSet, shown(present::modelAgreementContent),
      ofOtherSamples);
  m_specs.push_back(*std::ranges::find(inspect.specs(), QLatin1String("visits"), &ViewSpec::id));
  m_specs.back().id = QStringLiteral("compare_visits");
  m_specs.back().inReport = InReport::Never;
  add("compare_prediction", "Prediction", {380, 150}, {760, 320}, ofComparedSample,
      shown(present::comparedPredictionContent), ofOtherSample);
  add("compare_reading", "What each model reads", {380, 150}, {760, 340}, ofComparedSample,
      shown(present::comparedReadingContent), ofOtherSample);
  add("compare_metrics", "Metrics", {320, 160}, {508, 370}, ofSet, shown(present::modelMetricsContent), ofOtherSamples);
  add("compare_difference", "Difference of Acc@1", {320, 160}, {508, 620}, ofSet,
      shown(present::sliceDifferenceContent), ofOtherSamples);
  add("compare_reliability", "Reliability", {240, 120}, {508, 160}, ofSet, shown(present::reliabilityContent),
      ofOtherSamples);
}

bool CompareViews::sampleOutdated() const {
  return m_comparisons.sampleOutdated() || m_workspace.inspectionOutdated();
}

present::CompareContext CompareViews::context(const SampleSource& source) const {
  present::CompareContext made;
  made.sample = source.sample;
  std::tie(made.first, made.second) = m_comparisons.pair();
  made.stopped = m_comparisons.stopped();
  made.edited = m_workspace.edited();
  made.filter = m_workspace.samples().filterText();
  made.differenceBy = m_difference.by;
  const auto& sample = m_comparisons.sample();
  const auto& models = m_comparisons.models();
  for (std::size_t i = 0; i < models.size(); ++i) {
    const session::ComparedState& state = models[i];
    present::ComparedModelInput& model = made.models.emplace_back();
    model.title = escapeForDisplay(state.title, 60);
    model.failed = state.error.has_value();
    if (state.error) model.state = escapeForDisplay(state.error->sentence(), 300);
    if (state.source.kind == session::ComparedKind::Rule) model.rule = state.source.name;
    if (i == 0) {
      model.model = made.sample.model;
      model.inspection = made.sample.inspection;
    }
    if (!state.answers) {
      if (model.state.empty()) model.state = m_comparisons.stopped() ? tr("stopped") : tr("predicting the split");
    } else {
      model.probabilities = state.answers->probabilities;
      model.note = escapeForDisplay(state.answers->note, 200);
      if (state.answers->engine) model.model = &state.answers->engine->description();
      const auto row = m_workspace.row();
      if (row && *row < state.answers->outcomes->size())
        model.recordedFirst = (*state.answers->outcomes)[*row].prediction;
    }
    // Of this sequence and this model, or not at all.
    const Inspection* now = made.sample.inspection;
    if (i == 0 || !sample || i >= sample->predictions.size() || sample->question.answers[i] != state.answers || !now ||
        sample->question.sequence != now->sequence)
      continue;
    const session::ComparedPrediction& prediction = sample->predictions[i];
    model.inspection = prediction.inspection.get();
    model.ranking = prediction.ranking;
    model.listedProbabilities = prediction.probabilities;
    if (prediction.error) model.sampleFailure = escapeForDisplay(prediction.error->sentence(), 200);
  }
  if (const auto& answer = m_comparisons.comparison()) {
    const session::ComparisonQuestion& question = answer->question;
    // Of the models and the split that are shown now: letters and columns must fit.
    bool here = question.dataset == m_workspace.dataset() && question.split == m_workspace.split();
    for (std::size_t k = 0; here && k < question.models.size(); ++k)
      here = question.models[k] < models.size() && models[question.models[k]].answers == question.answers[k];
    if (here) {
      made.comparison = &answer->comparison;
      made.compared = answer->question.models;
      made.intervals = answer->intervals;
      made.scope = tr("%1 %2 samples", {groupThousands(static_cast<long long>(answer->comparison.n)),
                                        splitName(answer->question.split)});
    }
  }
  return made;
}

void CompareViews::handle(const present::CompareAction& action) {
  std::visit(present::Overloaded{[this](const present::SetDifferenceBy& one) {
                                   m_difference.by = one.by;
                                   optionsChanged({QStringLiteral("compare_difference")});
                                 },
                                 [this](const present::ResumeComparison&) { m_comparisons.resume(); }},
             action);
}

void CompareViews::keepOptions(session::KeptOptions& kept) const {
  session::keepOptions(kept, "difference", m_difference);
}

void CompareViews::restoreOptions(const session::KeptOptions& kept) {
  m_difference = session::optionsOf<present::DifferenceOptions>(kept, "difference");
}

}  // namespace sojourn::qt
