// SPDX-License-Identifier: GPL-3.0-or-later
// Where a model computes: what is asked for, and what a machine has.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sojourn {

/// Auto: the faster one for the work, as measured.
struct Device {
  enum class Kind { Auto, Cpu, Cuda };

  Kind kind = Kind::Auto;
  int index = 0;  ///< of the CUDA device

  static const Device Auto, Cpu, Cuda;  // NOLINT(readability-identifier-naming): as values of an enumeration

  bool operator==(const Device&) const = default;
};

inline constexpr Device Device::Auto{.kind = Kind::Auto, .index = 0};
inline constexpr Device Device::Cpu{.kind = Kind::Cpu, .index = 0};
inline constexpr Device Device::Cuda{.kind = Kind::Cuda, .index = 0};

/// Of "auto", "cpu", "cuda" (the first one), "cuda:1"; nothing for another text.
[[nodiscard]] inline std::optional<Device> deviceFromText(std::string_view text) {
  if (text == "auto") return Device::Auto;
  if (text == "cpu") return Device::Cpu;
  if (text == "cuda") return Device::Cuda;
  constexpr std::string_view numbered = "cuda:";
  constexpr int mostDevices = 64;
  if (!text.starts_with(numbered)) return std::nullopt;
  Device device = Device::Cuda;
  const std::string_view number = text.substr(numbered.size());
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), device.index);
  if (error != std::errc() || end != number.data() + number.size() || device.index < 0 || device.index >= mostDevices)
    return std::nullopt;
  return device;
}

/// "cuda:1"; the first device is "cuda".
[[nodiscard]] inline std::string textOf(const Device& device) {
  if (device.kind == Device::Kind::Auto) return "auto";
  if (device.kind == Device::Kind::Cpu) return "cpu";
  return device.index == 0 ? "cuda" : "cuda:" + std::to_string(device.index);
}

}  // namespace sojourn
