// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/gate/gate_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/gate/gate_charts.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/segmented_control.h"

namespace sojourn::present {
namespace {

constexpr float padding = 12;
constexpr float sampleColumn = 76;

/// What this sample has to say; absent where nothing is inspected.
struct SampleGate {
  double gate = 0;
  double copyShare = Table::absent;  ///< of the prediction
  const GateBin* bin = nullptr;
  std::optional<double> before = {};  ///< the reference's
  [[nodiscard]] double change() const { return gate - before.value_or(gate); }
};

std::optional<SampleGate> sampleGate(const SampleContext& context, const GateData& data) {
  if (!context.inspection || !context.inspection->gate || !std::isfinite(*context.inspection->gate))
    return std::nullopt;
  SampleGate sample{.gate = std::clamp(static_cast<double>(*context.inspection->gate), 0.0, 1.0)};
  if (!context.inspection->ranking.empty() && context.inspection->best().probability > 0)
    sample.copyShare = static_cast<double>(context.inspection->best().copied) / context.inspection->best().probability;
  if (hasReference(context)) {
    const double before = *context.reference->inspection->gate;
    if (std::isfinite(before)) sample.before = std::clamp(before, 0.0, 1.0);
  }
  for (const GateBin& bin : data.summary.bins) {
    if (sample.gate >= bin.from && (sample.gate < bin.to || &bin == &data.summary.bins.back())) sample.bin = &bin;
  }
  return sample;
}

/// What splits the samples, in shorter words where the whole ones have no room.
void paintControl(SceneBuilder& builder, Scene& scene, SliceBy by) {
  constexpr Font font{.size = 11.5F, .weight = Weight::Medium};
  std::array<Segment, 5> segments{
      Segment{tr("Right, wrong"), SplitGateBy{SliceBy::Correctness},
              tr("Histogram of the gate, right and wrong samples separately")},
      Segment{tr("Hour"), SplitGateBy{SliceBy::Hour}, tr("Mean gate and accuracy by hour of the last visit")},
      Segment{tr("Weekday"), SplitGateBy{SliceBy::Weekday}, tr("Mean gate and accuracy by weekday of the last visit")},
      Segment{tr("User"), SplitGateBy{SliceBy::User}, tr("Mean gate and accuracy by user")},
      Segment{tr("Length"), SplitGateBy{SliceBy::Length}, tr("Mean gate and accuracy by number of visits")}};
  if (padding + segmentedWidth(builder, segments, font) > scene.size.width) {
    segments[0].text = tr("Right");
    segments[2].text = tr("Day");
  }
  paintSegmented(builder, scene, {padding, 4}, 20, segments, static_cast<std::size_t>(by), font);
}

/// "47.1 % right". The one figure of three digits has no decimal, which would cut the word.
std::string rightText(double accuracy) {
  const std::string figure = percent(accuracy);
  return tr("%1 % right", {figure == "100.0" ? "100" : figure});
}

/// The figures at the right: the gate, how its bin fares, and the copy share, which is another thing.
void paintSample(SceneBuilder& builder, const SampleGate& sample, float right, float top, float height) {
  const Theme& theme = builder.theme();
  struct Line {
    std::string text;
    Color color;
    Font font;
    bool start = false;  // of a group
    int worth = 3;       // what is worth least goes first where the dock is low
  };
  std::vector<Line> lines{{tr("this sample"), theme.accent, {11.5F, Weight::Medium}, true},
                          {probability(sample.gate), theme.accent, {12.5F, Weight::SemiBold}, false}};
  // What it was stands where the words stood, the change beside the number: nothing below moves.
  if (sample.before) lines[0] = {tr("was %1", {probability(*sample.before)}), theme.text2, mediumFont, true};
  if (sample.bin && sample.bin->n() > 0) {
    lines.push_back({tr("its bin"), theme.text2, mediumFont, true, 1});
    if (sample.bin->n() >= fewestForAccuracy)
      lines.push_back({rightText(sample.bin->accuracy()), theme.text, mediumFont, false, 1});
    lines.push_back({tr("of %1", {grouped(sample.bin->n())}), theme.text2, mediumFont, false, 0});
  }
  if (!std::isnan(sample.copyShare)) {
    lines.push_back({tr("copy share"), theme.text2, mediumFont, true, 2});
    lines.push_back({probability(sample.copyShare), theme.text, {12.5F, Weight::SemiBold}, false, 2});
  }
  for (int worth = 0; worth < 3 && 14 * static_cast<float>(lines.size()) > height + 8; ++worth)
    std::erase_if(lines, [worth](const Line& line) { return line.worth == worth; });
  const auto groups = static_cast<float>(std::ranges::count(lines, true, &Line::start) - 1);
  const float gap = std::clamp((height - 14 * static_cast<float>(lines.size())) / std::max(1.0F, groups), 0.0F, 8.0F);
  float y = top;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].start && i > 0) y += gap;
    builder.text({right - sampleColumn, y, sampleColumn, 14}, lines[i].text, lines[i].color, lines[i].font,
                 Align::Right);
    if (i == 1 && sample.before)
      builder.text({right - sampleColumn - 7, y, sampleColumn / 2 + 2, 14}, signedProbability(sample.change()),
                   changeColor(theme, sample.change()), changeFont(sample.change(), 11));
    y += 14;
  }
  std::string label = tr("This sample's gate %1", {probability(sample.gate)});
  if (sample.before)
    label += tr(", %1 in the reference, change %2", {exactText(*sample.before), exactText(sample.change())});
  if (!std::isnan(sample.copyShare))
    label += tr("; copy share of its prediction %1: the gate mixes two distributions and is not that share",
                {probability(sample.copyShare)});
  builder.hit({right - sampleColumn, top, sampleColumn, y - top}, {}, label, exactText(sample.gate));
}

