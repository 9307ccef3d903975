// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the table of an ablation study.
#include <algorithm>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/ablation/ablation_views.h"
#include "views/present/ablation/fenced_range.h"
#include "views/present/scene/format.h"
#include "views/present/table/forest_painter.h"

namespace sojourn::present {
namespace {

constexpr float square = 10, squarePitch = 14;

/// Claims about another dataset say nothing of this one.
bool hasClaims(const VariantStudy& study) {
  return study.metric.isClaimed() &&
         std::ranges::any_of(study.variants, [](const StudiedVariant& one) { return one.claimed.has_value(); });
}

class StudyPainter : ForestPainter {
 public:
  StudyPainter(const VariantsInput& input, const Canvas& canvas)
      : ForestPainter(canvas), m_input(input), m_study(*input.study), m_claimed(hasClaims(m_study)) {
    fitRows(m_study.variants.size(), {.head = 40, .least = 19, .most = 30, .foot = 24, .visible = 4});
    placeColumns();
    makeAxes();
  }

  Scene paint() {
    paintHead();
    paintGrid();
    for (std::size_t i = 0; i < m_study.variants.size(); ++i) paintVariant(i);
    paintFoot();
    describe();
    return std::move(m_scene);
  }

 private:
  /// From both ends towards the plot, which gets the rest; what matters least goes where the picture is narrow.
  void placeColumns() {
    float left = 12, right = width() - 10;
    const auto atLeft = [&left](CellColumn& column, float wide, float gap = 8) {
      column = {left, wide};
      left += wide + gap;
    };
    const auto atRight = [&right](CellColumn& column, float wide, float gap = 8) {
      right -= wide;
      column = {right, wide};
      right -= gap;
    };
    atLeft(m_name, 122);
    if (width() >= 1000) atLeft(m_parameters, 74, 14);
    atLeft(m_dots, width() >= 1300 ? 140.0F : width() >= 760 ? 96.0F : 70.0F, 4);
    atLeft(m_mean, 40, 4);
    if (width() >= 900) atLeft(m_sd, 30, 2);
    atLeft(m_n, 20, 18);
    atRight(m_seeds, squarePitch * static_cast<float>(mostRuns()), 12);
    if (m_claimed) {
      if (width() >= 1120)
        atRight(m_verdict, 148, 8);
      else if (width() >= 700)
        atRight(m_verdict, 16, 8);
      if (width() >= 1000) atRight(m_diy, 38, 2);
      if (width() >= 700) atRight(m_geolife, 44, 4);
    }
    if (width() >= 820) atRight(m_interval, 92, 2);
    atRight(m_difference, 46, 6);
    m_plot = {left, std::max(40.0F, right - left - 4)};
  }

  [[nodiscard]] std::size_t mostRuns() const {
    std::size_t most = 1;
    for (const StudiedVariant& variant : m_study.variants) most = std::max(most, variant.runs.size());
    return most;
  }

  void makeAxes() {
    std::vector<double> values, points, ends;
    for (const StudiedVariant& variant : m_study.variants) {
      for (const VariantRun& run : variant.runs)
        if (run.value) values.push_back(*run.value);
      points.push_back(variant.difference.value);
      if (m_claimed && variant.claimed) points.push_back(*variant.claimed);
      ends.insert(ends.end(), {variant.difference.low, variant.difference.high});
    }
    const FencedRange of = fencedRange(values);
    const double beside = std::max(0.2, 0.06 * (of.high - of.low));
    m_valueAxis = Axis(of.low - beside, of.high + beside, m_dots.left + 4, m_dots.left + m_dots.width - 4);
    // Every point has its place; of the intervals only what lies near the points.
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
    m_axis = Axis(low - edge, high + edge, m_plot.left, m_plot.left + m_plot.width);
  }

