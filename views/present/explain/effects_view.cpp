// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/explain/effects_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "views/present/samples/sample_text.h"
#include "views/present/samples/visit_label.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene_builder.h"
#include "views/present/scene/type_scale.h"

namespace sojourn::present {
namespace {

constexpr float headHeight = 38, rowLeast = 20, rowMost = 24, footLine = 17, barHeight = 4, pitchLeast = 46;
constexpr float swatchLeft = 12, nameLeft = 28;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

struct Column {
  const char *title, *unit, *words;
};
constexpr std::array<Column, 4> columns{
    {{"Copied", "towards P", "copied towards the location"},
     {"Total", "lost", "lost when it is masked"},
     {"Direct", "by weights", "of the total, because the pointer's weights change"},
     {"Indirect", "by reading", "of the total, because other visits no longer read it"}}};

class EffectsPainter {
 public:
  EffectsPainter(const ExplanationContext& context, const Canvas& canvas)
      : m_context(context),
        m_sample(context.sample),
        m_builder(m_scene, canvas),
        m_labels(visitLabels(context.sample)) {
    m_scene.size = canvas.size;
    const auto rows = static_cast<float>(m_labels.size());
    m_rowHeight = std::clamp(std::floor((canvas.size.height - headHeight - footHeight()) / rows), rowLeast, rowMost);
    m_footTop = headHeight + rows * m_rowHeight;
    const float needed = m_footTop + footHeight();
    m_scene.contentSize = {canvas.size.width, std::max(canvas.size.height, needed)};
    if (needed > canvas.size.height && canvas.size.height > headHeight + footHeight() + rowLeast) {
      m_scene.pinnedTop = headHeight;
      m_scene.pinnedBottom = footHeight();
    }
    // The numbers need their room before the names do.
    const float numbers = pitchLeast * float{columns.size()} + 8;
    m_labelsRight = std::min({190.0F, canvas.size.width * 0.34F, canvas.size.width - numbers});
    m_pitch = std::floor((canvas.size.width - m_labelsRight - 8) / float{columns.size()});
    for (std::size_t i = 0; i < m_labels.size(); ++i)
      for (std::size_t c = 0; c < columns.size(); ++c) {
        m_low = std::min(m_low, valueOf(c, i));
        m_high = std::max(m_high, valueOf(c, i));
      }
    if (m_high - m_low < 1e-9) m_high = m_low + 1;
  }

  Scene paint() {
    const Theme& theme = m_builder.theme();
    m_builder.text({12, 4, m_labelsRight - 16, 16}, "Visit", theme.text, boldFont);
    if (contrasted()) m_builder.text({12, 19, m_labelsRight - 16, 14}, targetText(m_context), theme.text2, smallFont);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      m_builder.text(cell(c, 4, 16), columns[c].title, theme.text, boldFont, Align::Right);
      m_builder.text(cell(c, 19, 14), columns[c].unit, theme.text2, smallFont, Align::Right);
    }
    m_builder.box({0, headHeight - 1, m_scene.size.width, 1}, theme.border);
    for (std::size_t i = 0; i < m_labels.size(); ++i) paintRow(i);
    paintFoot();
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const Explanation& explanation() const { return m_context.explained->explanation; }
  [[nodiscard]] bool contrasted() const { return explanation().target.ratherThan.has_value(); }
  [[nodiscard]] std::string targetName() const { return placeText(m_sample, explanation().target.location); }
  [[nodiscard]] static float footHeight() { return 2 * footLine + 8; }
  [[nodiscard]] Rect cell(std::size_t column, float y, float height) const {
    return {m_labelsRight + m_pitch * static_cast<float>(column) + 2, y, m_pitch - 4, height};
  }
  [[nodiscard]] double valueOf(std::size_t column, std::size_t visit) const {
    if (column == 0) return explanation().decomposition.copied[visit];
    if (visit >= explanation().effects.size()) return 0;
    const VisitEffect& effect = explanation().effects[visit];
    return column == 1 ? effect.total : column == 2 ? effect.direct : effect.indirect;
  }

  void paintRow(std::size_t i) {
    const Theme& theme = m_builder.theme();
    const float y = headHeight + m_rowHeight * static_cast<float>(i);
    const Emphasis emphasis = emphasisOfVisit(m_sample, i);
    if (emphasis != Emphasis::None) m_builder.box({0, y, m_scene.size.width, m_rowHeight}, theme.soft);
    if (emphasis == Emphasis::Locked) m_builder.box({0, y, 3, m_rowHeight}, theme.accent);
    const VisitLabel& label = m_labels[i];
    if (i > 0 && label.daysAgo != m_labels[i - 1].daysAgo)
      m_builder.box({8, y, m_scene.size.width - 16, 1}, theme.border);
    m_builder.swatch({swatchLeft, std::round(y + m_rowHeight / 2 - 5)}, label.swatch);
    const float whenWidth = m_builder.width(label.time, smallFont) + 1;
    const bool roomy = m_labelsRight - nameLeft > whenWidth + 60;
    const float nameWidth = m_labelsRight - nameLeft - 6 - (roomy ? whenWidth + 6 : 0);
    m_builder.placeName({nameLeft, y, nameWidth, m_rowHeight}, label.place, theme.text, textFont);
    if (roomy)
      m_builder.text({m_labelsRight - 6 - whenWidth, y, whenWidth, m_rowHeight}, label.time, theme.text2, smallFont,
                     Align::Right);
    m_builder.hit({0, y, m_scene.size.width, m_rowHeight}, focusOnVisit(m_sample, i), visitText(m_sample, i),
                  visitText(m_sample, i));
    for (std::size_t c = 0; c < columns.size(); ++c) paintCell(c, i, y);
  }

