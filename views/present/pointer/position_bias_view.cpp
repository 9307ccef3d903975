// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the learned position bias, how often training reached each position, and its effect.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <ranges>
#include <utility>

#include "model/core/text.h"
#include "views/present/chart/chart.h"
#include "views/present/chart/color_scale.h"
#include "views/present/pointer/bias_effect.h"
#include "views/present/pointer/pointer_view.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr float padding = 12;
constexpr float axisWidth = 44;     // numbers left of the plot, at least
constexpr float tickHeight = 15;    // positions below it
constexpr float effectWidth = 118;  // how much it matters, at the right
constexpr float effectHeight = 108;
constexpr float lowestCurve = 40;  // with room for the numbers of its axis

class BiasPainter {
 public:
  BiasPainter(const SampleContext& context, const PositionBiasData& data, const Canvas& canvas)
      : m_builder(m_scene, canvas),
        m_context(context),
        m_data(data),
        m_bias(context.model->positionBias),
        m_visitAt(m_bias.size()),
        m_beforeAt(m_bias.size()) {
    m_scene.size = m_scene.contentSize = canvas.size;
    if (!context.inspection) return;
    const auto place = [](const std::vector<std::int32_t>& positions, std::vector<std::optional<std::size_t>>& visits) {
      for (std::size_t i = 0; i < positions.size(); ++i) {
        const auto position = static_cast<std::size_t>(positions[i]);  // below 0 is beyond every end
        if (position < visits.size()) visits[position] = i;
      }
    };
    place(context.inspection->positionFromEnd, m_visitAt);
    if (hasReference(context)) place(context.reference->inspection->positionFromEnd, m_beforeAt);
  }

  Scene paint() {
    const Size size = m_scene.size;
    // In a narrow, high dock the figures stand below the curve.
    const bool below = size.width < 420 && size.height >= effectHeight + 130;
    const float plotRight = below ? size.width - padding : size.width - padding - effectWidth - 16;
    const float plotBottom = below ? size.height - effectHeight - 14 : size.height - 4;
    const float numbers = std::max(m_builder.width("+" + scaleNumber(limit()), smallFont),
                                   m_builder.width(scaleNumber(-limit()), smallFont));
    m_axisWidth = std::max(axisWidth, std::ceil(numbers) + 9);
    m_plot = {padding + m_axisWidth, 8, std::max(40.0F, plotRight - padding - m_axisWidth),
              plotBottom - tickHeight - 8};
    paintCurve();
    const Rect line = below ? Rect{padding, plotBottom + 4, size.width - 2 * padding, 1}
                            : Rect{plotRight + 8, 8, 1, size.height - 16};
    m_builder.box(line, theme().line);
    paintBiasEffect(m_builder, m_context.inspection, m_data,
                    below ? Rect{padding, plotBottom + 9, size.width - 2 * padding, effectHeight}
                          : Rect{plotRight + 16, 6, effectWidth, size.height - 10});
    describe();
    return std::move(m_scene);
  }

 private:
  /// Position, bias, training sequences, visit.
  void fillTable() {
    Table& table = m_scene.table;
    table = {.columns = {"Position from end", "Bias", "Training sequences", "Visit of this sample"}, .rows = {}};
    for (std::size_t p = 0; p < m_bias.size(); ++p)
      table.add(p, m_bias[p], p < m_data.reached.size() ? static_cast<double>(m_data.reached[p]) : Table::absent,
                m_visitAt[p] ? visitText(m_context, *m_visitAt[p]) : std::string());
    if (!hasReference(m_context)) return;
    table.columns.emplace_back("Visit of the reference");
    for (std::size_t p = 0; p < m_bias.size(); ++p) table.rows[p].emplace_back(beforeText(p));
  }

  /// The last position that training reached; M - 1 where that is unknown.
  [[nodiscard]] std::size_t lastSeen() const {
    std::size_t last = m_bias.size() - 1;
    while (last > 0 && !seen(last)) --last;
    return last;
  }

  /// Positions that another visit has now, none any more, or one for the first time.
  [[nodiscard]] std::size_t changedPositions() const {
    const auto positions = std::views::iota(std::size_t{0}, m_bias.size());
    return static_cast<std::size_t>(std::ranges::count_if(positions, [&](std::size_t p) { return differs(p); }));
  }

