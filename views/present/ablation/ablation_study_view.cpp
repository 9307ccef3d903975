// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the table of an ablation study.
#include <algorithm>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/ablation/ablation_views.h"
#include "views/present/ablation/fenced_range.h"
#include "views/present/scene/format.h"
#include "views/present/table/row_table.h"

namespace sojourn::present {
namespace {

constexpr float square = 10, squarePitch = 14;

/// Claims about another dataset say nothing of this one.
bool hasClaims(const VariantStudy& study) {
  return study.metric.isClaimed() &&
         std::ranges::any_of(study.variants, [](const StudiedVariant& one) { return one.claimed.has_value(); });
}

/// The columns, by their place in the table.
enum StudyColumn : std::size_t { Name, Parameters, Seeds, Mean, Deviation, Count, Plot, Paired, Interval };

class StudyView {
 public:
  StudyView(const VariantsInput& input, const Canvas& canvas)
      : m_input(input), m_study(*input.study), m_canvas(canvas), m_claimed(hasClaims(m_study)) {}

  Scene scene() {
    const RowTable table = rows();
    m_runs = table.columns.size() - 1;
    DrawnTable drawn = drawTable(table, m_canvas);
    SceneBuilder builder(drawn.scene, m_canvas);
    paintHead(builder, drawn);
    for (std::size_t i = 0; i < m_study.variants.size(); ++i) {
      paintValues(builder, drawn, i);
      for (std::size_t s = 0; s < m_study.variants[i].runs.size(); ++s)
        paintRun(builder, drawn, m_study.variants[i].runs[s], s, i);
    }
    paintFoot(builder, drawn);
    describe(drawn.scene);
    return std::move(drawn.scene);
  }

 private:
  [[nodiscard]] const Theme& theme() const { return m_canvas.theme; }
  [[nodiscard]] float width() const { return m_canvas.size.width; }
  [[nodiscard]] bool namesVerdicts() const { return width() >= 1120; }

  /// What matters least goes where the picture is narrow; the plot gets the rest.
  [[nodiscard]] RowTable rows() const {
    const float dots = width() >= 1300 ? 140 : width() >= 760 ? 96 : 70;
    RowTable table{
        .columns = {{.title = tr("Variant"), .width = fixedWidth(122)},
                    {.title = tr("Parameters"), .width = fixedWidth(76, 1000), .align = Align::Right},
                    {.title = tr("Each seed"),
                     .unit = figureTitle(m_study.metric.figure),
                     .width = fixedWidth(dots),
                     .scale = valueScale()},
                    {.title = tr("Mean"), .width = fixedWidth(40), .align = Align::Right},
                    {.title = tr("sd"), .width = fixedWidth(30, 900), .align = Align::Right},
                    {.title = "n", .width = fixedWidth(20), .align = Align::Right},
                    {.title = tr("Difference to the full model, points"),
                     .width = restWidth(40),
                     .scale = pointScale()},
                    {.title = tr("Paired"), .unit = tr("mean"), .width = fixedWidth(46), .align = Align::Right},
                    {.unit = "95 %", .width = fixedWidth(92, 820), .align = Align::Right}},
        .heights = {.head = 40, .least = 19, .most = 30, .foot = 24, .visible = 4},
        .right = 10,
        .gap = 10};
    if (m_claimed) {
      table.columns.push_back(
          {.title = tr("Claim"), .unit = "GeoLife", .width = fixedWidth(46, 700), .align = Align::Right});
      table.columns.push_back({.unit = "DIY", .width = fixedWidth(38, 1000), .align = Align::Right});
    }
    table.columns.push_back({.title = m_claimed && namesVerdicts() ? tr("Verdict") : std::string(),
                             .width = fixedWidth(!m_claimed        ? 0
                                                 : namesVerdicts() ? 150
                                                                   : 16,
                                                 700)});
    table.columns.push_back(
        {.title = tr("Seeds"), .width = fixedWidth(std::max(38.0F, squarePitch * static_cast<float>(mostRuns())))});
    for (const StudiedVariant& variant : m_study.variants) table.rows.push_back(rowOf(variant));
    return table;
  }

