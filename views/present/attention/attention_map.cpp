// SPDX-License-Identifier: GPL-3.0-or-later
// The enlarged attention map of one head, with its rows and columns.
#include <algorithm>
#include <cmath>
#include <memory>

#include "model/core/translation.h"
#include "views/present/attention/attention_frame.h"

namespace sojourn::present {
namespace {

/// First visits of runs with one shown day; the end of the last run closes the list.
std::vector<std::size_t> dayStarts(const std::vector<VisitLabel>& labels) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (i == 0 || labels[i].daysAgo != labels[i - 1].daysAgo) starts.push_back(i);
  starts.push_back(labels.size());
  return starts;
}

class MapPainter {
 public:
  MapPainter(SceneBuilder& builder, Scene& scene, const AttentionFrame& frame, const AttentionMapLayout& layout)
      : m_builder(builder), m_scene(scene), m_frame(frame), m_layout(layout), m_length(frame.maps.length) {
    for (std::size_t query = 0; query < m_length; ++query) {
      if (const AttentionChange* change = frame.change) {
        const bool absent = change->absent(query);
        m_entropy.push_back(absent ? Table::absent : change->largest(frame.head, query).change);
        m_spread.push_back(change->moved(frame.head, query));
      } else {
        m_entropy.push_back(entropy(frame.row(frame.head, query)));
        m_spread.push_back(std::exp(m_entropy.back()));
      }
    }
    // Moved attention is small: its bars end at the row that moved most.
    m_most = frame.change ? 0 : static_cast<double>(m_length);
    for (const double moved : m_spread)
      if (frame.change && moved > m_most) m_most = moved;
  }

  void paint() {
    if (m_layout.labelled) paintRowGrounds();
    paintCells();
    if (m_frame.change) hatchAbsent();
    if (m_layout.labelled) {
      paintRowLabels();
      paintColumnLabels();
    } else {
      paintDayRows();
      paintDayColumns();
    }
    paintSpread();
    paintSelection();
    addCellHits();
  }

 private:
  [[nodiscard]] float rowY(std::size_t query) const { return m_layout.rowY(query, m_length); }
  [[nodiscard]] float columnX(std::size_t key) const {
    return m_layout.map.x + static_cast<float>(key) * m_layout.cell;
  }
  /// Two decimals; of a change with its sign.
  [[nodiscard]] std::string entropyText(std::size_t query) const {
    const bool more = m_frame.change && m_entropy[query] >= 0.005;
    return (more ? "+" : "") + fixedText(m_entropy[query], 2);
  }
  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }
  [[nodiscard]] bool isLast(std::size_t query) const { return query + 1 == m_length; }
  [[nodiscard]] bool isSelected(std::size_t visit) const { return m_frame.selection.selected.visit == visit; }

  /// A soft ground behind the labels of rows that are pointed at, by themselves or through their place.
  void paintRowGrounds() {
    for (std::size_t i = 0; i < m_length; ++i) {
      const bool reading = m_frame.selection.hovered.query == i;
      if (m_frame.emphasis[i] == Emphasis::None && !reading) continue;
      m_builder.box({m_layout.rowLabelX - 4, rowY(i), m_layout.map.x - m_layout.rowLabelX + 2, m_layout.cell},
                    reading ? theme().hover : theme().soft);
    }
  }

  void paintCells() {
    const auto rows = [&](std::size_t first, std::size_t count) {
      auto pixels = std::make_shared<std::vector<Color>>();
      pixels->reserve(count * m_length);
      for (std::size_t query = first; query < first + count; ++query) {
        const ColorScale scale = m_frame.colors.scale(m_frame.head, query);
        const auto weights = m_frame.row(m_frame.head, query);
        for (std::size_t key = 0; key < weights.size(); ++key) {
          const bool none = m_frame.change && (m_frame.change->absent(query) || m_frame.change->absent(key));
          pixels->push_back(none ? theme().panel : m_frame.colors.color(scale, query, weights[key]));
        }
        pixels->resize(pixels->size() + m_length - weights.size(), theme().panel);
      }
      const Rect rect{m_layout.map.x, rowY(first), m_layout.map.width, static_cast<float>(count) * m_layout.cell};
      m_scene.shapes.emplace_back(ImageShape{.rect = rect,
                                             .columns = static_cast<int>(m_length),
                                             .rows = static_cast<int>(count),
                                             .pixels = std::move(pixels)});
      return rect;
    };
    if (m_length > 1) {
      const Rect upper = rows(0, m_length - 1);
      if (m_frame.causal) hatchMasked(m_scene, {upper.x, upper.y}, m_layout.cell, m_length, theme().mid);
      m_builder.frame(upper.inset(-1), theme().border);
    }
    const Rect last = rows(m_length - 1, 1);
    m_builder.frame(last.inset(-2), theme().text, 2);
  }

