// SPDX-License-Identifier: GPL-3.0-or-later
// How long a launch takes, as far as runs like its own have shown.
#include <algorithm>
#include <cmath>

#include "model/config/config_reader.h"
#include "model/config/config_writer.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/demo/demo_files.h"
#include "views/session/launch/launch_plan.h"
#include "views/session/runs/run_digest.h"

namespace sojourn::session {
namespace {

using Json = nlohmann::ordered_json;

/// A member of the section training, whatever the file says that this is.
Json trainingMember(const Json& config, const char* key) {
  const Json training = config.is_object() ? config.value("training", Json()) : Json();
  return training.is_object() ? training.value(key, Json()) : Json();
}

/// What decides the time of an epoch.
bool sameWork(const Json& a, const Json& b) {
  return a.contains("model") && b.contains("model") && a["model"] == b["model"] &&
         trainingMember(a, "batch_size") == trainingMember(b, "batch_size");
}

/// What decides when a training ends.
bool sameEnd(const Json& a, const Json& b) {
  for (const char* key : {"num_epochs", "patience", "min_epochs"})
    if (trainingMember(a, key) != trainingMember(b, key)) return false;
  return true;
}

std::string timeText(double seconds) {
  const auto whole = [](double value) { return std::to_string(std::llround(value)); };
  if (seconds < 90) return whole(std::max(1.0, seconds)) + " s";
  if (seconds < 90 * 60) return whole(seconds / 60) + " min";
  return whole(seconds / 3600) + " h";
}

}  // namespace

std::vector<RunPace> pacesOf(const std::vector<FollowedRunPtr>& runs) {
  std::vector<RunPace> paces;
  for (const FollowedRunPtr& run : runs) {
    const auto& record = run->entry.record;
    if (!record) continue;
    const RunDigest digest = digestOf(*run);
    if (digest.validation.empty() || !(digest.seconds > 0)) continue;
    RunPace pace{.config = record->config,
                 .data = std::filesystem::path(record->dataset.path) / record->dataset.prefix,
                 .secondsPerEpoch = digest.seconds / static_cast<double>(digest.validation.size()),
                 .seconds = {}};
    if (standingOf(*run) == RunStanding::Finished) pace.seconds = digest.seconds;
    paces.push_back(std::move(pace));
  }
  return paces;
}

std::optional<LaunchEstimate> estimate(const LaunchPlan& plan, const std::vector<RunPace>& paces) {
  LaunchEstimate all;
  for (const LaunchMember& member : plan.members) {
    const Json config = toJson(member.config);
    double whole = 0, perEpoch = 0;
    int ended = 0, known = 0;
    for (const RunPace& pace : paces) {
      const bool demo = plan.data.empty() && pace.data.filename() == demoPrefix;
      const bool sameData = demo || pace.data == plan.data || pace.data.parent_path() == plan.data;
      if (!sameData || !sameWork(pace.config, config)) continue;
      perEpoch += pace.secondsPerEpoch;
      ++known;
      if (!pace.seconds || !sameEnd(pace.config, config)) continue;
      whole += *pace.seconds;
      ++ended;
    }
    if (known == 0) return std::nullopt;
    all.atMost = all.atMost || ended == 0;
    all.seconds += ended > 0 ? whole / ended : perEpoch / known * static_cast<double>(member.config.training.numEpochs);
  }
  if (plan.members.empty()) return std::nullopt;
  return all;
}

namespace {

/// Of the folders that the check has numbered; empty where it has not.
std::string numberedText(const LaunchPlan& plan, const DiskCheck& check) {
  std::size_t numbered = 0, first = 0;
  const std::size_t count = std::min(plan.members.size(), check.runFolders.size());
  for (std::size_t i = 0; i < count; ++i)
    if (plan.members[i].runFolder != check.runFolders[i] && numbered++ == 0) first = i;
  if (numbered == 0) return {};
  if (numbered > 1) return tr(". %1 names are taken and will get a number", {std::to_string(numbered)});
  return tr(". %1 is taken; the run will be %2",
            {escapeForDisplay(plan.members[first].runFolder, 80), escapeForDisplay(check.runFolders[first], 80)});
}

}  // namespace

std::string summaryOf(const LaunchPlan& plan, const std::optional<LaunchEstimate>& estimate, const DiskCheck* check) {
  const std::string numbered = check ? numberedText(plan, *check) : std::string();
  std::string text;
  if (plan.sweeps.size() > 1) {
    for (const std::size_t count : plan.sweeps) text += (text.empty() ? "" : " × ") + std::to_string(count);
    text += " = ";
  }
  text += tr(plan.runs() == 1 ? "%1 run" : "%1 runs", {std::to_string(plan.runs())});
  if (estimate) {
    text += tr(estimate->atMost ? ", at most %1" : ", about %1", {timeText(estimate->seconds)});
    if (plan.atATime > 1 && plan.runs() > 1) text += tr(" if trained one by one");
  }
  const bool longWarmup = std::ranges::any_of(
      plan.members, [](const LaunchMember& member) { return !combinationWarnings(member.config).empty(); });
  if (longWarmup) text += tr("; warm-up is longer than the training");
  return text + numbered;
}

}  // namespace sojourn::session