  [[nodiscard]] TableRow rowOf(const StudiedVariant& variant) const {
    const bool isFull = &variant == &m_study.variants.front(), selected = variant.name == m_input.variant;
    const PairedDifference& one = variant.difference;
    const auto n = std::ranges::count_if(variant.runs, [](const VariantRun& run) { return run.value.has_value(); });
    const auto grey = [&](std::string text) { return RowCell{.text = std::move(text), .ink = theme().text2}; };
    const std::string none = "\u2013";
    TableRow row{.cells = {{.text = variant.name, .font = isFull || selected ? boldFont : textFont},
                           grey(variant.parameters > 0 ? grouped(static_cast<std::size_t>(variant.parameters)) : none),
                           {.dots = valueDots(variant)},
                           {.text = variant.mean ? fixedText(*variant.mean, 1) : none, .font = boldFont},
                           grey(variant.sd ? fixedText(*variant.sd, 1) : none),
                           grey(std::to_string(n))}};
    if (!isFull) {
      const bool sure = excludesZero(one);
      row.cells.push_back({.dots = differenceDots(variant)});
      row.cells.push_back({.text = signedPoints(one.value),
                           .ink = sure ? changeFill(theme(), one.value) : theme().text,
                           .font = boldFont});
      row.cells.push_back(
          grey(std::isfinite(one.low) ? signedPoints(one.low) + tr(" to ") + signedPoints(one.high) : none));
      if (m_claimed) {
        for (const std::optional<double>& claimed : {variant.claimedGeolife, variant.claimedDiy})
          row.cells.push_back(grey(claimed ? signedPoints(*claimed) : none));
        row.cells.push_back(verdictCell(variant));
      }
    }
    row.hit = hitOf({}, labelOf(variant, isFull), exactText(one.value));
    row.hit->action = SelectVariant{variant.name};
    const auto trained = std::ranges::find(variant.runs, std::string("finished"), &VariantRun::state);
    if (trained != variant.runs.end()) addRunActions(*row.hit, trained->run, true, isFull);
    if (selected) row.emphasis = Emphasis::Selected;
    if (!isFull) row.rule = theme().line;
    return row;
  }

  [[nodiscard]] RowCell verdictCell(const StudiedVariant& variant) const {
    const bool outside = variant.standing == ClaimStanding::Outside;
    RowCell cell{.text = namesVerdicts() ? shortVerdict(variant) : std::string(),
                 .ink = outside ? theme().warn : theme().text2};
    if (outside) cell.icon = {"warn", theme().warn};
    return cell;
  }

  [[nodiscard]] std::vector<CellDot> valueDots(const StudiedVariant& variant) const {
    const ColumnScale scale = valueScale();
    std::vector<CellDot> dots;
    for (const VariantRun& run : variant.runs)
      if (run.value && *run.value >= scale.from && *run.value <= scale.to)
        dots.push_back({.at = *run.value, .fill = theme().solid, .open = true, .radius = 3});
    return dots;
  }

  [[nodiscard]] std::vector<CellDot> differenceDots(const StudiedVariant& variant) const {
    const PairedDifference& one = variant.difference;
    CellDot measured{.at = one.value, .fill = theme().solid, .edge = theme().panel, .radius = 4, .thickness = 2};
    if (std::isfinite(one.low)) measured.low = one.low, measured.high = one.high;
    std::vector<CellDot> dots;
    if (std::isfinite(one.value)) dots.push_back(measured);
    if (m_claimed && variant.claimed)
      dots.push_back({.at = *variant.claimed, .fill = theme().text, .radius = 5, .diamond = true});
    return dots;
  }

  [[nodiscard]] std::size_t mostRuns() const {
    std::size_t most = 1;
    for (const StudiedVariant& variant : m_study.variants) most = std::max(most, variant.runs.size());
    return most;
  }

  [[nodiscard]] ColumnScale valueScale() const {
    std::vector<double> values;
    for (const StudiedVariant& variant : m_study.variants)
      for (const VariantRun& run : variant.runs)
        if (run.value) values.push_back(*run.value);
    const FencedRange of = fencedRange(values);
    const double beside = std::max(0.2, 0.12 * (of.high - of.low));
    return {.from = of.low - beside, .to = of.high + beside, .zero = {}, .tickGap = m_study.n > 0 ? 32.0F : 0};
  }

  /// Every point has its place; of the intervals only what lies near the points.
  [[nodiscard]] ColumnScale pointScale() const {
    std::vector<double> points, ends;
    for (const StudiedVariant& variant : m_study.variants) {
      points.push_back(variant.difference.value);
      if (m_claimed && variant.claimed) points.push_back(*variant.claimed);
      ends.insert(ends.end(), {variant.difference.low, variant.difference.high});
    }
    double low = 0, high = 0;
    for (const double point : points)
      if (std::isfinite(point)) low = std::min(low, point), high = std::max(high, point);
    const double room = std::max(4.0, 0.6 * (high - low));
    const double lowest = low - room, highest = high + room;
    for (const double end : ends) {
      if (!std::isfinite(end)) continue;
      low = std::min(low, std::max(end, lowest));
      high = std::max(high, std::min(end, highest));
    }
    const double edge = std::max(0.5, 0.03 * (high - low));
    return {.from = low - edge, .to = high + edge, .tickGap = 52, .differences = true, .line = true};
  }

