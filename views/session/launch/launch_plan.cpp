// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/launch/launch_plan.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "model/config/config_file.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/dataset/dataset.h"
#include "model/data/demo/demo_files.h"
#include "model/results/device.h"
#include "model/runs/catalogue/run_catalogue.h"
#include "model/runs/queue/run_queue.h"
#include "views/session/launch/hyperparameter_sweep.h"
#include "views/session/launch/launch_source.h"
#include "views/session/runs/run_digest.h"

namespace sojourn::session {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t mostThreads = 4096;
constexpr std::int64_t mostAtATime = 64;
/// As deep as a catalogue of runs looks.
constexpr std::ptrdiff_t deepest = 3;

std::string capitalised(std::string words) {
  if (!words.empty()) words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
  return words;
}

/// "what. Remedy"
std::string message(const std::string& what, const std::string& remedy) {
  const std::string text = remedy.empty() ? what : what + ". " + capitalised(remedy);
  return escapeForDisplay(text, 400);
}

struct SweptField {
  const ConfigField* field = nullptr;
  std::vector<ConfigValue> values;
};

/// The values of all fields that the form has; errors go into the plan.
std::vector<SweptField> readFields(const LaunchForm& form, LaunchPlan& plan) {
  std::vector<SweptField> sweeps;
  for (const ConfigField& field : configFields()) {
    auto values = parseHyperparameterSweep(field, form.text(field));
    if (!values) {
      plan.errors.push_back({field.key, message(values.error().what, values.error().remedy), form.lineOf(field.key)});
      continue;
    }
    if (values->size() > 1) plan.sweeps.push_back(values->size());
    sweeps.push_back({.field = &field, .values = std::move(*values)});
  }
  return sweeps;
}

/// Every combination, the last field turning fastest.
std::vector<TrainingConfig> combinations(const std::vector<SweptField>& sweeps, const TrainingConfig& base) {
  std::vector<TrainingConfig> configs{base};
  for (const SweptField& sweep : sweeps) {
    std::vector<TrainingConfig> more;
    for (const TrainingConfig& config : configs) {
      for (const ConfigValue& value : sweep.values) {
        more.push_back(config);
        sweep.field->set(more.back(), value);
      }
    }
    configs = std::move(more);
  }
  return configs;
}

void checkCombinations(const std::vector<TrainingConfig>& configs, const LaunchForm& form, LaunchPlan& plan) {
  std::set<std::string> seen;
  for (const TrainingConfig& config : configs) {
    for (const CombinationProblem& problem : combinationProblems(config)) {
      if (seen.insert(problem.key).second)
        plan.errors.push_back({problem.key, message(problem.what, problem.remedy), form.lineOf(problem.key)});
    }
  }
}

// ---- run folders

std::string nameInBraces(const ConfigField& field) {
  return field.key == "model.name" ? "model" : std::string(field.name());
}

const ConfigField* fieldInBraces(std::string_view name) {
  for (const ConfigField& field : configFields())
    if (!field.ignored && (nameInBraces(field) == name || field.key == name)) return &field;
  return nullptr;
}

/// A value as part of a file's name.
std::string fileText(const ConfigValue& value) {
  std::string text = shortText(value);
  for (char& c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (!std::isalnum(byte) && c != '.' && c != '-' && c != '_' && c != '+') c = '_';
  }
  return text;
}

/// The pattern with a configuration's values in it. Errors: a brace without its other half, an unknown name.
Result<std::string> filledIn(std::string_view pattern, const TrainingConfig& config) {
  std::string text;
  while (!pattern.empty()) {
    const std::size_t open = pattern.find_first_of("{}");
    text += pattern.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = pattern.find('}', open);
    if (pattern[open] == '}' || close == std::string_view::npos)
      return Error{ErrorKind::BadInput, runFolderKey, tr("The run folder has an unmatched brace"),
                   tr("write names as in {seed}")};
    const std::string_view name = pattern.substr(open + 1, close - open - 1);
    const ConfigField* field = fieldInBraces(name);
    if (!field) {
      std::string names;
      for (const std::string& one : folderNames()) names += (names.empty() ? "" : ", ") + one;
      return Error{ErrorKind::BadInput, runFolderKey, tr("{%1} is not the name of a field", {name}),
                   tr("use one of %1", {names})};
    }
    text += fileText(field->get(config));
    pattern.remove_prefix(close + 1);
  }
  return text;
}

/// Of the open folder where the run lies in it and a catalogue would find it there, else of the deepest one that no
/// run shares.
fs::path folderOf(const fs::path& pattern, const fs::path& open) {
  if (!open.empty()) {
    const fs::path below = pattern.lexically_relative(open);
    const bool inside = !below.empty() && *below.begin() != ".." && below != ".";
    if (inside && std::distance(below.begin(), below.end()) <= deepest) return open;
  }
  fs::path folder = pattern.parent_path();
  while (folder.string().find('{') != std::string::npos) folder = folder.parent_path();
  return folder;
}

/// Why the queue would refuse a run folder; empty where it would not.
std::string unusable(const fs::path& run) {
  for (const fs::path& part : run) {
    const std::string name = part.string();
    if (name.starts_with('.')) return tr("has a part that begins with a dot");
  }
  return *run.begin() == "queue" ? tr("begins with queue, the folder of the queue's files") : "";
}

/// "add {learning_rate} to the name": the swept fields that the pattern leaves out.
std::string wayOut(const std::string& pattern, const std::vector<SweptField>& sweeps) {
  std::string missing;
  for (const SweptField& sweep : sweeps) {
    if (sweep.values.size() < 2) continue;
    const std::string name = "{" + nameInBraces(*sweep.field) + "}";
    if (pattern.find(name) == std::string::npos) missing += (missing.empty() ? "" : tr(" and ")) + name;
  }
  return missing.empty() ? tr("give them different names") : tr("add %1 to the name", {missing});
}

void nameFolders(std::vector<TrainingConfig> configs, const std::string& typed, const std::vector<SweptField>& sweeps,
                 const LaunchSurroundings& surroundings, LaunchPlan& plan) {
  const auto refuse = [&](const std::string& what, const std::string& remedy) {
    plan.errors.push_back({runFolderKey, message(what, remedy), 0});
  };
  const fs::path pattern = fromTilde(typed, surroundings.home);
  if (!pattern.is_absolute())
    return refuse(typed.empty() ? tr("The run folder is empty") : tr("The run folder is not a full path"),
                  tr("write it as ~/sojourn/runs/{model}-{seed}"));
  fs::path whole = pattern.lexically_normal();
  if (!whole.has_filename()) whole = whole.parent_path();  // a slash at its end
  plan.folder = folderOf(whole, surroundings.runsFolder);
  const std::string below = whole.lexically_relative(plan.folder).string();
  std::set<std::string> taken;
  for (TrainingConfig& config : configs) {
    auto run = filledIn(below, config);
    if (!run) return refuse(run.error().what, run.error().remedy);
    if (const std::string why = unusable(*run); !why.empty())
      return refuse(tr("The run folder %1", {why}), tr("choose another"));
    if (!taken.insert(*run).second)
      return refuse(tr("Two runs would share the folder %1", {*run}), wayOut(typed, sweeps));
    plan.members.push_back({.config = std::move(config), .runFolder = std::move(*run)});
  }
}

/// A whole number of a field that is no part of the configuration.
std::int64_t wholeIn(const std::string& text, std::int64_t most, const char* key, LaunchPlan& plan) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && number >= 1 && number <= most) return number;
  plan.errors.push_back(
      {key,
       message(tr("%1 is not a valid number here", {text.empty() ? tr("An empty field") : escapeForDisplay(text, 40)}),
               tr("write a whole number from 1 to %1", {std::to_string(most)})),
       0});
  return 1;
}

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

