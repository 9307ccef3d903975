// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/explain/interventions_view.h"

#include <algorithm>
#include <cmath>

#include "views/present/explain/method_labels.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene_builder.h"
#include "views/present/scene/type_scale.h"

namespace sojourn::present {
namespace {

constexpr float headHeight = 24, rowLeast = 20, rowMost = 26;

class InterventionsPainter {
 public:
  InterventionsPainter(const ExplanationContext& context, const Canvas& canvas)
      : m_context(context), m_sample(context.sample), m_builder(m_scene, canvas) {
    m_scene.size = canvas.size;
    const auto rows = static_cast<float>(found().size() + 1);
    m_rowHeight = std::clamp(std::floor((canvas.size.height - headHeight - 4) / rows), rowLeast, rowMost);
    const float needed = headHeight + rows * m_rowHeight + 4;
    m_scene.contentSize = {canvas.size.width, std::max(canvas.size.height, needed)};
    m_scene.pinnedTop = needed > canvas.size.height ? headHeight : 0;
    for (const Intervention& one : found()) {
      m_names = std::max(m_names, 12 + m_builder.width(interventionTitle(one.name), textFont) + 8);
      m_largest = std::max(m_largest, std::abs(one.change));
    }
    const float width = canvas.size.width;
    m_names = std::min(m_names, width * 0.36F);
    m_firstLeft = width - std::clamp(width * 0.24F, 64.0F, 130.0F);
    m_nowRight = m_firstLeft - 10;
    m_changeRight = m_nowRight - 46;
  }

