// SPDX-License-Identifier: GPL-3.0-or-later
// Any checkpoint as the network that it becomes: it is built, described, and answers one sequence.
#include <cmath>

#include "model/inspect/engine.h"
#include "model/results/inspection.h"
#include "tests/fuzz/described_checkpoint.h"
#include "tests/fuzz/touch.h"

namespace {

using namespace sojourn;

constexpr std::size_t mostBytes = std::size_t{1} << 20U;

void build(const CheckpointFile& checkpoint) {
  std::size_t bytes = 0;
  for (const NamedArray& tensor : checkpoint.tensors) bytes += tensor.array.data.size();
  if (bytes > mostBytes) return;  // as good, and slow
  EngineOptions options;
  options.device = Device::Cpu;
  const auto engine = Engine::fromCheckpoint(checkpoint, "no-such-folder/fuzz.pt", options);
  if (!engine) {
    if (engine.error().kind == ErrorKind::Failed) throw std::logic_error("planned, but " + engine.error().sentence());
    fuzz::touch(engine.error());
    return;
  }
  const ModelDescription& model = (*engine)->description();
  if (model.parameters <= 0 || model.blocks.empty()) throw std::logic_error("a model of nothing");
  Sequence sequence{.user = 1, .visits = {}, .target = 1};
  for (int i = 0; i < 3; ++i)
    sequence.visits.push_back(
        {.location = 1, .weekday = i, .startMinute = 600, .durationMinutes = 30, .daysAgo = 3 - i});
  const auto inspection = (*engine)->inspect(sequence);
  if (!inspection) {
    if (inspection.error().kind == ErrorKind::Failed) throw std::logic_error(inspection.error().sentence());
    fuzz::touch(inspection.error());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto described = fuzz::describedCheckpoint(text, true, mostBytes)) build(*described);
  const auto read = readCheckpoint(std::as_bytes(std::span(data, size)), "fuzz.pt");
  if (read) build(*read);
  return 0;
}