std::size_t LaunchPlan::runs() const {
  std::size_t product = 1;
  for (const std::size_t count : sweeps) product *= std::min<std::size_t>(count, mostRuns + 1);
  return product;
}

LaunchPlan planLaunch(const LaunchForm& form, const LaunchPlace& place, const LaunchSurroundings& surroundings) {
  LaunchPlan plan;
  plan.data = fromTilde(place.data, surroundings.home);
  if (!plan.data.empty() && !plan.data.is_absolute())
    plan.errors.push_back(
        {"where.data", message(tr("The dataset is not a full path"), tr("choose it with Browse")), 0});
  plan.device = place.device;
  if (!deviceFromText(place.device))
    plan.errors.push_back(
        {"where.device", message(tr("%1 is no device", {place.device}), tr("use auto, cpu, cuda or cuda:1")), 0});
  if (!place.threads.empty()) plan.threads = wholeIn(place.threads, mostThreads, "where.threads", plan);
  plan.atATime = wholeIn(place.atATime, mostAtATime, "where.at_a_time", plan);
  plan.errors.insert(plan.errors.end(), form.yamlErrors().begin(), form.yamlErrors().end());

  const std::vector<SweptField> sweeps = readFields(form, plan);
  std::size_t product = 1;
  for (const std::size_t count : plan.sweeps) {
    product *= count;
    if (product <= mostRuns) continue;
    plan.errors.push_back({{}, tr("More than %1 runs: give fewer values", {std::to_string(mostRuns)}), 0});
    return plan;
  }
  if (sweeps.size() == configFields().size()) {
    std::vector<TrainingConfig> configs = combinations(sweeps, form.base());
    checkCombinations(configs, form, plan);
    nameFolders(std::move(configs), place.runFolder, sweeps, surroundings, plan);
  }
  if (!plan.errors.empty()) plan.members.clear();
  return plan;
}

