// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/optimizer/recorded_step.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Context.h>
#include <ATen/autocast_mode.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>
#include <c10/core/Event.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <torch/csrc/autograd/autograd.h>

#include "model/nets/device/step_graph.h"
#include "model/nets/optimizer/batch_feeder.h"

namespace sojourn {
namespace {

/// Batches that are on their way to the device or wait there; so many steps the host is ahead at most.
constexpr std::size_t batchesOnTheWay = 4;
/// Steps whose figures may wait to be collected.
constexpr std::int64_t figuresKept = 64;

/// How matrix products are computed while it lives. autocast keeps weights that it has converted: those from before a
/// recording would be stale in every repetition, and those of a recording belong to its memory.
class ComputesIn {
 public:
  ComputesIn(Precision precision, c10::DeviceType device)
      : m_device(device),
        m_tf32Before(at::globalContext().allowTF32CuBLAS()),
        m_tf32RecurrentBefore(at::globalContext().allowTF32CuDNN()),
        m_autocastBefore(at::autocast::is_autocast_enabled(device)) {
    const bool tf32 = precision != Precision::Float32;
    at::globalContext().setAllowTF32CuBLAS(tf32);
    at::globalContext().setAllowTF32CuDNN(tf32);
    at::autocast::clear_cache();
    at::autocast::set_autocast_enabled(device, precision == Precision::Bfloat16);
    at::autocast::set_autocast_dtype(device, at::kBFloat16);
  }
  ComputesIn(const ComputesIn&) = delete;
  ComputesIn& operator=(const ComputesIn&) = delete;
  ~ComputesIn() {
    at::autocast::clear_cache();
    at::autocast::set_autocast_enabled(m_device, m_autocastBefore);
    at::globalContext().setAllowTF32CuDNN(m_tf32RecurrentBefore);
    at::globalContext().setAllowTF32CuBLAS(m_tf32Before);
  }

 private:
  c10::DeviceType m_device;
  bool m_tf32Before, m_tf32RecurrentBefore, m_autocastBefore;
};

at::Generator generatorOf(c10::Device device) {
  if (device.is_cpu()) return at::make_generator<at::CPUGeneratorImpl>(0);
  return at::globalContext().defaultGenerator(device);
}

/// What a step changes beside the figures.
std::vector<at::Tensor> changedBy(const Network& network, const Adam& optimizer) {
  std::vector<at::Tensor> tensors = optimizer.tensors();
  for (const at::Tensor& buffer : network.buffers()) tensors.push_back(buffer);
  return tensors;
}

}  // namespace

struct RecordedStep::State {
  /// Order between streams and the host. Does nothing on a CPU.
  class Mark {
   public:
    explicit Mark(c10::Device device) {
      if (!device.is_cpu()) m_event.emplace(device.type());
    }
    void set(const std::optional<c10::Stream>& stream) {
      if (m_event) m_event->record(*stream);
    }
    void holdBack(const std::optional<c10::Stream>& stream) const {
      if (m_event) m_event->block(*stream);
    }
    void waitOnHost() const {
      if (m_event) m_event->synchronize();
    }
    [[nodiscard]] bool reached() const { return !m_event || m_event->query(); }

   private:
    std::optional<c10::Event> m_event;
  };

  /// A batch on its way: written on the host, copied, taken by a step.
  struct Slot {
    explicit Slot(c10::Device device) : copied(device), taken(device) {}
    at::Tensor onHost, onDevice;
    Mark copied, taken;
    FixedShape shape;
  };

  struct Recording {
    at::Tensor numbers;
    TokenBatch batch;
    std::unique_ptr<StepGraph> graph;
  };

