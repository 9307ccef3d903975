// SPDX-License-Identifier: GPL-3.0-or-later
// What a compared model is made from (the open checkpoint, another one, a rule, a file of predictions), and what it
// predicts for a split.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/evaluate/prediction_file.h"
#include "views/session/opening/loaders.h"
#include "views/session/samples/sample_filter.h"

namespace sojourn::session {

enum class ComparedKind {
  Open,         ///< the checkpoint that the workspace has open
  Checkpoint,   ///< a file
  Rule,         ///< one of sojourn::ruleNames
  Predictions,  ///< a CSV of another program
};

struct ComparedSource {
  ComparedKind kind = ComparedKind::Open;
  std::string name = {};  ///< the rule, or the path of the file
  /// Of predictions: whose samples they are, as datasetKey() has it; empty where that is not known.
  std::string dataset = {};
  bool operator==(const ComparedSource& other) const { return kind == other.kind && name == other.name; }
};

/// What a workspace keeps of the models that are compared.
struct ChosenModels {
  bool byPerson = false;                   ///< else they are those that come by themselves
  std::vector<std::string> models = {};    ///< without the open one: names of ComparedSource
  std::vector<std::string> datasets = {};  ///< of each, as ComparedSource has it
  std::size_t first = 0, second = 1;       ///< the columns of the table

  static void fields(auto& json, auto& chosen) {
    json.orDefault("by_person", chosen.byPerson);
    json.orDefault("models", chosen.models);
    json.orDefault("datasets", chosen.datasets);
    json.orDefault("first", chosen.first, 0, 100);
    json.orDefault("second", chosen.second, 0, 100);
  }
  bool operator==(const ChosenModels&) const = default;
};

/// "A" for the first model.
[[nodiscard]] std::string modelLetter(std::size_t model);
/// A rule by its name, a program by its command, predictions by ".csv", else a checkpoint: files by their whole path.
[[nodiscard]] ComparedSource comparedSourceNamed(const std::string& name);
/// "most frequent in the window", or the name of the file; "open checkpoint" without more knowledge.
[[nodiscard]] std::string comparedSourceTitle(const ComparedSource& source);

[[nodiscard]] bool isFile(const ComparedSource& source);
/// Size and times of a file: while these stay its content need not be read again. Cheap enough for the GUI's thread.
[[nodiscard]] std::string fileState(const std::string& path);
/// SHA-256 of what the file holds; empty where it cannot be read.
[[nodiscard]] std::string fileFingerprint(const std::string& path, const CancelToken& cancel);

/// What a model predicts for every row of a split. Immutable.
struct ComparedAnswers {
  ComparedSource source;
  std::string title;                                 ///< "Pointer V45", "most frequent in the window", "theirs.csv"
  std::string kind;                                  ///< the registry's id, "rule" or "predictions"
  EnginePtr engine;                                  ///< of a checkpoint
  OutcomesPtr outcomes;                              ///< [rows]
  std::shared_ptr<const FilePredictions> file = {};  ///< of predictions: all that it says
  bool probabilities = true;
  std::optional<double> labelSmoothing = {};  ///< of a checkpoint's criterion
  std::string note = {};                      ///< that it may be of another dataset; empty where nothing says so
};
using ComparedAnswersPtr = std::shared_ptr<const ComparedAnswers>;

/// Loads the model, or reads the file, and predicts the split. Any thread. Errors: of the loader and the readers, a
/// model of another dataset (by its sizes, checkFit, or by the fingerprint of what it was trained on), a rule without a
/// training set, cancelled. `source` is not Open.
[[nodiscard]] Result<ComparedAnswers> predictSplit(const ComparedSource& source, const Dataset& dataset, Split split,
                                                   const Loaders& loaders, const CancelToken& cancel,
                                                   const Progress& progress);

}  // namespace sojourn::session
