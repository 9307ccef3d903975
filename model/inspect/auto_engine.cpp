// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/inspect/auto_engine.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <numeric>
#include <utility>

#include "model/data/dataset/visit_history.h"

namespace sojourn {
namespace {

using Clock = std::chrono::steady_clock;
using EnginePtr = std::shared_ptr<const Engine>;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Sequences of about the usual length, whose ids the model has.
SequenceSet sequencesFor(const ModelDescription& model, std::size_t count) {
  constexpr std::int64_t usualLength = 24;
  const ModelSizes& sizes = model.sizes;
  const auto length = static_cast<std::size_t>(std::clamp<std::int64_t>(sizes.maxLength, 1, usualLength));
  const auto location = [&](std::size_t number) {
    return static_cast<LocationId>(number * 7919 %
                                   static_cast<std::size_t>(std::max<std::int64_t>(sizes.locations, 1)));
  };
  SequenceSet set;
  for (std::size_t row = 0; row < count; ++row) {
    Sequence sequence{.user = sizes.users > 1 ? 1 : 0, .visits = {}, .target = location(row)};
    for (std::size_t i = 0; i < length; ++i)
      sequence.visits.push_back({.location = location(row * length + i),
                                 .weekday = static_cast<std::int32_t>(i % 7),
                                 .startMinute = static_cast<std::int32_t>(i * 60 % 1440),
                                 .durationMinutes = 60,
                                 .daysAgo = static_cast<std::int32_t>(7 - 7 * i / length)});
    set.append(sequence);
  }
  if (model.capabilities.history) {
    const auto windows = std::make_shared<const VisitHistory::Windows>(set);
    set.setHistory(std::make_shared<const VisitHistory>(windows, windows));
  }
  return set;
}

}  // namespace

Result<DeviceTimes> measureEngine(const Engine& engine) {
  constexpr int inspections = 4;
  constexpr double longEnough = 0.03;
  constexpr std::size_t fewest = 64, most = 4096;
  DeviceTimes times;
  times.inspection = 1e9;
  const SequenceSet set = sequencesFor(engine.description(), most);
  for (int k = 0; k < inspections; ++k) {  // the first one loads what is needed
    const auto start = Clock::now();
    const auto inspection = engine.inspect(set.sequence(0), {});
    if (!inspection) return inspection.error();
    const double seconds = secondsSince(start);
    times.inspection = std::min(times.inspection, seconds);
    if (k == 0) times.start = seconds;
  }
  for (std::size_t count = fewest; count <= most; count *= 4) {
    std::vector<std::size_t> rows(count);
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    const auto start = Clock::now();
    const auto outcomes = engine.evaluate(set, rows, {}, {});
    if (!outcomes) return outcomes.error();
    const double seconds = secondsSince(start);
    times.sequence = seconds / static_cast<double>(count);
    if (seconds > longEnough) break;
  }
  return times;
}

struct AutoEngine::State {
  explicit State(AutoEngineParts made) : parts(std::move(made)) {
    if (parts.measured) decision.reason = "not measured yet";
  }

  /// The engine for a kind of work.
  [[nodiscard]] EnginePtr choose(bool DeviceDecision::*onGpu) const {
    const std::lock_guard lock(mutex);
    return gpu && decision.*onGpu ? gpu : parts.cpu;
  }

  /// Asks the engine for this kind of work. What fails on the GPU is asked again on the CPU.
  template <class Ask>
  auto ask(const AutoEngine& own, bool DeviceDecision::*onGpu, const Ask& question) const {
    const EnginePtr engine = choose(onGpu);
    auto answer = question(*engine);
    if (answer.ok() || answer.error().kind != ErrorKind::Failed || engine == parts.cpu) return answer;
    own.giveUpGpu(answer.error().what);
    return question(*parts.cpu);
  }

  void set(const DeviceDecision& made, EnginePtr onGpu) {
    const std::lock_guard lock(mutex);
    decision = made;
    gpu = made.gpu() ? std::move(onGpu) : nullptr;
  }

  [[nodiscard]] DeviceTimes cpuTimes() const {
    const std::string key = timesKey(parts.cpu->description(), parts.cpu->deviceName());
    if (const auto known = parts.times.find(key)) return *known;
    Result<DeviceTimes> measured = measureEngine(*parts.cpu);
    if (!measured) return {};
    measured->start = 0;
    parts.times.keep(key, *measured);
    return *measured;
  }

