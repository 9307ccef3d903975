// SPDX-License-Identifier: GPL-3.0-or-later
// Options that several subcommands share, and what they open.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/dataset.h"
#include "model/inspect/engine.h"

namespace CLI {
class App;
class Option;
}

namespace sojourn::cli {

/// --data and --split.
struct DataChoice {
  std::string data;
  std::string split = "test";

  void addTo(CLI::App& app, bool withSplit = true);
  [[nodiscard]] Result<Split> chosenSplit() const;
};

/// A dataset with the splits that a command needs and those that it would like; progress goes to the terminal, problems
/// are printed.
[[nodiscard]] Result<Dataset> openDataset(const std::string& data, const std::vector<Split>& required,
                                          const CancelToken& cancel, const std::vector<Split>& welcome = {});

/// The file of a split, for errors about its rows.
[[nodiscard]] std::string splitFile(const Dataset& dataset, Split split);

/// --checkpoint, --heads, and where wanted --device and --threads.
struct ModelChoice {
  std::string checkpoint;
  std::string device = "auto";
  int heads = 0;    ///< 0: as the checkpoint or its configuration say
  int threads = 0;  ///< 0: one a processor
  /// What load() found and does not stop the work, for the JSON.
  mutable std::vector<Problem> problems;

  void addTo(CLI::App& app);
  void addDeviceTo(CLI::App& app);
  void addThreadsTo(CLI::App& app);
  [[nodiscard]] Device chosenDevice() const;
  /// Sets the threads, loads, prints the notices, and a warning where the model was trained on another dataset than
  /// `data`.
  [[nodiscard]] Result<std::shared_ptr<const Engine>> load(const DataChoice& data) const;
};

/// --json OUT.
void addJsonOption(CLI::App& app, std::string& out);
/// --samples N.
CLI::Option* addSamplesOption(CLI::App& app, std::size_t& samples, const char* meaning);

/// Makes an error about a bad input begin with the path as it was given.
[[nodiscard]] Error inFile(const std::string& file, Error error);

}  // namespace sojourn::cli