  /// Rows and columns of visits that only one of the sequences has.
  void hatchAbsent() {
    for (std::size_t i = 0; i < m_length; ++i) {
      if (!m_frame.change->absent(i)) continue;
      m_builder.hatch({m_layout.map.x, rowY(i), m_layout.map.width, m_layout.cell}, theme().mid);
      m_builder.hatch({columnX(i), m_layout.map.y, m_layout.cell, m_layout.map.height}, theme().mid);
    }
  }

  [[nodiscard]] bool isRemoved(std::size_t i) const { return m_frame.change && !m_frame.change->visit(i).now; }
  [[nodiscard]] bool isNew(std::size_t i) const { return m_frame.change && !m_frame.change->visit(i).before; }
  /// Removed visits are struck, new ones in the accent, as in all views beside a reference.
  [[nodiscard]] Color labelColor(std::size_t i) const {
    if (isRemoved(i)) return theme().text3;
    return isSelected(i) || isNew(i) ? theme().accent : theme().text;
  }

  [[nodiscard]] static Font labelFont(bool strong) {
    return {smallFont.size, strong ? Weight::SemiBold : Weight::Regular};
  }
  /// The place of a visit, beside its row or upwards over its column.
  void paintPlace(std::size_t i, Rect rect, Font font, bool upwards) {
    m_scene.shapes.emplace_back(
        TextShape{.rect = rect,
                  .text = m_builder.fittingName(m_frame.labels[i].place, upwards ? rect.height : rect.width, font),
                  .font = font,
                  .color = labelColor(i),
                  .upwards = upwards,
                  .strikeOut = isRemoved(i)});
  }

  void paintRowLabels() {
    const float timeRight = m_layout.map.x - 5;
    for (std::size_t i = 0; i < m_length; ++i) {
      const VisitLabel& label = m_frame.labels[i];
      const float middle = rowY(i) + m_layout.cell / 2;
      m_builder.swatch({m_layout.rowLabelX, std::round(middle - 4.5F)}, label.swatch, 9);
      const std::string& when = m_layout.clock ? label.time : label.weekday;
      const float timeWidth = m_builder.width(when, smallFont);
      const float room = timeRight - timeWidth - 4 - m_layout.rowLabelX - 14;
      paintPlace(i, {m_layout.rowLabelX + 14, middle - 8, room, 16}, labelFont(isSelected(i) || isLast(i)), false);
      m_builder.text({timeRight - timeWidth - 1, middle - 8, timeWidth + 1, 16}, when, theme().text2, smallFont,
                     Align::Right);
      addRowHit(i, m_layout.rowLabelX);
    }
  }

  /// "12.7 effective visits of 14, entropy 2.544 nats"; "0.047 of it moved, most −0.035 to Clinic, Fri 11:07".
  [[nodiscard]] std::string spreadText(std::size_t query) const {
    if (m_frame.change) return changeText(query);
    return tr("%1 effective visits of %2, entropy %3 nats",
              {effectiveText(m_spread[query]), std::to_string(m_frame.visible(query)), fixedText(m_entropy[query], 3)});
  }

  [[nodiscard]] std::string changeText(std::size_t query) const {
    if (isRemoved(query)) return tr("is removed: nothing to compare");
    if (isNew(query)) return tr("is new: nothing to compare");
    const AttentionChange::Cell most = m_frame.change->largest(m_frame.head, query);
    std::string text = tr("%1 of its attention moved", {exactText(m_spread[query])});
    if (most.change != 0)
      text += tr(", the largest change %1 at %2", {exactText(most.change), m_frame.labels[most.key].full()});
    return text;
  }

  void addRowHit(std::size_t query, float x) {
    m_builder.hit({x, rowY(query), m_layout.map.x - x, m_layout.cell},
                  {.visit = query, .query = query, .location = m_frame.labels[query].location, .head = m_frame.head},
                  m_frame.labels[query].full() + (isLast(query) ? tr(" (last query)") : "") +
                      (m_frame.change ? ": " : tr(" reads ")) + spreadText(query),
                  exactText(m_spread[query]));
  }

  void addColumnHit(std::size_t key, float labelTop) {
    const float y = std::max(labelTop, m_layout.top);
    const double weight = m_frame.maps.at(m_frame.head.layer, m_frame.head.head, m_length - 1, key);
    m_builder.hit({columnX(key), y, m_layout.cell, m_layout.map.y - y},
                  {.visit = key, .query = {}, .location = m_frame.labels[key].location, .head = {}},
                  m_frame.labels[key].full() +
                      (m_frame.change ? tr(": change of the last query's weight ") : tr(": last query's weight ")) +
                      weightText(weight),
                  exactText(weight));
  }

