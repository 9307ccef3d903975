// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/run_lines.h"

#include <algorithm>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/session/runs/run_difference.h"
#include "views/session/runs/run_figures.h"
#include "views/session/samples/filter_syntax.h"

namespace sojourn::session {
namespace {

constexpr const char* none = "\u2013";
constexpr std::size_t longestName = 120, longestWord = 60, longestHint = 600;

/// In the order in which runs want attention.
SortKey stateKey(const RunLine& line) {
  constexpr double standings = 16;
  return {.number = static_cast<double>(line.health.health) + static_cast<double>(line.standing) / standings};
}

RunCell words(const std::string& text) {
  if (text.empty()) return {.text = none, .key = {}};
  return {.text = text, .key = {.text = lowerCase(text)}};
}

/// Of its digest where that judges it, else of how it stands.
std::string stateHint(const RunLine& line) {
  for (const std::string* reason : {&line.digest.verdictReason, &line.digest.trendReason, &line.health.reason})
    if (!reason->empty()) return escapeForDisplay(*reason, longestHint);
  return escapeForDisplay(standingReason(*line.run), longestHint);
}

std::string nameHint(const RunEntry& entry) {
  std::string hint = escapeForDisplay(entry.paths.folder.string(), 300);
  const auto add = [&hint](const std::string& line) { hint += '\n' + line; };
  if (entry.record) add(tr("on %1", {escapeForDisplay(entry.record->dataset.prefix, 100)}));
  std::string tags;
  for (const std::string& tag : entry.notes.tags) tags += (tags.empty() ? "" : ", ") + escapeForDisplay(tag, 60);
  if (!tags.empty()) add(tr("tags: %1", {tags}));
  if (!entry.notes.note.empty()) add(escapeForDisplay(entry.notes.note, longestHint));
  if (entry.notes.steered) add(tr("steered: its learning rate was changed by hand"));
  return hint;
}

std::string datasetOf(const RunEntry& entry) {
  return entry.record ? escapeForDisplay(entry.record->dataset.prefix, longestWord) : std::string();
}

}  // namespace

std::string RunLine::stateText() const {
  const bool asItStands = health.health == healthOf(standing, RunTrend::None);
  std::string text(asItStands ? standingText(standing) : healthLabel(health.health));
  if (digest.verdict != RunVerdict::None) text += ": " + std::string(verdictWord(digest.verdict));
  return text;
}

std::optional<double> RunLine::figure(RunFigure figure) const {
  return runFigure(*run, digest, revealed, figure);
}

RunLine lineOf(const FollowedRunPtr& run, double now) {
  RunLine line{.run = run, .digest = digestOf(*run), .standing = standingOf(*run), .health = {}, .differs = {}};
  line.health = healthOf(*run, line.digest, now);
  return line;
}

void compareLine(RunLine& line, const RunComparison& comparison, const FollowedRunPtr& reference) {
  line.isReference = reference && reference->folder() == line.run->folder();
  line.differs.clear();
  const auto& record = line.run->entry.record;
  if (reference && reference->entry.record && record && !line.isReference)
    line.differs = recordDifferenceText(*record, *reference->entry.record);
  line.revealed = comparison.revealed(*line.run);
}

SeedLine seedLineOf(SeedGroup group, const std::vector<const RunLine*>& lines, const FollowedRunPtr& reference) {
  SeedLine line;
  line.group = std::move(group);
  const SeedGroup& of = line.group;
  std::vector<FollowedRunPtr> runs;
  for (const RunLine* one : lines) runs.push_back(one->run);
  line.title = escapeForDisplay(groupTitle(of, runs), longestName);
  const RunEntry& first = runs[of.members.front()]->entry;
  line.model = escapeForDisplay(first.model(), longestWord);
  line.dataset = datasetOf(first);
  if (reference && reference->entry.record && first.record)
    line.differs = escapeForDisplay(recordDifferenceText(*first.record, *reference->entry.record, false), longestName);
  line.state = stateKey(
      *lines[*std::ranges::min_element(of.members, {}, [&](std::size_t i) { return *stateKey(*lines[i]).number; })]);
  const auto tested = [&](std::size_t i) { return RunComparison::hasTest(*lines[i]->run); };
  line.hasTest = std::ranges::any_of(of.counted, tested);
  line.revealed =
      line.hasTest && std::ranges::all_of(of.counted, [&](std::size_t i) { return !tested(i) || lines[i]->revealed; });
  for (int i = 0; i < runFigures; ++i) {
    const auto figure = static_cast<RunFigure>(i);
    if (figure == RunFigure::TestAccuracy && !line.revealed) continue;
    line.spreads[static_cast<std::size_t>(i)] =
        spreadOver(of, [&](std::size_t run) { return lines[run]->figure(figure); });
  }
  return line;
}

RunCell runCell(const RunLine& line, RunText text) {
  const RunEntry& entry = line.run->entry;
  switch (text) {
    case RunText::Name:
      return words(escapeForDisplay(entry.title(), longestName));
    case RunText::State:
      return {.text = tr(line.stateText()), .key = stateKey(line)};
    case RunText::Model:
      return words(escapeForDisplay(entry.model(), longestWord));
    case RunText::Dataset:
      return words(datasetOf(entry));
    case RunText::Differs:
      if (line.isReference) return words(tr("reference of the comparison"));
      if (entry.imported) return words(std::string(importFormatName(entry.imported->format)));
      return words(escapeForDisplay(line.differs, longestName));
    case RunText::Seed: {
      const std::string seed = entry.record ? seedOf(*entry.record) : std::string();
      RunCell cell = words(escapeForDisplay(seed, 20));
      if (const auto number = numberFrom(seed)) cell.key.number = *number;
      return cell;
    }
  }
  return {};
}

std::string runHint(const RunLine& line, RunText text, const FollowedRunPtr& reference) {
  if (text == RunText::Name) return nameHint(line.run->entry);
  if (text == RunText::State) return stateHint(line);
  if (text != RunText::Differs || line.differs.empty() || !reference) return {};
  return tr("Against %1: %2",
            {escapeForDisplay(reference->entry.title(), longestName), escapeForDisplay(line.differs, longestName)});
}

RunCell seedCell(const SeedLine& line, RunText text) {
  switch (text) {
    case RunText::Name:
      return words(line.title);
    case RunText::State:
      return {.text = {}, .key = line.state};
    case RunText::Model:
      return words(line.model);
    case RunText::Dataset:
      return words(line.dataset);
    case RunText::Differs:
      return {.text = line.differs, .key = words(line.differs).key};
    case RunText::Seed:
      return {.text = seedText(line.group), .key = {.number = static_cast<double>(line.group.counted.size())}};
  }
  return {};
}

std::string seedHint(const SeedLine& line, RunText text) {
  if (text != RunText::Name && text != RunText::State && text != RunText::Seed) return {};
  return tr(
      "Runs that differ only in their seed: %1. Means are over finished runs whose learning rate was not changed by "
      "hand",
      {seedText(line.group)});
}

std::string epochText(const RunLine& line) {
  const RunDigest& digest = line.digest;
  if (digest.epochs > 0) return std::to_string(digest.epoch) + " / " + std::to_string(digest.epochs);
  return digest.epoch > 0 ? std::to_string(digest.epoch) : none;
}

std::string testHint(const RunLine& line) {
  if (!RunComparison::hasTest(*line.run)) return tr("Test figures are available when a run has finished");
  const std::int64_t times = line.run->entry.notes.reveals;
  const std::string count = times == 0   ? tr("never revealed")
                            : times == 1 ? tr("revealed once")
                                         : tr("revealed %1 times", {std::to_string(times)});
  return line.revealed ? count : tr("Hidden: %1", {count});
}

std::string hiddenTest(const RunLine& line) {
  return RunComparison::hasTest(*line.run) && !line.revealed ? tr("hidden") : std::string();
}

std::string hiddenTest(const SeedLine& line) {
  return line.hasTest && !line.revealed ? tr("hidden") : std::string();
}

bool hasMean(RunFigure figure) {
  return figure != RunFigure::Epoch && figure != RunFigure::Parameters && figure != RunFigure::SecondsLeft;
}

}  // namespace sojourn::session
