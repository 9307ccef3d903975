// SPDX-License-Identifier: GPL-3.0-or-later
// Element types and their conversions, and the small arrays made of them.
#include "model/formats/bytes/nd_array.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace sojourn {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays lie in memory as they lie in files");

/// Storage types that C++ 20 has no name for.
struct Half {
  std::uint16_t bits;
};
struct BFloat16Bits {
  std::uint16_t bits;
};

/// Calls work.template operator()<T>() with the C++ type that stands for `type`.
template <class Work>
decltype(auto) withType(DType type, Work&& work) {
  switch (type) {
    case DType::Bool:
    case DType::UInt8:
      return work.template operator()<std::uint8_t>();
    case DType::Int8:
      return work.template operator()<std::int8_t>();
    case DType::UInt16:
      return work.template operator()<std::uint16_t>();
    case DType::Int16:
      return work.template operator()<std::int16_t>();
    case DType::UInt32:
      return work.template operator()<std::uint32_t>();
    case DType::Int32:
      return work.template operator()<std::int32_t>();
    case DType::UInt64:
      return work.template operator()<std::uint64_t>();
    case DType::Int64:
      return work.template operator()<std::int64_t>();
    case DType::Float16:
      return work.template operator()<Half>();
    case DType::BFloat16:
      return work.template operator()<BFloat16Bits>();
    case DType::Float64:
      return work.template operator()<double>();
    case DType::Float32:
      break;
  }
  return work.template operator()<float>();
}

template <class T>
T load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

template <class T>
auto plain(T value) {
  if constexpr (std::is_same_v<T, Half>) {
    return halfToFloat(value.bits);
  } else if constexpr (std::is_same_v<T, BFloat16Bits>) {
    return bfloat16ToFloat(value.bits);
  } else {
    return value;
  }
}

template <class Out>
void copyAs(DType type, std::span<const std::byte> data, std::span<Out> out) {
  withType(type, [&]<class T>() {
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = static_cast<Out>(plain(load<T>(data.data() + i * sizeof(T))));
    }
  });
}

template <class T>
NdArray make(DType type, std::vector<std::int64_t> shape, std::span<const T> values) {
  const auto bytes = std::as_bytes(values);
  return NdArray{.dtype = type, .shape = std::move(shape), .data = Bytes(bytes.begin(), bytes.end())};
}

}  // namespace

std::size_t sizeOf(DType type) {
  return withType(type, []<class T>() { return sizeof(T); });
}

bool isFloating(DType type) {
  return type == DType::Float16 || type == DType::BFloat16 || type == DType::Float32 || type == DType::Float64;
}

const char* nameOf(DType type) {
  switch (type) {
    case DType::Bool:
      return "bool";
    case DType::UInt8:
      return "uint8";
    case DType::Int8:
      return "int8";
    case DType::UInt16:
      return "uint16";
    case DType::Int16:
      return "int16";
    case DType::UInt32:
      return "uint32";
    case DType::Int32:
      return "int32";
    case DType::UInt64:
      return "uint64";
    case DType::Int64:
      return "int64";
    case DType::Float16:
      return "float16";
    case DType::BFloat16:
      return "bfloat16";
    case DType::Float32:
      return "float32";
    case DType::Float64:
      return "float64";
  }
  return "unknown";
}

std::size_t NdArray::elements() const {
  std::size_t count = 1;
  for (const std::int64_t extent : shape) count *= static_cast<std::size_t>(extent);
  return count;
}

std::string NdArray::shapeText() const {
  return sojourn::shapeText(shape);
}

std::vector<double> NdArray::toDoubles() const {
  std::vector<double> out(elements());
  copyAsDoubles(dtype, data, out);
  return out;
}

std::vector<float> NdArray::toFloats() const {
  std::vector<float> out(elements());
  copyAsFloats(dtype, data, out);
  return out;
}

NdArray makeArray(std::vector<std::int64_t> shape, std::span<const float> values) {
  return make(DType::Float32, std::move(shape), values);
}
NdArray makeArray(std::vector<std::int64_t> shape, std::span<const double> values) {
  return make(DType::Float64, std::move(shape), values);
}
NdArray makeArray(std::vector<std::int64_t> shape, std::span<const std::int64_t> values) {
  return make(DType::Int64, std::move(shape), values);
}

