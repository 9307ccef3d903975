// SPDX-License-Identifier: GPL-3.0-or-later
// Draws what stays of an input from step to step.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/import/import_views.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {
namespace {

using Kind = FunnelStep::Kind;

constexpr float stepHeight = 20, reasonHeight = 16, headHeight = 40, margin = 12;
constexpr float numberWidth = 70, leastBar = 40, gap = 10;

std::string stepTitle(Kind kind) {
  switch (kind) {
    case Kind::Rows:
      return tr("Rows read");
    case Kind::Points:
      return tr("Rows that are used");
    case Kind::Staypoints:
      return tr("Staypoints");
    case Kind::InPlace:
      return tr("Staypoints in a place");
    case Kind::Visits:
      return tr("Visits");
    case Kind::Targets:
      return tr("Targets");
    case Kind::Sequences:
      return tr("Sequences");
  }
  return {};
}

std::string groupedCount(std::int64_t count) {
  return grouped(static_cast<std::size_t>(std::max<std::int64_t>(count, 0)));
}

std::string difference(std::int64_t by) {
  if (by == 0) return tr("same");
  return (by < 0 ? "\u2212" : "+") + groupedCount(std::abs(by));
}

/// The rows of all columns: the steps, each after its reasons.
struct FunnelRow {
  bool isStep = false;
  Kind kind = Kind::Rows;
  std::string key;  ///< of a reason
  std::array<std::int64_t, 2> counts{};
  std::array<std::int64_t, 2> after{};  ///< of a reason: what is left with it
  std::vector<FunnelRow> folded = {};   ///< of a step: its reasons where they have no rows of their own
};

std::int64_t takenBy(const FunnelStep& step, const std::string& key) {
  const auto found = std::ranges::find(step.reasons, key, &FunnelStep::Reason::key);
  return found == step.reasons.end() ? 0 : found->rows;
}

class FunnelPainter {
 public:
  FunnelPainter(const FunnelInput& input, const Canvas& canvas)
      : m_input(input), m_canvas(canvas), m_builder(m_scene, canvas) {
    m_scene.size = canvas.size;
    if (input.chosen) m_columns.push_back(&*input.chosen);
    if (input.other) m_columns.push_back(&*input.other);
    collectRows();
    const float rows = std::accumulate(m_rows.begin(), m_rows.end(), 0.0F, [](float sum, const FunnelRow& row) {
      return sum + (row.isStep ? stepHeight : reasonHeight);
    });
    const float foot = 2 * stepHeight + (input.refusal.empty() ? 0 : 2 * reasonHeight + 8);
    m_scene.contentSize = {canvas.size.width, std::max(canvas.size.height, headHeight + rows + foot + margin)};
    m_scene.pinnedTop = headHeight;
    layOut();
  }

  Scene take() {
    paintGround();
    float y = headHeight;
    for (const FunnelRow& row : m_rows) {
      paintRow(row, y);
      y += row.isStep ? stepHeight : reasonHeight;
    }
    paintFoot(y);
    paintHead();
    describe();
    return std::move(m_scene);
  }