  void paintCell(std::size_t column, std::size_t i, float y) {
    const Theme& theme = m_builder.theme();
    const double value = valueOf(column, i);
    const Rect room = cell(column, y, m_rowHeight);
    const auto at = [&](double number) {
      return room.x + static_cast<float>((number - m_low) / (m_high - m_low)) * room.width;
    };
    const float top = std::round(m_rowHeight * 0.66F), zero = std::round(at(0)), end = at(value);
    const Rect bar{std::min(zero, end), y + top, std::abs(end - zero), barHeight};
    if (column == 0)
      m_builder.copiedBar(bar, m_labels[i].swatch);
    else
      m_builder.box(bar, value < 0 ? theme.less : theme.more);
    m_builder.box({zero, y + top - 1, 1, barHeight + 2}, theme.mid);
    const std::string words = column == 0 ? (value > 0 ? probability(value) : "\u2013") : signedProbability(value);
    m_builder.text({room.x, y, room.width, top}, words, theme.text, textFont, Align::Right);
    m_builder.hit({room.x - 2, y, room.width + 4, m_rowHeight}, focusOnVisit(m_sample, i),
                  visitText(m_sample, i) + ": " + exactText(value) + " " + columns[column].words, exactText(value));
  }

  [[nodiscard]] double copied() const {
    const auto& parts = explanation().decomposition.copied;
    return std::accumulate(parts.begin(), parts.end(), 0.0);
  }

  void paintFoot() {
    const Theme& theme = m_builder.theme();
    const Decomposition& parts = explanation().decomposition;
    m_builder.box({0, m_footTop, m_scene.size.width, 1}, theme.border);
    m_builder.text({12, m_footTop + 4, m_scene.size.width - 24, footLine},
                   "copied " + probability(copied()) + " + generated " + probability(parts.generated) + " = P" +
                       (contrasted() ? "(" + targetName() + ") " : std::string(" ")) +
                       probability(explanation().probability),
                   theme.text, textFont);
    std::string shares = parts.copyShare ? "copy share " + percent(100 * *parts.copyShare) + " %" : std::string();
    if (parts.gate) shares += std::string(shares.empty() ? "" : "; ") + "the gate is " + probability(*parts.gate);
    m_builder.text({12, m_footTop + 4 + footLine, m_scene.size.width - 24, footLine}, shares, theme.text2, smallFont);
  }

  void describe() {
    m_scene.caption = scopeText(m_sample) + "; " + targetText(m_context) + ", visits masked one at a time";
    if (contrasted()) m_scene.caption += "; copied and generated: of P(" + targetName() + ") only";
    m_scene.summary = "P(" + targetName() + ") is " + probability(explanation().probability) + ": " +
                      probability(copied()) + " copied and " + probability(explanation().decomposition.generated) +
                      " generated.";
    m_scene.table.columns = {"visit", "location", "place", "copied", "total", "direct", "indirect"};
    for (std::size_t i = 0; i < m_labels.size(); ++i) {
      std::vector<Table::Cell> row{static_cast<double>(i), static_cast<double>(m_labels[i].location),
                                   m_labels[i].full()};
      const bool known = i < explanation().effects.size();
      for (std::size_t c = 0; c < columns.size(); ++c) row.emplace_back(c == 0 || known ? valueOf(c, i) : none);
      m_scene.table.rows.push_back(std::move(row));
    }
  }

  const ExplanationContext& m_context;
  const SampleContext& m_sample;
  Scene m_scene;
  SceneBuilder m_builder;
  std::vector<VisitLabel> m_labels;
  float m_labelsRight = 0, m_pitch = 0, m_rowHeight = 0, m_footTop = 0;
  double m_low = 0, m_high = 0;
};

}  // namespace

ViewContent effectsContent(const ExplanationContext& context, const Canvas& canvas) {
  if (auto nothing = nothingExplained(context)) return *nothing;
  if (context.explained->explanation.decomposition.copied.empty())
    return EmptyState{.title = context.sample.model->title + " has no pointer, so all of P is generated",
                      .detail = "To see what masking a visit costs, look at Mask one in Attribution",
                      .buttonText = "Open Attribution",
                      .button = {.id = "openView", .argument = "attribution"}};
  return EffectsPainter(context, canvas).paint();
}

}  // namespace sojourn::present
