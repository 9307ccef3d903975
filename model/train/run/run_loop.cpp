// SPDX-License-Identifier: GPL-3.0-or-later
// The loop of a training with a run directory: steps, validations, checkpoints and commands.
#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cmath>
#include <set>
#include <thread>

#include "model/core/files.h"
#include "model/data/statistics/resampling.h"
#include "model/evaluate/distance_errors.h"
#include "model/runs/log/event_json.h"
#include "model/train/run/probes.h"
#include "model/train/run/run_training.h"

namespace sojourn {
namespace {

/// How often a paused trainer looks for commands and signals.
constexpr std::chrono::milliseconds pausePoll{100};

/// A figure in a sentence, the same in every locale.
std::string fixed(double value, int decimals) {
  if (!std::isfinite(value)) return std::isnan(value) ? "NaN" : value > 0 ? "infinity" : "-infinity";
  std::array<char, 400> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals);
  return {text.data(), end.ptr};
}

/// The answer to the command evaluate.
std::string sentenceOf(const Validation& validation) {
  std::string text = "validation loss " + fixed(validation.batchMeanLoss, 4);
  const auto add = [&](const char* name, const Metrics& metrics, double value) {
    if (metrics.n > 0) text += std::string(", ") + name + " " + fixed(value, 2) + " %";
  };
  const MetricsByTarget& metrics = validation.metrics;
  add("Acc@1", metrics.all, metrics.all.accuracy[0]);
  add("known targets", metrics.known, metrics.known.accuracy[0]);
  add("MRR", metrics.all, metrics.all.mrr);
  return text;
}

/// An epoch's files go only as far as its weights; no training resumes from them.
Status removeEpochFile(const GuardedPath& file) {
  if (removeGuarded(file) || errno == ENOENT) return {};
  return guardedError(file, ErrorKind::Failed, "cannot be deleted", "keep all epochs, or let the folder be written");
}

/// The order of what is written is what makes a killed run resumable: a file is renamed into place before its event,
/// and last.pt comes last, so that all events up to its step are there, but for its own. They are on the disk before a
/// checkpoint gets its name.
class RunLoop {
 public:
  RunLoop(RunParts parts, const RunHistory& known) : m_parts(std::move(parts)) {
    const std::int64_t here = m_parts.trainer.at().steps;
    for (const auto& checkpoint : known.checkpoints)
      if (checkpoint.event.step == here) m_known.insert(checkpoint.event.file);
    for (const auto& probe : known.probes)
      if (probe.afterStep == here) m_known.insert(probe.event.file);
  }

  Result<RunEnd> run() {
    auto end = train();
    if (!end && end.error().kind != ErrorKind::Cancelled) {
      // The log may be what failed; the state then shows in status.json alone, if anywhere.
      static_cast<void>(m_parts.log.append(StateEvent{RunState::Failed, end.error().sentence()}));
      m_parts.heartbeat.setState(RunState::Failed);
    }
    static_cast<void>(m_parts.log.sync());
    return end;
  }

 private:
  [[nodiscard]] bool shuttingDown() const { return m_stop || m_parts.interrupt.cancelled(); }