 private:
  void collectRows() {
    const FunnelColumn& first = *m_columns.front();
    for (std::size_t i = 0; i < first.steps.size(); ++i) {
      const auto stepOf = [&](const FunnelColumn* column) -> const FunnelStep& { return column->steps[i]; };
      // The reasons of all columns, in their order, those of the first before others'.
      std::vector<std::string> keys;
      for (const FunnelColumn* column : m_columns)
        for (const FunnelStep::Reason& reason : stepOf(column).reasons)
          if (std::ranges::find(keys, reason.key) == keys.end()) keys.push_back(reason.key);
      std::array<std::int64_t, 2> left{};
      for (std::size_t c = 0; c < m_columns.size(); ++c) left[c] = i > 0 ? m_columns[c]->steps[i - 1].left : 0;
      std::vector<FunnelRow> reasons;
      for (const std::string& key : keys) {
        FunnelRow row{.kind = stepOf(m_columns[0]).kind, .key = key};
        for (std::size_t c = 0; c < m_columns.size(); ++c) {
          row.counts[c] = takenBy(stepOf(m_columns[c]), key);
          left[c] -= row.counts[c];
        }
        row.after = left;
        reasons.push_back(row);
      }
      if (!m_input.folded) m_rows.insert(m_rows.end(), reasons.begin(), reasons.end());
      FunnelRow row{.isStep = true, .kind = first.steps[i].kind, .key = {}};
      for (std::size_t c = 0; c < m_columns.size(); ++c) row.counts[c] = stepOf(m_columns[c]).left;
      if (m_input.folded) row.folded = std::move(reasons);
      m_rows.push_back(std::move(row));
    }
    // Fixes are so many more than stays that bars of both on one scale would hide the stays.
    const bool stays =
        std::ranges::any_of(first.steps, [](const FunnelStep& step) { return step.kind == Kind::Staypoints; });
    m_barsFrom = stays ? Kind::Staypoints : Kind::Points;
    for (const FunnelRow& row : m_rows)
      if (row.isStep && row.kind >= m_barsFrom)
        for (const std::int64_t count : row.counts) m_most = std::max(m_most, count);
  }
  void layOut() {
    const float width = m_canvas.size.width;
    m_labels = std::clamp(width * 0.27F, 150.0F, 250.0F);
    // Causes have room where the columns keep some for their bars.
    const bool wide = !m_input.causes.empty() && width > 800;
    m_differences = m_columns.size() < 2 ? 0.0F : wide ? std::min(360.0F, width * 0.25F) : 84.0F;
    m_columnWidth = (width - m_labels - m_differences - margin) / static_cast<float>(m_columns.size());
    m_barWidth = std::max(leastBar, m_columnWidth - numberWidth - 2 * gap);
  }
  [[nodiscard]] float left(std::size_t column) const { return m_labels + static_cast<float>(column) * m_columnWidth; }

