// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers and shuffles that are the same on every standard library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

namespace sojourn {

/// The standard fixes the engine's numbers, yet neither its distributions nor std::shuffle.
class Random {
 public:
  explicit Random(std::uint64_t seed) : m_engine(seed) {}

  /// 0 .. bound - 1, all equally likely.
  [[nodiscard]] std::size_t below(std::size_t bound) {
    const std::uint64_t usable = std::mt19937_64::max() - std::mt19937_64::max() % bound;
    std::uint64_t drawn = m_engine();
    while (drawn >= usable) drawn = m_engine();
    return drawn % bound;
  }

  /// Fisher and Yates.
  template <class T>
  void shuffle(std::span<T> values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

  /// Shuffles, and keeps the first `count`, or all for 0: a fair sample, and so is its beginning.
  template <class T>
  void draw(std::vector<T>& values, std::size_t count) {
    shuffle(std::span(values));
    if (count > 0 && values.size() > count) values.resize(count);
  }

 private:
  std::mt19937_64 m_engine;
};

}  // namespace sojourn
