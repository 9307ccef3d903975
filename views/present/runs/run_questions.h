// SPDX-License-Identifier: GPL-3.0-or-later
// The questions before a command to a run, with the run's name, the same in the studio and in the monitor.
#pragma once

#include <string>

namespace sojourn::present {

/// `name` is fit for a screen.
[[nodiscard]] std::string stopQuestion(const std::string& name);
[[nodiscard]] std::string resumeQuestion(const std::string& name);
[[nodiscard]] std::string rateQuestion(const std::string& name, double from, double to);

/// "0.00065", "1e-07": a learning rate as people write it.
[[nodiscard]] std::string rateText(double rate);

}  // namespace sojourn::present
