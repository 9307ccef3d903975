// SPDX-License-Identifier: GPL-3.0-or-later
// Element types and their conversions, and the small arrays made of them.
#include "model/formats/bytes/nd_array.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <tuple>
#include <type_traits>

#include "model/formats/bytes/little_endian.h"

namespace sojourn {
namespace {

/// Storage types that C++ 20 has no name for.
struct Half {
  std::uint16_t bits;
};
struct BFloat16Bits {
  std::uint16_t bits;
};

/// The C++ types that stand for the DTypes, in their order.
using ElementTypes = std::tuple<std::uint8_t, std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t,
                                std::int32_t, std::uint64_t, std::int64_t, Half, BFloat16Bits, float, double>;

/// Calls work.template operator()<T>() with the C++ type that stands for `type`.
template <class Work>
auto withType(DType type, const Work& work) {
  return [&]<class... T>(std::type_identity<std::tuple<T...>>) {
    using Answer = decltype(work.template operator()<float>());
    const std::array<Answer (*)(const Work&), sizeof...(T)> calls{
        [](const Work& call) { return call.template operator()<T>(); }...};
    return calls[static_cast<std::size_t>(type)](work);
  }(std::type_identity<ElementTypes>{});
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
      out[i] = static_cast<Out>(plain(readLittle<T>(data, i * sizeof(T))));
    }
  });
}

template <class T>
Bytes bytesOf(std::span<const T> values) {
  const auto bytes = std::as_bytes(values);
  return {bytes.begin(), bytes.end()};
}

}  // namespace

std::size_t sizeOf(DType type) {
  return withType(type, []<class T>() { return sizeof(T); });
}

bool isFloating(DType type) {
  return type == DType::Float16 || type == DType::BFloat16 || type == DType::Float32 || type == DType::Float64;
}

std::optional<DType> dtypeNamed(const char* DTypeNames::*format, std::string_view name) {
  const auto found =
      std::ranges::find_if(dtypeNames, [&](const DTypeNames& names) { return names.*format && names.*format == name; });
  if (found == dtypeNames.end()) return std::nullopt;
  return static_cast<DType>(found - dtypeNames.begin());
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
  copyAs<float>(dtype, data, out);
  return out;
}

NdArray makeArray(std::vector<std::int64_t> shape, std::span<const float> values) {
  return {.dtype = DType::Float32, .shape = std::move(shape), .data = bytesOf(values)};
}
NdArray makeArray(std::vector<std::int64_t> shape, std::span<const double> values) {
  return {.dtype = DType::Float64, .shape = std::move(shape), .data = bytesOf(values)};
}
NdArray makeArray(std::vector<std::int64_t> shape, std::span<const std::int64_t> values) {
  return {.dtype = DType::Int64, .shape = std::move(shape), .data = bytesOf(values)};
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

bool copyAsIntegers(DType type, std::span<const std::byte> data, std::span<std::int64_t> out) {
  return withType(type, [&]<class T>() {
    bool whole = true;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto value = plain(readLittle<T>(data, i * sizeof(T)));
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

void gatherElements(DType type, std::span<const std::byte> from, std::int64_t offset,
                    std::span<const std::int64_t> shape, std::span<const std::int64_t> strides,
                    std::span<std::byte> out) {
  const std::size_t outer = shape.empty() ? 0 : shape.size() - 1;
  const std::int64_t count = shape.empty() ? 1 : shape.back();
  const std::int64_t stride = strides.empty() ? 1 : strides.back();
  withType(type, [&]<class T>() {
    const auto copy = [&](std::byte* to, std::int64_t at, std::int64_t elements) {
      std::memcpy(to, from.data() + static_cast<std::size_t>(at) * sizeof(T),
                  static_cast<std::size_t>(elements) * sizeof(T));
    };
    std::vector<std::int64_t> index(outer, 0);
    std::byte* const end = out.data() + out.size();
    for (std::byte* to = out.data(); to < end;) {
      if (stride == 1) {
        copy(to, offset, count);
        to += static_cast<std::size_t>(count) * sizeof(T);
      } else {
        for (std::int64_t i = 0; i < count; ++i, to += sizeof(T)) copy(to, offset + i * stride, 1);
      }
      for (std::size_t axis = outer; axis-- > 0;) {
        offset += strides[axis];
        if (++index[axis] < shape[axis]) break;
        offset -= strides[axis] * shape[axis];
        index[axis] = 0;
      }
    }
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

float bfloat16ToFloat(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}

}  // namespace sojourn
