// SPDX-License-Identifier: GPL-3.0-or-later
// Words that the views of an ablation study share, and what the study comes to in a sentence.
#include <algorithm>
#include <array>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/ablation/ablation_views.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

/// "Eight": numbers at the beginning of a sentence.
std::string countWord(std::size_t count) {
  constexpr std::array words{"None",  "One",   "Two",  "Three", "Four",   "Five",   "Six",
                             "Seven", "Eight", "Nine", "Ten",   "Eleven", "Twelve", "Thirteen"};
  return count < words.size() ? tr(words[count]) : std::to_string(count);
}

std::string numberWord(std::size_t count) {
  std::string word = countWord(count);
  if (!word.empty() && word[0] >= 'A' && word[0] <= 'Z') word[0] = static_cast<char>(word[0] - 'A' + 'a');
  return word;
}

/// "a, b and c"
std::string andList(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? tr(" and ") : ", ") + names[i];
  return text;
}

/// How the claims fare: "Eight of eleven claims lie outside the retrained interval: all lose less."
std::string claimsSentence(const VariantStudy& study) {
  std::size_t judged = 0, outside = 0, less = 0, waiting = 0;
  for (const StudiedVariant& one : study.variants) {
    if (one.claimed && one.seeds == 0) ++waiting;
    if (one.standing != ClaimStanding::Inside && one.standing != ClaimStanding::Outside) continue;
    ++judged;
    if (one.standing != ClaimStanding::Outside) continue;
    ++outside;
    if (one.difference.value > *one.claimed) ++less;
  }
  if (judged == 0) return {};
  const std::string which = outside == less ? tr(": all lose less") : less == 0 ? tr(": all lose more") : std::string();
  std::string sentence;
  if (judged == 1)
    sentence = outside == 0 ? tr("The claim lies inside the retrained interval.")
                            : tr("The claim lies outside the retrained interval.");
  else if (outside == 0)
    sentence = tr("All %1 claims lie inside the retrained intervals.", {numberWord(judged)});
  else
    sentence =
        tr("%1 of %2 claims lie outside the retrained interval%3.", {countWord(outside), numberWord(judged), which});
  if (waiting == 1) sentence += tr(" One more is not measured yet.");
  if (waiting > 1) sentence += tr(" %1 more are not measured yet.", {countWord(waiting)});
  return sentence;
}

/// What is lost for certain.
std::string lossSentence(const VariantStudy& study) {
  std::vector<std::string> lost;
  std::size_t measured = 0;
  for (const StudiedVariant& one : study.variants) {
    if (!std::isfinite(one.difference.low)) continue;
    ++measured;
    if (one.difference.high < 0) lost.push_back(one.name);
  }
  if (measured == 0) return {};
  const std::size_t all = study.variants.size() - 1;
  if (measured < all) {
    const std::string found =
        lost.empty() ? tr("none loses anything for certain") : tr("certain loss by %1", {andList(lost)});
    return tr("So far %1 of %2 variants are compared: %3.", {numberWord(measured), numberWord(all), found});
  }
  if (lost.empty()) return tr("No variant loses anything for certain.");
  if (lost.size() == 1) return tr("Only %1 loses for certain.", {lost.front()});
  if (lost.size() <= 3) return tr("Only %1 lose for certain.", {andList(lost)});
  return tr("%1 of %2 variants lose for certain.", {countWord(lost.size()), numberWord(measured)});
}

}  // namespace

std::string figureTitle(StudyFigure figure) {
  constexpr std::array titles{"Acc@1", "Acc@5", "Acc@10", "MRR"};
  return tr(titles.at(static_cast<std::size_t>(figure)));
}

std::string metricTitle(const StudyMetric& metric) {
  constexpr std::array titles{"%1", "%1, known targets", "%1, unseen targets"};
  return tr(titles.at(static_cast<std::size_t>(metric.targets)), {figureTitle(metric.figure)});
}

std::string runStateTitle(const std::string& state) {
  return tr(stateText(state));
}