  void paintColumnLabels() {
    const float top = m_layout.map.y - 5 - attentionNameHeight;
    for (std::size_t i = 0; i < m_length; ++i) {
      paintPlace(i, {columnX(i), top, m_layout.cell, attentionNameHeight}, labelFont(isSelected(i)), true);
      addColumnHit(i, top);
    }
  }

  void paintDayRows() {
    const auto starts = dayStarts(m_frame.labels);
    const float swatchX = m_layout.map.x - 5 - attentionDaySwatch;
    for (std::size_t run = 0; run + 1 < starts.size(); ++run) {
      const float top = rowY(starts[run]);
      const float bottom = rowY(starts[run + 1] - 1) + m_layout.cell;
      if (run > 0) m_builder.box({m_layout.rowLabelX, top - 1, swatchX - m_layout.rowLabelX, 1}, theme().pale);
      if (bottom - top >= 12)
        m_builder.text({m_layout.rowLabelX, (top + bottom) / 2 - 8, swatchX - m_layout.rowLabelX - 6, 16},
                       m_frame.labels[starts[run]].weekday, theme().text, smallFont, Align::Right);
    }
    for (std::size_t i = 0; i < m_length; ++i) {
      daySwatchAt({swatchX, rowY(i), attentionDaySwatch, m_layout.cell}, i);
      addRowHit(i, m_layout.rowLabelX);
    }
  }

  void paintDayColumns() {
    const auto starts = dayStarts(m_frame.labels);
    const float swatchY = m_layout.map.y - 5 - attentionDaySwatch;
    for (std::size_t run = 0; run + 1 < starts.size(); ++run) {
      const float left = columnX(starts[run]);
      const float width = columnX(starts[run + 1]) - left;
      if (run > 0) m_builder.box({left, swatchY - 15, 1, 15}, theme().pale);
      const std::string& day = m_frame.labels[starts[run]].weekday;
      if (width >= m_builder.width(day, smallFont) + 2)
        m_builder.text({left, swatchY - 17, width, 16}, day, theme().text, smallFont, Align::Center);
    }
    for (std::size_t i = 0; i < m_length; ++i) {
      daySwatchAt({columnX(i), swatchY, m_layout.cell, attentionDaySwatch}, i);
      addColumnHit(i, swatchY - 17);
    }
  }

  /// A visit's colour in a strip of neighbours: no rounding, one pixel between them, the accent where it is selected.
  void daySwatchAt(Rect rect, std::size_t visit) {
    const Swatch& swatch = m_frame.labels[visit].swatch;
    const float space = m_layout.cell > 4 ? 1 : 0;
    rect.width -= rect.width == m_layout.cell ? space : 0;
    rect.height -= rect.height == m_layout.cell ? space : 0;
    if (swatch.hatched)
      m_scene.shapes.emplace_back(HatchShape{.rect = rect, .color = theme().mid, .spacing = 3});
    else
      m_builder.box(rect, swatch.color.value_or(theme().pale));
    if (isSelected(visit)) m_builder.frame(rect.inset(-1), theme().accent, 1.5F);
  }

  void paintSpread() {
    for (std::size_t query = 0; query < m_length; ++query) {
      const double visits = m_spread[query];
      const auto share = static_cast<float>(std::isnan(visits) || m_most == 0 ? 0 : visits / m_most);
      const float y = rowY(query);
      const float height = m_layout.labelled ? m_layout.cell - 2 * std::min(2.0F, std::floor(m_layout.cell / 8))
                                             : std::clamp(m_layout.cell - 1, 1.0F, 7.0F);
      const float inset = (m_layout.cell - height) / 2;
      m_builder.box({m_layout.effectiveX, y + inset, m_layout.effectiveWidth, height}, theme().track);
      m_builder.box({m_layout.effectiveX, y + inset, m_layout.effectiveWidth * std::min(share, 1.0F), height},
                    m_layout.labelled ? theme().pale : theme().mid);
      if (!m_layout.labelled) continue;
      const Font font = labelFont(isLast(query));
      const float middle = y + m_layout.cell / 2;
      m_builder.text({m_layout.effectiveX, middle - 8, m_layout.effectiveWidth - 4, 16}, spreadNumber(m_frame, visits),
                     theme().text, font, Align::Right);
      if (m_layout.entropyX > 0)
        m_builder.text({m_layout.entropyX - attentionEntropyWidth, middle - 8, attentionEntropyWidth, 16},
                       entropyText(query), isLast(query) ? theme().text : theme().text2, font, Align::Right);
    }
    if (m_layout.labelled) {
      upwardHeader(m_frame.change ? tr("moved") : tr("effective"), m_layout.effectiveX + m_layout.effectiveWidth / 2);
      if (m_layout.entropyX > 0)
        upwardHeader(m_frame.change ? tr("largest") : tr("entropy"), m_layout.entropyX - attentionEntropyWidth / 2 + 2);
    }
    for (std::size_t query = 0; query < m_length; ++query)
      m_builder.hit({m_layout.effectiveX, rowY(query), m_layout.right - m_layout.effectiveX, m_layout.cell},
                    {.visit = {}, .query = query, .location = {}, .head = m_frame.head},
                    m_frame.labels[query].full() + ": " + spreadText(query), exactText(m_spread[query]));
  }

