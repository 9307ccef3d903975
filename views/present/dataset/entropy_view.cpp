// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the entropy of each layer and head as a matrix: over all samples and by sequence length.
#include <algorithm>
#include <cmath>
#include <limits>

#include "model/core/translation.h"
#include "views/present/dataset/dataset_text.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/table/rows_painter.h"

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

class EntropyPainter : RowsPainter {
 public:
  EntropyPainter(const DatasetInput& input, const Canvas& canvas)
      : RowsPainter(canvas), m_input(input), m_columns(entropyColumns(*input.read)) {
    m_top = headModelsHeight(input);
    fitRows(input.read->heads.size(),
            {.head = m_top + 36, .least = 14, .most = 26, .foot = 40, .margin = 2, .visible = 3});
    m_labels = headLabelsWidth(width());
    for (const EntropyColumn& column : m_columns)
      for (const Estimate& times : column.heads)
        if (std::isfinite(times.mean)) m_least = std::min(m_least, times.mean);
  }

  Scene paint() {
    paintHeadModels(m_builder, m_scene, m_input, {12, 4}, width() - 24);
    const auto& heads = m_input.read->heads;
    const float pitch = std::floor((width() - m_labels - 12) / static_cast<float>(m_columns.size()));
    for (std::size_t c = 0; c < m_columns.size(); ++c)
      paintColumn(c, {m_labels + 4 + pitch * static_cast<float>(c), pitch});
    for (std::size_t h = 0; h < heads.size(); ++h) {
      const Rect area = row(h);
      if (m_input.focus.head == HeadRef{heads[h].layer, heads[h].head})
        m_builder.box({2, area.y + 1, 3, area.height - 2}, theme().accent);
      if (h > 0 && heads[h].layer != heads[h - 1].layer) rule(area.y, theme().line, 8);
      m_builder.text({10, area.y, m_labels - 6, area.height}, headLabel(m_builder, heads[h], m_labels - 8),
                     theme().text, textFont);
    }
    paintFoot();
    describe();
    return std::move(m_scene);
  }

 private:
  void paintColumn(std::size_t index, const CellColumn& column) {
    const EntropyColumn& part = m_columns[index];
    m_builder.text({column.left, m_top + 2, column.width - 4, 16}, part.name, theme().text, mediumBoldFont,
                   Align::Center);
    std::string uniform = tr("uniform %1", {fixedText(part.uniform, 2)});
    if (m_builder.width(uniform, smallFont) > column.width - 4) uniform = fixedText(part.uniform, 2);
    m_builder.text({column.left, m_top + 17, column.width - 4, 15}, uniform, theme().text2, smallFont, Align::Center);
    for (std::size_t h = 0; h < part.heads.size(); ++h) paintCell(part, h, column.at(row(h)));
  }

  void paintCell(const EntropyColumn& part, std::size_t head, const Rect& area) {
    const Estimate& times = part.heads[head];
    const HeadRole& role = m_input.read->heads[head];
    const Rect cell{area.x + 1, area.y + 1, area.width - 4, area.height - 2};
    const bool known = std::isfinite(times.mean);
    // Dark is narrow: below a fifth less than uniform the scale is the same for all models.
    const double deep = known ? (1 - times.mean) / std::max(0.2, 1 - m_least) : 0;
    const auto share = static_cast<float>(std::clamp(deep, 0.0, 1.0));
    m_builder.box(cell, mix(theme().track, theme().solid, share), 2);
    if (known)
      m_builder.text(cell, fixedText(times.mean, 2), share > 0.5F ? theme().panel : theme().text, mediumFont,
                     Align::Center);
    std::string label = tr("Layer %1, head %2, ", {std::to_string(role.layer), std::to_string(role.head)}) +
                        (part.filter.empty() ? tr("all lengths") : tr("%1 visits", {part.name}));
    label += known
                 ? tr(": entropy %1 nats, %2 uniform", {fixedText(times.mean * part.uniform, 3), timesText(times.mean)})
                 : tr(": no entropy, a single other visit");
    if (times.hasInterval()) label += tr(" (%1 to %2)", {fixedText(times.low, 2), fixedText(times.high, 2)});
    label += ", " + countText(times.n, "sample", "samples");
    Focus focus;
    focus.head = HeadRef{role.layer, role.head};
    HitArea& hit = m_builder.hit(area, focus, label, exactText(times.mean));
    if (!part.filter.empty()) hit.action = ToggleFilter{part.filter};
    hit.open = OpenView{"attention"};
    hit.openLabel = tr("Open attention map");
  }

  /// The mean over the heads of each layer.
  void paintFoot() {
    const auto& heads = m_input.read->heads;
    for (std::size_t h = 0; h < heads.size();) {
      double sum = 0;
      std::size_t n = 0;
      const std::size_t layer = heads[h].layer;
      for (; h < heads.size() && heads[h].layer == layer; ++h, ++n) sum += m_columns.front().heads[h].mean;
      m_layers += (m_layers.empty() ? "" : ", ") +
                  tr("layer %1 %2", {std::to_string(layer), timesText(sum / static_cast<double>(n))});
    }
    const float top = rowsBottom() + 4;
    m_builder.text({12, top, width() - 24, 14}, tr("Times the entropy of uniform attention; dark is narrow"),
                   theme().text2, smallFont);
    m_builder.text({12, top + 15, width() - 24, 14}, tr("Mean over heads: %1", {m_layers}), theme().text2, smallFont);
  }

  void describe() {
    m_scene.caption = tr("last query without itself, %1", {modelScope(m_input)});
    m_scene.captionRight = tr("times uniform");
    m_scene.summary = tr("Attention entropy over %1, mean over heads: %2.", {m_input.scope, m_layers});
    m_scene.table.columns = {"layer",   "head",          "visits", "samples", "entropy",
                             "uniform", "times uniform", "low",    "high"};
    for (const EntropyColumn& part : m_columns)
      for (std::size_t h = 0; h < part.heads.size(); ++h) {
        const Estimate& times = part.heads[h];
        m_scene.table.add(m_input.read->heads[h].layer, m_input.read->heads[h].head, part.name, times.n,
                          times.mean * part.uniform, part.uniform, times.mean, times.low, times.high);
      }
  }

  const DatasetInput& m_input;
  std::vector<EntropyColumn> m_columns;
  std::string m_layers;
  float m_top = 0, m_labels = 0;
  double m_least = 1;
};

}  // namespace

ViewContent attentionEntropyContent(const DatasetInput& input, const Canvas& canvas) {
  if (auto nothing = nothingOfHeads(input)) return *nothing;
  return EntropyPainter(input, canvas).paint();
}

}  // namespace sojourn::present
