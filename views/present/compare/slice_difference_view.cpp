// SPDX-License-Identifier: GPL-3.0-or-later
// The Difference view of Compare: a forest plot of Acc@1 of model A less that of the others, by parts of the samples.
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <functional>
#include <set>

#include "model/core/translation.h"
#include "views/present/compare/compare_views.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/segmented_control.h"
#include "views/present/table/forest_painter.h"

namespace sojourn::present {
namespace {

struct SliceTitle {
  const char *by, *title;
  DifferenceBy shownBy;
};
/// In the order that they are shown.
constexpr std::array<SliceTitle, 10> sliceTitles{{{"length", "Visits", DifferenceBy::Sample},
                                                  {"target_count", "In training", DifferenceBy::Sample},
                                                  {"in_window", "In history", DifferenceBy::Sample},
                                                  {"stays", "Stays", DifferenceBy::Sample},
                                                  {"last_seen", "Visits ago", DifferenceBy::Sample},
                                                  {"weekday", "Last on", DifferenceBy::Weekday},
                                                  {"hour", "Last at", DifferenceBy::Hour},
                                                  {"user", "User", DifferenceBy::User},
                                                  {"place", "Target", DifferenceBy::Place},
                                                  {"district", "District", DifferenceBy::District}}};
/// Rows of users, the largest ones; the table has all.
constexpr std::size_t mostUserRows = 40;
constexpr float controlHeight = 28;

struct DifferenceRow {
  std::string title, value, filter;
  std::size_t n = 0, users = 0;
  std::vector<PairedDifference> difference;  ///< of the compared models but the first
};

/// What the filter line says for a part; empty where it has no words for it.
std::string filterOf(const ComparisonSlice& slice) {
  const auto to = slice.value.find(" to "), more = slice.value.find(" and more");
  const auto range = [&] {
    if (to != std::string::npos) return slice.value.substr(0, to) + ".." + slice.value.substr(to + 4);
    return more != std::string::npos ? slice.value.substr(0, more) + ".." : slice.value;
  };
  if (slice.by == "in_window") return "in-history:" + slice.value;
  if (slice.by == "place") return "target:" + slice.value;
  if (slice.by == "district") return "district:\"" + slice.value + "\"";
  if (slice.by == "last_seen") return "last-seen:" + (slice.value == "never" ? "0" : range());
  if (slice.by == "length") return "len:" + range();
  if (slice.by == "weekday") {
    std::string day = slice.value;
    for (char& c : day) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return "weekday:" + day;
  }
  if (slice.by == "stays" || slice.by == "hour" || slice.by == "user") return slice.by + ":" + slice.value;
  return {};
}

class SliceDifferencePainter : ForestPainter {
 public:
  SliceDifferencePainter(const CompareContext& context, const Canvas& canvas)
      : ForestPainter(canvas), m_context(context), m_comparison(*context.comparison), m_shownBy(context.differenceBy) {
    m_districts = std::ranges::find(m_comparison.slices, "district", &ComparisonSlice::by) != m_comparison.slices.end();
    if (m_shownBy == DifferenceBy::District && !m_districts) m_shownBy = DifferenceBy::Sample;
    collect();
    fitRows(m_rows.size(), {.head = controlHeight + 26, .least = 17, .most = 22, .foot = 24, .visible = 4});
    // The plot needs its room before a third column of numbers does; the table has all.
    m_others = std::min<std::size_t>(width() < 620 ? 2 : 3, m_comparison.models.size() - 1);
    m_titles = 80;
    const bool names = m_shownBy == DifferenceBy::Place || m_shownBy == DifferenceBy::District;
    m_values = {m_titles, names ? 104.0F : 84.0F};
    m_numbers = 46.0F * static_cast<float>(m_others);
    const float left = m_values.left + m_values.width + 70;
    m_plot = {left, std::max(30.0F, width() - m_numbers - 8 - left)};
    double low = 0, high = 0;
    for (const DifferenceRow& row : m_rows)
      for (std::size_t m = 0; m < m_others; ++m) {
        const PairedDifference& one = row.difference[m];
        // What a few samples say does not stretch the axis for all.
        const bool steady = std::isfinite(one.low) || row.n >= 30;
        if (!steady || !std::isfinite(one.value)) continue;
        low = std::min({low, one.value, std::isfinite(one.low) ? one.low : 0.0});
        high = std::max({high, one.value, std::isfinite(one.high) ? one.high : 0.0});
      }
    const double step = 10;
    m_axis = Axis(std::floor(low / step) * step, std::max(step, std::ceil(high / step) * step), m_plot.left + 6,
                  m_plot.left + m_plot.width - 6);
  }

