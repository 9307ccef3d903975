// SPDX-License-Identifier: GPL-3.0-or-later
// Reads every byte that a reader hands out, so that a view on foreign memory shows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "model/core/result.h"
#include "model/formats/pickle/pickle_value.h"

namespace sojourn::fuzz {

inline volatile std::uint8_t sink = 0;

/// Adds up bytes where the compiler cannot drop it.
inline void touch(std::span<const std::byte> bytes) {
  std::uint8_t sum = 0;
  for (const std::byte byte : bytes) sum = static_cast<std::uint8_t>(sum + std::to_integer<std::uint8_t>(byte));
  sink = sum;
}

/// Every refusal says what is wrong; a sentence without that is a mistake of ours.
inline void touch(const Error& error) {
  if (error.what.empty() || error.where.empty() || error.sentence().empty()) {
    throw std::logic_error("an error without words");
  }
}

/// Walks at most `steps` values: a small pickle may unfold without end.
inline void touch(const PickleValue& value, std::size_t& steps) {
  if (steps == 0) return;
  --steps;
  touch(value.bytes());
  touch(asBytes(value.description()));
  if (const PickleArray* array = value.asArray()) {
    touch(array->data);
    if (array->toNdArray().elements() * sizeOf(array->dtype) != array->data.size()) {
      throw std::logic_error("an array whose shape and data disagree");
    }
  }
  for (const PickleValue& item : value.items()) touch(item, steps);
  for (const PickleEntry& entry : value.entries()) {
    touch(entry.key, steps);
    touch(entry.value, steps);
  }
}

}  // namespace sojourn::fuzz
