// SPDX-License-Identifier: GPL-3.0-or-later
// Methods of explanation over many samples: how faithful each is on the whole, and how well it finds planted causes.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace sojourn {

/// Resampling fewer users than these gives no interval: of one user it always draws the same mean.
inline constexpr std::size_t fewestUsersOfInterval = 5;

/// A mean over samples with its 95 % interval from resampling users, who are independent as their samples are not. Not
/// a number where nothing stands behind it; low and high also where too few users do.
struct Estimate {
  double mean = 0;
  double low = 0;
  double high = 0;
  std::size_t n = 0;  ///< samples

  [[nodiscard]] bool hasInterval() const { return std::isfinite(low) && std::isfinite(high); }
};

struct OperatorSummary {
  Estimate comprehensiveness, sufficiency, deletionAuc, insertionAuc;
  Estimate gain;        ///< insertion less deletion area: high is faithful
  Estimate overRandom;  ///< the same less that of random orders on the same sample
};

struct MethodSummary {
  std::string name;
  OperatorSummary masked, removed;
  Estimate tiedShare;
  /// Where the data says which visits caused the target, and not all did: share of the first c visits that are among
  /// the c causes, and the mean rank of a cause as a share of the window (0 = first, 1 = last).
  Estimate causePrecision, causeRank;
  /// Of integrated gradients; of nothing (n 0) for all others: the mean gap, and the share of samples where it is
  /// below `smallCompletenessGap`, in the end and with the first number of steps, which are doubled where it is not.
  Estimate completenessGap = {}, completeShare = {}, completeAtOnceShare = {};
};

struct ExplanationSummary {
  std::size_t samples = 0;  ///< explained; fewer than asked for where it was stopped
  std::size_t asked = 0;
  std::size_t users = 0;
  std::size_t withCauses = 0;
  std::vector<MethodSummary> methods;
};

}  // namespace sojourn