  Scene paint() {
    paintControl();
    m_builder.text({12, controlHeight + 4, m_titles, 18}, tr("Slice"), theme().text2, smallFont);
    m_builder.text({m_plot.left - 74, controlHeight + 4, 38, 18}, "n", theme().text2, smallFont, Align::Right);
    m_builder.text({m_plot.left - 36, controlHeight + 4, 32, 18}, tr("users"), theme().text2, smallFont, Align::Right);
    m_scene.table.columns = {"by", "value", "n", "users"};
    for (std::size_t m = 0; m < m_others; ++m)
      m_builder.text({valueLeft(m), controlHeight + 4, 46, 18}, titleOf(m), theme().text2, smallFont, Align::Right);
    for (std::size_t m = 1; m < m_comparison.models.size(); ++m)
      for (const char* figure : {"", "_low", "_high", "_p_holm"})
        m_scene.table.columns.push_back(modelMark(m_context.compared[0]) + "-" + modelMark(m_context.compared[m]) +
                                        figure);
    rule(rowsTop() - 1, theme().border);
    paintAxis(34);
    for (std::size_t i = 0; i < m_rows.size(); ++i) paintRow(i);
    for (const ComparisonSlice& slice : m_comparison.slices)
      if (std::ranges::find(m_by, slice.by) == m_by.end() || isHidden(slice))
        addToTable(slice.by, slice.value, slice.n, slice.users, slice.difference);
    paintFoot();
    m_scene.caption = tr("points, %1; grey: interval contains 0", {m_context.scope});
    const PairedDifference& all = m_rows.front().difference.front();
    m_scene.summary = tr("%1 is %2 points over all targets.", {titleOf(0), signedPoints(all.value)});
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] std::string titleOf(std::size_t other) const {
    return modelMark(m_context.compared[0]) + " \u2212 " + modelMark(m_context.compared[other + 1]);
  }
  [[nodiscard]] float valueLeft(std::size_t other) const {
    return width() - 8 - m_numbers + 46.0F * static_cast<float>(other);
  }

  void collect() {
    DifferenceRow all{.title = tr("All targets"),
                      .value = {},
                      .filter = {},
                      .n = m_comparison.n,
                      .users = m_comparison.users,
                      .difference = {}};
    for (std::size_t m = 1; m < m_comparison.models.size(); ++m)
      all.difference.push_back(differencesOf(m_context, m_context.compared[0], m_context.compared[m]).all.accuracy);
    m_rows.push_back(std::move(all));
    for (const SliceTitle& title : sliceTitles) {
      if (title.shownBy != m_shownBy) continue;
      std::vector<const ComparisonSlice*> slices;
      for (const ComparisonSlice& slice : m_comparison.slices)
        if (slice.by == title.by) slices.push_back(&slice);
      const bool bySize = title.shownBy == DifferenceBy::User || title.shownBy == DifferenceBy::Place ||
                          title.shownBy == DifferenceBy::District;
      if (bySize)
        std::ranges::stable_sort(slices, std::ranges::greater(), [](const ComparisonSlice* slice) { return slice->n; });
      if (slices.size() > mostUserRows) {
        m_hidden.insert(slices.begin() + mostUserRows, slices.end());
        slices.resize(mostUserRows);
      }
      for (const ComparisonSlice* slice : slices) {
        m_rows.push_back({.title = slice == slices.front() ? tr(title.title) : std::string(),
                          .value = valueOf(*slice),
                          .filter = filterOf(*slice),
                          .n = slice->n,
                          .users = slice->users,
                          .difference = slice->difference});
        m_by.push_back(slice->by);
        m_parts.push_back(slice->value);
      }
    }
  }

  [[nodiscard]] bool isHidden(const ComparisonSlice& slice) const { return m_hidden.contains(&slice); }

  [[nodiscard]] std::string valueOf(const ComparisonSlice& slice) const {
    if (slice.by == "place") return placeText(m_context.sample, static_cast<LocationId>(std::stol(slice.value)));
    if (slice.by == "hour") return (slice.value.size() == 1 ? "0" : "") + slice.value + ":00";
    return slice.by == "user" || slice.by == "district" ? slice.value : tr(slice.value.c_str());
  }

  void paintControl() {
    constexpr Font font{.size = 11.5F, .weight = Weight::Medium};
    std::vector<Segment> segments{
        Segment{tr("Sample"), SetDifferenceBy{DifferenceBy::Sample}, tr("Rows by visits, target and history")},
        Segment{tr("User"), SetDifferenceBy{DifferenceBy::User}, tr("A row for each user, the largest first")},
        Segment{tr("Hour"), SetDifferenceBy{DifferenceBy::Hour}, tr("Rows by hour of the last visit")},
        Segment{tr("Weekday"), SetDifferenceBy{DifferenceBy::Weekday}, tr("Rows by weekday of the last visit")},
        Segment{tr("Place"), SetDifferenceBy{DifferenceBy::Place}, tr("Rows by target, the most frequent first")}};
    if (m_districts)
      segments.push_back({tr("District"), SetDifferenceBy{DifferenceBy::District},
                          tr("Rows by the target's district, the most frequent first")});
    if (12 + segmentedWidth(m_builder, segments, font) > width()) segments[3].text = tr("Day");
    paintSegmented(m_builder, m_scene, {12, 5}, 20, segments, static_cast<std::size_t>(m_shownBy), font);
  }