  void paintHead() {
    const auto title = [&](const CellColumn& column, const std::string& text, const std::string& below, Align align) {
      if (column.width == 0) return;
      m_builder.text({column.left, 4, column.width, 17}, text, theme().text, boldFont, align);
      m_builder.text({column.left, 20, column.width, 16}, below, theme().text2, smallFont, align);
    };
    title(m_name, tr("Variant"), {}, Align::Left);
    title(m_parameters, tr("Parameters"), {}, Align::Right);
    title(m_dots, tr("Each seed"), figureTitle(m_study.metric.figure), Align::Left);
    title(m_mean, tr("Mean"), {}, Align::Right);
    title(m_sd, tr("sd"), {}, Align::Right);
    title(m_n, "n", {}, Align::Right);
    title(m_plot, tr("Difference to the full model, points"), {}, Align::Left);
    title(m_difference, tr("Paired"), tr("mean"), Align::Right);
    title(m_interval, {}, "95 %", Align::Right);
    title(m_geolife, tr("Claim"), "GeoLife", Align::Right);
    title(m_diy, {}, "DIY", Align::Right);
    if (m_verdict.width > 20) title(m_verdict, tr("Verdict"), {}, Align::Left);
    // The squares of two seeds are narrower than the word.
    const float text = std::max(m_seeds.width, m_builder.width(tr("Seeds"), boldFont) + 2);
    title({m_seeds.left + m_seeds.width - text, text}, tr("Seeds"), {}, Align::Left);
    paintLegend();
    const auto& runs = m_study.variants.front().runs;
    for (std::size_t s = 0; s < runs.size(); ++s) {
      const std::string seed = std::to_string(runs[s].seed);
      if (seed.size() <= 2)
        m_builder.text({seedLeft(s) - 4, 20, square + 8, 16}, seed, theme().text2, smallFont, Align::Center);
    }
    rule(rowsTop() - 1, theme().border);
  }

  void paintLegend() {
    if (m_plot.width < 180) return;
    float x = m_plot.left;
    m_builder.line({x, 28.5F}, {x + 16, 28.5F}, theme().solid, 1.5F);
    m_builder.circle({x + 8, 28}, 3.5F, theme().solid);
    x += 22;
    const std::string retrained = tr("retrained, 95 %");
    m_builder.text({x, 20, m_plot.width - 22, 16}, retrained, theme().text2, smallFont);
    if (!m_claimed) return;
    x += m_builder.width(retrained, smallFont) + 16;
    paintClaimMark(m_scene, theme(), {x, 28}, 4.5F);
    m_builder.text({x + 9, 20, m_plot.left + m_plot.width - x - 9, 16}, tr("claim"), theme().text2, smallFont);
  }

  void paintGrid() {
    paintAxis(52);
    if (m_study.n > 0)
      for (const Tick& tick : numberTicks(m_valueAxis, 32)) {
        const float x = std::round(m_valueAxis.at(tick.value));
        m_builder.box({x, rowsTop(), 1, rowsBottom() - rowsTop()}, theme().grid);
        m_builder.text({x - 20, rowsBottom() + 4, 40, 15}, tick.text, theme().text2, smallFont, Align::Center);
      }
  }

  [[nodiscard]] float seedLeft(std::size_t seed) const { return m_seeds.left + squarePitch * static_cast<float>(seed); }

  void paintVariant(std::size_t i) {
    const StudiedVariant& variant = m_study.variants[i];
    const bool isFull = i == 0, selected = variant.name == m_input.variant;
    const Rect area = row(i);
    if (selected) ground(area, Emphasis::Selected);
    if (i > 0) rule(area.y, theme().line, 8);
    // The row lies below the marks that answer for themselves.
    HitArea& hit = m_builder.hit(area, {}, labelOf(variant, isFull), exactText(variant.difference.value));
    hit.action = SelectVariant{variant.name};
    const auto trained = std::ranges::find(variant.runs, std::string("finished"), &VariantRun::state);
    if (trained != variant.runs.end()) addRunActions(hit, trained->run, true, isFull);
    m_builder.text(m_name.at(area), variant.name, theme().text, isFull || selected ? boldFont : textFont);
    const auto number = [&](const CellColumn& column, const std::string& text, Color ink, Font font) {
      if (column.width > 0) m_builder.text(column.at(area), text, ink, font, Align::Right);
    };
    number(m_parameters,
           variant.parameters > 0 ? grouped(static_cast<std::size_t>(variant.parameters)) : std::string("\u2013"),
           theme().text2, textFont);
    paintValues(variant, area);
    number(m_mean, variant.mean ? fixedText(*variant.mean, 1) : "\u2013", theme().text, boldFont);
    number(m_sd, variant.sd ? fixedText(*variant.sd, 1) : "\u2013", theme().text2, textFont);
    const auto n = std::ranges::count_if(variant.runs, [](const VariantRun& run) { return run.value.has_value(); });
    number(m_n, std::to_string(n), theme().text2, textFont);
    if (isFull) {
      const float end = std::max(m_plot.left + 40, m_axis.at(0) - 6);
      m_builder.text({m_plot.left, area.y, end - m_plot.left, area.height},
                     tr("reference: every difference is paired with it, seed by seed"), theme().text2, smallFont,
                     Align::Right);
    } else {
      paintDifferenceOf(variant, area);
      paintClaims(variant, area);
    }
    for (std::size_t s = 0; s < variant.runs.size(); ++s) paintRun(variant.runs[s], s, area, isFull);
  }