/// The bins of the histogram, or the parts by what splits the samples.
Table tableOf(const GateData& data) {
  Table table;
  if (data.splitBy == SliceBy::Correctness) {
    table.columns = {"Gate from", "Gate to", "Right", "Wrong", "Acc@1 (%)"};
    for (const GateBin& bin : data.summary.bins)
      table.add(bin.from, bin.to, bin.right, bin.wrong, bin.n() > 0 ? bin.accuracy() : Table::absent);
    return table;
  }
  table.columns = {"Part", "Samples", "With gate", "Mean gate", "Standard deviation", "Acc@1 (%)"};
  for (const Slice& slice : data.slices)
    table.add(slice.label, slice.n, slice.withGate, slice.meanGate, slice.gateDeviation,
              slice.n > 0 ? slice.accuracy : Table::absent);
  return table;
}

std::string summaryOf(const GateData& data, const std::optional<SampleGate>& sample) {
  const GateSummary& set = data.summary;
  std::string text = tr("Gate over %1: ", {data.scope});
  text += set.n == 0 ? tr("nothing evaluated yet.")
                     : tr("mean %1, standard deviation %2; %3 where right, %4 where wrong.",
                          {probability(set.mean), probability(set.deviation), probability(set.meanRight),
                           probability(set.meanWrong)});
  if (!sample) return text;
  text += tr(" This sample's gate is %1", {probability(sample->gate)});
  if (sample->before)
    text += tr(", %1 in the reference, change %2", {probability(*sample->before), signedProbability(sample->change())});
  if (!std::isnan(sample->copyShare))
    text += tr(", the copy share of its prediction %1", {probability(sample->copyShare)});
  return text + ".";
}

EmptyState noGate(const ModelDescription& model) {
  const Capabilities& has = model.capabilities;
  return {.title = tr("%1 has no gate", {model.title}),
          .detail = !has.pointer     ? tr("All probability comes from one output layer.")
                    : has.generation ? tr("Copied and generated probability are mixed half and half.")
                                     : tr("All probability is copied from the window.")};
}

}  // namespace

ViewContent gateContent(const SampleContext& context, const GateData& data, const Canvas& canvas) {
  if (!context.model) return nothingInspected(context).value_or(EmptyState{});
  if (!context.model->capabilities.gate) return noGate(*context.model);

  Scene scene;
  scene.size = scene.contentSize = canvas.size;
  SceneBuilder builder(scene, canvas);
  const std::optional<SampleGate> sample = sampleGate(context, data);
  paintControl(builder, scene, data.splitBy);
  constexpr float top = 31;
  const float height = canvas.size.height - top - 4;
  GateMarks gate;
  if (sample) gate = {.now = sample->gate, .before = sample->before};
  const float plotRight = canvas.size.width - padding - sampleColumn - 8;
  const Rect plot{padding, top, plotRight - padding, height};

  if (data.splitBy == SliceBy::Correctness) {
    paintGateHistogram(builder, scene, data, gate, plot);
  } else {
    constexpr float narrowestColumn = 6;
    const bool columns =
        height < 220 && static_cast<float>(data.slices.size()) * narrowestColumn <= plot.width - gateAxisWidth;
    if (columns) {
      paintGateColumns(builder, data, gate, plot);
    } else {
      const float bottom = paintGateRows(builder, data, gate, plot);
      scene.contentSize.height = std::max(canvas.size.height, bottom + 8);
      if (bottom > canvas.size.height) scene.pinnedTop = top + gateRowsHeader - 2;
    }
    if (data.slices.empty())
      builder.text({plot.x + gateAxisWidth, top + height / 2 - 8, plot.width - gateAxisWidth, 16},
                   tr("Nothing evaluated yet"), canvas.theme.text2, mediumFont, Align::Center);
  }
  if (sample) paintSample(builder, *sample, canvas.size.width - padding, top - 3, height - 8);

  static constexpr std::array what{"right and wrong", "by hour of the last visit", "by weekday of the last visit",
                                   "by user", "by length"};
  scene.caption = tr(what[static_cast<std::size_t>(data.splitBy)]) + ", " + data.scope;
  if (context.model->epoch >= 0) scene.caption += tr(", epoch %1", {std::to_string(context.model->epoch)});
  scene.captionRight = data.summary.n > 0 ? tr("mean %1", {probability(data.summary.mean)}) : "";
  if (gate.before) scene.captionRight += std::string(scene.captionRight.empty() ? "" : ", ") + tr("dashed: reference");
  scene.summary = summaryOf(data, sample);
  scene.table = tableOf(data);
  return scene;
}

}  // namespace sojourn::present
