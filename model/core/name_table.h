// SPDX-License-Identifier: GPL-3.0-or-later
// An enumeration and its words in files, once for both directions.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace sojourn {

/// The words of an enumeration whose values count from 0.
template <std::size_t N>
using NameTable = std::array<std::string_view, N>;

template <class Enum, std::size_t N>
[[nodiscard]] constexpr std::string_view nameIn(const NameTable<N>& names, Enum value) {
  return names.at(static_cast<std::size_t>(value));
}

template <class Enum, std::size_t N>
[[nodiscard]] constexpr std::optional<Enum> valueNamed(const NameTable<N>& names, std::string_view name) {
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace sojourn
