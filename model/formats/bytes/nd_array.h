// SPDX-License-Identifier: GPL-3.0-or-later
// A dense array of plain numbers: what NumPy arrays and torch tensors become on their way in, and start as on their
// way out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/core/files.h"
#include "model/core/result.h"

namespace sojourn {

/// Element types that occur in checkpoints and datasets. Little-endian, IEEE 754; BFloat16 is the upper half of a
/// Float32.
enum class DType {
  Bool,
  UInt8,
  Int8,
  UInt16,
  Int16,
  UInt32,
  Int32,
  UInt64,
  Int64,
  Float16,
  BFloat16,
  Float32,
  Float64
};

[[nodiscard]] std::size_t sizeOf(DType type);
[[nodiscard]] bool isFloating(DType type);
/// "float32", "bfloat16", ...: torch's and NumPy's common names, as printed by `sojourn info`.
[[nodiscard]] const char* nameOf(DType type);

/// Row-major (C order), contiguous. data.size() == elements() * sizeOf(dtype). A scalar has an empty shape and one
/// element.
struct NdArray {
  DType dtype = DType::Float32;
  std::vector<std::int64_t> shape;
  Bytes data;

  [[nodiscard]] std::size_t elements() const;
  /// "[2, 64]", for messages.
  [[nodiscard]] std::string shapeText() const;
  /// All elements converted, in order. 64-bit integers beyond 2^53 lose digits.
  [[nodiscard]] std::vector<double> toDoubles() const;
  [[nodiscard]] std::vector<float> toFloats() const;
};

[[nodiscard]] NdArray makeArray(std::vector<std::int64_t> shape, std::span<const float> values);
[[nodiscard]] NdArray makeArray(std::vector<std::int64_t> shape, std::span<const double> values);
[[nodiscard]] NdArray makeArray(std::vector<std::int64_t> shape, std::span<const std::int64_t> values);

struct NamedArray {
  std::string name;
  NdArray array;
};

/// The product of a shape, or nothing where an extent is negative or the product passes 2^48: what a file says is
/// asked here before anything is allocated.
[[nodiscard]] std::optional<std::size_t> checkedElements(std::span<const std::int64_t> shape);
/// "[2, 64]".
[[nodiscard]] std::string shapeText(std::span<const std::int64_t> shape);

/// Elements where they lie (little-endian, any alignment), converted. data.size() == out.size() * sizeOf(type).
void copyAsDoubles(DType type, std::span<const std::byte> data, std::span<double> out);
void copyAsFloats(DType type, std::span<const std::byte> data, std::span<float> out);
/// Says false where an element is not a whole number that 64 bits hold (NaN, 1.5, 2^63); out is then unspecified.
[[nodiscard]] bool copyAsIntegers(DType type, std::span<const std::byte> data, std::span<std::int64_t> out);

/// IEEE 754 binary16 and the upper half of binary32; to the nearest, ties to even; NaN stays NaN.
[[nodiscard]] float halfToFloat(std::uint16_t bits);
[[nodiscard]] std::uint16_t floatToHalf(float value);
[[nodiscard]] float bfloat16ToFloat(std::uint16_t bits);
[[nodiscard]] std::uint16_t floatToBFloat16(float value);

}  // namespace sojourn