  Scene paint() {
    const Theme& theme = m_builder.theme();
    m_builder.text({12, 4, m_names - 12, 18}, "Intervention", theme.text2, smallFont);
    m_builder.text({m_changeRight - 50, 4, 50, 18}, "change", theme.text2, smallFont, Align::Right);
    m_builder.text({m_nowRight - 44, 4, 44, 18}, contrasted() ? "now" : "P now", theme.text2, smallFont, Align::Right);
    m_builder.text({m_firstLeft, 4, m_scene.size.width - m_firstLeft - 6, 18}, "First", theme.text2, smallFont);
    m_builder.box({0, headHeight - 1, m_scene.size.width, 1}, theme.border);
    paintOwn();
    for (std::size_t row = 0; row < found().size(); ++row) paintRow(row);
    const float zero = barAt(0);
    m_builder.box({std::round(zero), headHeight + m_rowHeight, 1, m_rowHeight * static_cast<float>(found().size())},
                  theme.mid);
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const std::vector<Intervention>& found() const { return m_context.explained->interventions; }
  [[nodiscard]] const Explanation& explanation() const { return m_context.explained->explanation; }
  [[nodiscard]] bool contrasted() const { return explanation().target.ratherThan.has_value(); }
  /// P, or the difference of two.
  [[nodiscard]] std::string valueText(double value) const {
    return contrasted() ? signedProbability(value) : probability(value);
  }
  [[nodiscard]] float rowTop(std::size_t row) const { return headHeight + m_rowHeight * static_cast<float>(row); }
  [[nodiscard]] float barAt(double change) const {
    const float left = m_names + 4, right = m_changeRight - 54;
    const float middle = (left + right) / 2;
    if (right <= left) return left;
    return middle + static_cast<float>(change / std::max(m_largest, 1e-9)) * (right - left) / 2;
  }

  void paintFirst(float y, LocationId location) {
    m_builder.swatch({m_firstLeft, std::round(y + m_rowHeight / 2 - 5)}, swatchOf(m_sample, location));
    m_builder.placeName({m_firstLeft + 15, y, std::max(0.0F, m_scene.size.width - m_firstLeft - 21), m_rowHeight},
                        placeText(m_sample, location), m_builder.theme().text, textFont);
  }

  /// The model as it is, to hold the others against.
  void paintOwn() {
    const Theme& theme = m_builder.theme();
    const double own = explanation().value;
    m_builder.text({12, headHeight, m_names - 12, m_rowHeight}, "None", theme.text2, textFont);
    const float left = 12 + m_builder.width("None", textFont) + 10;
    if (contrasted())
      m_builder.text({left, headHeight, std::max(0.0F, m_nowRight - 50 - left), m_rowHeight}, targetText(m_context),
                     theme.text2, smallFont);
    m_builder.text({m_nowRight - 44, headHeight, 44, m_rowHeight}, valueText(own), theme.text, boldFont, Align::Right);
    paintFirst(headHeight, m_sample.inspection->best().location);
    m_builder.hit({0, headHeight, m_scene.size.width, m_rowHeight}, {}, "Unchanged model: " + exactText(own),
                  exactText(own));
    m_builder.box({8, headHeight + m_rowHeight - 1, m_scene.size.width - 16, 1}, theme.grid);
  }

  void paintRow(std::size_t row) {
    const Theme& theme = m_builder.theme();
    const Intervention& one = found()[row];
    const float y = rowTop(row + 1);
    const float zero = barAt(0), end = barAt(one.change);
    m_builder.text({12, y, m_names - 16, m_rowHeight}, interventionTitle(one.name), theme.text, textFont);
    if (std::isfinite(one.change) && m_changeRight - 54 > m_names + 4)
      m_builder.box({std::min(zero, end), y + 4, std::abs(end - zero), m_rowHeight - 8},
                    one.change < 0 ? theme.less : theme.more);
    m_builder.text({m_changeRight - 50, y, 50, m_rowHeight}, signedProbability(one.change), theme.text, textFont,
                   Align::Right);
    m_builder.text({m_nowRight - 44, y, 44, m_rowHeight}, valueText(one.value), theme.text, textFont, Align::Right);
    if (!one.top.empty()) paintFirst(y, one.top.front());
    m_builder.hit({0, y, m_scene.size.width, m_rowHeight}, one.top.empty() ? Focus{} : focusOnPlace(one.top.front()),
                  interventionTitle(one.name) + ": " + targetText(m_context) + " " + exactText(one.value) +
                      ", change " + exactText(one.change) + ", rank " + std::to_string(one.rank) +
                      (one.top.empty() ? "" : ", first " + placeText(m_sample, one.top.front())),
                  exactText(one.value));
  }

  void describe() {
    m_scene.caption = scopeText(m_sample) + "; change of " + targetText(m_context) + ", without re-encoding";
    const auto least = std::ranges::min_element(found(), {}, &Intervention::change);
    m_scene.summary = "The largest loss is with " + interventionTitle(least->name) + ": " + targetText(m_context) +
                      " becomes " + valueText(least->value) + ".";
    m_scene.table.columns = {"intervention", "probability", "value", "change", "rank", "first", "first place"};
    for (const Intervention& one : found())
      m_scene.table.rows.push_back({one.name, one.probability, one.value, one.change, static_cast<double>(one.rank),
                                    one.top.empty() ? -1.0 : static_cast<double>(one.top.front()),
                                    one.top.empty() ? std::string() : placeText(m_sample, one.top.front())});
  }

  const ExplanationContext& m_context;
  const SampleContext& m_sample;
  Scene m_scene;
  SceneBuilder m_builder;
  float m_names = 40, m_rowHeight = 0, m_changeRight = 0, m_nowRight = 0, m_firstLeft = 0;
  double m_largest = 0;
};

}  // namespace

ViewContent interventionsContent(const ExplanationContext& context, const Canvas& canvas) {
  if (auto nothing = nothingExplained(context)) return *nothing;
  if (context.explained->interventions.empty())
    return EmptyState{.title = context.sample.model->title + " has no pointer and no gate to change",
                      .detail = {},
                      .buttonText = {},
                      .button = {}};
  return InterventionsPainter(context, canvas).paint();
}

}  // namespace sojourn::present
