// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/gate/gate_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "views/present/gate/gate_charts.h"
#include "views/present/samples/change_marks.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/segmented_control.h"

namespace sojourn::present {
namespace {

constexpr float padding = 12;
constexpr float sampleColumn = 76;
constexpr std::array names{"correctness", "hour", "weekday", "user", "length"};

/// What this sample has to say; absent where nothing is inspected.
struct SampleGate {
  double gate = 0;
  double copyShare = std::numeric_limits<double>::quiet_NaN();  ///< of the prediction
  const GateBin* bin = nullptr;
  std::optional<double> before = {};  ///< the reference's
  [[nodiscard]] double change() const { return gate - before.value_or(gate); }
};

std::optional<SampleGate> sampleGate(const SampleContext& context, const GateData& data) {
  if (!context.inspection || !context.inspection->gate || !std::isfinite(*context.inspection->gate))
    return std::nullopt;
  SampleGate sample{.gate = std::clamp(static_cast<double>(*context.inspection->gate), 0.0, 1.0)};
  if (!context.inspection->ranking.empty() && context.inspection->best().probability > 0) {
    sample.copyShare = static_cast<double>(context.inspection->best().copied) / context.inspection->best().probability;
  }
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
      Segment{"Right, wrong", "correctness", "Histogram of the gate, right and wrong samples separately"},
      Segment{"Hour", "hour", "Mean gate and accuracy by hour of the last visit"},
      Segment{"Weekday", "weekday", "Mean gate and accuracy by weekday of the last visit"},
      Segment{"User", "user", "Mean gate and accuracy by user"},
      Segment{"Length", "length", "Mean gate and accuracy by number of visits"}};
  if (padding + segmentedWidth(builder, segments, font) > scene.size.width) {
    segments[0].text = "Right";
    segments[2].text = "Day";
  }
  paintSegmented(builder, scene, {padding, 4}, 20, segments, static_cast<std::size_t>(by), "setSplitBy", font);
}

/// "47.1 % right". The one figure of three digits goes without its decimal, which would cut the word.
std::string rightText(double accuracy) {
  const std::string figure = percent(accuracy);
  return (figure == "100.0" ? "100" : figure) + " % right";
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
  constexpr Font plain{.size = 11.5F};
  std::vector<Line> lines{{"this sample", theme.accent, {11.5F, Weight::Medium}, true},
                          {probability(sample.gate), theme.accent, {12.5F, Weight::SemiBold}, false}};
  // What it was stands where the words stood, the change beside the number: nothing below moves.
  if (sample.before) lines[0] = {"was " + probability(*sample.before), theme.text2, plain, true};
  if (sample.bin && sample.bin->n() > 0) {
    lines.push_back({"its bin", theme.text2, plain, true, 1});
    if (sample.bin->n() >= fewestForAccuracy)
      lines.push_back({rightText(sample.bin->accuracy()), theme.text, plain, false, 1});
    lines.push_back({"of " + grouped(sample.bin->n()), theme.text2, plain, false, 0});
  }
  if (!std::isnan(sample.copyShare)) {
    lines.push_back({"copy share", theme.text2, plain, true, 2});
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
    if (i == 1 && sample.before) {
      const double change = sample.change();
      builder.text({right - sampleColumn - 7, y, sampleColumn / 2 + 2, 14}, signedProbability(change),
                   changeColor(theme, change), changeFont(change, 11));
    }
    y += 14;
  }
  std::string label = "This sample's gate " + probability(sample.gate);
  if (sample.before) {
    label += ", " + exactText(*sample.before) + " in the reference, change " + exactText(sample.change());
  }
  if (!std::isnan(sample.copyShare)) {
    label += "; copy share of its prediction " + probability(sample.copyShare) +
             ": the gate mixes two distributions and is not that share";
  }
  builder.hit({right - sampleColumn, top, sampleColumn, y - top}, {}, label, exactText(sample.gate));
}

Table histogramTable(const GateData& data) {
  Table table{.columns = {"Gate from", "Gate to", "Right", "Wrong", "Acc@1 (%)"}, .rows = {}};
  for (const GateBin& bin : data.summary.bins)
    table.add(bin.from, bin.to, bin.right, bin.wrong, bin.n() > 0 ? bin.accuracy() : Table::absent);
  return table;
}

Table slicesTable(const GateData& data) {
  Table table{.columns = {"Part", "Samples", "With gate", "Mean gate", "Standard deviation", "Acc@1 (%)"}, .rows = {}};
  for (const Slice& slice : data.slices)
    table.add(slice.label, slice.n, slice.withGate, slice.meanGate, slice.gateDeviation,
              slice.n > 0 ? slice.accuracy : Table::absent);
  return table;
}

std::string summaryOf(const GateData& data, const std::optional<SampleGate>& sample) {
  std::string text = "Gate over " + data.scope + ": ";
  const GateSummary& set = data.summary;
  if (set.n == 0) {
    text += "nothing evaluated yet.";
  } else {
    text += "mean " + probability(set.mean) + ", standard deviation " + probability(set.deviation) + "; " +
            probability(set.meanRight) + " where right, " + probability(set.meanWrong) + " where wrong.";
  }
  if (sample) {
    text += " This sample's gate is " + probability(sample->gate);
    if (sample->before) {
      text += ", " + probability(*sample->before) + " in the reference, change " + signedProbability(sample->change());
    }
    if (!std::isnan(sample->copyShare)) text += ", the copy share of its prediction " + probability(sample->copyShare);
    text += ".";
  }
  return text;
}

EmptyState noGate(const ModelDescription& model) {
  EmptyState state{.title = model.title + " has no gate", .detail = "All probability comes from one output layer."};
  if (model.capabilities.pointer && model.capabilities.generation) {
    state.detail = "Copied and generated probability are mixed half and half.";
  } else if (model.capabilities.pointer) {
    state.detail = "All probability is copied from the window.";
  }
  return state;
}

}  // namespace

const char* sliceByName(SliceBy by) {
  return names[static_cast<std::size_t>(by)];
}

std::optional<SliceBy> sliceByFromName(std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<SliceBy>(found - names.begin());
}

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
    scene.table = histogramTable(data);
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
    if (data.slices.empty()) {
      builder.text({plot.x + gateAxisWidth, top + height / 2 - 8, plot.width - gateAxisWidth, 16},
                   "Nothing evaluated yet", canvas.theme.text2, {.size = 11.5F}, Align::Center);
    }
    scene.table = slicesTable(data);
  }
  if (sample) paintSample(builder, *sample, canvas.size.width - padding, top - 3, height - 8);

  static constexpr std::array what{"right and wrong", "by hour of the last visit", "by weekday of the last visit",
                                   "by user", "by length"};
  scene.caption = std::string(what[static_cast<std::size_t>(data.splitBy)]) + ", " + data.scope;
  if (context.model->epoch >= 0) scene.caption += ", epoch " + std::to_string(context.model->epoch);
  scene.captionRight = data.summary.n > 0 ? "mean " + probability(data.summary.mean) : "";
  if (gate.before) scene.captionRight += std::string(scene.captionRight.empty() ? "" : ", ") + "dashed: reference";
  scene.summary = summaryOf(data, sample);
  return scene;
}

}  // namespace sojourn::present
