// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/io/dataset_files.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "model/core/text.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

/// What stands before the ending; nothing where the name has another one, or nothing before it.
std::optional<std::string> stemOf(const std::string& name, std::string_view ending) {
  if (name.size() <= ending.size() || !name.ends_with(ending)) return std::nullopt;
  return name.substr(0, name.size() - ending.size());
}

/// The prefix in "{prefix}_{split}.pk", if the name has that form.
std::optional<std::string> prefixOfSplitFile(const std::string& name) {
  for (const Split split : allSplits)
    if (auto prefix = stemOf(name, std::string("_") + splitName(split) + ".pk")) return prefix;
  return std::nullopt;
}

std::vector<std::string> fileNames(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    names.push_back(at->path().filename().string());
  }
  return names;
}

/// The prefixes of all datasets in a folder, in alphabetical order.
std::set<std::string> prefixesIn(const fs::path& folder) {
  std::set<std::string> prefixes;
  for (const std::string& name : fileNames(folder)) {
    if (auto prefix = prefixOfSplitFile(name)) prefixes.insert(std::move(*prefix));
  }
  return prefixes;
}

/// What to do about a folder without a dataset: where it holds raw records, which command and page make one of them.
std::string remedyFor(const fs::path& folder) {
  constexpr std::array recordEndings{".csv", ".gpx", ".plt", ".txt", ".tsv", ".csv.gz"};
  std::error_code ignored;
  bool records = fs::is_directory(folder / "Data", ignored);  // GeoLife's own layout
  for (const std::string& name : fileNames(folder))
    records =
        records || std::ranges::any_of(recordEndings, [&](const char* end) { return stemOf(name, end).has_value(); });
  if (!records) return "name a folder with files such as {prefix}_train.pk";
  return "it holds raw records: make a dataset of them by 'sojourn prepare --input " + shellWord(folder.string()) +
         " --format FORMAT --out FOLDER', and see 'sojourn prepare --help'";
}

std::string listed(const std::set<std::string>& names) {
  constexpr std::size_t shown = 8;
  std::string text;
  std::size_t count = 0;
  for (const std::string& name : names) {
    if (count == shown) return text + ", and " + std::to_string(names.size() - shown) + " more";
    text += (count++ == 0 ? "" : ", ") + name;
  }
  return text;
}

}  // namespace

std::string fingerprintLine(Split split, const std::string& digest) {
  return std::string(splitName(split)) + ' ' + digest + '\n';
}

std::vector<std::string> datasetsIn(const fs::path& folder) {
  const std::set<std::string> prefixes = prefixesIn(folder);
  return {prefixes.begin(), prefixes.end()};
}

fs::path splitFile(const DatasetLocation& location, Split split) {
  return location.folder / (location.prefix + "_" + splitName(split) + ".pk");
}

fs::path metadataFile(const DatasetLocation& location) {
  return location.folder / (location.prefix + "_metadata.json");
}

std::optional<fs::path> labelFile(const DatasetLocation& location, std::string_view suffix) {
  const std::string ending = std::string(suffix) + ".csv";
  std::string best;
  for (const std::string& name : fileNames(location.folder)) {
    const auto stem = stemOf(name, ending);
    if (stem && stem->size() > best.size() && location.prefix.starts_with(*stem)) best = *stem;
  }
  if (best.empty()) return std::nullopt;
  return location.folder / (best + ending);
}

Result<DatasetLocation> locateDataset(const fs::path& data) {
  std::error_code ignored;
  // "geolife/" and "geolife" are the same folder, but only the second has a file name.
  const fs::path path = data.has_filename() || !data.has_parent_path() ? data : data.parent_path();
  if (fs::is_directory(path, ignored)) {
    const std::set<std::string> prefixes = prefixesIn(path);
    if (prefixes.size() == 1) return DatasetLocation{path, *prefixes.begin()};
    if (prefixes.size() > 1) {
      return Error{ErrorKind::BadInput, path.string(), "holds several datasets: " + listed(prefixes),
                   "name one of them as folder/prefix"};
    }
  }
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const std::string name = path.filename().string();
  const std::set<std::string> prefixes = prefixesIn(folder);
  if (prefixes.contains(name)) return DatasetLocation{folder, name};
  for (const auto& prefix : {prefixOfSplitFile(name), stemOf(name, "_metadata.json")}) {
    if (prefix && prefixes.contains(*prefix)) return DatasetLocation{folder, *prefix};
  }
  if (fs::is_directory(path, ignored)) {
    return Error{ErrorKind::BadInput, path.string(), "holds no dataset", remedyFor(path)};
  }
  if (!fs::exists(folder, ignored)) {
    return Error{ErrorKind::BadInput, path.string(), "is not there", "check the path"};
  }
  const std::string remedy =
      prefixes.empty() ? "name a folder with files such as {prefix}_train.pk" : "that folder holds " + listed(prefixes);
  return Error{ErrorKind::BadInput, path.string(), "names no dataset", remedy};
}

}  // namespace sojourn