  void paintGround() {
    const Color soft = m_canvas.theme.soft;
    m_builder.box({left(0), headHeight, m_columnWidth - gap / 2, m_scene.contentSize.height - headHeight}, soft);
  }
  void paintHead() {
    const Theme& theme = m_canvas.theme;
    m_builder.box({0, 0, m_canvas.size.width, headHeight}, theme.panel);
    m_builder.box({left(0), 0, m_columnWidth - gap / 2, headHeight}, theme.soft);
    m_builder.box({left(0), 0, m_columnWidth - gap / 2, 2}, theme.accent);
    m_builder.text({margin, 4, m_labels - margin - gap, 16}, tr("Filled: stays"), theme.text2, smallFont);
    m_builder.text({margin, 20, m_labels - margin - gap, 16}, tr("Hatched: leaves here; a click lists it"), theme.text2,
                   smallFont);
    for (std::size_t c = 0; c < m_columns.size(); ++c) {
      const float x = left(c) + gap;
      m_builder.text({x, 4, m_columnWidth - 2 * gap, 18}, m_columns[c]->title, theme.text, boldFont);
      m_builder.text({x, 21, m_columnWidth - 2 * gap, 15}, m_columns[c]->subtitle, theme.text2, smallFont);
      const std::string act = c == 0 ? tr("what Run writes") : tr("Choose");
      const float width = m_builder.width(act, smallFont) + 8;
      const Rect place{x + m_columnWidth - 2 * gap - width, 4, width, 18};
      m_builder.text(place, act, theme.accent, smallFont, Align::Right);
      if (c > 0) m_builder.hit(place, {}, tr("Use the recipe %1", {m_columns[c]->title})).action = UseRecipe{};
    }
    if (m_columns.size() > 1)
      m_builder.text({left(2) + gap, 4, m_differences - gap, 18}, tr("What differs"), theme.text, boldFont);
    m_builder.box({0, headHeight - 1, m_canvas.size.width, 1}, theme.line);
  }
  void paintRow(const FunnelRow& row, float y) {
    const Theme& theme = m_canvas.theme;
    const float height = row.isStep ? stepHeight : reasonHeight;
    const std::string text = row.isStep ? stepTitle(row.kind) : "\u2212 " + leavingReason(row.key);
    const Font font = row.isStep ? boldFont : smallFont;
    const float indent = row.isStep ? 0.0F : 12.0F;
    if (!row.isStep && row.key == m_input.listed)
      m_builder.box({0, y, m_canvas.size.width, height}, theme.soft);
    m_builder.text({margin + indent, y, m_labels - margin - indent - gap, height}, text,
                   row.isStep ? theme.text : theme.text2, font);
    for (std::size_t c = 0; c < m_columns.size(); ++c) {
      m_builder.text({left(c), y, numberWidth, height}, groupedCount(row.counts[c]),
                     row.isStep ? theme.text : theme.text2, font, Align::Right);
      if (row.kind < m_barsFrom || m_most == 0) continue;
      if (row.isStep || row.kind > m_barsFrom) paintBar(row, c, y, height);
      if (row.kind > m_barsFrom)
        for (const FunnelRow& reason : row.folded) paintBar(reason, c, y, height);
    }
    const std::string cause = causeOf(row);
    if (m_columns.size() > 1) {
      constexpr float number = 52;
      const Color color = row.counts[1] == row.counts[0] ? theme.text2 : theme.text;
      m_builder.text({left(2) + gap, y, number, height}, difference(row.counts[1] - row.counts[0]), color,
                     row.isStep ? textFont : smallFont);
      if (m_differences > 2 * number)
        m_builder.text({left(2) + gap + number, y, m_differences - gap - number, height}, cause, theme.text2,
                       smallFont);
    }
    std::string label = labelOf(row);
    if (!cause.empty()) label += tr("; alone: %1", {cause});
    for (const FunnelRow& reason : row.folded) label += "\n" + labelOf(reason);
    HitArea& area = m_builder.hit({0, y, m_canvas.size.width, height}, {}, label, std::to_string(row.counts[0]));
    if (!row.isStep && row.counts[0] > 0) area.action = ListRows{row.key};
    for (const FunnelRow& reason : row.folded) hitFolded(reason, y, height);
    m_scene.table.add(text, static_cast<double>(row.counts[0]));
    if (m_columns.size() > 1) m_scene.table.extend(static_cast<double>(row.counts[1]));
    if (!m_input.causes.empty()) m_scene.table.extend(cause);
  }
  [[nodiscard]] std::string labelOf(const FunnelRow& row) const {
    std::string label = (row.isStep ? stepTitle(row.kind) : "\u2212 " + leavingReason(row.key)) + ": ";
    for (std::size_t c = 0; c < m_columns.size(); ++c)
      label += (c > 0 ? ", " : "") + m_columns[c]->title + " " + groupedCount(row.counts[c]);
    return label;
  }
  /// The part of a step's bar that is one of its reasons.
  void hitFolded(const FunnelRow& reason, float y, float height) {
    if (reason.kind <= m_barsFrom || m_most == 0 || reason.counts[0] == 0) return;
    const float x = left(0) + numberWidth + gap + widthOf(reason.after[0]);
    m_builder.hit({x, y, std::max(6.0F, widthOf(reason.counts[0])), height}, {}, labelOf(reason)).action =
        ListRows{reason.key};
  }
  /// The settings that change the count when they alone are as the other recipe has them, each with its number.
  [[nodiscard]] std::string causeOf(const FunnelRow& row) const {
    std::string text;
    if (m_columns.size() < 2 || row.counts[0] == row.counts[1]) return text;
    std::vector<std::pair<std::int64_t, const FunnelCause*>> parts;
    for (const FunnelCause& cause : m_input.causes) {
      const auto step = std::ranges::find(cause.steps, row.kind, &FunnelStep::kind);
      if (step == cause.steps.end()) continue;
      const std::int64_t by = (row.isStep ? step->left : takenBy(*step, row.key)) - row.counts[0];
      if (by == row.counts[1] - row.counts[0]) return cause.title;
      if (by != 0) parts.emplace_back(by, &cause);
    }
    std::ranges::stable_sort(parts, std::ranges::greater(), [](const auto& part) { return std::abs(part.first); });
    for (const auto& [by, cause] : parts) text += (text.empty() ? "" : ", ") + cause->title + " " + difference(by);
    return text;
  }
  [[nodiscard]] float widthOf(std::int64_t count) const {
    return m_barWidth * static_cast<float>(std::max<std::int64_t>(count, 0)) / static_cast<float>(m_most);
  }
  void paintBar(const FunnelRow& row, std::size_t column, float y, float height) {
    const float x = left(column) + numberWidth + gap;
    if (row.isStep) {
      m_builder.box({x, y + 5, std::max(1.0F, widthOf(row.counts[column])), height - 10}, m_canvas.theme.solid);
    } else if (row.counts[column] > 0) {
      m_builder.hatch({x + widthOf(row.after[column]), y + 3, std::max(2.0F, widthOf(row.counts[column])), height - 6},
                      m_canvas.theme.mid);
    }
  }
  void paintFoot(float y) {
    const Theme& theme = m_canvas.theme;
    const auto line = [&](const std::string& text, const auto& ofColumn) {
      m_builder.text({margin, y, m_labels - margin - gap, stepHeight}, text, theme.text2, textFont);
      for (std::size_t c = 0; c < m_columns.size(); ++c)
        m_builder.text({left(c) + gap, y, m_columnWidth - 2 * gap, stepHeight}, ofColumn(*m_columns[c]), theme.text2,
                       textFont);
      y += stepHeight;
    };
    line(tr("train, validation, test"), [](const FunnelColumn& column) {
      return tr("%1, %2, %3 of %4 users", {groupedCount(column.sequences[0]), groupedCount(column.sequences[1]),
                                           groupedCount(column.sequences[2]), groupedCount(column.users)});
    });
    line(tr("Places"), [](const FunnelColumn& column) {
      return tr("%1, %2 in train", {groupedCount(column.places), groupedCount(column.trainPlaces)});
    });
    if (m_input.refusal.empty()) return;
    paintLines(m_builder, {margin, y + 4}, m_canvas.size.width - 2 * margin, m_input.refusal, theme.err, textFont, 16);
  }
  void describe() {
    m_scene.table.columns = {"step", m_columns[0]->title};
    if (m_columns.size() > 1) m_scene.table.columns.push_back(m_columns[1]->title);
    if (!m_input.causes.empty()) m_scene.table.columns.emplace_back("what differs");
    const FunnelColumn& chosen = *m_columns[0];
    m_scene.summary = tr("%1 rows give %2 sequences of %3 users at %4 places.",
                         {groupedCount(chosen.steps.front().left), groupedCount(chosen.steps.back().left),
                          groupedCount(chosen.users), groupedCount(chosen.places)});
  }

