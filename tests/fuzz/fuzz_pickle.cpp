// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a pickle.
#include "model/formats/pickle/pickle_json.h"
#include "model/formats/pickle/pickle_reader.h"
#include "tests/fuzz/touch.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sojourn;
  const auto bytes = std::as_bytes(std::span(data, size));
  const auto document = readPickleView(bytes, "fuzz.pk", nullptr, {.memoryBytes = 1U << 24U});
  if (!document) {
    fuzz::touch(document.error());
    return 0;
  }
  std::size_t steps = 10'000;
  fuzz::touch(document->root(), steps);
  return 0;
}