  void paintHead(SceneBuilder& builder, DrawnTable& drawn) const {
    paintLegend(builder, drawn);
    const auto& runs = m_study.variants.front().runs;
    for (std::size_t s = 0; s < runs.size(); ++s) {
      const std::string seed = std::to_string(runs[s].seed);
      if (seed.size() <= 2)
        builder.text({seedLeft(drawn, s) - 4, 20, square + 8, 16}, seed, theme().text2, smallFont, Align::Center);
    }
    const CellColumn& plot = drawn.columns[Plot];
    const float end = std::max(plot.left + 40, drawn.axes[Plot].at(0) - 6);
    builder.text({plot.left, drawn.rowsTop, end - plot.left, drawn.rowHeight},
                 tr("reference: every difference is paired with it, seed by seed"), theme().text2, smallFont,
                 Align::Right);
  }

  void paintLegend(SceneBuilder& builder, DrawnTable& drawn) const {
    const CellColumn& plot = drawn.columns[Plot];
    if (plot.width < 180) return;
    float x = plot.left;
    builder.line({x, 28.5F}, {x + 16, 28.5F}, theme().solid, 1.5F);
    builder.circle({x + 8, 28}, 3.5F, theme().solid);
    x += 22;
    const std::string retrained = tr("retrained, 95 %");
    builder.text({x, 20, plot.width - 22, 16}, retrained, theme().text2, smallFont);
    if (!m_claimed) return;
    x += builder.width(retrained, smallFont) + 16;
    paintClaimMark(drawn.scene, theme(), {x, 28}, 4.5F);
    builder.text({x + 9, 20, plot.left + plot.width - x - 9, 16}, tr("claim"), theme().text2, smallFont);
  }

  [[nodiscard]] float seedLeft(const DrawnTable& drawn, std::size_t seed) const {
    return drawn.columns[m_runs].left + squarePitch * static_cast<float>(seed);
  }

  /// A tick of the mean; runs that lie far from all others as numbers at the edge.
  void paintValues(SceneBuilder& builder, DrawnTable& drawn, std::size_t i) const {
    const StudiedVariant& variant = m_study.variants[i];
    const Rect area = drawn.row(i);
    const Axis& axis = drawn.axes[Seeds];
    const float middle = std::round(area.y + area.height / 2);
    if (variant.mean && axis.holds(*variant.mean))
      builder.box({std::round(axis.at(*variant.mean)), middle - 7, 1.5F, 14}, theme().text);
    std::string beyond;
    bool above = false;
    for (const VariantRun& run : variant.runs) {
      if (!run.value || axis.holds(*run.value)) continue;
      beyond += (beyond.empty() ? "" : ", ") + fixedText(*run.value, 1);
      above = *run.value > axis.to();
    }
    if (beyond.empty()) return;
    const float left = axis.start() + 2, right = axis.end() - 2;
    paintBeyond(drawn.scene, {above ? right : left, middle}, above, theme().solid);
    const Rect text{left + 10, area.y, right - left - 20, area.height};
    if (builder.width(beyond, smallFont) > text.width && variant.mean) beyond = fixedText(*variant.mean, 1);
    builder.text(text, beyond, theme().text2, smallFont, above ? Align::Right : Align::Left);
  }

  /// A square: full trained, accent running, a clock's outline queued, crossed failed, empty not trained.
  void paintRun(SceneBuilder& builder, const DrawnTable& drawn, const VariantRun& run, std::size_t s,
                std::size_t variant) const {
    const Rect area = drawn.row(variant);
    const Rect box{seedLeft(drawn, s), std::round(area.y + (area.height - square) / 2), square, square};
    if (run.run == m_input.run) builder.frame(box.inset(-2), theme().accent, 1.5F, 3);
    if (run.state == "finished") {
      builder.box(box, theme().solid, 2);
    } else if (run.state == "running") {
      builder.frame(box, theme().accent, 1.5F, 2);
      builder.box(box.inset(3), theme().accent, 1);
    } else if (run.state == "failed" || run.state == "unreadable") {
      builder.frame(box, theme().err, 1.3F, 2);
      builder.line({box.x + 2.5F, box.y + 2.5F}, {box.right() - 2.5F, box.bottom() - 2.5F}, theme().err, 1.3F);
      builder.line({box.right() - 2.5F, box.y + 2.5F}, {box.x + 2.5F, box.bottom() - 2.5F}, theme().err, 1.3F);
    } else if (run.state == "interrupted") {
      builder.frame(box, theme().solid, 1.3F, 2);
      builder.box({box.x, box.y + square / 2, square, square / 2}, theme().solid, 2);
    } else if (run.state == "waiting") {
      builder.frame(box, theme().mid, 1, 2);
    } else {
      builder.dashed(box, theme().mid, 2);
    }
    std::string label = tr("%1: %2", {run.run, runStateTitle(run.state)});
    if (run.value) label += tr("; %1 %2", {figureTitle(m_study.metric.figure), fixedText(*run.value, 2)});
    if (!run.reason.empty()) label += "; " + run.reason;
    HitArea& hit = builder.hit({seedLeft(drawn, s) - 2, area.y, squarePitch, area.height}, {}, label,
                               run.value ? exactText(*run.value) : std::string());
    hit.action = SelectStudyRun{run.run};
    addRunActions(hit, run.run, run.state == "finished", variant == 0);
  }

