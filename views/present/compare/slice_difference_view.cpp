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
#include "views/present/table/row_table.h"

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
  std::string by, part;  ///< of the slice, as the table has them
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

/// A part's difference from each of the other models: the first stands above, the others below it.
std::vector<CellDot> dotsOf(const Theme& theme, const DifferenceRow& line, std::size_t others) {
  std::vector<CellDot> dots;
  for (std::size_t m = 0; m < others; ++m) {
    const PairedDifference& one = line.difference[m];
    if (!std::isfinite(one.value)) continue;
    const Color ink = excludesZero(one) ? theme.solid : theme.mid;
    dots.push_back({.at = one.value,
                    .fill = ink,
                    .inside = m == 0   ? ink
                              : m == 1 ? theme.panel
                                       : theme.pale,
                    .radius = m == 0 ? 3.0F : 2.5F,
                    .thickness = m == 0 ? 1.5F : 1,
                    .lane = static_cast<float>(m + 1) / static_cast<float>(others + 1)});
    if (std::isfinite(one.low)) dots.back().low = one.low, dots.back().high = one.high;
  }
  return dots;
}

class SliceDifferenceView {
 public:
  SliceDifferenceView(const CompareContext& context, const Canvas& canvas)
      : m_context(context), m_comparison(*context.comparison), m_canvas(canvas), m_shownBy(context.differenceBy) {
    m_districts = std::ranges::find(m_comparison.slices, "district", &ComparisonSlice::by) != m_comparison.slices.end();
    if (m_shownBy == DifferenceBy::District && !m_districts) m_shownBy = DifferenceBy::Sample;
    // The plot needs its room before a third column of numbers does; the table has all.
    m_others = std::min<std::size_t>(canvas.size.width < 620 ? 2 : 3, m_comparison.models.size() - 1);
    collect();
  }

  Scene scene() {
    Scene scene = drawTable(rows(), m_canvas).scene;
    SceneBuilder builder(scene, m_canvas);
    paintControl(builder, scene);
    scene.caption = tr("points, %1; grey: interval contains 0", {m_context.scope});
    const PairedDifference& all = m_rows.front().difference.front();
    scene.summary = tr("%1 is %2 points over all targets.", {titleOf(0), signedPoints(all.value)});
    scene.table = values();
    return scene;
  }

 private:
  [[nodiscard]] std::string titleOf(std::size_t other) const {
    return modelMark(m_context.compared[0]) + " \u2212 " + modelMark(m_context.compared[other + 1]);
  }