  Result<RunEnd> train() {
    Trainer& trainer = m_parts.trainer;
    for (const Problem& notice : trainer.notices()) {
      const bool warning = notice.severity == Severity::Warning;
      const std::string where = notice.where.empty() ? "" : notice.where + ": ";
      if (const Status said = m_parts.log.append(LogEvent{warning ? "warning" : "info", where + notice.what}); !said)
        return said.error();
      if (m_parts.observer.problem) m_parts.observer.problem(notice);
    }
    if (const Status begun = setState(RunState::Running, "training on " + trainer.deviceName()); !begun)
      return begun.error();
    if (const Status prepared = prepare(); !prepared && !shuttingDown()) return prepared.error();

    while (!trainer.over() && !shuttingDown()) {
      if (const Status well = m_parts.heartbeat.trouble(); !well) return well.error();
      if (const Status handled = handleCommands(); !handled && handled.error().kind != ErrorKind::Cancelled)
        return handled.error();
      if (shuttingDown()) break;
      if (m_parts.checkpointAsked && m_parts.checkpointAsked())
        if (const Status written = writeLast("signal"); !written) return written.error();
      if (m_paused) {
        std::this_thread::sleep_for(pausePoll);
        continue;
      }
      const Status done = trainer.epochComplete() ? finishEpoch() : emitSteps(trainer.step());
      if (!done && done.error().kind != ErrorKind::Cancelled) return done.error();
    }
    if (!shuttingDown()) {
      const Status written = writeResults();
      if (written) {
        if (const Status finished = setState(RunState::Finished, ""); !finished) return finished.error();
        return RunEnd::Finished;
      }
      if (written.error().kind != ErrorKind::Cancelled) return written.error();
    }
    const std::string why = m_stop ? "stop" : "signal";
    if (const Status left = shutDown(why); !left) return left.error();
    return m_stop ? RunEnd::Stopped : RunEnd::Interrupted;
  }

  /// Before the first step: the probes of the untrained model, and a last.pt to resume from. A trainer that was killed
  /// meanwhile does again what is missing. Later on only the event of last.pt can be missing.
  Status prepare() {
    Trainer& trainer = m_parts.trainer;
    const bool atStart = trainer.at().steps == 0 && trainer.at().finishedEpochs == 0;
    if (atStart) {
      const auto validation = validateNow(trainer, m_parts.dataset, m_parts.interrupt);
      if (!validation) return validation.error();
      if (const Status written = writeProbes(*validation, 0); !written) return written;
      if (const Status written = writeLast("start"); !written) return written;
    } else if (m_parts.changed) {
      if (const Status written = writeLast("changed"); !written) return written;
    } else if (const Status logged =
                   emitCheckpoint(m_parts.paths.lastCheckpoint(), trainer.at().stepInEpoch == 0 ? "epoch" : "stop");
               !logged) {
      return logged;
    }
    m_known.clear();
    m_report = {.epoch = trainer.at().finishedEpochs + 1};
    return {};
  }

  Status emitSteps(const Result<std::vector<StepReport>>& steps) {
    if (!steps) return steps.error();
    for (const StepReport& step : *steps) {
      const double seconds = std::max(step.seconds, 1e-9);
      const Status logged =
          m_parts.log.append(StepEvent{.step = step.step,
                                       .epoch = step.epoch,
                                       .loss = step.loss,
                                       .learningRate = step.learningRate,
                                       .gradientNorm = step.gradientNorm,
                                       .clippedGradientNorm = step.clippedGradientNorm,
                                       .sequencesPerSecond = static_cast<double>(step.sequences) / seconds,
                                       .tokensPerSecond = static_cast<double>(step.tokens) / seconds});
      if (!logged) return logged;
      m_report.learningRate = step.learningRate;
      m_report.seconds += step.seconds;
      m_parts.heartbeat.setPlace(step.epoch, step.step);
    }
    if (m_parts.observer.step)
      m_parts.observer.step(static_cast<std::size_t>(m_parts.trainer.at().stepInEpoch),
                            static_cast<std::size_t>(m_parts.trainer.stepsPerEpoch()));
    return {};
  }

  Status finishEpoch() {
    Trainer& trainer = m_parts.trainer;
    const auto validation = validateNow(trainer, m_parts.dataset, m_parts.interrupt);
    if (!validation) return validation.error();
    const Validation& figures = validation->figures;
    if (!std::isfinite(figures.batchMeanLoss))
      return Error{ErrorKind::Failed, "epoch " + std::to_string(trainer.at().finishedEpochs + 1),
                   "the validation loss is not a finite number", smallerSteps};
    const EpochOutcome outcome = trainer.finishEpoch(figures.score());
    if (Status logged = m_parts.log.append(EpochEvent{outcome.epoch, outcome.trainLoss, m_report.seconds}); !logged)
      return logged;
    if (Status logged =
            m_parts.log.append(EvalEvent{outcome.epoch, "validation", figures.metrics, figures.batchMeanLoss});
        !logged)
      return logged;
    if (Status written = writeProbes(*validation, outcome.epoch); !written) return written;
    if (Status written = writeEpochFiles(outcome); !written) return written;
    if (outcome.returnToBest) trainer.returnToBest();
    if (Status written = writeLast("epoch"); !written) return written;

    m_report.epoch = outcome.epoch;
    m_report.trainLoss = outcome.trainLoss;
    m_report.validationLoss = figures.batchMeanLoss;
    m_report.validationAccuracy = figures.metrics.all.accuracy[0];
    m_report.best = outcome.best;
    if (m_parts.observer.epoch) m_parts.observer.epoch(m_report);
    m_report = {.epoch = outcome.epoch + 1};
    return {};
  }

