// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/runs/run_figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr const char* none = "\u2013";

/// How a figure is written.
enum class Style { Whole, Count, Loss, Percent, Span };

struct FigureFacts {
  RunColumnLabels labels;
  Style style;
};
/// By RunFigure.
constexpr std::array<FigureFacts, runFigures> figures{{
    {{"Parameters", "Trainable numbers of the model"}, Style::Count},
    {{"Epoch", "The current or last epoch, of the planned maximum"}, Style::Whole},
    {{"Best epoch", "The epoch with the lowest validation loss"}, Style::Whole},
    {{"Lowest loss", "The lowest validation loss: the mean of batch means, which early stopping uses"}, Style::Loss},
    {{"Best Acc@1", "Validation, all targets, percent, at the epoch with the lowest validation loss"}, Style::Percent},
    {{"Best known", "Acc@1 on validation, targets seen in training, percent, at the best epoch"}, Style::Percent},
    {{"Best Acc@5", "Validation, all targets, percent, at the best epoch"}, Style::Percent},
    {{"Best MRR", "Mean reciprocal rank on validation, all targets, percent, at the best epoch"}, Style::Percent},
    {{"Test Acc@1",
      "Acc@1 on test, all targets, percent, of best.pt; hidden until revealed, and each reveal is counted"},
     Style::Percent},
    {{"Seq/s", "Sequences per second, the median of the latest steps"}, Style::Count},
    {{"Time", "Time of training and validation in completed epochs"}, Style::Span},
    {{"Left", "Maximum time left, estimated from the latest epochs; early stopping may end the run sooner"},
     Style::Span},
}};

Style styleOf(RunFigure figure) {
  return figures[static_cast<std::size_t>(figure)].style;
}

}  // namespace

RunColumnLabels runFigureLabels(RunFigure figure) {
  return figures[static_cast<std::size_t>(figure)].labels;
}

RunColumnLabels runTextLabels(RunText text) {
  switch (text) {
    case RunText::Name:
      return {"Run", "Check a run to see it in the curves"};
    case RunText::State:
      return {"State", "What the trainer is doing, or how the run ended"};
    case RunText::Model:
      return {"Model", "The kind of network that is trained"};
    case RunText::Dataset:
      return {"Dataset", "What it is trained on"};
    case RunText::Differs:
      return {"Differs", "Settings in which its configuration differs from that of the comparison's reference"};
    case RunText::Seed:
      return {"Seed", "The seed of the run; for a group, how many runs the means contain"};
  }
  return {};
}

std::string runFigureText(RunFigure figure, std::optional<double> value) {
  if (!value) return none;
  switch (styleOf(figure)) {
    case Style::Whole:
      return std::to_string(static_cast<long long>(*value));
    case Style::Count:
      return std::isfinite(*value) ? groupThousands(std::llround(*value)) : none;
    case Style::Loss:
      return fixedText(*value, 3);
    case Style::Percent:
      return percent(*value);
    case Style::Span:
      break;
  }
  return spanText(value);
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
  const bool spreads = spread.deviation && styleOf(figure) != Style::Span;
  return spreads ? text(spread.mean) + " \u00B1 " + text(*spread.deviation) : text(spread.mean);
}

std::string runMeanHint(const Spread& spread) {
  if (spread.n == 0) return {};
  return tr("mean of %1, standard deviation %2, from %3 to %4",
            {std::to_string(spread.n), spread.deviation ? exactText(*spread.deviation) : none, exactText(spread.lowest),
             exactText(spread.highest)});
}

std::optional<Better> betterOf(RunFigure figure) {
  if (styleOf(figure) == Style::Loss) return Better::Lower;
  return styleOf(figure) == Style::Percent ? std::optional(Better::Higher) : std::nullopt;
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

std::string stopQuestion(const std::string& name) {
  return tr("Stop the training of %1? It writes a checkpoint first and can be resumed.", {name});
}

std::string resumeQuestion(const std::string& name) {
  return tr(
      "Resume the training of %1 from its last checkpoint? The run is added to the queue of its folder, which trains "
      "it on this computer until it ends; steps after that checkpoint are repeated.",
      {name});
}

std::string rateQuestion(const std::string& name, double from, double to) {
  const std::string change = from > 0 ? tr("from %1 to ", {rateText(from)}) : tr("to ");
  return tr(
      "Change the learning rate of %1 %2%3 from now on? The run counts as steered: it is excluded from the means over "
      "seeds.",
      {name, change, rateText(to)});
}

std::string rateText(double rate) {
  return shortNumber(rate, 4);
}

}  // namespace sojourn::present