  void collect() {
    DifferenceRow all{.by = "all",
                      .part = {},
                      .title = tr("All targets"),
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
        m_rows.push_back({.by = slice->by,
                          .part = slice->value,
                          .title = slice == slices.front() ? tr(title.title) : std::string(),
                          .value = valueOf(*slice),
                          .filter = filterOf(*slice),
                          .n = slice->n,
                          .users = slice->users,
                          .difference = slice->difference});
      }
    }
  }

  [[nodiscard]] bool isHidden(const ComparisonSlice& slice) const { return m_hidden.contains(&slice); }

  [[nodiscard]] std::string valueOf(const ComparisonSlice& slice) const {
    if (slice.by == "place") return placeText(m_context.sample, static_cast<LocationId>(std::stol(slice.value)));
    if (slice.by == "hour") return (slice.value.size() == 1 ? "0" : "") + slice.value + ":00";
    return slice.by == "user" || slice.by == "district" ? slice.value : tr(slice.value);
  }

  [[nodiscard]] RowTable rows() const {
    const bool names = m_shownBy == DifferenceBy::Place || m_shownBy == DifferenceBy::District;
    RowTable table{.columns = {{.title = tr("Slice"), .width = fixedWidth(62)},
                               {.width = fixedWidth(names ? 104 : 84)},
                               {.title = "n", .width = fixedWidth(38), .align = Align::Right},
                               {.title = tr("users"), .width = fixedWidth(32, 400), .align = Align::Right},
                               {.width = restWidth(30), .scale = scale()}},
                   .heights = {.head = controlHeight + 26, .least = 17, .most = 22, .foot = 24, .visible = 4}};
    for (std::size_t m = 0; m < m_others; ++m)
      table.columns.push_back({.title = titleOf(m), .width = fixedWidth(42, m == 0 ? 0 : 400), .align = Align::Right});
    for (std::size_t i = 0; i < m_rows.size(); ++i) table.rows.push_back(rowOf(i));
    if (!m_context.intervals) table.notes = {tr("Computing intervals\u2026")};
    return table;
  }

  [[nodiscard]] ColumnScale scale() const {
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
    constexpr double step = 10;
    return {.from = std::floor(low / step) * step,
            .to = std::max(step, std::ceil(high / step) * step),
            .tickGap = 34,
            .differences = true,
            .line = true};
  }

  [[nodiscard]] TableRow rowOf(std::size_t i) const {
    const DifferenceRow& line = m_rows[i];
    const Theme& theme = m_canvas.theme;
    TableRow row{.cells = {{.text = line.title,
                            .ink = i == 0 ? theme.text : theme.text2,
                            .font = i == 0 ? boldFont : mediumFont,
                            .spans = i == 0},
                           {.text = line.value, .font = mediumFont},
                           {.text = grouped(line.n), .ink = theme.text2, .font = mediumFont},
                           {.text = grouped(line.users), .ink = theme.text2, .font = mediumFont},
                           {.dots = dotsOf(theme, line, m_others)}}};
    std::string label = i == 0 ? line.title : tr(titleText(line.by)) + " " + line.value;
    for (std::size_t m = 0; m < m_others; ++m) {
      const PairedDifference& one = line.difference[m];
      const bool apart = excludesZero(one);
      RowCell& cell = row.cells.emplace_back();
      if (!std::isfinite(one.value)) continue;
      cell = {.text = signedPoints(one.value),
              .ink = apart ? changeFill(theme, one.value) : theme.text2,
              .font = apart ? mediumBoldFont : mediumFont};
      label += tr("; %1 %2", {titleOf(m), differenceText(one)});
    }
    row.hit = hitOf({}, tr("%1: %2 samples of %3 users", {label, grouped(line.n), grouped(line.users)}),
                    exactText(line.difference.front().value));
    if (!line.filter.empty()) row.hit->action = filterAction(line.filter);
    if (filterHas(m_context, line.filter)) row.emphasis = Emphasis::Selected;
    if (i > 0 && !line.title.empty()) row.rule = theme.line;
    return row;
  }

  [[nodiscard]] static const char* titleText(const std::string& by) {
    const auto* const found =
        std::ranges::find(sliceTitles, by, [](const SliceTitle& one) { return std::string(one.by); });
    return found == sliceTitles.end() ? "" : found->title;
  }

  void paintControl(SceneBuilder& builder, Scene& scene) const {
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
    if (12 + segmentedWidth(builder, segments, font) > m_canvas.size.width) segments[3].text = tr("Day");
    paintSegmented(builder, scene, {12, 5}, 20, segments, static_cast<std::size_t>(m_shownBy), font);
  }

  /// The rows that are shown, then all other parts.
  [[nodiscard]] Table values() const {
    Table table{.columns = {"by", "value", "n", "users"}, .rows = {}};
    for (std::size_t m = 1; m < m_comparison.models.size(); ++m)
      for (const char* figure : {"", "_low", "_high", "_p_holm"})
        table.columns.push_back(modelMark(m_context.compared[0]) + "-" + modelMark(m_context.compared[m]) + figure);
    const auto add = [&](const std::string& by, const std::string& value, std::size_t n, std::size_t users,
                         const std::vector<PairedDifference>& differences) {
      table.add(by, value, n, users);
      for (const PairedDifference& one : differences) table.extend(one.value, one.low, one.high, one.pHolm);
    };
    for (const DifferenceRow& row : m_rows) add(row.by, row.part, row.n, row.users, row.difference);
    for (const ComparisonSlice& slice : m_comparison.slices)
      if (std::ranges::find(m_rows, slice.by, &DifferenceRow::by) == m_rows.end() || isHidden(slice))
        add(slice.by, slice.value, slice.n, slice.users, slice.difference);
    return table;
  }

  const CompareContext& m_context;
  const ModelComparison& m_comparison;
  const Canvas& m_canvas;
  DifferenceBy m_shownBy;
  bool m_districts = false;  ///< there are slices by them
  std::vector<DifferenceRow> m_rows;
  std::set<const ComparisonSlice*> m_hidden;
  std::size_t m_others = 1;
};

}  // namespace

ViewContent sliceDifferenceContent(const CompareContext& context, const Canvas& canvas) {
  if (auto nothing = nothingCompared(context)) return *nothing;
  return SliceDifferenceView(context, canvas).scene();
}

}  // namespace sojourn::present
