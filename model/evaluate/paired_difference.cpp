// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evaluate/paired_difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <vector>

#include "model/data/statistics/resampling.h"

namespace sojourn {
namespace {

/// The sum over users with each one's sign taken from a bit. Eight users share a table of their 256 sums, so that a
/// draw is a few additions.
class SignedSums {
 public:
  explicit SignedSums(std::span<const double> users) : m_tables((users.size() + 7) / 8) {
    for (std::size_t u = 0; u < users.size(); ++u)
      for (std::size_t bits = 0; bits < 256; ++bits)
        m_tables[u / 8][bits] += (bits >> u % 8 & 1U) != 0 ? -users[u] : users[u];
  }
  /// `next` gives 64 more bits.
  template <class Bits>
  [[nodiscard]] double sum(const Bits& next) const {
    double total = 0;
    std::uint64_t bits = 0;
    for (std::size_t t = 0; t < m_tables.size(); ++t) {
      bits = t % 8 == 0 ? next() : bits >> 8;
      total += m_tables[t][bits & 255U];
    }
    return total;
  }

 private:
  std::vector<std::array<double, 256>> m_tables;
};

/// p of the users' sums.
double signFlipP(std::span<const double> users, const PairedDifferenceOptions& options) {
  const SignedSums sums(users);
  const double seen = std::abs(std::accumulate(users.begin(), users.end(), 0.0));
  // Sums of the same numbers in another order differ in their last digits.
  const double extreme = seen - 1e-9 * std::max(1.0, seen);
  std::size_t atLeast = 0;
  if (users.size() <= options.exactUsers) {
    const std::uint64_t flips = std::uint64_t{1} << users.size();
    for (std::uint64_t flip = 0; flip < flips; ++flip)
      atLeast += std::abs(sums.sum([flip] { return flip; })) >= extreme ? 1 : 0;
    return static_cast<double>(atLeast) / static_cast<double>(flips);
  }
  std::mt19937_64 bits(options.seed);
  for (std::size_t flip = 0; flip < options.signFlips; ++flip)
    atLeast += std::abs(sums.sum([&bits] { return bits(); })) >= extreme ? 1 : 0;
  return static_cast<double>(1 + atLeast) / static_cast<double>(1 + options.signFlips);
}

}  // namespace

PairedDifference pairedDifference(std::span<const double> differences, std::span<const std::int32_t> users,
                                  const PairedDifferenceOptions& options) {
  PairedDifference result;
  if (differences.empty()) return result;
  const auto n = static_cast<double>(differences.size());
  const Estimate estimate = estimateByGroups(differences, users, options.resamples, options.seed);
  result.value = estimate.mean;
  result.low = estimate.low;
  result.high = estimate.high;
  std::map<std::int32_t, double> byUser;
  double squares = 0;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    byUser[users[i]] += differences[i];
    squares += differences[i] * differences[i];
  }
  const double error = 1.96 * std::sqrt(std::max(0.0, squares / n - result.value * result.value) / n);
  result.naiveLow = result.value - error;
  result.naiveHigh = result.value + error;
  if (byUser.size() < fewestUsersOfInterval || options.signFlips == 0) return result;
  std::vector<double> sums;
  for (const auto& [user, sum] : byUser) sums.push_back(sum);
  result.p = signFlipP(sums, options);
  return result;
}

void correctByHolm(std::span<PairedDifference* const> table) {
  std::vector<double> pValues;
  for (const PairedDifference* one : table) pValues.push_back(one->p);
  const std::vector<double> corrected = holmCorrected(pValues);
  for (std::size_t i = 0; i < table.size(); ++i) table[i]->pHolm = corrected[i];
}

}  // namespace sojourn