  Status writeProbes(const CurrentValidation& validation, std::int64_t epoch) {
    const auto file = probeTensors(*validation.engine, *m_parts.dataset.split(Split::Validation), m_parts.probes,
                                   validation.figures.outcomes);
    if (!file) return file.error();
    const GuardedPath path = m_parts.paths.probe(epoch);
    if (Status written = writeSafetensors(path, *file); !written) return written;
    const std::string name = m_parts.paths.inEvents(path);
    return m_known.contains(name) ? Status() : m_parts.log.append(ProbeEvent{epoch, name});
  }

  Status writeEpochFiles(const EpochOutcome& outcome) {
    const RunPaths& paths = m_parts.paths;
    if (outcome.best)
      if (Status written = writeCheckpoint(paths.bestCheckpoint(), m_parts.trainer.checkpoint(true), "best"); !written)
        return written;
    const TrainingConfig::Training& training = m_parts.trainer.config().training;
    const bool forGood = training.keepEvery > 0 && outcome.epoch % training.keepEvery == 0;
    if (training.keepEpochs > 0 || forGood)
      if (Status written =
              writeCheckpoint(paths.epochCheckpoint(outcome.epoch), m_parts.trainer.checkpoint(false), "epoch");
          !written)
        return written;
    return removeOldEpochs(outcome.epoch);
  }

  /// The weights of the latest epochs stay, and of those before them every nth.
  Status removeOldEpochs(std::int64_t epoch) const {
    const TrainingConfig::Training& training = m_parts.trainer.config().training;
    const std::int64_t old = epoch - training.keepEpochs;
    if (old < 1 || (training.keepEvery > 0 && old % training.keepEvery == 0)) return {};
    return removeEpochFile(m_parts.paths.epochCheckpoint(old));
  }

  Status writeLast(const std::string& why) {
    if (Status flushed = emitSteps(m_parts.trainer.flush()); !flushed) return flushed;
    return writeCheckpoint(m_parts.paths.lastCheckpoint(),
                           toCheckpoint(m_parts.trainer.state(), m_parts.trainer.config()), why);
  }

  Status writeCheckpoint(const GuardedPath& file, const CheckpointFile& content, const std::string& why) {
    if (Status synced = m_parts.log.sync(); !synced) return synced;
    if (Status written = writeTorchCheckpoint(file, content); !written) return written;
    return emitCheckpoint(file, why);
  }

  Status emitCheckpoint(const std::filesystem::path& file, const std::string& why) {
    const std::string name = m_parts.paths.inEvents(file);
    if (m_known.contains(name)) return {};
    return m_parts.log.append(
        CheckpointEvent{m_parts.trainer.at().finishedEpochs, m_parts.trainer.at().steps, name, why});
  }

