// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures and sentences of samples that are not on screen, for reports.
#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/explain/explain_views.h"
#include "views/present/what_if/what_if_text.h"
#include "views/present/what_if/what_if_views.h"
#include "views/qt/docks/view_state.h"
#include "views/qt/widgets/text.h"
#include "views/session/workspace/selection_rules.h"

namespace sojourn::qt {
namespace {

const char* baselineName(Baseline baseline) {
  switch (baseline) {
    case Baseline::Zero:
      return "zero";
    case Baseline::Padding:
      return "padding";
    case Baseline::MeanLocation:
      return "mean location";
  }
  return "";
}

/// In the place of a picture that could not be made.
present::EmptyState failed(const Error& error) {
  return {.title = escapeForDisplay(error.where + ": " + error.what, 200),
          .detail = escapeForDisplay(error.remedy, 200)};
}

present::EmptyState notSearched() {
  return {.title = tr("No search was run")};
}

}  // namespace

/// While it lives, the views are of this sample.
class ViewState::Picturing {
 public:
  Picturing(const ViewState& state, const PicturedSample& sample) : m_state(state) {
    m_state.m_pictured = &sample;
    m_state.m_picturedReference = {.inspection = sample.recorded.get(),
                                   .before = sample.before,
                                   .name = sample.recordedName,
                                   .change = sample.change};
  }
  ~Picturing() { m_state.m_pictured = nullptr; }
  Picturing(const Picturing&) = delete;
  Picturing& operator=(const Picturing&) = delete;

 private:
  const ViewState& m_state;
};

present::ViewContent ViewState::contentOf(const ViewEntry& entry, const PicturedSample& sample,
                                          const present::Canvas& canvas) const {
  const Picturing picturing(*this, sample);
  const auto& dataset = m_workspace.dataset();
  const UserId user = sample.inspection->sequence.user;
  const present::ShortNames brief =
      dataset ? shortNamesOf(user, present::placesOf(*dataset, user)) : present::ShortNames();
  present::Canvas named = canvas;
  named.shortNames = &brief;
  return entry.present(named);
}

std::vector<std::string> ViewState::sentencesOf(const PicturedSample& sample) const {
  const Picturing picturing(*this, sample);
  std::vector<std::string> sentences;
  const auto say = [&](const std::string& words) {
    if (!words.empty()) sentences.push_back(words);
  };
  for (const ViewEntry& entry : m_views) {
    if (entry.id != QLatin1String("prediction") && entry.id != QLatin1String("gate")) continue;
    const present::ViewContent content =
        entry.present({.size = entry.exported, .theme = present::Theme::light(), .text = measurer()});
    if (const auto* scene = std::get_if<present::Scene>(&content)) say(scene->summary);
  }
  if (sample.recorded) say(present::changeText(comparedContext()));
  if (!sample.findings.explained) return sentences;
  const present::ExplanationSentence sentence = present::explanationSentence(explanationContext());
  say(sentence.proof.empty() ? sentence.text : sentence.text + " " + sentence.proof + ".");
  say(sentence.caveat);
  return sentences;
}

std::vector<std::pair<std::string, std::string>> ViewState::explanationSettingsOf(const PicturedSample& sample) const {
  if (!sample.findings.explained) return {};
  const Picturing picturing(*this, sample);
  const present::ExplanationContext context = explanationContext();
  return {{"explained", present::targetText(context)},
          {"operator", tr("visits %1", {tr(present::removalText(context.removal))})},
          {"baseline of integrated gradients", tr(baselineName(sample.findings.explained->explanation.baseline))}};
}

void ViewState::fillFound() {
  m_foundViews = {{.id = QStringLiteral("feature_sweep"),
                   .title = QStringLiteral("Feature sweep"),
                   .minimum = {},
                   .exported = {520, 520},
                   .present = [this](const present::Canvas& canvas) { return foundFeatureSweep(canvas); },
                   .dependsOn = {}},
                  {.id = QStringLiteral("counterfactuals"),
                   .title = QStringLiteral("Counterfactuals"),
                   .minimum = {},
                   .exported = {420, 640},
                   .present = [this](const present::Canvas& canvas) { return foundCounterfactuals(canvas); },
                   .dependsOn = {}},
                  {.id = QStringLiteral("nearest"),
                   .title = QStringLiteral("Nearest training samples"),
                   .minimum = {},
                   .exported = {420, 800},
                   .present = [this](const present::Canvas& canvas) { return foundNearest(canvas); },
                   .dependsOn = {}}};
}

present::ViewContent ViewState::foundFeatureSweep(const present::Canvas& canvas) const {
  if (!m_pictured) return notSearched();
  if (const Error* error = m_pictured->findings.failure(session::Finding::FeatureSweep)) return failed(*error);
  const auto& found = m_pictured->findings.sweep;
  if (!found) return notSearched();
  return present::featureSweepContent({.sample = picturedContext(),
                                       .sweep = &found->sweep,
                                       .seconds = m_pictured->findings.seconds.at(session::Finding::FeatureSweep)},
                                      canvas);
}

present::ViewContent ViewState::foundCounterfactuals(const present::Canvas& canvas) const {
  if (!m_pictured) return notSearched();
  if (const Error* error = m_pictured->findings.failure(session::Finding::Counterfactuals)) return failed(*error);
  const auto& found = m_pictured->findings.counterfactuals;
  if (!found) return notSearched();
  // Nothing is chosen on paper: no row shows a button.
  return present::counterfactualsContent(
      {.sample = picturedContext(),
       .findings = &found->findings,
       .chosen = found->findings.counterfactuals.size(),
       .seconds = m_pictured->findings.seconds.at(session::Finding::Counterfactuals)},
      canvas);
}

present::ViewContent ViewState::foundNearest(const present::Canvas& canvas) const {
  if (!m_pictured) return notSearched();
  if (const Error* error = m_pictured->findings.failure(session::Finding::Nearest)) return failed(*error);
  const auto& found = m_pictured->findings.nearest;
  if (!found) return notSearched();
  return present::nearestContent({.sample = picturedContext(), .neighbours = &found->neighbours}, canvas);
}

present::PlaceColors ViewState::colorsOf(UserId user) const {
  const auto& dataset = m_workspace.dataset();
  return dataset ? present::placeColorsOf(*dataset, user) : present::PlaceColors();
}

present::SampleContext ViewState::picturedContext() const {
  const PicturedSample& sample = *m_pictured;
  present::SampleContext context{.inspection = sample.inspection.get(),
                                 .model = &sample.engine->description(),
                                 .names = &m_workspace.naming().forUser(sample.inspection->sequence.user),
                                 .colors = &sample.colors,
                                 // Which head is looked at holds for every sample.
                                 .selection = session::carriedOver(m_workspace.selection()),
                                 .displayOffsetMinutes = m_workspace.displayOffsetMinutes(),
                                 .sampleText = sample.sampleText};
  if (!m_compares) return context;
  context.flags = sample.flags;
  if (sample.recorded) context.reference = &m_picturedReference;
  return context;
}

}  // namespace sojourn::qt