  /// Ticks of the runs and of their mean; those that lie far from all others as numbers at the edge.
  void paintValues(const StudiedVariant& variant, const Rect& area) {
    const float middle = std::round(area.y + area.height / 2);
    std::string beyond;
    bool above = false;
    for (const VariantRun& run : variant.runs) {
      if (!run.value) continue;
      if (m_valueAxis.holds(*run.value)) {
        m_builder.circle({m_valueAxis.at(*run.value), middle}, 3, theme().panel, theme().solid, 1.3F);
      } else {
        beyond += (beyond.empty() ? "" : ", ") + fixedText(*run.value, 1);
        above = *run.value > m_valueAxis.to();
      }
    }
    if (variant.mean && m_valueAxis.holds(*variant.mean))
      m_builder.box({std::round(m_valueAxis.at(*variant.mean)), middle - 7, 1.5F, 14}, theme().text);
    if (beyond.empty()) return;
    const float left = m_dots.left + 2, right = m_dots.left + m_dots.width - 2;
    triangle(above ? right : left, middle, above, theme().solid);
    const Rect text{left + 10, area.y, right - left - 20, area.height};
    if (m_builder.width(beyond, smallFont) > text.width && variant.mean) beyond = fixedText(*variant.mean, 1);
    m_builder.text(text, beyond, theme().text2, smallFont, above ? Align::Right : Align::Left);
  }

  void paintDifferenceOf(const StudiedVariant& variant, const Rect& area) {
    const PairedDifference& one = variant.difference;
    const bool sure = excludesZero(one);
    const float middle = std::round(area.y + area.height / 2);
    paintDifference(
        one, middle,
        {.interval = theme().solid, .fill = theme().solid, .edge = theme().panel, .radius = 4, .thickness = 2});
    if (m_claimed && variant.claimed) paintClaimMark(m_scene, theme(), {inPlot(*variant.claimed), middle}, 5);
    m_builder.text(m_difference.at(area), signedPoints(one.value), sure ? changeFill(theme(), one.value) : theme().text,
                   boldFont, Align::Right);
    if (m_interval.width > 0)
      m_builder.text(m_interval.at(area),
                     std::isfinite(one.low) ? signedPoints(one.low) + tr(" to ") + signedPoints(one.high) : "\u2013",
                     theme().text2, textFont, Align::Right);
  }

  void paintClaims(const StudiedVariant& variant, const Rect& area) {
    const auto claim = [&](const CellColumn& column, const std::optional<double>& points) {
      if (column.width > 0)
        m_builder.text(column.at(area), points ? signedPoints(*points) : "\u2013", theme().text2, textFont,
                       Align::Right);
    };
    claim(m_geolife, variant.claimedGeolife);
    claim(m_diy, variant.claimedDiy);
    if (m_verdict.width == 0) return;
    const bool outside = variant.standing == ClaimStanding::Outside;
    const Color ink = outside ? theme().warn : theme().text2;
    if (outside)
      m_builder.icon({m_verdict.left, std::round(area.y + area.height / 2 - 7), 14, 14}, "warn", theme().warn);
    if (m_verdict.width > 20)
      m_builder.text({m_verdict.left + 18, area.y, m_verdict.width - 18, area.height}, shortVerdict(variant), ink,
                     textFont);
  }

