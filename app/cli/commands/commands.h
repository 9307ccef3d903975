// SPDX-License-Identifier: GPL-3.0-or-later
// The subcommands of `sojourn`, one file each, the options that several share, and what these open.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/commands/info_report.h"
#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/dataset.h"
#include "model/inspect/engine.h"
#include "model/runs/store/run_paths.h"
#include "views/session/ablation/variant_study.h"
#include "views/text/output.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the parser's
class App;
class Option;
}  // namespace CLI

namespace sojourn::cli {

// ---- the subcommands: each adds itself to the parser and, when chosen, says what is to be run

/// The work of the chosen subcommand; main() runs it after parsing and turns its error into an exit code.
using Work = std::function<Status()>;

void addInfoCommand(CLI::App& app, Work& work, CheckpointDescriber ofCheckpoint);
void addEvaluateCommand(CLI::App& app, Work& work);
void addInspectCommand(CLI::App& app, Work& work);
void addExplainCommand(CLI::App& app, Work& work);
void addCounterfactualsCommand(CLI::App& app, Work& work);
void addComponentsCommand(CLI::App& app, Work& work);
void addBaselinesCommand(CLI::App& app, Work& work);
void addCompareCommand(CLI::App& app, Work& work);
void addAblateCommand(CLI::App& app, Work& work);
void addResultsCommand(CLI::App& app, Work& work);
void addClaimsCommand(CLI::App& app, Work& work);
void addProfileCommand(CLI::App& app, Work& work);
void addEmbeddingsCommand(CLI::App& app, Work& work);
/// `commandLine` is recorded in run.json.
void addTrainCommand(CLI::App& app, Work& work, const std::string& commandLine);
void addQueueCommand(CLI::App& app, Work& work);
void addExportCommand(CLI::App& app, Work& work);
void addPrepareCommand(CLI::App& app, Work& work);
void addDemoCommand(CLI::App& app, Work& work);
void addModelTemplateCommand(CLI::App& app, Work& work);

/// The commands that run a model. Only the program that has the networks carries them out: `sojourn` lists them, and
/// hands over to it.
inline constexpr std::array<std::pair<const char*, const char*>, 12> modelCommands{
    {{"evaluate", "A model's accuracy, MRR, NDCG, F1 and loss over a split"},
     {"inspect", "What the model copies, generates and attends to in one sequence"},
     {"explain", "Which visits a prediction depends on, by several methods, and how faithful each method is"},
     {"counterfactuals",
      "The smallest changes of a record that change the prediction and are robust against clock noise"},
     {"components", "What a trained model predicts with a component ablated: embeddings, layers, heads, pointer, gate"},
     {"compare", "Where two to eight models agree and differ on a split"},
     {"ablate", "Train a model without one part at a time and compare"},
     {"claims", "Check what papers claim about a model and its data"},
     {"profile", "What a split is like, and what a model reads of it"},
     {"embeddings", "What the embedding tables of a model hold"},
     {"train", "Train a model from a configuration file"},
     {"demo", "Write the demo city's dataset and its trained models as files"}}};
/// One of these, for its options.
[[nodiscard]] CLI::App* addModelCommand(CLI::App& app, std::string_view name);

inline constexpr const char* programVersion = SOJOURN_VERSION;

// ---- options

/// --data, --split and --pseudonyms.
struct DataChoice {
  std::string data;
  std::string split = "test";
  std::string pseudonyms = {};  ///< the seed; empty: users and places as recorded

  void addTo(CLI::App& app);
  [[nodiscard]] Result<Split> chosenSplit() const;
};

/// A dataset with the splits that a command needs and those that it would like; progress goes to the terminal, problems
/// are printed.
[[nodiscard]] Result<Dataset> openDataset(const DataChoice& data, const std::vector<Split>& required,
                                          const CancelToken& cancel, const std::vector<Split>& welcome = {});

/// The same for a training: train and validation, and test where there is one. Where the folder holds several datasets,
/// the configuration's `prefix` chooses.
[[nodiscard]] Result<Dataset> openForTraining(const std::string& data, const std::string& prefix,
                                              const CancelToken& cancel);

/// The file of a split, for errors about its rows.
[[nodiscard]] std::string splitFile(const Dataset& dataset, Split split);

/// Rows of the split that a filter of the studio keeps, by the outcomes of all rows; without outcomes a filter that
/// asks for a model's answer is refused, as is one that keeps nothing.
[[nodiscard]] Result<std::vector<std::size_t>> filteredRows(const std::string& filter, const Dataset& dataset,
                                                            Split split, std::span<const Outcome> outcomes);

/// --filter.
void addFilterOption(CLI::App& app, std::string& filter);

/// A check of --device: what is wrong with the text, or nothing.
[[nodiscard]] inline std::string knownDevice(const std::string& text) {
  return deviceFromText(text) ? std::string() : "`" + text + "` is none of auto, cpu, cuda, cuda:1, ...";
}

/// --checkpoint, --heads, and where wanted --device and --threads.
struct ModelChoice {
  std::string checkpoint;
  std::string device = "auto";
  int heads = 0;    ///< 0: as the checkpoint or its configuration say
  int threads = 0;  ///< 0: one a processor
  double sequencesPerSample = 1;  ///< predictions that the command asks for of each sample, about: auto counts them
  /// What load() found and does not stop the work, for the JSON.
  mutable std::vector<Problem> problems;
  mutable std::shared_ptr<const Engine> loaded = {};  ///< the last one

