// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/async/job.h"

#include <algorithm>

namespace sojourn::session {
namespace {

/// Before this a rate is a guess that jumps about.
constexpr double secondsBeforeRate = 0.25;

}  // namespace

double Job::fraction() const {
  if (total == 0) return 0;
  return std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
}

double Job::ratePerSecond() const {
  return seconds < secondsBeforeRate ? 0 : static_cast<double>(done) / seconds;
}

std::optional<double> Job::secondsLeft() const {
  const double rate = ratePerSecond();
  if (total == 0 || rate <= 0) return std::nullopt;
  return static_cast<double>(total - std::min(done, total)) / rate;
}

}  // namespace sojourn::session
