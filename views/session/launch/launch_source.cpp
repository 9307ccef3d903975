// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/launch/launch_source.h"

#include <algorithm>

#include "model/config/config_file.h"
#include "model/config/trainable_models.h"
#include "model/core/files.h"
#include "model/core/text.h"
#include "model/core/translation.h"

namespace sojourn::session {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t mostYamlBytes = 64 * 1024;
/// Of a folder tree that is looked through for YAML files.
constexpr int deepestFolder = 2;
constexpr int mostEntries = 5000;
constexpr std::size_t mostFiles = 50;

bool leftOut(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.starts_with('.') || name == "queue" || name == "checkpoints" || name == "probes";
}

void addYamlFiles(const fs::path& folder, int& looked, std::vector<fs::path>& files) {
  std::error_code failed;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, failed);
  for (; !failed && at != fs::recursive_directory_iterator(); at.increment(failed)) {
    if (++looked > mostEntries || files.size() >= mostFiles) return;
    std::error_code ignored;
    if (at->is_directory(ignored) && (at.depth() >= deepestFolder || leftOut(at->path())))
      at.disable_recursion_pending();
    const fs::path ending = at->path().extension();
    if ((ending == ".yaml" || ending == ".yml") && at->is_regular_file(ignored)) files.push_back(at->path());
  }
}

}  // namespace

std::vector<FormChoice> launchSources(std::span<const FollowedRunPtr> runs, std::span<const fs::path> files,
                                      const fs::path& home) {
  std::vector<FormChoice> choices;
  for (const TrainableModel& model : trainableModels())
    choices.push_back({recipeSource + model.name(), tr("%1, recipe", {std::string(model.shortTitle)})});
  for (const fs::path& file : files) choices.push_back({fileSource + file.string(), withTilde(file, home)});
  for (const FollowedRunPtr& run : runs)
    if (run->entry.record)
      choices.push_back({runSource + run->folder().string(), escapeForDisplay(run->entry.title(), 80)});
  return choices;
}

Result<TrainingConfig> configOf(const FollowedRun& run) {
  if (!run.entry.record)
    return Error{ErrorKind::BadInput, run.folder().string(), tr("has no readable run.json"),
                 tr("start from a configuration file")};
  auto config = parseTrainingConfig(run.entry.record->config.dump(), run.folder().string());
  if (config) config->data = {};
  return config;
}

std::string dataOf(const RunRecord& record) {
  return (fs::path(record.dataset.path) / record.dataset.prefix).string();
}

Result<std::string> readYamlText(const fs::path& file) {
  const auto bytes = readFile(file, mostYamlBytes);
  if (!bytes) return bytes.error();
  std::string text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  if (!isValidUtf8(text))
    return Error{ErrorKind::BadInput, file.string(), tr("is not UTF-8 text"), tr("choose a YAML file")};
  return text;
}

Status writeYamlText(const fs::path& file, const std::string& yaml) {
  std::error_code error;
  if (fs::is_directory(file, error))
    return Error{ErrorKind::Failed, file.string(), tr("is a folder"), tr("add a file name, such as training.yaml")};
  if (!fs::is_directory(file.parent_path(), error))
    return Error{ErrorKind::Failed, file.parent_path().string(), tr("is not a folder"),
                 tr("create it, or choose another one")};
  return writeOutput(file, yaml);
}

std::vector<fs::path> yamlFilesBelow(const std::vector<fs::path>& folders) {
  std::vector<fs::path> files;
  int looked = 0;
  for (const fs::path& folder : folders) addYamlFiles(folder, looked, files);
  std::ranges::sort(files);
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

fs::path openRunsFolder(const RunLibrary& library) {
  const auto& sources = library.sources();
  const auto folder = std::ranges::find_if(sources, [&](const auto& source) { return !library.run(source); });
  if (folder != sources.end()) return *folder;
  return sources.empty() ? fs::path() : sources.front().parent_path();
}

fs::path defaultRunsFolder(const fs::path& home) {
  return home / "sojourn" / "runs";
}

std::string proposedRunFolder(const fs::path& runs, const fs::path& home) {
  return withTilde((runs.empty() ? defaultRunsFolder(home) : runs) / "{model}-{seed}", home);
}

fs::path queueFolderOf(const RunLibrary& library, const fs::path& run) {
  const fs::path source = library.sourceOf(run);
  return source.empty() || source == run ? run.parent_path() : source;
}

std::string withTilde(const fs::path& path, const fs::path& home) {
  const fs::path below = home.empty() ? fs::path() : path.lexically_relative(home);
  const bool inside = !below.empty() && *below.begin() != "..";
  return inside ? (fs::path("~") / below).string() : path.string();
}

fs::path fromTilde(const std::string& text, const fs::path& home) {
  return text.starts_with("~/") ? home / text.substr(2) : fs::path(text);
}

}  // namespace sojourn::session