std::optional<std::size_t> checkedElements(std::span<const std::int64_t> shape) {
  constexpr std::uint64_t most = std::uint64_t{1} << 48U;
  std::uint64_t count = 1;
  bool empty = false;
  for (const std::int64_t extent : shape) {
    if (extent < 0) return std::nullopt;
    if (extent == 0) empty = true;
    const auto factor = static_cast<std::uint64_t>(extent == 0 ? 1 : extent);
    // Zero extents are set aside, so that [2^40, 2^40, 0] is still recognised as absurd.
    if (factor > most / count) return std::nullopt;
    count *= factor;
  }
  return empty ? 0 : static_cast<std::size_t>(count);
}

std::string shapeText(std::span<const std::int64_t> shape) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i > 0) text += ", ";
    text += std::to_string(shape[i]);
  }
  return text + "]";
}

void copyAsDoubles(DType type, std::span<const std::byte> data, std::span<double> out) {
  copyAs(type, data, out);
}

void copyAsFloats(DType type, std::span<const std::byte> data, std::span<float> out) {
  copyAs(type, data, out);
}

bool copyAsIntegers(DType type, std::span<const std::byte> data, std::span<std::int64_t> out) {
  return withType(type, [&]<class T>() {
    bool whole = true;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto value = plain(load<T>(data.data() + i * sizeof(T)));
      if constexpr (std::is_floating_point_v<decltype(value)>) {
        const auto wide = static_cast<double>(value);
        // Written so that NaN fails; the limits are exact powers of two.
        if (!(wide >= -0x1p63 && wide < 0x1p63 && wide == std::trunc(wide))) return false;
      } else if constexpr (std::is_same_v<T, std::uint64_t>) {
        whole = whole && value <= static_cast<std::uint64_t>(INT64_MAX);
      }
      out[i] = static_cast<std::int64_t>(value);
    }
    return whole;
  });
}

float halfToFloat(std::uint16_t bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16U;
  const std::uint32_t exponent = (bits >> 10U) & 0x1FU;
  const std::uint32_t fraction = bits & 0x3FFU;
  if (exponent == 0) {  // zero and subnormal numbers: fraction * 2^-24, exact in a float
    const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
    return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(magnitude));
  }
  if (exponent == 0x1F) return std::bit_cast<float>(sign | 0x7F800000U | (fraction << 13U));
  return std::bit_cast<float>(sign | ((exponent + 112) << 23U) | (fraction << 13U));
}

std::uint16_t floatToHalf(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16U) & 0x8000U;
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  if (magnitude > 0x7F800000U) return static_cast<std::uint16_t>(sign | 0x7E00U);   // NaN
  if (magnitude >= 0x477FF000U) return static_cast<std::uint16_t>(sign | 0x7C00U);  // rounds to 65536 or beyond
  std::uint32_t kept = 0;     // what stays of the magnitude, as half bits before rounding
  std::uint32_t dropped = 0;  // what is cut off, scaled so that one half in the last place is `halfway`
  std::uint32_t halfway = 0;
  if (magnitude >= 0x38800000U) {  // a normal half
    kept = (magnitude - 0x38000000U) >> 13U;
    dropped = magnitude & 0x1FFFU;
    halfway = 0x1000U;
  } else {
    const std::uint32_t shift = 126U - (magnitude >> 23U);
    if (shift > 24) return static_cast<std::uint16_t>(sign);  // below half of the smallest subnormal number
    const std::uint32_t fraction = (magnitude & 0x7FFFFFU) | 0x800000U;
    kept = fraction >> shift;
    dropped = fraction & ((1U << shift) - 1);
    halfway = 1U << (shift - 1);
  }
  if (dropped > halfway || (dropped == halfway && (kept & 1U) != 0)) ++kept;  // may carry into the exponent, rightly
  return static_cast<std::uint16_t>(sign | kept);
}

float bfloat16ToFloat(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}

std::uint16_t floatToBFloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>((bits >> 16U) | 0x40U);
  return static_cast<std::uint16_t>((bits + 0x7FFFU + ((bits >> 16U) & 1U)) >> 16U);
}

}  // namespace sojourn
