// SPDX-License-Identifier: GPL-3.0-or-later
// A line that a model program printed: an answer whose arrays are as large as their shapes say, or an error.
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "model/core/text.h"
#include "model/program/program_message.h"
#include "tests/fuzz/touch.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sojourn;
  const auto message = readProgramMessage({reinterpret_cast<const char*>(data), size});
  if (!message) {
    fuzz::touch(message.error());
    return 0;
  }
  for (const auto& [name, array] : message->arrays) {
    std::int64_t count = 1;
    for (const std::int64_t length : array.shape) {
      if (length < 0) throw std::logic_error("an array of a length below 0");
      count *= length;
    }
    if (count != std::ssize(array.values)) throw std::logic_error("an array of another size than its shape says");
  }
  return 0;
}
