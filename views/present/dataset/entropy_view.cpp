// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the entropy of each layer and head as a matrix: over all samples and by sequence length.
#include <algorithm>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/dataset/dataset_text.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/table/row_table.h"

namespace sojourn::present {
namespace {

/// A column of the matrix.
struct EntropyColumn {
  std::string name;
  std::string filter;  ///< empty: of all samples
  double uniform = 0;  ///< nats
  std::vector<Estimate> heads;
};

std::vector<EntropyColumn> entropyColumns(const ModelProfile& read) {
  constexpr auto entropy = static_cast<std::size_t>(HeadFigure::Entropy);
  std::vector<EntropyColumn> columns{{.name = tr("All"), .filter = {}, .uniform = read.uniform[entropy], .heads = {}}};
  for (const HeadRole& role : read.heads) columns.front().heads.push_back(role.timesUniform[entropy]);
  for (const LengthEntropy& part : read.entropy) {
    const LengthRange& range = lengthRanges[part.range];
    columns.push_back({tr(range.name), range.filter, part.uniform, part.heads});
  }
  return columns;
}

/// The lowest of all; 1 where none is lower.
double leastOf(const std::vector<EntropyColumn>& columns) {
  double least = 1;
  for (const EntropyColumn& column : columns)
    for (const Estimate& times : column.heads)
      if (std::isfinite(times.mean)) least = std::min(least, times.mean);
  return least;
}

RowCell cellOf(const EntropyColumn& part, const HeadRole& role, const Estimate& times, double least,
               const Theme& theme) {
  const bool known = std::isfinite(times.mean);
  // Dark is narrow: below a fifth less than uniform the scale is the same for all models.
  const double deep = known ? (1 - times.mean) / std::max(0.2, 1 - least) : 0;
  const auto share = static_cast<float>(std::clamp(deep, 0.0, 1.0));
  std::string label = tr("Layer %1, head %2, ", {std::to_string(role.layer), std::to_string(role.head)}) +
                      (part.filter.empty() ? tr("all lengths") : tr("%1 visits", {part.name}));
  label += known ? tr(": entropy %1 nats, %2 uniform", {fixedText(times.mean * part.uniform, 3), timesText(times.mean)})
                 : tr(": no entropy, a single other visit");
  if (times.hasInterval()) label += tr(" (%1 to %2)", {fixedText(times.low, 2), fixedText(times.high, 2)});
  label += ", " + countText(times.n, "sample", "samples");
  Focus focus;
  focus.head = HeadRef{role.layer, role.head};
  RowCell cell{.text = known ? fixedText(times.mean, 2) : std::string(),
               .ink = share > 0.5F ? theme.panel : theme.text,
               .font = mediumFont,
               .fill = mix(theme.track, theme.solid, share),
               .hit = hitOf(focus, label, exactText(times.mean))};
  if (!part.filter.empty()) cell.hit->action = ToggleFilter{part.filter};
  cell.hit->open = OpenView{"attention"};
  cell.hit->openLabel = tr("Open attention map");
  return cell;
}

/// "layer 0 0.98x, layer 1 0.91x": the mean over the heads of each, over all samples.
std::string layersText(const std::vector<HeadRole>& heads, const std::vector<Estimate>& all) {
  std::string text;
  for (std::size_t h = 0; h < heads.size();) {
    double sum = 0;
    std::size_t n = 0;
    const std::size_t layer = heads[h].layer;
    for (; h < heads.size() && heads[h].layer == layer; ++h, ++n) sum += all[h].mean;
    text += (text.empty() ? "" : ", ") +
            tr("layer %1 %2", {std::to_string(layer), timesText(sum / static_cast<double>(n))});
  }
  return text;
}

Scene entropyScene(const DatasetInput& input, const Canvas& canvas) {
  const std::vector<HeadRole>& heads = input.read->heads;
  const std::vector<EntropyColumn> columns = entropyColumns(*input.read);
  const float width = canvas.size.width, labels = headLabelsWidth(width), above = headModelsHeight(input);
  Scene measured;
  const SceneBuilder measuring(measured, canvas);

  RowTable table{.columns = {{.width = fixedWidth(labels - 6)}},
                 .heights = {.head = above + 36, .least = 14, .most = 26, .margin = 2, .visible = 3},
                 .left = 10,
                 .right = 12,
                 .gap = 4};
  const float pitch = (width - labels - 12) / static_cast<float>(columns.size());
  for (const EntropyColumn& part : columns) {
    const std::string uniform = fixedText(part.uniform, 2), wordy = tr("uniform %1", {uniform});
    table.columns.push_back({.title = part.name,
                             .unit = measuring.width(wordy, smallFont) <= pitch - 4 ? wordy : uniform,
                             .width = restWidth(8),
                             .align = Align::Center});
  }
  const double least = leastOf(columns);
  for (std::size_t h = 0; h < heads.size(); ++h) {
    TableRow& row = table.rows.emplace_back();
    row.cells.push_back({.text = headLabel(measuring, heads[h], labels - 8)});
    for (const EntropyColumn& part : columns)
      row.cells.push_back(cellOf(part, heads[h], part.heads[h], least, canvas.theme));
    if (input.focus.head == HeadRef{heads[h].layer, heads[h].head}) row.emphasis = Emphasis::Selected;
    if (h > 0 && heads[h].layer != heads[h - 1].layer) row.rule = canvas.theme.line;
  }
  const std::string layers = layersText(heads, columns.front().heads);
  table.notes = {tr("Times the entropy of uniform attention; dark is narrow"), tr("Mean over heads: %1", {layers})};

  Scene scene = drawTable(table, canvas).scene;
  SceneBuilder builder(scene, canvas);
  paintHeadModels(builder, scene, input, {12, 4}, width - 24);
  scene.caption = tr("last query without itself, %1", {modelScope(input)});
  scene.captionRight = tr("times uniform");
  scene.summary = tr("Attention entropy over %1, mean over heads: %2.", {input.scope, layers});
  scene.table.columns = {"layer", "head", "visits", "samples", "entropy", "uniform", "times uniform", "low", "high"};
  for (const EntropyColumn& part : columns)
    for (std::size_t h = 0; h < heads.size(); ++h) {
      const Estimate& times = part.heads[h];
      scene.table.add(heads[h].layer, heads[h].head, part.name, times.n, times.mean * part.uniform, part.uniform,
                      times.mean, times.low, times.high);
    }
  return scene;
}

}  // namespace

ViewContent attentionEntropyContent(const DatasetInput& input, const Canvas& canvas) {
  if (auto nothing = nothingOfHeads(input)) return *nothing;
  return entropyScene(input, canvas);
}

}  // namespace sojourn::present
