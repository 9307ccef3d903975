// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evaluate/paired_difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include "model/core/random.h"

namespace sojourn {
namespace {

/// Samples of one user.
struct OfUser {
  double sum = 0;
  std::size_t n = 0;
};

/// The sum over users with each one's sign taken from a bit. Eight users share a table of their 256 sums, so that a
/// draw is a few additions.
class SignedSums {
 public:
  explicit SignedSums(std::span<const OfUser> users) : m_tables((users.size() + 7) / 8) {
    for (std::size_t u = 0; u < users.size(); ++u)
      for (std::size_t bits = 0; bits < 256; ++bits)
        m_tables[u / 8][bits] += (bits >> u % 8 & 1U) != 0 ? -users[u].sum : users[u].sum;
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

double signFlipP(std::span<const OfUser> users, const PairedDifferenceOptions& options) {
  const SignedSums sums(users);
  const double seen = std::abs(
      std::accumulate(users.begin(), users.end(), 0.0, [](double sum, const OfUser& user) { return sum + user.sum; }));
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

void addInterval(std::span<const OfUser> users, const PairedDifferenceOptions& options, PairedDifference& difference) {
  Random random(options.seed);
  std::vector<double> means(options.resamples);
  for (double& mean : means) {
    OfUser drawn;
    for (std::size_t u = 0; u < users.size(); ++u) {
      const OfUser& one = users[random.below(users.size())];
      drawn.sum += one.sum;
      drawn.n += one.n;
    }
    mean = drawn.sum / static_cast<double>(drawn.n);
  }
  setPercentileInterval(means, difference);
}

}  // namespace

PairedDifference pairedDifference(std::span<const double> differences, std::span<const std::int32_t> users,
                                  const PairedDifferenceOptions& options) {
  PairedDifference result;
  if (differences.empty()) return result;
  const auto n = static_cast<double>(differences.size());
  std::map<std::int32_t, OfUser> byUser;
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    OfUser& user = byUser[users[i]];
    user.sum += differences[i];
    ++user.n;
    sum += differences[i];
    squares += differences[i] * differences[i];
  }
  result.value = sum / n;
  const double error = 1.96 * std::sqrt(std::max(0.0, squares / n - result.value * result.value) / n);
  result.naiveLow = result.value - error;
  result.naiveHigh = result.value + error;
  if (byUser.size() < options.usersOfInterval) return result;
  std::vector<OfUser> all;
  for (const auto& [id, user] : byUser) all.push_back(user);
  if (options.resamples > 0) addInterval(all, options, result);
  result.p = signFlipP(all, options);
  return result;
}

void setPercentileInterval(std::span<double> means, PairedDifference& difference) {
  std::ranges::sort(means);
  const auto at = [&](double share) {
    return means[static_cast<std::size_t>(std::lround(share * static_cast<double>(means.size() - 1)))];
  };
  difference.low = at(0.025);
  difference.high = at(0.975);
}

void correctByHolm(std::span<PairedDifference* const> table) {
  std::vector<PairedDifference*> ascending;
  std::ranges::copy_if(table, std::back_inserter(ascending), [](const auto* one) { return std::isfinite(one->p); });
  std::ranges::stable_sort(ascending, {}, [](const PairedDifference* one) { return one->p; });
  double highest = 0;
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    highest = std::max(highest, std::min(1.0, ascending[i]->p * static_cast<double>(ascending.size() - i)));
    ascending[i]->pHolm = highest;
  }
}

}  // namespace sojourn