std::optional<EmptyState> nothingStudied(const VariantsInput& input) {
  if (input.study) return std::nullopt;
  if (!input.failure.empty())
    return EmptyState{.title = input.failure,
                      .detail = input.remedy,
                      .buttonText = tr("Open a study…"),
                      .button = WindowCommand::OpenStudy};
  if (!input.folder.empty()) return EmptyState{.title = tr("Reading %1", {input.folder})};
  return EmptyState{.title = tr("No ablation study is open"),
                    .detail = tr("Open the folder of one, or train a new one on the open dataset: New study…"),
                    .buttonText = tr("Open a study…"),
                    .button = WindowCommand::OpenStudy};
}

std::optional<EmptyState> nothingEvaluated(const VariantsInput& input) {
  if (auto nothing = nothingStudied(input)) return nothing;
  if (!input.unevaluated.empty())
    return EmptyState{.title = input.unevaluated,
                      .detail = {},
                      .buttonText = input.wrongDataset ? tr("Open its dataset") : std::string(),
                      .button = WindowCommand::OpenStudyDataset};
  if (input.study->n > 0) return std::nullopt;
  if (input.stopped)
    return EmptyState{.title = tr("The evaluation was cancelled"),
                      .detail = {},
                      .buttonText = tr("Continue"),
                      .button = ResumeStudy{}};
  return EmptyState{.title = tr("Evaluating the runs")};
}

void addRunActions(HitArea& hit, const std::string& run, bool finished, bool isFull) {
  if (finished) {
    hit.open = OpenStudyRun{run, OpenStudyRun::In::Inspect};
    hit.openLabel = tr("Open %1 in Inspect", {run});
    if (!isFull)
      hit.further.emplace_back(tr("Compare with the full model"), OpenStudyRun{run, OpenStudyRun::In::Compare});
  }
  hit.further.emplace_back(tr("Show in Runs"), OpenStudyRun{run, OpenStudyRun::In::Runs});
}

const StudiedVariant* variantNamed(const VariantStudy& study, const std::string& name) {
  const auto found = std::ranges::find(study.variants, name, &StudiedVariant::name);
  return found == study.variants.end() ? nullptr : &*found;
}

std::string shortVerdict(const StudiedVariant& variant) {
  switch (variant.standing) {
    case ClaimStanding::NoClaim:
      return tr("no claim");
    case ClaimStanding::NotMeasured:
      return tr("not measured yet");
    case ClaimStanding::TooFewSeeds:
      return tr("too few seeds");
    case ClaimStanding::TooFewUsers:
      return tr("too few users");
    case ClaimStanding::Inside:
      return tr("claim inside");
    case ClaimStanding::Outside:
      break;
  }
  return variant.difference.value > *variant.claimed ? tr("claim outside: less lost") : tr("claim outside: more lost");
}

StudySentence studySentence(const VariantsInput& input) {
  if (!input.failure.empty()) return {input.failure, input.remedy};
  if (!input.study) return {tr("No ablation study is open"), {}};
  const VariantStudy& study = *input.study;
  if (!input.unevaluated.empty()) return {input.unevaluated, {}};
  StudySentence said;
  const std::string claims = claimsSentence(study), losses = lossSentence(study);
  said.sentence = claims + (claims.empty() || losses.empty() ? "" : " ") + losses;
  if (said.sentence.empty()) {
    if (input.stopped) return {tr("The evaluation was cancelled"), {}};
    said.sentence = tr("No variant can be compared yet: a variant and the full model need a trained run of one seed");
  }
  std::size_t fewest = 0;
  bool any = false;
  for (const StudiedVariant& one : study.variants)
    if (one.seeds > 0) {
      fewest = any ? std::min(fewest, one.seeds) : one.seeds;
      any = true;
    }
  if (any && fewest < seedsToTrust)
    said.detail = tr("fewer than five seeds: the intervals are too short");
  else if (const StudiedVariant& full = study.variants.front(); full.mean) {
    double low = *full.mean, high = low;
    for (const VariantRun& run : full.runs)
      if (run.value) low = std::min(low, *run.value), high = std::max(high, *run.value);
    said.detail = tr("full model: %1 to %2 over its seeds", {fixedText(low, 1), fixedText(high, 1)});
  }
  return said;
}

}  // namespace sojourn::present
