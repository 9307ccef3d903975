// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/scene/interval_text.h"

#include "model/core/translation.h"
#include "views/present/scene/format.h"

namespace sojourn::present {

std::string noIntervalText(std::size_t users) {
  const std::string who = users == 1                      ? tr("one user")
                          : users < fewestUsersOfInterval ? tr("%1 users", {std::to_string(users)})
                                                          : tr("too few users");
  return tr("%1: no interval", {who});
}

std::string intervalText(const Estimate& estimate, std::size_t users) {
  if (!estimate.hasInterval()) return noIntervalText(users);
  return tr("95 % %1 to %2", {exactText(estimate.low), exactText(estimate.high)});
}

}  // namespace sojourn::present