  void addToTable(const std::string& by, const std::string& value, std::size_t n, std::size_t users,
                  const std::vector<PairedDifference>& differences) {
    m_scene.table.add(by, value, n, users);
    for (const PairedDifference& one : differences) m_scene.table.extend(one.value, one.low, one.high, one.pHolm);
  }

  void paintRow(std::size_t i) {
    const DifferenceRow& line = m_rows[i];
    const Rect area = row(i);
    if (filterHas(m_context, line.filter)) ground(area, Emphasis::Selected);
    if (i > 0 && !line.title.empty()) rule(area.y, theme().line, 8);
    m_builder.text({12, area.y, i == 0 ? m_titles + 60 : m_titles - 8, area.height}, line.title,
                   i == 0 ? theme().text : theme().text2, i == 0 ? boldFont : mediumFont);
    m_builder.text(m_values.at(area), line.value, theme().text, mediumFont);
    m_builder.text({m_plot.left - 74, area.y, 38, area.height}, grouped(line.n), theme().text2, mediumFont,
                   Align::Right);
    m_builder.text({m_plot.left - 36, area.y, 32, area.height}, grouped(line.users), theme().text2, mediumFont,
                   Align::Right);
    std::string label = i == 0 ? line.title : tr(titleText(m_by[i - 1])) + " " + line.value;
    // The first stands above, the others below it.
    const float pitch = area.height / static_cast<float>(m_others + 1);
    for (std::size_t m = 0; m < m_others; ++m) {
      const PairedDifference& one = line.difference[m];
      if (!std::isfinite(one.value)) continue;
      const bool apart = excludesZero(one);
      const Color ink = apart ? theme().solid : theme().mid;
      paintDifference(one, std::round(area.y + pitch * static_cast<float>(m + 1)) + 0.5F,
                      {.interval = ink,
                       .fill = m == 0   ? ink
                               : m == 1 ? theme().panel
                                        : theme().pale,
                       .edge = ink,
                       .radius = m == 0 ? 3.0F : 2.5F,
                       .thickness = m == 0 ? 1.5F : 1});
      const Color text = apart ? changeFill(theme(), one.value) : theme().text2;
      m_builder.text({valueLeft(m), area.y, 46, area.height}, signedPoints(one.value), text,
                     {.size = 11.5F, .weight = apart ? Weight::SemiBold : Weight::Regular}, Align::Right);
      label += tr("; %1 %2", {titleOf(m), differenceText(one)});
    }
    HitArea& hit =
        m_builder.hit(area, {}, tr("%1: %2 samples of %3 users", {label, grouped(line.n), grouped(line.users)}),
                      exactText(line.difference.front().value));
    if (!line.filter.empty()) hit.action = filterAction(line.filter);
    addToTable(i == 0 ? "all" : m_by[i - 1], i == 0 ? std::string() : m_parts[i - 1], line.n, line.users,
               line.difference);
  }

  [[nodiscard]] static const char* titleText(const std::string& by) {
    const auto* const found =
        std::ranges::find(sliceTitles, by, [](const SliceTitle& one) { return std::string(one.by); });
    return found == sliceTitles.end() ? "" : found->title;
  }

  void paintFoot() {
    const float top = rowsBottom();
    rule(top, theme().border);
    if (!m_context.intervals)
      m_builder.text({12, top + 4, m_plot.left - 40, 14}, tr("Computing intervals\u2026"), theme().text2, smallFont);
  }

  const CompareContext& m_context;
  const ModelComparison& m_comparison;
  DifferenceBy m_shownBy;
  bool m_districts = false;  ///< there are slices by them
  std::vector<DifferenceRow> m_rows;
  std::vector<std::string> m_by, m_parts;  ///< of the rows after the first
  std::set<const ComparisonSlice*> m_hidden;
  std::size_t m_others = 1;
  float m_titles = 0, m_numbers = 0;
  CellColumn m_values;
};

}  // namespace

ViewContent sliceDifferenceContent(const CompareContext& context, const Canvas& canvas) {
  if (auto nothing = nothingCompared(context)) return *nothing;
  return SliceDifferencePainter(context, canvas).paint();
}

}  // namespace sojourn::present