  /// Symmetric end of the bias axis, rounded up.
  [[nodiscard]] double limit() const {
    double most = 0;
    for (std::size_t p = 1; p < m_bias.size(); ++p)
      if (std::isfinite(m_bias[p])) most = std::max(most, std::fabs(static_cast<double>(m_bias[p])));
    return most > 0 ? roundedUp(most) : 0.1;
  }

  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }
  [[nodiscard]] bool seen(std::size_t position) const {
    return m_data.reached.empty() || (position < m_data.reached.size() && m_data.reached[position] > 0);
  }
  /// Whether the reference has another visit at this position, or only one of both sequences reaches it.
  [[nodiscard]] bool differs(std::size_t position) const {
    if (!hasReference(m_context)) return false;
    const auto now = m_visitAt[position], before = m_beforeAt[position];
    return now && before ? visitBefore(m_context, *now) != before : now.has_value() != before.has_value();
  }
  [[nodiscard]] std::string beforeText(std::size_t position) const {
    return m_beforeAt[position] ? referenceVisitText(m_context, *m_beforeAt[position]) : std::string();
  }
  [[nodiscard]] float step() const { return m_plot.width / static_cast<float>(m_bias.size()); }
  [[nodiscard]] float left(std::size_t position) const { return m_plot.x + static_cast<float>(position) * step(); }
  [[nodiscard]] float middle(std::size_t position) const { return left(position) + step() / 2; }

  void paintCurve() {
    // In a low dock the curve comes before the counts, which the marks name as well.
    const bool counts = !m_data.reached.empty() && m_plot.height >= lowestCurve + 20;
    const float countHeight = counts ? std::clamp(std::floor(m_plot.height * 0.24F), 16.0F, 60.0F) : 0;
    const float curveHeight = m_plot.height - countHeight - (counts ? 4.0F : 0.0F);
    const double end = limit();
    const float zero = std::round(m_plot.y + curveHeight / 2);
    const float unit = (curveHeight / 2 - 4) / static_cast<float>(end);

    paintGround();
    paintMarked();
    // The ends of the axis keep 4 px for the dots that stand there.
    const double half = end * static_cast<double>(curveHeight / 2 / (curveHeight / 2 - 4));
    Chart curve{.plot = {m_plot.x, m_plot.y, m_plot.width, curveHeight},
                .x = acrossAxis(),
                .y = {.from = -half,
                      .to = half,
                      .ticks = {{-end, scaleNumber(-end)}, {0, "0"}, {end, "+" + scaleNumber(end)}},
                      .grid = theme().grid},
                .tickColor = theme().text2,
                .under = {{.vertical = false, .at = 0, .color = theme().mid}},
                .series = stems(),
                .zoom = ChartZoom::X};
    if (!counts) curve.x.ticks = ticks();
    const std::size_t place = addChart(m_scene, m_builder, std::move(curve));
    if (counts) paintCounts(m_plot.bottom() - countHeight, countHeight, zero + unit * static_cast<float>(end) + 6);
    paintNeverSeen(zero, place);
    for (std::size_t p = 0; p < m_bias.size(); ++p) addHit(p);
  }

  /// Index 0, which only padding uses, and what no training sequence was long enough to reach.
  void paintGround() {
    const OnChart marks(m_scene);
    m_builder.box({m_plot.x, m_plot.y, std::max(2.0F, step()), m_plot.height}, mix(theme().panel, theme().pale, 0.5F));
    const std::size_t from = lastSeen() + 1;
    if (from < m_bias.size())
      m_builder.hatch({left(from), m_plot.y, m_plot.x + m_plot.width - left(from), m_plot.height}, theme().pale);
  }

  [[nodiscard]] ChartAxis acrossAxis() const { return {.from = 0, .to = static_cast<double>(m_bias.size())}; }

  /// Where the visit that is chosen stands.
  void paintMarked() {
    const OnChart marks(m_scene);
    for (std::size_t p = 0; p < m_bias.size(); ++p)
      if (m_visitAt[p] && m_context.selection.selected.visit == m_visitAt[p])
        m_builder.frame({left(p) - 1, m_plot.y, step() + 2, m_plot.height}, theme().accent, 1.5F, 2);
  }

  /// A line from 0 and a dot for each position that training reached: those of this sample in the accent, index 0,
  /// which has a value but never had a gradient, grey.
  [[nodiscard]] std::vector<ChartSeries> stems() const {
    std::vector<ChartSeries> lines, dots;
    const auto put = [](std::vector<ChartSeries>& all, ChartSeries like, double x, double y) {
      auto found = std::ranges::find_if(all, [&](const ChartSeries& s) {
        return s.color == like.color && s.radius == like.radius && s.stroke == like.stroke;
      });
      if (found == all.end()) found = all.insert(all.end(), std::move(like));
      found->x.push_back(x);
      found->y.push_back(y);
    };
    for (std::size_t p = 0; p < m_bias.size(); ++p) {
      if (!std::isfinite(m_bias[p]) || !seen(p)) continue;
      const bool own = m_visitAt[p].has_value();
      const bool chosen = own && (m_context.selection.selected.visit == m_visitAt[p] ||
                                  m_context.selection.hovered.visit == m_visitAt[p]);
      const double x = static_cast<double>(p) + 0.5, y = static_cast<double>(m_bias[p]);
      const Color line = p == 0 ? theme().pale : own ? theme().accent : theme().mid;
      const Color dot = p == 0 ? theme().pale : own ? theme().accent : theme().solid;
      const float radius = std::clamp(step() * 0.4F, 0.8F, 1.9F) + (chosen ? 1.2F : 0);
      const double pixel = 1 / static_cast<double>(step());
      put(lines, {.kind = SeriesKind::Bars, .color = line, .barWidth = pixel}, x - pixel / 2, y);
      put(dots, {.kind = SeriesKind::Scatter, .color = dot, .radius = radius}, x, y);
      // A ring where the reference had another visit; around a plain dot it had one where there is none now.
      if (differs(p))
        put(dots,
            {.kind = SeriesKind::Scatter,
             .color = {0, 0, 0, 0},
             .radius = radius + 1.8F,
             .stroke = own ? theme().accent : theme().text},
            x, y);
    }
    std::ranges::move(dots, std::back_inserter(lines));
    return lines;
  }

  /// `free` is where the numbers of the axis above end.
  void paintCounts(float top, float height, float free) {
    const std::size_t most = std::ranges::max(m_data.reached);
    if (most == 0) return;
    ChartSeries bars{.kind = SeriesKind::Bars, .name = tr("training sequences"), .color = theme().pale};
    for (std::size_t p = 0; p < std::min(m_bias.size(), m_data.reached.size()); ++p) {
      bars.x.push_back(static_cast<double>(p));
      bars.y.push_back(static_cast<double>(m_data.reached[p]));
    }
    Chart chart{.plot = {m_plot.x, top, m_plot.width, height},
                .x = acrossAxis(),
                .y = {.from = 0, .to = static_cast<double>(most)},
                .tickColor = theme().text2,
                .series = {std::move(bars)},
                .markers = {{.vertical = false, .at = 0, .color = theme().mid}},
                .zoom = ChartZoom::X};
    chart.x.ticks = ticks();
    addChart(m_scene, m_builder, std::move(chart));
    m_builder.text({padding - 6, std::max(top - 5, free), m_axisWidth - 2, 14}, grouped(most), theme().text2, smallFont,
                   Align::Right);
  }

  void paintNeverSeen(float zero, std::size_t chart) {
    const OnChart marks(m_scene, chart, ChartMarks::Kind::Signs);
    constexpr float textWidth = 36;
    const float x = left(lastSeen() + 1), width = m_plot.x + m_plot.width - x;
    if (width < textWidth + 4) return;
    const Rect ground{x + (width - textWidth) / 2, zero - 15, textWidth, 30};
    m_builder.box(ground, theme().panel);
    m_builder.text({ground.x, ground.y + 1, textWidth, 14}, tr("never"), theme().text2, smallFont, Align::Center);
    m_builder.text({ground.x, ground.y + 15, textWidth, 14}, tr("seen"), theme().text2, smallFont, Align::Center);
  }

  /// The ends first, then round numbers; not what runs into the sample's longest position, in its own colour.
  [[nodiscard]] std::vector<Tick> ticks() {
    constexpr float apart = 24;
    std::vector<std::size_t> wanted{1, m_bias.size() - 1, lastSeen()}, taken;
    for (std::size_t p = 10; p < m_bias.size(); p += 10) wanted.push_back(p);
    for (std::size_t own = m_visitAt.size() - 1; own > 0 && taken.empty(); --own) {
      if (!m_visitAt[own]) continue;
      const OnChart mark(m_scene);
      m_builder.text({middle(own) - apart / 2, m_plot.bottom() + 3, apart, 14}, std::to_string(own), theme().accent,
                     {chartTickFont.size, Weight::Medium}, Align::Center);
      taken.push_back(own);
    }
    std::vector<Tick> ticks;
    for (const std::size_t p : wanted) {
      const bool free = std::ranges::none_of(taken, [&](auto o) { return std::fabs(middle(p) - middle(o)) < apart; });
      if (p == 0 || p >= m_bias.size() || !free) continue;
      taken.push_back(p);
      ticks.push_back({static_cast<double>(p) + 0.5, std::to_string(p)});
    }
    return ticks;
  }

  void addHit(std::size_t position) {
    std::string label = tr("Position %1 from end", {std::to_string(position)});
    const Focus focus = m_visitAt[position] ? focusOnVisit(m_context, *m_visitAt[position]) : Focus{};
    if (m_visitAt[position]) label += " (" + visitText(m_context, *m_visitAt[position]) + ")";
    if (differs(position))
      label +=
          m_beforeAt[position] ? tr(", in the reference %1", {beforeText(position)}) : tr(", not in the reference");
    label += tr(": bias %1", {biasText(m_bias[position])});
    if (position == 0) {
      label += tr(", used by padding only, never trained");
    } else if (position < m_data.reached.size()) {
      label += m_data.reached[position] == 0
                   ? tr(", not reached by any training sequence")
                   : tr(", reached by %1 of %2 training sequences",
                        {grouped(m_data.reached[position]), grouped(m_data.trainingSequences)});
    }
    m_builder.hit({left(position), m_plot.y, step(), m_plot.height}, focus, std::move(label),
                  exactText(static_cast<double>(m_bias[position])));
  }

  void describe() {
    m_scene.caption = tr("by position from end");
    if (!m_context.sampleText.empty()) m_scene.caption += ", " + scopeText(m_context);
    m_scene.captionRight = "\u00B1" + scaleNumber(limit());
    m_scene.summary = tr("Position bias over %1 positions from end", {std::to_string(m_bias.size())});
    if (!m_data.reached.empty()) m_scene.summary += tr(", trained up to position %1", {std::to_string(lastSeen())});
    m_scene.summary += ".";
    const PositionBiasSummary& effect = m_data.effect;
    if (effect.n > 0)
      m_scene.summary +=
          tr(" Over %1 its standard deviation within a sample is %2, compared with %3 for the content scores; without "
             "it, %4 % of the predictions change.",
             {m_data.scope, smallNumber(effect.biasDeviation), smallNumber(effect.contentDeviation),
              percent(effect.changedShare)});
    fillTable();
    if (!hasReference(m_context)) return;
    const std::string changed = countText(changedPositions(), "position differs", "positions differ");
    if (changedPositions() > 0) m_scene.captionRight += tr(", ring: %1", {changed});
    m_scene.summary += tr(" Compared with the reference, %1 in this sample.", {changed});
  }

  Scene m_scene;
  SceneBuilder m_builder;
  const SampleContext& m_context;
  const PositionBiasData& m_data;
  const std::vector<float>& m_bias;
  std::vector<std::optional<std::size_t>> m_visitAt;   ///< this sample's visit at a position
  std::vector<std::optional<std::size_t>> m_beforeAt;  ///< the reference's
  Rect m_plot;
  float m_axisWidth = axisWidth;
};

}  // namespace

ViewContent positionBiasContent(const SampleContext& context, const PositionBiasData& data, const Canvas& canvas) {
  if (!context.model) return nothingInspected(context).value_or(EmptyState{});
  if (!context.model->capabilities.positionBias || context.model->positionBias.empty()) {
    return EmptyState{.title = tr("%1 has no position bias", {context.model->title}),
                      .detail = context.model->capabilities.pointer
                                    ? tr("Its pointer scores come from content only.")
                                    : tr("It has no pointer that positions could influence.")};
  }
  return BiasPainter(context, data, canvas).paint();
}

}  // namespace sojourn::present
