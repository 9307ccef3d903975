// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/epoch_table.h"

#include <algorithm>

#include "model/core/text.h"
#include "views/text/output.h"

namespace sojourn::cli {
namespace {

std::string lineOf(const EpochReport& report) {
  const auto column = [](const std::string& text, std::size_t width) {
    return std::string(width - std::min(width, text.size()), ' ') + text;
  };
  return column(std::to_string(report.epoch), 5) + column(shortNumber(report.learningRate, 3), 12) +
         column(fixedNumber(report.trainLoss, 4), 12) + column(fixedNumber(report.validationLoss, 4), 12) +
         column(fixedNumber(report.validationAccuracy, 2), 12) + column(fixedNumber(report.seconds, 2), 11) + " s" +
         (report.best ? "  best\n" : "\n");
}

}  // namespace

TrainObserver EpochTable::observer() {
  TrainObserver observer;
  observer.begin = [this](std::int64_t) {
    m_printed = text::print("epoch  learn rate  train loss  validation  val. Acc@1       time\n");
  };
  observer.step = m_progress.callback();
  observer.epoch = [this](const EpochReport& report) {
    m_progress.clear();
    if (m_printed) m_printed = text::print(lineOf(report));
  };
  observer.problem = [this](const Problem& problem) {
    m_progress.clear();
    printProblems({problem});
  };
  return observer;
}

Status EpochTable::finish() {
  m_progress.clear();
  return m_printed;
}

}  // namespace sojourn::cli