  State(const Network& trained, std::vector<at::Tensor> trainable, Adam& updates, const RecordedStepOptions& wanted)
      : network(trained),
        parameters(std::move(trainable)),
        optimizer(updates),
        options(wanted),
        device(parameters.front().device()),
        memory(device),
        random(generatorOf(device)) {
    const auto onDevice = at::TensorOptions().device(device).dtype(at::kFloat);
    rate = at::zeros({}, onDevice);
    figures = at::zeros({2}, onDevice);
    read = at::zeros({figuresKept, 2}, hostOptions().dtype(at::kFloat));
    if (!device.is_cpu()) {
      const c10::impl::VirtualGuardImpl streams(device.type());
      copies = streams.getStreamFromGlobalPool(device);
      compute = streams.getStream(device);
    }
    for (std::size_t i = 0; i < batchesOnTheWay; ++i) slots.emplace_back(device);
    for (std::int64_t i = 0; i < figuresKept; ++i) marks.emplace_back(device);
  }

  [[nodiscard]] at::TensorOptions hostOptions() const { return at::TensorOptions().pinned_memory(!device.is_cpu()); }

  void send(const HostBatch& batch) {
    Slot& slot = slots[sent % slots.size()];
    const auto size = static_cast<std::int64_t>(batch.numbers.size());
    slot.copied.waitOnHost();  // the memory may be written again when the last copy from it is done
    if (!slot.onHost.defined() || slot.onHost.numel() < size) {
      slot.taken.waitOnHost();
      slot.onHost = at::empty({size}, hostOptions().dtype(at::kLong));
      slot.onDevice = at::empty({size}, at::TensorOptions().device(device).dtype(at::kLong));
    }
    slot.shape = batch.shape;
    std::memcpy(slot.onHost.mutable_data_ptr(), batch.numbers.data(), batch.numbers.size() * sizeof(batch.numbers[0]));
    const std::optional<c10::StreamGuard> aside = copies ? std::make_optional<c10::StreamGuard>(*copies) : std::nullopt;
    slot.taken.holdBack(copies);
    slot.onDevice.narrow(0, 0, size).copy_(slot.onHost.narrow(0, 0, size), /*non_blocking=*/true);
    slot.copied.set(copies);
    ++sent;
  }

  /// Sends what is packed, as far as there is room.
  void sendAhead() {
    while (feeder && sent - done < slots.size()) {
      const std::optional<HostBatch> batch = feeder->nextReady();
      if (!batch) return;
      send(*batch);
    }
  }

  void computeStep(const TokenBatch& batch) {
    at::Tensor loss;
    {
      const ComputesIn precision(options.precision, device.type());
      const NetworkOutput output = network.forward(batch, {.randomness = random});
      const at::Tensor counted = (batch.target != paddingLocation).sum().clamp_min(1);
      loss = at::cross_entropy_loss_symint(output.scores, batch.target, {}, at::Reduction::Sum, paddingLocation,
                                           options.labelSmoothing) /
             counted;
    }
    std::vector<at::Tensor> gradients;
    {
      const ComputesIn precision(options.precision == Precision::Bfloat16 ? Precision::Tf32 : options.precision,
                                 device.type());
      gradients = torch::autograd::grad({loss}, parameters, {}, false, false, /*allow_unused=*/true);
    }
    const at::NoGradGuard noGradients;
    for (std::size_t i = 0; i < parameters.size(); ++i)
      if (!gradients[i].defined()) gradients[i] = at::zeros_like(parameters[i]);
    const at::Tensor norm = gradientNorm(gradients);
    optimizer.step(gradients, rate, ((norm + 1e-6) / options.largestNorm).clamp_min(1));
    figures.copy_(at::stack({loss.detach().to(at::kFloat), norm.to(at::kFloat)}));
  }

  void record(Recording& recording) {
    // A first pass in earnest: libraries and kernels are loaded, which cannot be recorded. What it changes is put back.
    const std::vector<at::Tensor> changed = changedBy(network, optimizer);
    {
      std::vector<at::Tensor> before;
      {
        const at::NoGradGuard noGradients;
        for (const at::Tensor& tensor : changed) before.push_back(tensor.clone());
      }
      computeStep(recording.batch);
      const at::NoGradGuard noGradients;
      for (std::size_t i = 0; i < changed.size(); ++i) at::Tensor(changed[i]).copy_(before[i]);
    }
    recording.graph = memory.newGraph();
    recording.graph->record([this, &batch = recording.batch] { computeStep(batch); });
  }

