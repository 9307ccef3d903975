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

}  // namespace

present::EmptyState ViewState::failedContent(const Error& error) {
  return {.title = escapeForDisplay(error.where + ": " + error.what, 200),
          .detail = escapeForDisplay(error.remedy, 200)};
}

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
  const auto say = [&](const std::string& text) {
    if (!text.empty()) sentences.push_back(text);
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
  using Findings = session::SampleFindings;
  const auto add = [this](const char* id, const char* title, present::Size exported, session::Finding finding,
                          auto answer, auto show) {
    const auto content = [this, finding, answer, show](const present::Canvas& canvas) -> present::ViewContent {
      const present::EmptyState notSearched{.title = tr("No search was run")};
      if (!m_pictured) return notSearched;
      const Findings& findings = m_pictured->findings;
      if (const Error* error = findings.failure(finding)) return failedContent(*error);
      const auto& found = findings.*answer;
      return found ? show(*found, canvas) : present::ViewContent(notSearched);
    };
    m_foundViews.push_back(entry(id, title, {}, exported, {}, content));
  };
  const auto seconds = [this](session::Finding finding) { return m_pictured->findings.seconds.at(finding); };
  add("feature_sweep", "Feature sweep", {520, 520}, session::Finding::FeatureSweep, &Findings::sweep,
      [this, seconds](const auto& found, const present::Canvas& canvas) {
        return present::featureSweepContent(
            {.sample = picturedContext(), .sweep = &found.sweep, .seconds = seconds(session::Finding::FeatureSweep)},
            canvas);
      });
  // Nothing is chosen on paper: no row shows a button.
  add("counterfactuals", "Counterfactuals", {420, 640}, session::Finding::Counterfactuals, &Findings::counterfactuals,
      [this, seconds](const auto& found, const present::Canvas& canvas) {
        return present::counterfactualsContent({.sample = picturedContext(),
                                                .findings = &found.findings,
                                                .chosen = found.findings.counterfactuals.size(),
                                                .seconds = seconds(session::Finding::Counterfactuals)},
                                               canvas);
      });
  add("nearest", "Nearest training samples", {420, 800}, session::Finding::Nearest, &Findings::nearest,
      [this](const auto& found, const present::Canvas& canvas) {
        return present::nearestContent({.sample = picturedContext(), .neighbours = &found.neighbours}, canvas);
      });
}

present::PlaceColors ViewState::colorsOf(UserId user) const {
  const auto& dataset = m_workspace.dataset();
  return dataset ? present::placeColorsOf(*dataset, user) : present::PlaceColors();
}

present::SampleContext ViewState::picturedContext() const {
  const PicturedSample& sample = *m_pictured;
  present::SampleContext context{.inspection = sample.inspection.get(),
                                 .model = &sample.engine->description(),
                                 .names = &m_workspace.names().naming().forUser(sample.inspection->sequence.user),
                                 .colors = &sample.colors,
                                 // Which head is looked at holds for every sample.
                                 .selection = session::carriedOver(m_workspace.selection().now()),
                                 .displayOffsetMinutes = m_workspace.names().displayOffsetMinutes(),
                                 .sampleText = sample.sampleText};
  if (!m_compares) return context;
  context.flags = sample.flags;
  if (sample.recorded) context.reference = &m_picturedReference;
  return context;
}

}  // namespace sojourn::qt
