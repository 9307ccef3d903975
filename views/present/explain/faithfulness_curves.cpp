// SPDX-License-Identifier: GPL-3.0-or-later
// Describes the deletion and insertion curves as charts.
#include <algorithm>
#include <cmath>
#include <ranges>

#include "model/core/translation.h"
#include "views/present/chart/axis.h"
#include "views/present/chart/chart.h"
#include "views/present/explain/explain_views.h"
#include "views/present/explain/explanation_context.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {
namespace {

constexpr float panelTitle = 20, axisHeight = 18, axisWidth = 44, labelLine = 13.5F;

struct Curve {
  std::string name = {}, title = {};
  const std::vector<double>* values = nullptr;
  bool control = false, faded = false, first = false;
};

class CurvesPainter {
 public:
  CurvesPainter(const ExplanationContext& context, const Canvas& canvas)
      : m_context(context), m_explanation(context.explained->explanation), m_builder(m_scene, canvas) {
    m_scene.size = m_scene.contentSize = canvas.size;
    const auto add = [&](const MethodExplanation& method, Curve curve) {
      const auto& quality = faithfulnessBy(method, context.removal);
      if (!quality) return;
      curve.name = method.name;
      curve.values = &quality->deletion;
      m_deletion.push_back(curve);
      curve.values = &quality->insertion;
      m_insertion.push_back(std::move(curve));
    };
    for (const ShownMethod& shown : shownMethods(context)) {
      const MethodLabels labels = methodLabels(shown.method->name);
      add(*shown.method, {.title = labels.shortTitle,
                          .control = labels.control,
                          .faded = !beatsRandom(shown.summary, context.removal)});
    }
    if (const MethodExplanation* random = controlNamed(m_explanation, randomOrders))
      add(*random, {.title = tr("Random \u00b1 1 sd"), .control = true});
    for (std::vector<Curve>* curves : {&m_deletion, &m_insertion}) {
      const auto best = std::ranges::find(*curves, false, &Curve::control);
      if (best != curves->end()) best->first = true;
    }
    findScale();
  }

  Scene paint() {
    const float half = std::floor(m_scene.size.height / 2);
    const auto& scatter = scatterBy(m_explanation, m_context.removal);
    paintPanel({0, 0, m_scene.size.width, half}, tr("Deletion"),
               tr("visits %1, most important first; lower is better", {verb()}), m_deletion,
               scatter ? &scatter->deletion : nullptr, 0);
    paintPanel({0, half, m_scene.size.width, m_scene.size.height - half}, tr("Insertion"),
               tr("visits kept, most important first; higher is better"), m_insertion,
               scatter ? &scatter->insertion : nullptr, 1);
    describe();
    return std::move(m_scene);
  }

  [[nodiscard]] bool empty() const { return m_deletion.empty() || m_deletion.front().values->size() < 2; }

 private:
  /// What happens to the visits: "masked" or "removed".
  [[nodiscard]] std::string verb() const { return tr(removalText(m_context.removal)); }
  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }

  /// One scale for both panels, so that they can be held against each other.
  void findScale() {
    double low = 0, high = 0;
    for (const std::vector<Curve>* curves : {&m_deletion, &m_insertion})
      for (const Curve& curve : *curves)
        for (const double value : *curve.values) {
          low = std::min(low, value);
          high = std::max(high, value);
        }
    const double step = std::max(roundStep((high - low) / 4), 1e-6);
    m_low = std::floor(low / step) * step;
    m_high = std::max(std::ceil(high / step - 1e-9) * step, m_low + step);
  }

  [[nodiscard]] bool isEmphasised(const Curve& curve) const { return methodEmphasised(m_context.sample, curve.name); }
  [[nodiscard]] Color colorOf(const Curve& curve) const {
    if (isEmphasised(curve)) return theme().accent;
    if (curve.first) return theme().text;
    return curve.faded ? theme().pale : theme().mid;
  }

