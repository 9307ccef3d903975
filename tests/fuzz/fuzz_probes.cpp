// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a run's probe file.
#include "model/runs/store/probe_file.h"
#include "tests/fuzz/touch.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sojourn;
  const auto file = decodeProbeFile(std::as_bytes(std::span(data, size)), "0001.safetensors");
  if (!file) {
    fuzz::touch(file.error());
    return 0;
  }
  for (const ProbeSnapshot& probe : file->probes) {
    for (std::size_t layer = 0; layer < probe.layers; ++layer) {
      for (std::size_t head = 0; head < probe.heads; ++head) fuzz::touch(std::as_bytes(probe.map(layer, head)));
    }
    if (probe.topLocation.size() != probe.topProbability.size()) throw std::logic_error("candidates that disagree");
    if (!probe.pointerWeight.empty() && probe.pointerWeight.size() != probe.length)
      throw std::logic_error("weights of other visits");
  }
  if (file->gateHistogram && file->gateHistogram->right.size() != file->gateHistogram->wrong.size())
    throw std::logic_error("bins that disagree");
  return 0;
}
