// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/scene/interval_text.h"

#include "views/present/scene/format.h"

namespace sojourn::present {

std::string noIntervalText(std::size_t users) {
  const std::string who = users == 1                      ? "one user"
                          : users < fewestUsersOfInterval ? std::to_string(users) + " users"
                                                          : "too few users";
  return who + ": no interval";
}

std::string intervalText(const Estimate& estimate, std::size_t users) {
  if (!estimate.hasInterval()) return noIntervalText(users);
  return "95 % " + exactText(estimate.low) + " to " + exactText(estimate.high);
}

}  // namespace sojourn::present