  /// A square: full trained, accent running, a clock's outline queued, crossed failed, empty not trained.
  void paintRun(const VariantRun& run, std::size_t s, const Rect& area, bool isFull) {
    const Rect box{seedLeft(s), std::round(area.y + (area.height - square) / 2), square, square};
    if (run.run == m_input.run) m_builder.frame(box.inset(-2), theme().accent, 1.5F, 3);
    if (run.state == "finished") {
      m_builder.box(box, theme().solid, 2);
    } else if (run.state == "running") {
      m_builder.frame(box, theme().accent, 1.5F, 2);
      m_builder.box(box.inset(3), theme().accent, 1);
    } else if (run.state == "failed" || run.state == "unreadable") {
      m_builder.frame(box, theme().err, 1.3F, 2);
      m_builder.line({box.x + 2.5F, box.y + 2.5F}, {box.right() - 2.5F, box.bottom() - 2.5F}, theme().err, 1.3F);
      m_builder.line({box.right() - 2.5F, box.y + 2.5F}, {box.x + 2.5F, box.bottom() - 2.5F}, theme().err, 1.3F);
    } else if (run.state == "interrupted") {
      m_builder.frame(box, theme().solid, 1.3F, 2);
      m_builder.box({box.x, box.y + square / 2, square, square / 2}, theme().solid, 2);
    } else if (run.state == "waiting") {
      m_builder.frame(box, theme().mid, 1, 2);
    } else {
      m_builder.dashed(box, theme().mid, 2);
    }
    std::string label = tr("%1: %2", {run.run, runStateTitle(run.state)});
    if (run.value) label += tr("; %1 %2", {figureTitle(m_study.metric.figure), fixedText(*run.value, 2)});
    if (!run.reason.empty()) label += "; " + run.reason;
    HitArea& hit = m_builder.hit({seedLeft(s) - 2, area.y, squarePitch, area.height}, {}, label,
                                 run.value ? exactText(*run.value) : std::string());
    hit.action = SelectStudyRun{run.run};
    addRunActions(hit, run.run, run.state == "finished", isFull);
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

  void paintFoot() {
    rule(rowsBottom(), theme().border);
    const float room = m_dots.left - 24;
    const std::string note = tr("Triangle: beyond the frame");
    if (m_builder.width(note, smallFont) < room)
      m_builder.text({12, rowsBottom() + 4, room, 15}, note, theme().text2, smallFont);
    const float left = m_plot.left + m_plot.width + 30;
    const std::string squares = tr("Square: full trained, accent running, outline queued, dashed not trained");
    const std::string brief = tr("Full: trained; accent: running");
    for (const std::string& text : {squares, brief})
      if (m_builder.width(text, smallFont) < width() - 10 - left) {
        m_builder.text({left, rowsBottom() + 4, width() - 10 - left, 15}, text, theme().text2, smallFont, Align::Right);
        break;
      }
  }

  void describe() {
    m_scene.caption = m_study.n > 0
                          ? tr("%1, percent, test, %2 samples of %3 users; intervals 95 %, users and seeds resampled",
                               {metricTitle(m_study.metric), grouped(m_study.n), grouped(m_study.users)})
                          : m_input.unevaluated;
    const StudySentence said = studySentence(m_input);
    m_scene.summary = said.sentence + (said.detail.empty() ? "" : " " + said.detail + ".");
    m_scene.table.columns = {
        "variant", "parameters", "mean",      "sd",         "n",     "difference",      "low",         "high",
        "p",       "p_holm",     "naive_low", "naive_high", "seeds", "claimed_geolife", "claimed_diy", "verdict"};
    const auto& seeds = m_study.variants.front().runs;
    for (const VariantRun& run : seeds) {
      m_scene.table.columns.push_back("seed_" + std::to_string(run.seed));
      m_scene.table.columns.push_back("state_" + std::to_string(run.seed));
    }
    for (const StudiedVariant& one : m_study.variants) {
      const auto n = std::ranges::count_if(one.runs, [](const VariantRun& run) { return run.value.has_value(); });
      const PairedDifference& d = one.difference;
      m_scene.table.add(one.name, one.parameters > 0 ? static_cast<double>(one.parameters) : Table::absent, one.mean,
                        one.sd, n, d.value, d.low, d.high, d.p, d.pHolm, d.naiveLow, d.naiveHigh, one.seeds,
                        one.claimedGeolife, one.claimedDiy, one.verdict);
      for (const VariantRun& run : one.runs) m_scene.table.extend(run.value, run.state);
    }
  }

  const VariantsInput& m_input;
  const VariantStudy& m_study;
  bool m_claimed;  ///< there are claims about this dataset and the chosen metric
  CellColumn m_name, m_parameters, m_dots, m_mean, m_sd, m_n, m_difference, m_interval, m_geolife, m_diy, m_verdict,
      m_seeds;
  Axis m_valueAxis;
};

}  // namespace

ViewContent ablationStudyContent(const VariantsInput& input, const Canvas& canvas) {
  if (auto nothing = nothingStudied(input)) return *nothing;
  return StudyPainter(input, canvas).paint();
}

}  // namespace sojourn::present