  const FunnelInput& m_input;
  const Canvas& m_canvas;
  Scene m_scene;
  SceneBuilder m_builder;
  std::vector<const FunnelColumn*> m_columns;
  std::vector<FunnelRow> m_rows;
  Kind m_barsFrom = Kind::Staypoints;
  std::int64_t m_most = 0;
  float m_labels = 0, m_differences = 0, m_columnWidth = 0, m_barWidth = 0;
};

}  // namespace

std::string leavingReason(const std::string& key) {
  static const std::map<std::string, const char*> titles{
      {"duplicate", "repeat a row"},
      {"bad_time", "a time that is none"},
      {"missing_time", "no time"},
      {"time_out_of_range", "a time before 1970 or after 2099"},
      {"missing_user", "no user"},
      {"missing_place", "no place"},
      {"missing_coordinate", "no position"},
      {"bad_coordinate", "a position that is none"},
      {"coordinate_out_of_range", "a position off the earth"},
      {"negative_duration", "end before they start"},
      {"field_count", "too few fields"},
      {"excluded", "of excluded users"},
      {"short_stay", "too short"},
      {"short_record", "of users with too few days"},
      {"noise", "in no place: too few others near by"},
      {"merged", "go on with the visit before"},
      {"rare", "of rare users or places"},
      {"first_days", "in the first days of a split"},
      {"short_history", "too few visits before them"},
      {"empty_split", "of users with an empty split"},
  };
  const auto found = titles.find(key);
  return found == titles.end() ? key : tr(found->second);
}

FunnelColumn funnelColumn(std::string title, const Preparation& made, std::span<const FunnelStep> steps) {
  FunnelColumn column{
      .title = std::move(title), .subtitle = escapeForDisplay(made.settings.timeZone, 40), .steps = steps};
  if (!made.placesGiven) column.subtitle += ", " + std::string(nameIn(clusterMetricNames, made.settings.metric));
  for (std::size_t i = 0; i < column.sequences.size(); ++i)
    column.sequences[i] = static_cast<std::int64_t>(made.sequences.splits[i].size());
  column.users = std::ssize(made.sequences.users);
  column.places = std::ssize(made.places);
  column.trainPlaces = std::ssize(made.sequences.places);
  return column;
}

ViewContent funnelContent(const FunnelInput& input, const Canvas& canvas) {
  if (!input.chosen || input.chosen->steps.empty())
    return EmptyState{.title = tr("Nothing has been read yet"), .detail = tr("Choose a file or a folder above.")};
  return FunnelPainter(input, canvas).take();
}

}  // namespace sojourn::present