  AutoEngineParts parts;
  std::mutex settling;  ///< one thread at a time
  mutable std::mutex mutex;
  EnginePtr gpu;
  DeviceDecision decision;
  std::string trouble;
  bool settled = false;
};

AutoEngine::AutoEngine(AutoEngineParts parts) : m_state(std::make_unique<State>(std::move(parts))) {}
AutoEngine::~AutoEngine() = default;

void AutoEngine::settle(const std::optional<ExpectedWork>& work) const {
  State& own = *m_state;
  const std::lock_guard oneAtATime(own.settling);
  if (std::exchange(own.settled, true)) return;
  // What is open already in this program takes longer in the next one.
  constexpr double leastStart = 0.4;
  const auto stayOnCpu = [&](std::string reason) {
    own.set({.inspectionsOnGpu = false, .sequencesOnGpu = false, .reason = std::move(reason)}, nullptr);
  };
  const auto open = [&]() -> EnginePtr {
    Result<EnginePtr> engine = own.parts.openGpu();
    if (engine) return std::move(*engine);
    if (own.parts.measured)
      stayOnCpu(engine.error().what);
    else
      giveUpGpu(engine.error().what);
    return nullptr;
  };
  if (!own.parts.measured) {
    if (EnginePtr engine = open())
      own.set({.inspectionsOnGpu = true, .sequencesOnGpu = true, .reason = ""}, std::move(engine));
    return;
  }
  if (work && work->inspections <= 1 && work->sequences == 0) return stayOnCpu("little work");
  const DeviceTimes cpu = own.cpuTimes();
  const double onCpu = work ? work->secondsBy(cpu) : 1e9;
  const auto soonDone = [&] { return "about " + roughSeconds(onCpu) + " on the CPU, before a GPU has started"; };
  if (onCpu < leastStart) return stayOnCpu(soonDone());
  const std::string gpuName = own.parts.findGpu();
  if (gpuName.empty()) return stayOnCpu("there is no GPU");
  const auto start = Clock::now();
  const std::string key = timesKey(description(), gpuName);
  std::optional<DeviceTimes> gpu = own.parts.times.find(key);
  if (!gpu && onCpu < quickestStart) return stayOnCpu(soonDone());
  if (gpu && !decideDevice(cpu, *gpu, work).gpu()) return own.set(decideDevice(cpu, *gpu, work), nullptr);
  EnginePtr engine = open();
  if (!engine) return;
  if (!gpu) {
    const double opened = secondsSince(start);
    Result<DeviceTimes> measured = measureEngine(*engine);
    if (!measured) return stayOnCpu(measured.error().what);
    measured->start = std::max(opened + measured->start, leastStart);
    own.parts.times.keep(key, *measured);
    gpu = *measured;
    gpu->start = 0;  // this time it has started
  }
  own.set(decideDevice(cpu, *gpu, work), std::move(engine));
}

bool AutoEngine::settleDevice() const {
  settle(std::nullopt);
  const std::lock_guard lock(m_state->mutex);
  return m_state->gpu != nullptr;
}

bool AutoEngine::giveUpGpu(const std::string& why) const {
  State& own = *m_state;
  const std::lock_guard lock(own.mutex);
  // Another thread may have seen it fail before.
  const bool hadOne = own.gpu != nullptr || !own.parts.measured || !own.trouble.empty();
  if (hadOne && own.trouble.empty()) own.trouble = why.substr(0, why.find('\n'));
  own.gpu = nullptr;
  own.decision = {.inspectionsOnGpu = false, .sequencesOnGpu = false, .reason = "the GPU failed"};
  return hadOne;
}

const ModelDescription& AutoEngine::description() const {
  return m_state->parts.cpu->description();
}

std::string AutoEngine::deviceName() const {
  const std::lock_guard lock(m_state->mutex);
  const DeviceDecision& made = m_state->decision;
  const std::string cpu = m_state->parts.cpu->deviceName();
  if (!m_state->gpu) return cpu;
  const std::string gpu = m_state->gpu->deviceName();
  if (made.inspectionsOnGpu && made.sequencesOnGpu) return gpu;
  return made.sequencesOnGpu ? cpu + "; " + gpu + " for many sequences" : gpu + "; " + cpu + " for many sequences";
}

std::string AutoEngine::deviceReason() const {
  const std::lock_guard lock(m_state->mutex);
  return m_state->decision.reason;
}

std::string AutoEngine::deviceTrouble() const {
  const std::lock_guard lock(m_state->mutex);
  return m_state->trouble;
}

Result<std::shared_ptr<const Inspection>> AutoEngine::inspect(const Sequence& sequence,
                                                              const InspectOptions& options) const {
  return m_state->ask(*this, &DeviceDecision::inspectionsOnGpu,
                      [&](const Engine& engine) { return engine.inspect(sequence, options); });
}

Result<std::vector<Outcome>> AutoEngine::evaluate(const SequenceSet& set, std::span<const std::size_t> rows,
                                                  const CancelToken& cancel, const Progress& progress) const {
  return m_state->ask(*this, &DeviceDecision::sequencesOnGpu,
                      [&](const Engine& engine) { return engine.evaluate(set, rows, cancel, progress); });
}

Result<std::vector<std::vector<float>>> AutoEngine::logProbabilities(std::span<const Sequence> sequences,
                                                                     const CancelToken& cancel) const {
  return m_state->ask(*this, &DeviceDecision::sequencesOnGpu,
                      [&](const Engine& engine) { return engine.logProbabilities(sequences, cancel); });
}

Result<PredictionSummaries> AutoEngine::answers(std::span<const Sequence> sequences, std::span<const LocationId> chosen,
                                                const CancelToken& cancel, const Progress& progress) const {
  return m_state->ask(*this, &DeviceDecision::sequencesOnGpu,
                      [&](const Engine& engine) { return engine.answers(sequences, chosen, cancel, progress); });
}

Status AutoEngine::accepts(const SequenceSet& set) const {
  return m_state->parts.cpu->accepts(set);
}

std::vector<EmbeddingTable> AutoEngine::embeddings() const {
  return m_state->parts.cpu->embeddings();
}

std::shared_ptr<const Network> AutoEngine::network() const {
  return m_state->choose(&DeviceDecision::sequencesOnGpu)->network();
}

}  // namespace sojourn