  void addTo(CLI::App& app, bool required = true);
  void addDeviceTo(CLI::App& app);
  void addThreadsTo(CLI::App& app);
  [[nodiscard]] Device chosenDevice() const;
  /// Sets the threads, loads, prints the notices, and a warning where the model was trained on another dataset than
  /// `data`. `pseudonyms`: those of the dataset; `samples`: how many the command asks about.
  [[nodiscard]] Result<std::shared_ptr<const Engine>> load(const DataChoice& data,
                                                           const std::shared_ptr<const Pseudonyms>& pseudonyms,
                                                           std::size_t samples) const;
  /// "device", "device_name" and, where auto has chosen, "device_reason" of what was loaded. A GPU that was given up is
  /// one more problem.
  void putDevice(text::Json& json) const;
};

/// That a GPU was given up. load() says it at the end of the command, if the engine is still there then.
[[nodiscard]] std::optional<Problem> troubleOf(const Engine& engine);

/// Counts in viewer.json that a run's test figures were shown: who has seen them can no longer choose by validation
/// alone. Viewers count it the same way. Runs of other people can be read and not written: a run that cannot be counted
/// is shown all the same, and the end warns once.
class ShowingCounter {
 public:
  ShowingCounter() = default;
  ShowingCounter(const ShowingCounter&) = delete;
  ShowingCounter& operator=(const ShowingCounter&) = delete;
  ~ShowingCounter();
  void count(const RunPaths& run);

 private:
  std::optional<Error> m_first;
  std::size_t m_uncounted = 0;
};

/// Evaluates a run's checkpoint on a set, which must outlive it, and counts in viewer.json that its test figures were
/// shown.
[[nodiscard]] session::EvaluateCheckpoint checkpointEvaluator(const ModelChoice& model, const SequenceSet& set,
                                                              const CancelToken& cancel);

/// Reads the training split too where the model reads what users did before each sequence and it is not there yet.
[[nodiscard]] Status completeFor(const Engine& engine, const DataChoice& data, Dataset& dataset,
                                 const CancelToken& cancel);

/// A model and the split that it is asked about.
struct OpenedSplit {
  Dataset dataset;
  Split split;
  std::shared_ptr<const Engine> engine;

  [[nodiscard]] const SequenceSet& set() const { return *dataset.split(split); }
  [[nodiscard]] std::string where() const { return splitFile(dataset, split); }
};
/// `samples`: how many of the split the model is asked about; 0: all.
[[nodiscard]] Result<OpenedSplit> openSplit(const DataChoice& data, const ModelChoice& model, const CancelToken& cancel,
                                            const std::vector<Split>& welcome = {}, std::size_t samples = 0);
/// Rows that a filter keeps; the model answers the split where the filter asks for its answers.
[[nodiscard]] Result<std::vector<std::size_t>> filteredRows(const std::string& filter, const OpenedSplit& opened,
                                                            const CancelToken& cancel);

/// One sequence and where it came from.
struct Subject {
  Sequence sequence;
  std::optional<std::size_t> index;
  std::string where;  ///< for errors
  PlaceNames places;
  std::shared_ptr<const Pseudonyms> pseudonyms;  ///< of its dataset; null: none
};

/// The options of commands that ask a model about one sequence: --data, --split, --index or --sequence, the model, and
/// where the command can ask about many samples of a split, --samples.
struct ModelQuestion {
  DataChoice data;
  std::optional<std::int64_t> index;
  std::string sequenceFile;
  std::size_t samples = 0;  ///< of a whole split in place of one sequence
  std::string filter;       ///< of those
  ModelChoice model;
  std::string json;

  /// All but --json. Gives back --samples; `samplesMeaning` is null where there is no such option.
  CLI::Option* addTo(CLI::App& command, const char* samplesMeaning);
  /// A sequence file needs the dataset for the names of its places only: without `named` it has them where text is
  /// printed.
  [[nodiscard]] Result<Subject> openSubject(bool named = false) const;
  /// A model that reads what the user did before gets it with the sequence: of a sequence file all of training.
  [[nodiscard]] Result<std::shared_ptr<const Engine>> loadModel(Subject& subject) const;
  /// Writes the JSON where it was asked for, with the problems of loading the model; else prints the text. Where the
  /// work was interrupted it says that the answer is not complete, and is itself ErrorKind::Cancelled.
  [[nodiscard]] Status answer(text::Json asJson, std::string asText) const;

 private:
  [[nodiscard]] Result<Subject> openSample() const;
};

/// What --help says of a sequence file.
inline constexpr const char* sequenceFileHelp =
    "A sequence file, oldest visit first:\n"
    "  {\"schema\": \"sojourn.sequence/1\", \"user\": 3, \"target\": 14, \"visits\": [\n"
    "    {\"location\": 14, \"weekday\": 0, \"start_minute\": 480, \"duration_minutes\": 75, \"days_ago\": 2}]}";

/// --json OUT.
void addJsonOption(CLI::App& app, std::string& out);

/// The location of a number; one that no location has stays one when it is made smaller.
[[nodiscard]] std::optional<LocationId> locationOf(const std::optional<std::int64_t>& number);

/// Makes an error about a bad input begin with the path as it was given.
[[nodiscard]] Error inFile(const std::string& file, Error error);

}  // namespace sojourn::cli
