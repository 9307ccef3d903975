// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/report/found_views.h"

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/what_if/what_if_text.h"
#include "views/present/what_if/what_if_views.h"
#include "views/qt/widgets/text.h"

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

using Findings = session::SampleFindings;

/// `show` makes the picture of what `answer` holds.
ViewSpec foundSpec(const char* id, const char* title, present::Size exported, session::Finding finding, auto answer,
                   auto show) {
  ViewSpec spec{.id = QLatin1String(id),
                .title = toText(tr(title)),
                .minimum = {},
                .exported = exported,
                .dependsOn = {},
                .build = [=](const SampleSource& source, const present::Canvas& canvas) -> present::ViewContent {
                  const present::EmptyState notSearched{.title = tr("No search was run")};
                  if (!source.pictured) return notSearched;
                  const Findings& findings = source.pictured->findings;
                  if (const Error* error = findings.failure(finding)) return failedContent(*error);
                  const auto& found = findings.*answer;
                  if (!found) return notSearched;
                  const auto took = findings.seconds.find(finding);
                  return show(source.sample, *found, took == findings.seconds.end() ? 0 : took->second, canvas);
                }};
  return spec.forEverySample(finding);
}

}  // namespace

std::vector<ViewSpec> foundSpecs() {
  using present::Canvas;
  using present::SampleContext;
  using session::Finding;
  return {
      foundSpec("feature_sweep", "Feature sweep", {520, 520}, Finding::FeatureSweep, &Findings::sweep,
                [](const SampleContext& sample, const auto& found, double seconds, const Canvas& canvas) {
                  return present::featureSweepContent({.sample = sample, .sweep = &found.sweep, .seconds = seconds},
                                                      canvas);
                }),
      // Nothing is chosen on paper: no row shows a button.
      foundSpec("counterfactuals", "Counterfactuals", {420, 640}, Finding::Counterfactuals, &Findings::counterfactuals,
                [](const SampleContext& sample, const auto& found, double seconds, const Canvas& canvas) {
                  return present::counterfactualsContent({.sample = sample,
                                                          .findings = &found.findings,
                                                          .chosen = found.findings.counterfactuals.size(),
                                                          .seconds = seconds},
                                                         canvas);
                }),
      foundSpec("nearest", "Nearest training samples", {420, 800}, Finding::Nearest, &Findings::nearest,
                [](const SampleContext& sample, const auto& found, double, const Canvas& canvas) {
                  return present::nearestContent({.sample = sample, .neighbours = &found.neighbours}, canvas);
                })};
}

std::vector<std::string> sentencesOf(const StudioViews& views, const PicturedSample& sample) {
  const SampleSource source = sourceOf(sample, views.workspace());
  std::vector<std::string> sentences;
  const auto say = [&](const std::string& text) {
    if (!text.empty()) sentences.push_back(text);
  };
  for (const ViewSpec& spec : views.inspect.specs()) {
    if (spec.id != QLatin1String("prediction") && spec.id != QLatin1String("gate")) continue;
    const present::ViewContent content =
        contentOf(spec, source, {.size = spec.exported, .theme = present::Theme::light(), .text = measurer()});
    if (const auto* scene = std::get_if<present::Scene>(&content)) say(scene->summary);
  }
  if (sample.recorded) say(present::changeText(views.whatIf.compared(source).sample));
  if (!sample.findings.explained) return sentences;
  const present::ExplanationSentence sentence = present::explanationSentence(views.explain.context(source));
  say(sentence.proof.empty() ? sentence.text : sentence.text + " " + sentence.proof + ".");
  say(sentence.caveat);
  return sentences;
}

std::vector<std::pair<std::string, std::string>> explanationSettingsOf(const StudioViews& views,
                                                                       const PicturedSample& sample) {
  if (!sample.findings.explained) return {};
  const present::ExplanationContext context = views.explain.context(sourceOf(sample, views.workspace()));
  return {{"explained", present::targetText(context)},
          {"operator", tr("visits %1", {tr(present::removalText(context.removal))})},
          {"baseline of integrated gradients", tr(baselineName(sample.findings.explained->explanation.baseline))}};
}

}  // namespace sojourn::qt