  void upwardHeader(const std::string& text, float middle) {
    m_scene.shapes.emplace_back(
        TextShape{.rect = {middle - 8, m_layout.map.y - 5 - attentionNameHeight, 16, attentionNameHeight},
                  .text = text,
                  .font = smallFont,
                  .color = theme().text2,
                  .upwards = true});
  }

  void paintSelection() {
    const auto column = [&](std::optional<std::size_t> key, float width) {
      if (!key || *key >= m_length) return;
      m_builder.frame({columnX(*key) - 0.5F, m_layout.map.y - 1, m_layout.cell + 1, m_layout.map.height + 2},
                      theme().accent, width);
    };
    const Selection& selection = m_frame.selection;
    column(selection.hovered.visit, 1);
    for (const std::size_t also : selection.alsoVisits) column(also, 1.5F);
    column(selection.selected.visit, 1.5F);
    if (const auto query = selection.selected.query; query && *query < m_length)
      m_builder.box({m_layout.map.x - 4, rowY(*query), 3, m_layout.cell}, theme().accent);
    if (const auto query = selection.hovered.query; query && *query < m_length)
      m_builder.frame({m_layout.map.x - 1, rowY(*query) - 0.5F, m_layout.map.width + 2, m_layout.cell + 1},
                      theme().accent, 1);
  }

  void addCellHits() {
    m_scene.hits.reserve(m_scene.hits.size() + m_length * m_length);
    std::vector<std::string> names;
    for (const VisitLabel& label : m_frame.labels) names.push_back(label.full());
    for (std::size_t query = 0; query < m_length; ++query) {
      if (m_frame.change)
        addChangeHits(query, names);
      else
        addWeightHits(query, names);
    }
  }

  void addWeightHits(std::size_t query, const std::vector<std::string>& names) {
    const auto weights = m_frame.row(m_frame.head, query);
    const std::string looksAt = tr(" looks at "), cannotLookAt = tr(" cannot look at the later ");
    const std::string uniform = tr(", uniform %1", {weightText(1.0 / static_cast<double>(weights.size()))});
    for (std::size_t key = 0; key < m_length; ++key) {
      const bool masked = key >= weights.size();
      std::string label = names[query];
      label.append(masked ? cannotLookAt : looksAt).append(names[key]);
      if (!masked) label.append(": ").append(weightText(weights[key])).append(uniform);
      addHit(query, key, std::move(label), masked ? std::string() : exactText(weights[key]));
    }
  }

  /// A row of differences: what each weight was and is.
  void addChangeHits(std::size_t query, const std::vector<std::string>& names) {
    const AttentionChange& change = *m_frame.change;
    const std::string looksAt = tr(" looks at "), to = tr(" to "), changed = tr(", change ");
    for (std::size_t key = 0; key < m_length; ++key) {
      const double before = change.before(m_frame.head, query, key), now = change.now(m_frame.head, query, key);
      std::string label = names[query];
      label.append(looksAt).append(names[key]).append(": ");
      if (change.absent(query) || change.absent(key)) {
        const std::size_t odd = change.absent(query) ? query : key;
        label.append(isRemoved(odd) ? tr("removed, %1 in the reference", {weightText(before)})
                                    : tr("new, %1 now", {weightText(now)}));
      } else {
        label.append(weightText(before)).append(to).append(weightText(now)).append(changed);
        label.append(exactText(now - before));
      }
      addHit(query, key, std::move(label), exactText(now - before));
    }
  }

  void addHit(std::size_t query, std::size_t key, std::string label, std::string value) {
    m_builder.hit({columnX(key), rowY(query), m_layout.cell, m_layout.cell},
                  {.visit = key, .query = query, .location = m_frame.labels[key].location, .head = m_frame.head},
                  std::move(label), std::move(value));
  }

  SceneBuilder& m_builder;
  Scene& m_scene;
  const AttentionFrame& m_frame;
  const AttentionMapLayout& m_layout;
  std::size_t m_length;
  std::vector<double> m_entropy;  ///< nats, by query; of differences the largest one of the row
  std::vector<double> m_spread;   ///< by query
  double m_most = 0;              ///< of m_spread where its bar ends
};

}  // namespace

void paintMap(SceneBuilder& builder, Scene& scene, const AttentionFrame& frame, const AttentionMapLayout& layout) {
  MapPainter(builder, scene, frame, layout).paint();
}

}  // namespace sojourn::present
