// SPDX-License-Identifier: GPL-3.0-or-later
// What a run tells about itself: the events of events.jsonl as plain values (SPEC 8.2).
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "model/core/name_table.h"
#include "model/results/metrics.h"
#include "model/runs/store/run_process.h"

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

  static void fields(auto& json, auto& event) {
    json("step", event.step);
    json("epoch", event.epoch);
    json("loss", event.loss);
    json("learning_rate", event.learningRate);
    json("gradient_norm", event.gradientNorm);
    json("clipped_gradient_norm", event.clippedGradientNorm);
    json("sequences_per_s", event.sequencesPerSecond);
    json("tokens_per_s", event.tokensPerSecond);
  }

  bool operator==(const StepEvent&) const = default;
};

struct EpochEvent {
  static constexpr std::string_view kind = "epoch";
  std::int64_t epoch = 0;
  double trainLoss = 0;  ///< mean of the steps' losses
  double seconds = 0;    ///< training alone, without validation; NaN in an imported log that has no times
  std::optional<double> learningRate{};  ///< only of an imported log that tells it by epochs

  static void fields(auto& json, auto& event) {
    json("epoch", event.epoch);
    json("train_loss", event.trainLoss);
    json("seconds", event.seconds);
  }

  bool operator==(const EpochEvent&) const = default;
};

// What views of a run call them.
using EvalFigures = Metrics;

struct EvalEvent {
  static constexpr std::string_view kind = "eval";
  std::int64_t epoch = 0;
  std::string split;  ///< "validation", "train" or "test"
  MetricsByTarget metrics;
  double batchMeanLoss = 0;  ///< mean of batch means: the early stop's figure
  bool lossPresent = true;   ///< false only in what another program writes: batchMeanLoss is NaN then and says nothing
  bool requested = false;    ///< by the command evaluate; false for the evaluation that ends an epoch

  static void fields(auto& json, auto& event) {
    json("epoch", event.epoch);
    json("split", event.split);
    json("metrics", event.metrics);
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(event)>>)
      if (event.lossPresent = json.has("batch_mean_loss"); !event.lossPresent)
        event.batchMeanLoss = std::numeric_limits<double>::quiet_NaN();
    json.orNull("batch_mean_loss", event.batchMeanLoss, event.lossPresent);
    json.ifSet("requested", event.requested);
  }

  bool operator==(const EvalEvent&) const = default;
};

/// What another program measures and ours does not know, by its own names: curves of their own.
struct OwnMetricsEvent {
  static constexpr std::string_view kind = "metrics";
  static constexpr std::size_t mostValues = 64;
  std::int64_t epoch = 0;
  std::vector<std::pair<std::string, double>> values;

  static void fields(auto& json, auto& event) {
    json("epoch", event.epoch);
    json("values", event.values);
    json.check("values", event.values.size() <= mostValues, "names more than 64 metrics");
  }

  bool operator==(const OwnMetricsEvent&) const = default;
};

struct ProbeEvent {
  static constexpr std::string_view kind = "probe";
  std::int64_t epoch = 0;
  std::string file;  ///< "probes/0001.safetensors"

  static void fields(auto& json, auto& event) {
    json("epoch", event.epoch);
    json("file", event.file);
  }

  bool operator==(const ProbeEvent&) const = default;
};

/// Written after the file has been renamed into place.
struct CheckpointEvent {
  static constexpr std::string_view kind = "checkpoint";
  std::int64_t epoch = 0;
  std::int64_t step = 0;
  std::string file;  ///< "checkpoints/best.pt"
  std::string why;   ///< "epoch", "best", "command", "stop", ...

  static void fields(auto& json, auto& event) {
    json("epoch", event.epoch);
    json("step", event.step);
    json("file", event.file);
    json("why", event.why);
  }

  bool operator==(const CheckpointEvent&) const = default;
};

struct StateEvent {
  static constexpr std::string_view kind = "state";
  RunState state = RunState::Starting;
  std::string why;

  static void fields(auto& json, auto& event) {
    json("state", event.state, runStateNames);
    json("why", event.why);
  }

  bool operator==(const StateEvent&) const = default;
};

enum class ControlAnswer { Done, Refused, Expired };
inline constexpr NameTable<3> controlAnswerNames{"done", "refused", "expired"};

/// The answer to a command of control/.
struct ControlEvent {
  static constexpr std::string_view kind = "control";
  std::string id;
  std::string command;          ///< as it was written, known or not
  std::optional<double> value;  ///< of set_learning_rate
  ControlAnswer answer = ControlAnswer::Done;
  std::string why;

  static void fields(auto& json, auto& event) {
    json("id", event.id);
    json("command", event.command);
    json.orNull("value", event.value);
    json("answer", event.answer, controlAnswerNames);
    json("why", event.why);
  }

  bool operator==(const ControlEvent&) const = default;
};

/// Readers drop the step, epoch, eval, probe and checkpoint events beyond `step` that stand before this one.
struct RewindEvent {
  static constexpr std::string_view kind = "rewind";
  std::int64_t step = 0;
  /// Only where the log ended before `step`: the last step that it holds. The steps between the two are lost.
  std::optional<std::int64_t> lastLoggedStep{};

  static void fields(auto& json, auto& event) {
    json("step", event.step);
    json.ifAny("last_logged_step", event.lastLoggedStep);
  }

  bool operator==(const RewindEvent&) const = default;
};

struct SystemEvent {
  static constexpr std::string_view kind = "system";
  double cpu = 0;                ///< of the trainer, percent of one core: 200 is two cores busy
  std::int64_t memoryBytes = 0;  ///< resident
  std::optional<double> gpu;     ///< percent busy
  std::optional<std::int64_t> gpuMemoryBytes;

  static void fields(auto& json, auto& event) {
    json("cpu", event.cpu);
    json("memory_bytes", event.memoryBytes);
    json.orNull("gpu", event.gpu);
    json.orNull("gpu_memory_bytes", event.gpuMemoryBytes);
  }

  bool operator==(const SystemEvent&) const = default;
};

struct LogEvent {
  static constexpr std::string_view kind = "log";
  std::string level;  ///< "info", "warning" or "error"
  std::string text;

  static void fields(auto& json, auto& event) {
    json("level", event.level);
    json("text", event.text);
  }

  bool operator==(const LogEvent&) const = default;
};

/// A line of a later version of this program: well-formed, not understood. Never written.
struct UnknownEvent {
  std::int64_t version = 0;
  std::string kind;

  bool operator==(const UnknownEvent&) const = default;
};

using EventBody = std::variant<StepEvent, EpochEvent, EvalEvent, OwnMetricsEvent, ProbeEvent, CheckpointEvent, StateEvent, ControlEvent,
                               RewindEvent, SystemEvent, LogEvent, UnknownEvent>;

/// One line of events.jsonl.
struct Event {
  std::int64_t seq = 0;  ///< counts over the whole run, also across resumes
  double wall = 0;       ///< seconds since 1970, on the trainer's host
  EventBody body;
};

inline constexpr std::int64_t eventVersion = 1;  ///< "v" of the lines

}  // namespace sojourn
