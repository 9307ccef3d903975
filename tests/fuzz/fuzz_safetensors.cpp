// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as safetensors.
#include "model/formats/checkpoint/checkpoint_file.h"
#include "tests/fuzz/touch.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sojourn;
  MemoryBudget budget(1U << 24U);
  const auto checkpoint = readSafetensors(std::as_bytes(std::span(data, size)), "fuzz.safetensors", budget);
  if (!checkpoint) {
    fuzz::touch(checkpoint.error());
    return 0;
  }
  static_cast<void>(checkpoint->metadata.dump());
  for (const NamedArray& tensor : checkpoint->tensors) fuzz::touch(tensor.array.data);
  if (!encodeSafetensors(*checkpoint)) throw std::logic_error("what was read cannot be written");
  return 0;
}
