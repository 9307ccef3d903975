// SPDX-License-Identifier: GPL-3.0-or-later
// What a run tells about itself: the events of events.jsonl as plain values (SPEC 8.2).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "model/runs/store/run_state.h"

namespace sojourn {

/// One optimizer step. Every step writes one: readers place epochs and evaluations by the last step before them.
struct StepEvent {
  static constexpr std::string_view kind = "step";
  std::int64_t step = 0;   ///< from 1, over the whole run
  std::int64_t epoch = 0;  ///< from 1
  double loss = 0;         ///< mean over the batch of the training criterion
  double learningRate = 0;
  double gradientNorm = 0;         ///< of all gradients together, before clipping
  double clippedGradientNorm = 0;  ///< after
  double sequencesPerSecond = 0;
  double tokensPerSecond = 0;

  bool operator==(const StepEvent&) const = default;
};

struct EpochEvent {
  static constexpr std::string_view kind = "epoch";
  std::int64_t epoch = 0;
  double trainLoss = 0;  ///< mean of the steps' losses
  double seconds = 0;    ///< training alone, without validation; NaN in an imported log that has no times
  std::optional<double> learningRate{};  ///< only of an imported log that tells it by epochs

  bool operator==(const EpochEvent&) const = default;
};

/// The figures of SPEC 7.3 over one group of targets. Where n is 0 the rest says nothing and is null in the file. An
/// imported log need not say over how many targets, nor all figures: n is then `untold`, a figure NaN.
struct EvalFigures {
  static constexpr std::int64_t missing = -1;
  std::int64_t n = 0;
  std::array<std::int64_t, 4> correct{};  ///< at ranks 1, 3, 5, 10
  std::array<double, 4> accuracy{};       ///< percent
  double mrr = 0;                         ///< percent
  double ndcg10 = 0;                      ///< percent
  double f1 = 0;                          ///< 0..1
  std::optional<double> loss;             ///< mean over sequences of the training criterion
  std::optional<double> crossEntropy;     ///< without smoothing

  bool operator==(const EvalFigures&) const = default;
};

inline constexpr std::array<int, 4> evalCutoffs{1, 3, 5, 10};

/// All targets, those that training knew, those that it did not.
struct EvalFiguresByTarget {
  EvalFigures all, known, unseen;

  bool operator==(const EvalFiguresByTarget&) const = default;
};

struct EvalEvent {
  static constexpr std::string_view kind = "eval";
  std::int64_t epoch = 0;
  std::string split;  ///< "validation", "train" or "test"
  EvalFiguresByTarget metrics;
  double batchMeanLoss = 0;  ///< mean of batch means: the early stop's figure
  bool lossPresent = true;   ///< false only in an imported log: batchMeanLoss is NaN then and says nothing
  bool requested = false;    ///< by the command evaluate; false for the evaluation that ends an epoch

  bool operator==(const EvalEvent&) const = default;
};

struct ProbeEvent {
  static constexpr std::string_view kind = "probe";
  std::int64_t epoch = 0;
  std::string file;  ///< "probes/0001.safetensors"

  bool operator==(const ProbeEvent&) const = default;
};

/// Written after the file has been renamed into place.
struct CheckpointEvent {
  static constexpr std::string_view kind = "checkpoint";
  std::int64_t epoch = 0;
  std::int64_t step = 0;
  std::string file;  ///< "checkpoints/best.pt"
  std::string why;   ///< "epoch", "best", "command", "stop", ...

  bool operator==(const CheckpointEvent&) const = default;
};

struct StateEvent {
  static constexpr std::string_view kind = "state";
  RunState state = RunState::Starting;
  std::string why;

  bool operator==(const StateEvent&) const = default;
};

enum class ControlAnswer { Done, Refused, Expired };
[[nodiscard]] std::string_view controlAnswerName(ControlAnswer answer);

/// The answer to a command of control/.
struct ControlEvent {
  static constexpr std::string_view kind = "control";
  std::string id;
  std::string command;          ///< as it was written, known or not
  std::optional<double> value;  ///< of set_learning_rate
  ControlAnswer answer = ControlAnswer::Done;
  std::string why;

  bool operator==(const ControlEvent&) const = default;
};

/// Readers drop the step, epoch, eval, probe and checkpoint events beyond `step` that stand before this one.
struct RewindEvent {
  static constexpr std::string_view kind = "rewind";
  std::int64_t step = 0;
  /// Only where the log ended before `step`: the last step that it holds. The steps between the two are lost.
  std::optional<std::int64_t> lastLoggedStep{};

  bool operator==(const RewindEvent&) const = default;
};

struct SystemEvent {
  static constexpr std::string_view kind = "system";
  double cpu = 0;                ///< of the trainer, percent of one core: 200 is two cores busy
  std::int64_t memoryBytes = 0;  ///< resident
  std::optional<double> gpu;     ///< percent busy
  std::optional<std::int64_t> gpuMemoryBytes;

  bool operator==(const SystemEvent&) const = default;
};

struct LogEvent {
  static constexpr std::string_view kind = "log";
  std::string level;  ///< "info", "warning" or "error"
  std::string text;

  bool operator==(const LogEvent&) const = default;
};

/// A line of a later version of this program: well-formed, not understood. Never written.
struct UnknownEvent {
  std::int64_t version = 0;
  std::string kind;

  bool operator==(const UnknownEvent&) const = default;
};

using EventBody = std::variant<StepEvent, EpochEvent, EvalEvent, ProbeEvent, CheckpointEvent, StateEvent, ControlEvent,
                               RewindEvent, SystemEvent, LogEvent, UnknownEvent>;

/// One line of events.jsonl.
struct Event {
  std::int64_t seq = 0;  ///< counts over the whole run, also across resumes
  double wall = 0;       ///< seconds since 1970, on the trainer's host
  EventBody body;
};

inline constexpr std::int64_t eventVersion = 1;  ///< "v" of the lines

}  // namespace sojourn
