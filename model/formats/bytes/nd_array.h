// SPDX-License-Identifier: GPL-3.0-or-later
// A dense array of plain numbers: what NumPy arrays and torch tensors become on their way in, and start as on their
// way out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

/// What one type is called in each format; nullptr where the format has no word for it.
struct DTypeNames {
  const char* common;        ///< torch's and NumPy's name, as printed by `sojourn info`
  const char* numpy;         ///< the code of a NumPy dtype
  const char* safetensors;   ///< in the header
  const char* torchStorage;  ///< the class; torch keeps the other types in untyped storages
};

/// By DType.
inline constexpr std::array<DTypeNames, 13> dtypeNames{{{"bool", "b1", "BOOL", "BoolStorage"},
                                                        {"uint8", "u1", "U8", "ByteStorage"},
                                                        {"int8", "i1", "I8", "CharStorage"},
                                                        {"uint16", "u2", "U16", nullptr},
                                                        {"int16", "i2", "I16", "ShortStorage"},
                                                        {"uint32", "u4", "U32", nullptr},
                                                        {"int32", "i4", "I32", "IntStorage"},
                                                        {"uint64", "u8", "U64", nullptr},
                                                        {"int64", "i8", "I64", "LongStorage"},
                                                        {"float16", "f2", "F16", "HalfStorage"},
                                                        {"bfloat16", nullptr, "BF16", "BFloat16Storage"},
                                                        {"float32", "f4", "F32", "FloatStorage"},
                                                        {"float64", "f8", "F64", "DoubleStorage"}}};

[[nodiscard]] constexpr const DTypeNames& namesOf(DType type) {
  return dtypeNames[static_cast<std::size_t>(type)];
}
/// "float32", "bfloat16", ...
[[nodiscard]] constexpr const char* nameOf(DType type) {
  return namesOf(type).common;
}
/// The type that `format` calls so: dtypeNamed(&DTypeNames::numpy, "f4"). Nothing where there is none.
[[nodiscard]] std::optional<DType> dtypeNamed(const char* DTypeNames::*format, std::string_view name);
[[nodiscard]] std::size_t sizeOf(DType type);
[[nodiscard]] bool isFloating(DType type);

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
/// Says false where an element is not a whole number that 64 bits hold (NaN, 1.5, 2^63); out is then unspecified.
[[nodiscard]] bool copyAsIntegers(DType type, std::span<const std::byte> data, std::span<std::int64_t> out);

/// Copies elements that lie at any strides, in elements, into C order: out.size() is what the shape needs. The caller
/// has checked that none lies outside of `from`.
void gatherElements(DType type, std::span<const std::byte> from, std::int64_t offset,
                    std::span<const std::int64_t> shape, std::span<const std::int64_t> strides,
                    std::span<std::byte> out);

/// The value of an IEEE 754 binary16, and of the upper half of a binary32; NaN stays NaN.
[[nodiscard]] float halfToFloat(std::uint16_t bits);
[[nodiscard]] float bfloat16ToFloat(std::uint16_t bits);

}  // namespace sojourn
