// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/runs/run_figures.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr const char* none = "\u2013";

}  // namespace

RunFigureLabels runFigureLabels(RunFigure figure) {
  switch (figure) {
    case RunFigure::Parameters:
      return {"Parameters", "Trainable numbers of the model"};
    case RunFigure::Epoch:
      return {"Epoch", "The current or last epoch, of the planned maximum"};
    case RunFigure::BestEpoch:
      return {"Best epoch", "The epoch with the lowest validation loss"};
    case RunFigure::LowestLoss:
      return {"Lowest loss", "The lowest validation loss: the mean of batch means, which early stopping uses"};
    case RunFigure::AccuracyAll:
      return {"Best Acc@1", "Validation, all targets, percent, at the epoch with the lowest validation loss"};
    case RunFigure::AccuracyKnown:
      return {"Best known", "Acc@1 on validation, targets seen in training, percent, at the best epoch"};
    case RunFigure::AccuracyFive:
      return {"Best Acc@5", "Validation, all targets, percent, at the best epoch"};
    case RunFigure::ReciprocalRank:
      return {"Best MRR", "Mean reciprocal rank on validation, all targets, percent, at the best epoch"};
    case RunFigure::TestAccuracy:
      return {"Test Acc@1",
              "Acc@1 on test, all targets, percent, of best.pt; hidden until revealed, and each reveal is counted"};
    case RunFigure::Throughput:
      return {"Seq/s", "Sequences per second, the median of the latest steps"};
    case RunFigure::Seconds:
      return {"Time", "Time of training and validation in completed epochs"};
    case RunFigure::SecondsLeft:
      return {"Left", "Maximum time left, estimated from the latest epochs; early stopping may end the run sooner"};
  }
  return {"", ""};
}

std::string runFigureText(RunFigure figure, std::optional<double> value) {
  if (!value) return none;
  switch (figure) {
    case RunFigure::Seconds:
    case RunFigure::SecondsLeft:
      return spanText(value);
    case RunFigure::LowestLoss:
      return fixedText(*value, 3);
    case RunFigure::AccuracyAll:
    case RunFigure::AccuracyKnown:
    case RunFigure::AccuracyFive:
    case RunFigure::ReciprocalRank:
    case RunFigure::TestAccuracy:
      return percent(*value);
    case RunFigure::Parameters:
    case RunFigure::Throughput:
      return std::isfinite(*value) ? groupThousands(std::llround(*value)) : none;
    case RunFigure::Epoch:
    case RunFigure::BestEpoch:
      return std::to_string(static_cast<long long>(*value));
  }
  return none;
}

std::string seedsText(std::size_t runs, std::size_t seeds) {
  const std::string text = std::to_string(seeds) + (seeds == 1 ? tr(" seed") : tr(" seeds"));
  return runs > seeds ? tr("%1 runs, %2", {std::to_string(runs), text}) : text;
}

std::string runMeanText(RunFigure figure, const Spread& spread) {
  if (spread.n == 0) return none;
  const auto text = [figure](double value) {
    return figure == RunFigure::BestEpoch ? fixedText(value, 1) : runFigureText(figure, value);
  };
  const bool spreads = spread.deviation && figure != RunFigure::Seconds && figure != RunFigure::SecondsLeft;
  return spreads ? text(spread.mean) + " \u00B1 " + text(*spread.deviation) : text(spread.mean);
}

std::optional<Better> betterOf(RunFigure figure) {
  switch (figure) {
    case RunFigure::LowestLoss:
      return Better::Lower;
    case RunFigure::AccuracyAll:
    case RunFigure::AccuracyKnown:
    case RunFigure::AccuracyFive:
    case RunFigure::ReciprocalRank:
    case RunFigure::TestAccuracy:
      return Better::Higher;
    default:
      return std::nullopt;
  }
}

std::string spanText(std::optional<double> seconds) {
  if (!seconds || !std::isfinite(*seconds)) return none;
  const long long whole = std::llround(std::clamp(*seconds, 0.0, 3.6e8));
  char text[48];
  if (whole < 3600)
    std::snprintf(text, sizeof text, "%lld:%02lld", whole / 60, whole % 60);
  else
    std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
  return text;
}

}  // namespace sojourn::present