  Recording& recordingFor(const FixedShape& shape) {
    const auto [place, fresh] = recordings.try_emplace(shape);
    Recording& recording = place->second;
    if (fresh) {
      recording.numbers = at::zeros({numbersOf(shape)}, at::TensorOptions().device(device).dtype(at::kLong));
      recording.batch = fixedBatch(recording.numbers, shape);
    }
    return recording;
  }

  void takeFigures() {
    const auto* values = read.const_data_ptr<float>() + 2 * (collected % figuresKept);
    found.push_back({.loss = values[0], .norm = values[1]});
    ++collected;
  }

  const Network& network;
  std::vector<at::Tensor> parameters;
  Adam& optimizer;
  RecordedStepOptions options;
  c10::Device device;
  GraphMemory memory;
  at::Generator random;
  at::Tensor rate, figures;  ///< on the device, read and written by every step
  at::Tensor read;           ///< [figuresKept, 2] on the host
  std::vector<Mark> marks;   ///< of the rows of `read`
  std::optional<c10::Stream> copies, compute;
  std::vector<Slot> slots;
  std::map<FixedShape, Recording> recordings;
  std::unique_ptr<BatchFeeder> feeder;
  std::size_t sent = 0, done = 0;          ///< batches
  std::int64_t queued = 0, collected = 0;  ///< steps
  std::vector<LossAndNorm> found;
};

RecordedStep::RecordedStep(const Network& network, std::vector<at::Tensor> parameters, Adam& optimizer,
                           const RecordedStepOptions& options)
    : m_state(std::make_unique<State>(network, std::move(parameters), optimizer, options)) {}
RecordedStep::~RecordedStep() = default;

void RecordedStep::prepare(const SequenceSet& set, std::span<const std::size_t> rows, std::size_t batchSize) {
  State& own = *m_state;
  own.done = own.sent;  // what was sent ahead is not asked for any more
  own.feeder = std::make_unique<BatchFeeder>(set, std::vector<std::size_t>(rows.begin(), rows.end()), batchSize,
                                             own.network.limits(), own.options.sizes);
}

void RecordedStep::step(const SequenceSet& set, std::span<const std::size_t> rows, double learningRate,
                        std::uint64_t seed) {
  State& own = *m_state;
  if (own.sent == own.done) {
    const std::optional<HostBatch> next = own.feeder ? own.feeder->next() : std::nullopt;
    own.send(next ? *next : packFixed(set, rows, own.network.limits(), own.options.sizes));
  }
  State::Slot& slot = own.slots[own.done % own.slots.size()];
  State::Recording& recording = own.recordingFor(slot.shape);
  slot.copied.holdBack(own.compute);
  recording.numbers.copy_(slot.onDevice.narrow(0, 0, recording.numbers.numel()), /*non_blocking=*/true);
  slot.taken.set(own.compute);
  ++own.done;
  if (!recording.graph) own.record(recording);
  own.rate.fill_(learningRate);
  own.random.set_current_seed(seed);
  recording.graph->replay();
  if (own.queued - own.collected == figuresKept) {
    own.marks[static_cast<std::size_t>(own.collected % figuresKept)].waitOnHost();
    own.takeFigures();
  }
  own.read[own.queued % figuresKept].copy_(own.figures, /*non_blocking=*/true);
  own.marks[static_cast<std::size_t>(own.queued % figuresKept)].set(own.compute);
  ++own.queued;
  own.sendAhead();
}

std::vector<LossAndNorm> RecordedStep::collect(bool all) {
  State& own = *m_state;
  while (own.collected < own.queued) {
    const State::Mark& mark = own.marks[static_cast<std::size_t>(own.collected % figuresKept)];
    if (all) mark.waitOnHost();
    if (!mark.reached()) break;
    own.takeFigures();
  }
  return std::exchange(own.found, {});
}

std::size_t RecordedStep::recordings() const {
  return m_state->recordings.size();
}

}  // namespace sojourn
