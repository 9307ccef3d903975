// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures and sentences of samples that may be on no screen.
#include "views/present/explanation_sentence.h"
#include "views/present/what_if_text.h"
#include "views/qt/text.h"
#include "views/qt/view_state.h"
#include "views/session/selection_rules.h"

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

present::Picture ViewState::pictureOf(const ViewEntry& entry, const PicturedSample& sample,
                                      const present::Canvas& canvas) const {
  const Picturing picturing(*this, sample);
  return entry.present(canvas);
}

std::vector<std::string> ViewState::sentencesOf(const PicturedSample& sample) const {
  const Picturing picturing(*this, sample);
  std::vector<std::string> sentences;
  const auto say = [&](const std::string& words) {
    if (!words.empty()) sentences.push_back(words);
  };
  for (const ViewEntry& entry : m_views) {
    if (entry.id != QLatin1String("prediction") && entry.id != QLatin1String("gate")) continue;
    const present::Picture picture =
        entry.present({.size = entry.exported, .theme = present::Theme::light(), .text = measurer()});
    if (const auto* scene = std::get_if<present::Scene>(&picture)) say(scene->summary);
  }
  if (sample.recorded) say(present::changeText(comparedContext()));
  if (!sample.explained) return sentences;
  const present::ExplanationSentence sentence = present::explanationSentence(explanationContext());
  say(sentence.proof.empty() ? sentence.text : sentence.text + " " + sentence.proof + ".");
  say(sentence.caveat);
  return sentences;
}

std::vector<std::pair<std::string, std::string>> ViewState::explanationSettingsOf(const PicturedSample& sample) const {
  if (!sample.explained) return {};
  const Picturing picturing(*this, sample);
  const present::ExplanationContext context = explanationContext();
  return {{"explained", present::targetText(context)},
          {"operator", std::string("visits ") + present::removalText(context.removal)},
          {"baseline of integrated gradients", baselineName(sample.explained->explanation.baseline)}};
}

present::PlaceColors ViewState::colorsOf(UserId user) const {
  return user == m_colorsOf ? m_colors : present::PlaceColors();
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