  /// The figures of the best weights; the last file of a run.
  Status writeResults() {
    const Trainer& trainer = m_parts.trainer;
    if (const Status real = checkNoLink(m_parts.paths.bestCheckpoint()); !real) return real;
    const auto engine = Engine::load(m_parts.paths.bestCheckpoint(), {.device = Device::Cpu});
    if (!engine) return engine.error();
    const auto on = [&](const SequenceSet& set) -> Result<RunResults::OnSplit> {
      const auto found = validate(**engine, set, trainer.config(), m_parts.interrupt);
      if (!found) return found.error();
      RunResults::OnSplit split{.metrics = found->metrics, .batchMeanLoss = found->batchMeanLoss, .distance = {}};
      const DistanceErrors errors =
          distanceErrors(set, found->outcomes, m_parts.dataset.places, {.resamples = userResamples}, m_parts.interrupt);
      if (errors.measured > 0) split.distance = errors;
      return split;
    };
    RunResults results;
    const auto validation = on(*m_parts.dataset.split(Split::Validation));
    if (!validation) return validation.error();
    results.validation = *validation;
    if (const SequenceSet* set = m_parts.dataset.split(Split::Test); set && !set->empty()) {
      const auto test = on(*set);
      if (!test) return test.error();
      results.test = *test;
    }
    return writeRunResults(m_parts.paths.results(), results);
  }

  Status setState(RunState state, const std::string& why) {
    m_parts.heartbeat.setState(state);
    return m_parts.log.append(StateEvent{state, why});
  }

  /// The end before the end: the state is kept, so that the run can be resumed at this very step.
  Status shutDown(const std::string& why) {
    if (Status logged = setState(RunState::Stopping, why); !logged) return logged;
    if (Status written = writeLast(why); !written) return written;
    return setState(RunState::Interrupted, why);
  }

  Status handleCommands() {
    for (ControlRequest& request : m_parts.control.poll()) {
      if (request.order) {
        if (Status done = handleCommand(request); !done) return done;
      }
      if (Status logged = m_parts.log.append(request.event()); !logged) return logged;
      m_parts.control.remove(request);
    }
    return {};
  }

  Status handleCommand(ControlRequest& request) {
    const auto refuse = [&](std::string why) {
      request.answer = ControlAnswer::Refused;
      request.why = std::move(why);
      return Status();
    };
    if (m_stop) return refuse("the trainer is stopping");
    switch (*request.order) {
      case ControlCommand::Pause:
        if (m_paused) return refuse("the training is paused already");
        m_paused = true;
        return setState(RunState::Paused, "pause");
      case ControlCommand::Resume:
        if (!m_paused) return refuse("the training is not paused");
        m_paused = false;
        return setState(RunState::Running, "resume");
      case ControlCommand::Stop:
        m_stop = true;
        return {};
      case ControlCommand::Checkpoint:
        return writeLast("checkpoint");
      case ControlCommand::Evaluate:
        return evaluateNow(request);
      case ControlCommand::SetLearningRate: {
        if (Status flushed = emitSteps(m_parts.trainer.flush()); !flushed) return flushed;
        const Status set = m_parts.trainer.setLearningRate(request.value.value_or(0));
        if (!set) return refuse(set.error().what);
        // Kept at once, so that not even a kill makes the run forget it.
        return writeLast("set_learning_rate");
      }
    }
    return {};
  }

  Status evaluateNow(ControlRequest& request) {
    Trainer& trainer = m_parts.trainer;
    if (Status flushed = emitSteps(trainer.flush()); !flushed) return flushed;
    const auto validation = validateNow(trainer, m_parts.dataset, m_parts.interrupt);
    if (!validation) return validation.error();
    const std::int64_t epoch = trainer.at().finishedEpochs + (trainer.at().stepInEpoch > 0 ? 1 : 0);
    request.why = sentenceOf(validation->figures);
    return m_parts.log.append(EvalEvent{.epoch = epoch,
                                        .split = "validation",
                                        .metrics = validation->figures.metrics,
                                        .batchMeanLoss = validation->figures.batchMeanLoss,
                                        .requested = true});
  }

  RunParts m_parts;
  std::set<std::string> m_known;  ///< checkpoint files and probe files whose events stand already where the run resumes
  EpochReport m_report;           ///< of the epoch under way
  bool m_paused = false;
  bool m_stop = false;
};

}  // namespace

Result<RunEnd> runLoop(RunParts parts, const RunHistory& known) {
  return RunLoop(std::move(parts), known).run();
}

}  // namespace sojourn