  /// Curve point `i` is at x = i + offset visits removed or kept.
  void paintPanel(Rect rect, const std::string& title, const std::string& text, const std::vector<Curve>& curves,
                  const std::vector<double>* deviation, std::size_t offset) {
    m_builder.text({12, rect.y + 4, 80, 16}, title, theme().text, mediumBoldFont);
    const float textLeft = 12 + m_builder.width(title, mediumBoldFont) + 12;
    m_builder.text({textLeft, rect.y + 4, std::max(0.0F, rect.width - textLeft - 8), 16}, text, theme().text2,
                   smallFont);
    float labelWidth = 0;
    for (const Curve& curve : curves)
      labelWidth = std::max(labelWidth, m_builder.width(curve.title, mediumBoldFont) + 2);
    labelWidth = std::min(labelWidth, std::floor(rect.width * 0.34F));
    const Rect plot{axisWidth, rect.y + panelTitle + 8, std::max(40.0F, rect.width - axisWidth - labelWidth - 26),
                    std::max(20.0F, rect.height - panelTitle - 8 - axisHeight - 6)};
    Chart chart{.plot = plot,
                .x = {.from = 0,
                      .to = static_cast<double>(curves.front().values->size()),
                      .numbers = ChartNumbers{.gap = 36, .whole = true}},
                .y = {.from = m_low, .to = m_high, .numbers = ChartNumbers{.gap = 32}, .grid = theme().grid},
                .tickColor = theme().text2,
                .under = {{.vertical = false, .at = 0, .color = theme().mid}},
                .zoom = ChartZoom::X};
    const Axis across = chart.xAxis(), up = chart.yAxis();
    if (deviation) chart.series.push_back(bandOf(curves.back(), *deviation, offset));
    // Controls lie behind, the one that is looked at lies in front.
    for (const int layer : {0, 1, 2})
      for (const Curve& curve : curves) {
        if (layer != (isEmphasised(curve) ? 2 : curve.first ? 1 : 0)) continue;
        chart.series.push_back({.name = curve.title,
                                .x = visitsOf(curve, offset),
                                .y = *curve.values,
                                .color = colorOf(curve),
                                .width = isEmphasised(curve) ? 2.5F
                                         : curve.first       ? 2.0F
                                                             : 1.2F,
                                .dashed = curve.control});
      }
    const OnChart marks(m_scene, addChart(m_scene, m_builder, std::move(chart)));
    paintLabels(curves, plot, across, up, offset);
  }

  [[nodiscard]] static std::vector<double> visitsOf(const Curve& curve, std::size_t offset) {
    std::vector<double> visits;
    for (std::size_t i = 0; i < curve.values->size(); ++i) visits.push_back(static_cast<double>(i + offset));
    return visits;
  }

  [[nodiscard]] ChartSeries bandOf(const Curve& random, const std::vector<double>& deviation,
                                   std::size_t offset) const {
    ChartSeries band{.kind = SeriesKind::Area,
                     .name = random.title,
                     .x = visitsOf(random, offset),
                     .y = *random.values,
                     .low = *random.values,
                     .color = mix(theme().pale, theme().panel, 0.4F)};
    for (std::size_t i = 0; i < band.y.size(); ++i) {
      band.y[i] += deviation[i];
      band.low[i] -= deviation[i];
    }
    return band;
  }

  /// Where the curves lie furthest apart they are named.
  [[nodiscard]] static std::size_t anchorOf(const std::vector<Curve>& curves) {
    const std::size_t points = curves.front().values->size();
    std::size_t best = points - 1;
    double widest = -1;
    for (std::size_t i = points / 3; i < points; ++i) {
      std::vector<double> values;
      values.reserve(curves.size());
      for (const Curve& curve : curves) values.push_back((*curve.values)[i]);
      std::ranges::sort(values);
      double spread = 0;
      for (std::size_t k = 1; k < values.size(); ++k) spread += std::sqrt(values[k] - values[k - 1]);
      if (spread > widest) {
        widest = spread;
        best = i;
      }
    }
    return best;
  }

  struct Label {
    const Curve* curve = nullptr;
    Point at;
    float y = 0;
  };