  [[nodiscard]] std::string labelOf(const StudiedVariant& variant, bool isFull) const {
    std::string text = variant.name;
    if (variant.mean)
      text += tr(": %1 %2 over %3 seeds", {figureTitle(m_study.metric.figure), fixedText(*variant.mean, 2),
                                           std::to_string(isFull ? variant.runs.size() : variant.seeds)});
    if (std::isfinite(variant.difference.value))
      text += tr("; difference in points %1", {differenceText(variant.difference)});
    if (m_claimed && variant.claimed) text += tr("; claimed %1", {signedPoints(*variant.claimed)});
    if (!variant.verdict.empty()) text += "; " + variant.verdict;
    return text;
  }

  void paintFoot(SceneBuilder& builder, const DrawnTable& drawn) const {
    const float top = drawn.rowsBottom, room = drawn.columns[Seeds].left - 24;
    builder.box({0, top, width(), 1}, theme().border);
    const std::string note = tr("Triangle: beyond the frame");
    if (builder.width(note, smallFont) < room) builder.text({12, top + 4, room, 15}, note, theme().text2, smallFont);
    const float left = drawn.columns[Paired].left + 30;
    const std::string squares = tr("Square: full trained, accent running, outline queued, dashed not trained");
    const std::string brief = tr("Full: trained; accent: running");
    for (const std::string& text : {squares, brief})
      if (builder.width(text, smallFont) < width() - 10 - left) {
        builder.text({left, top + 4, width() - 10 - left, 15}, text, theme().text2, smallFont, Align::Right);
        break;
      }
  }

  void describe(Scene& scene) const {
    scene.caption = m_study.n > 0
                        ? tr("%1, percent, test, %2 samples of %3 users; intervals 95 %, users and seeds resampled",
                             {metricTitle(m_study.metric), grouped(m_study.n), grouped(m_study.users)})
                        : m_input.unevaluated;
    const StudySentence said = studySentence(m_input);
    scene.summary = said.sentence + (said.detail.empty() ? "" : " " + said.detail + ".");
    scene.table.columns = {
        "variant", "parameters", "mean",      "sd",         "n",     "difference",      "low",         "high",
        "p",       "p_holm",     "naive_low", "naive_high", "seeds", "claimed_geolife", "claimed_diy", "verdict"};
    const auto& seeds = m_study.variants.front().runs;
    for (const VariantRun& run : seeds) {
      scene.table.columns.push_back("seed_" + std::to_string(run.seed));
      scene.table.columns.push_back("state_" + std::to_string(run.seed));
    }
    for (const StudiedVariant& one : m_study.variants) {
      const auto n = std::ranges::count_if(one.runs, [](const VariantRun& run) { return run.value.has_value(); });
      const PairedDifference& d = one.difference;
      scene.table.add(one.name, one.parameters > 0 ? static_cast<double>(one.parameters) : Table::absent, one.mean,
                      one.sd, n, d.value, d.low, d.high, d.p, d.pHolm, d.naiveLow, d.naiveHigh, one.seeds,
                      one.claimedGeolife, one.claimedDiy, one.verdict);
      for (const VariantRun& run : one.runs) scene.table.extend(run.value, run.state);
    }
  }

  const VariantsInput& m_input;
  const VariantStudy& m_study;
  const Canvas& m_canvas;
  bool m_claimed;
  std::size_t m_runs = 0;  ///< the place of the runs' column
};

}  // namespace

ViewContent ablationStudyContent(const VariantsInput& input, const Canvas& canvas) {
  if (auto nothing = nothingStudied(input)) return *nothing;
  return StudyView(input, canvas).scene();
}

}  // namespace sojourn::present