DiskCheck checkOnDisk(const LaunchPlan& plan) {
  DiskCheck check;
  if (!plan.data.empty()) {
    if (const auto found = locateDataset(plan.data); !found)
      check.errors.push_back({"where.data", message(found.error().what, found.error().remedy), 0});
  }
  const RunQueue queue(plan.folder);
  std::set<std::string> queued;
  for (const QueuedRun& run : queue.waiting()) queued.insert(run.runFolder);
  for (const TakenRun& taken : queue.taken()) queued.insert(taken.run.runFolder);
  const auto isFree = [&](const std::string& name) {
    std::error_code ignored;
    const fs::path run = plan.folder / name;
    return !queued.contains(name) && (!fs::exists(run, ignored) || fs::is_empty(run, ignored));
  };
  std::set<std::string> planned;
  for (const LaunchMember& member : plan.members) planned.insert(member.runFolder);
  for (const LaunchMember& member : plan.members) {
    std::string name = member.runFolder;
    // A number must not lead to the name of another run of this plan either.
    for (int number = 2; !isFree(name) || (name != member.runFolder && planned.contains(name)); ++number)
      name = member.runFolder + "-" + std::to_string(number);
    queued.insert(name);
    check.runFolders.push_back(std::move(name));
  }
  return check;
}

LaunchPlan withFreeFolders(LaunchPlan plan, const DiskCheck& check) {
  for (std::size_t i = 0; i < std::min(plan.members.size(), check.runFolders.size()); ++i)
    plan.members[i].runFolder = check.runFolders[i];
  return plan;
}

std::vector<std::string> folderNames() {
  std::vector<std::string> names;
  for (const ConfigField& field : configFields())
    if (!field.ignored && field.section() != "data" && field.type != ConfigType::IntegerList)
      names.push_back(nameInBraces(field));
  return names;
}

std::string timeText(double seconds) {
  const auto whole = [](double value) { return std::to_string(std::llround(value)); };
  if (seconds < 90) return whole(std::max(1.0, seconds)) + " s";
  if (seconds < 90 * 60) return whole(seconds / 60) + " min";
  return whole(seconds / 3600) + " h";
}

std::vector<RunPace> pacesOf(const std::vector<FollowedRunPtr>& runs) {
  std::vector<RunPace> paces;
  for (const FollowedRunPtr& run : runs) {
    const auto& record = run->entry.record;
    if (!record) continue;
    const RunDigest digest = digestOf(*run);
    if (digest.validation.empty() || !(digest.seconds > 0)) continue;
    RunPace pace{.config = record->config,
                 .data = std::filesystem::path(record->dataset.path) / record->dataset.prefix,
                 .secondsPerEpoch = digest.seconds / static_cast<double>(digest.validation.size())};
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
