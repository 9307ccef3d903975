// SPDX-License-Identifier: GPL-3.0-or-later
// The options that name data, and what these open.
#include <algorithm>
#include <limits>
#include <numeric>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/runs/store/run_files.h"
#include "model/runs/store/run_paths.h"
#include "views/session/samples/sample_filter.h"

namespace sojourn::cli {

void DataChoice::addTo(CLI::App& app) {
  app.add_option("--data", data, "Dataset: a folder, or folder/prefix")->required()->type_name("DATA");
  app.add_option("--split", split, "Split: train, validation or test")->type_name("SPLIT")->capture_default_str();
  app.add_option("--pseudonyms", pseudonyms,
                 "Show users and places under other numbers, without names, positions rounded to 500 m. The same seed, "
                 "any text, gives the same pseudonyms; who has it can undo them. Ids and filters that you type are "
                 "pseudonyms too, those in files are as recorded")
      ->check(pseudonymSeedProblem)
      ->type_name("SEED");
}

Result<Split> DataChoice::chosenSplit() const {
  if (const auto known = splitFromName(split)) return *known;
  return Error{ErrorKind::BadInput, "--split " + split, "is not a split", "use train, validation or test"};
}

Result<Dataset> openDataset(const DataChoice& data, const std::vector<Split>& required, const CancelToken& cancel,
                            const std::vector<Split>& welcome) {
  const auto location = locateDataset(data.data);
  if (!location) return location.error();
  ProgressLine progress("reading");
  DatasetReadOptions options{.wanted = required, .required = required, .pseudonyms = data.pseudonyms};
  options.wanted.insert(options.wanted.end(), welcome.begin(), welcome.end());
  auto dataset = readDataset(*location, options, progress.bytes(), cancel);
  progress.clear();
  if (dataset) holdProblems(dataset->problems);
  return dataset;
}

Result<Dataset> openForTraining(const std::string& data, const std::string& prefix, const CancelToken& cancel) {
  const std::filesystem::path folder(data);
  std::error_code error;
  const bool choose = !prefix.empty() && std::filesystem::is_directory(folder, error) && !locateDataset(folder).ok();
  return openDataset({.data = choose ? (folder / prefix).string() : data}, {Split::Train, Split::Validation}, cancel,
                     {Split::Test});
}

std::string splitFile(const Dataset& dataset, Split split) {
  return (dataset.folder / (dataset.prefix + "_" + splitName(split) + ".pk")).string();
}

Result<std::vector<std::size_t>> filteredRows(const std::string& filter, const Dataset& dataset, Split split,
                                              std::span<const Outcome> outcomes) {
  std::vector<std::size_t> rows(dataset.split(split)->size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  if (filter.empty()) return rows;
  const auto parsed = session::SampleFilter::parse(filter, nullptr);
  if (!parsed.ok()) return Error{ErrorKind::BadUsage, "--filter", parsed.error->message, "correct the filter"};
  if (outcomes.empty() && parsed.filter.needsOutcomes())
    return Error{ErrorKind::BadUsage, "--filter", "asks for predictions of a model", "add --checkpoint"};
  session::SampleTable table(std::make_shared<const Dataset>(dataset), split);
  table.fill(0, outcomes);
  const auto kept = parsed.filter.apply(table);
  rows.assign(kept.begin(), kept.end());
  if (rows.empty()) return Error{ErrorKind::BadInput, "--filter", "no sample matches", "loosen the filter"};
  return rows;
}

void addFilterOption(CLI::App& app, std::string& filter) {
  app.add_option("--filter", filter, "Only samples that match, as in the studio")->type_name("FILTER");
}

void addJsonOption(CLI::App& app, std::string& out) {
  app.add_option("--json", out, "Write JSON to this file (- for standard output) instead of a table")->type_name("OUT");
}

std::optional<LocationId> locationOf(const std::optional<std::int64_t>& number) {
  if (!number) return std::nullopt;
  return static_cast<LocationId>(std::clamp<std::int64_t>(*number, -1, std::numeric_limits<LocationId>::max()));
}

Error inFile(const std::string& file, Error error) {
  if (error.kind != ErrorKind::BadInput || error.where.starts_with(file)) return error;
  // Some places name the file without its folder: that part is replaced, all else is kept.
  const std::string name = std::filesystem::path(file).filename().string();
  const bool named = !name.empty() && error.where.starts_with(name);
  const std::string rest = named ? error.where.substr(name.size()) : error.where.empty() ? "" : ", " + error.where;
  error.where = file + rest;
  return error;
}

void ShowingCounter::count(const RunPaths& run) {
  auto notes = readViewerNotes(run.viewer());
  Status counted;
  if (notes) {
    ++notes->reveals;
    counted = writeViewerNotes(run.viewer(), *notes);
  } else {
    counted = notes.error();
  }
  if (counted) return;
  if (!m_first) m_first = counted.error();
  ++m_uncounted;
}

ShowingCounter::~ShowingCounter() {
  if (!m_first) return;
  std::string what = m_first->what + ": the showing of its test figures is not counted";
  if (m_uncounted > 1) what += ", nor of " + std::to_string(m_uncounted - 1) + " other runs";
  printProblems({{Severity::Warning, m_first->where, what, m_first->remedy}});
}

}  // namespace sojourn::cli
