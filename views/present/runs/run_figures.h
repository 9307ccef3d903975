// SPDX-License-Identifier: GPL-3.0-or-later
// Runs in words: their numbers, what a column of them is called, and the questions before a command.
#pragma once

#include <optional>
#include <string>

#include "model/core/spread.h"
#include "model/runs/catalogue/run_catalogue.h"
#include "model/runs/catalogue/run_words.h"

namespace sojourn::present {

/// What a column of a table of runs is called.
struct RunColumnLabels {
  const char* title;
  const char* description;
};
[[nodiscard]] RunColumnLabels runFigureLabels(RunFigure figure);
[[nodiscard]] RunColumnLabels runTextLabels(RunText text);

/// "2.931", "47.2", "0:49"; an en dash for nothing.
[[nodiscard]] std::string runFigureText(RunFigure figure, std::optional<double> value);
/// "2.931 ± 0.012"; without the spread where there is none, or where it says little (times).
[[nodiscard]] std::string runMeanText(RunFigure figure, const Spread& spread);
/// "mean of 3, standard deviation 0.0123, from 2.9 to 2.95"; empty of no run.
[[nodiscard]] std::string runMeanHint(const Spread& spread);
/// "3 seeds", or "3 runs, 2 seeds" where some share one.
[[nodiscard]] std::string seedsText(std::size_t runs, std::size_t seeds);
/// Whether the lowest or the highest of a column is its best; absent where neither is better.
enum class Better { Lower, Higher };
[[nodiscard]] std::optional<Better> betterOf(RunFigure figure);

/// "0:49", "1:02:33"; an en dash for nothing.
[[nodiscard]] std::string spanText(std::optional<double> seconds);

/// `name` is fit for a screen.
[[nodiscard]] std::string stopQuestion(const std::string& name);
[[nodiscard]] std::string resumeQuestion(const std::string& name);
[[nodiscard]] std::string rateQuestion(const std::string& name, double from, double to);

/// "0.00065", "1e-07": a learning rate as people write it.
[[nodiscard]] std::string rateText(double rate);

}  // namespace sojourn::present