  void paintLabels(const std::vector<Curve>& curves, Rect plot, const Axis& across, const Axis& up,
                   std::size_t offset) {
    const std::size_t anchor = anchorOf(curves);
    const float x = across.at(static_cast<double>(anchor + offset));
    std::vector<Label> labels;
    for (const Curve& curve : curves) {
      const float y = up.at((*curve.values)[anchor]);
      labels.push_back({&curve, {x, y}, y});
    }
    // In a low panel the last ones of the order go without a name; pointing at a column still shows its curve.
    const auto room = static_cast<std::size_t>(std::max(1.0F, std::floor((plot.height + 8) / labelLine)));
    while (labels.size() > room) {
      const auto leaves = std::ranges::find_if(labels.rbegin(), labels.rend(), [&](const Label& label) {
        return !isEmphasised(*label.curve) && !label.curve->first;
      });
      if (leaves == labels.rend()) break;
      labels.erase(std::next(leaves).base());
    }
    std::vector<float> wishes;
    for (const Label& label : labels) wishes.push_back(label.y);
    const std::vector<float> centres =
        pushApart(std::move(wishes), labelLine, plot.y + labelLine / 2 - 6, plot.bottom());
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i].y = centres[i];
    const float labelLeft = plot.right() + 18;
    std::ranges::stable_sort(labels, {}, &Label::y);
    for (auto first = labels.begin(); first != labels.end();) {
      // One line leads to a bracket round the names of curves that lie on each other.
      const auto end = std::find_if(first, labels.end(), [&](const Label& l) { return l.at.y - first->at.y >= 2; });
      const Label& last = *std::prev(end);
      const float middle = (first->y + last.y) / 2, reach = (last.y - first->y) / 2 + (end - first > 1 ? 5.0F : 0.0F);
      const Color color = mix(colorOf(*first->curve), theme().panel, 0.55F);
      m_scene.shapes.emplace_back(
          LineShape{.points = {first->at, {plot.right() + 6, middle}, {labelLeft - 6, middle}, {labelLeft - 2, middle}},
                    .color = color});
      if (reach > 0) m_builder.box({labelLeft - 3, middle - reach, 1, 2 * reach}, color);
      first = end;
    }
    for (const Label& label : labels) {
      m_builder.circle(label.at, 2, colorOf(*label.curve));
      const bool emphasised = isEmphasised(*label.curve), bold = label.curve->first || emphasised;
      const Color ink = emphasised ? theme().accent : bold ? theme().text : theme().text2;
      const Rect area{labelLeft, label.y - labelLine / 2, m_scene.size.width - labelLeft - 4, labelLine};
      m_builder.text(area, label.curve->title, ink, bold ? mediumBoldFont : mediumFont);
      m_builder.hit(area, focusOnMethod(label.curve->name),
                    tr("%1: %2 %3 at %4",
                       {methodLabels(label.curve->name).title, targetText(m_context),
                        exactText((*label.curve->values)[anchor]), countText(anchor + offset, "visit", "visits")}),
                    label.curve->name);
    }
  }

  void describe() {
    m_scene.caption =
        tr("%1; %2 as visits are deleted and inserted", {scopeText(m_context.sample), targetText(m_context)});
    m_scene.captionRight = tr("visits %1", {verb()});
    m_scene.summary =
        tr("Deletion and insertion curves of %1 rankings, visits %2.", {std::to_string(m_deletion.size()), verb()});
    for (const Curve& curve : m_deletion)
      if (curve.first) {
        const auto& method = *std::ranges::find(m_explanation.methods, curve.name, &MethodExplanation::name);
        const auto& quality = *faithfulnessBy(method, m_context.removal);
        m_scene.summary +=
            tr(" %1: deletion area %2, insertion area %3.",
               {methodLabels(curve.name).title, probability(quality.deletionAuc), probability(quality.insertionAuc)});
      }
    Table& table = m_scene.table;
    table.columns = {"curve", "visits"};
    for (const Curve& curve : m_deletion) table.columns.push_back(curve.name);
    const auto rows = [&](const char* kind, const std::vector<Curve>& curves, std::size_t offset) {
      for (std::size_t i = 0; i < curves.front().values->size(); ++i) {
        table.add(kind, i + offset);
        for (const Curve& curve : curves) table.extend((*curve.values)[i]);
      }
    };
    rows("removed", m_deletion, 0);
    rows("kept", m_insertion, 1);
  }

  const ExplanationContext& m_context;
  const Explanation& m_explanation;
  Scene m_scene;
  SceneBuilder m_builder;
  std::vector<Curve> m_deletion, m_insertion;  ///< random last
  double m_low = 0, m_high = 1;
};

}  // namespace

ViewContent faithfulnessCurvesContent(const ExplanationContext& context, const Canvas& canvas) {
  if (auto nothing = nothingExplained(context)) return *nothing;
  if (awaitsFaithfulness(*context.explained))
    return EmptyState{.title = tr("The curves come after the scores"),
                      .detail = tr("%1 visits are deleted and inserted step by step, for every method and in random "
                                   "orders; the status bar shows how far this is",
                                   {std::to_string(context.explained->inspection->sequence.visits.size())})};
  CurvesPainter painter(context, canvas);
  if (painter.empty())
    return EmptyState{.title = tr("Needs at least two visits"),
                      .detail = tr("The curves delete and insert visits step by step")};
  return painter.paint();
}

}  // namespace sojourn::present
