// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/monitor/run_tile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "model/core/translation.h"
#include "views/present/chart/axis.h"
#include "views/present/chart/decimation.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr float headHeight = 26;
constexpr float edge = 10;
constexpr float figuresWidth = 92;
constexpr Font small{.size = 12};
constexpr Font tiny{.size = 11};
constexpr Font row{.size = 12.5F};
constexpr Font big{.size = 15, .weight = Weight::SemiBold};

std::string ownAxisText(double epochs) {
  return tr("0 to %1 epochs", {fixedText(epochs, 0)});
}

/// A chart of a tile: a value an epoch, cut at its frame.
class Sparkline {
 public:
  Sparkline(SceneBuilder& builder, Scene& scene, const Rect& frame, double epochs, double low, double high)
      : m_builder(builder),
        m_scene(scene),
        m_frame(frame),
        m_x(0, std::max(1.0, epochs), frame.x + 6, frame.right() - 6),
        m_y(low, high, frame.bottom() - 6, frame.y + 6) {}

  /// NaN and a gap in the log break the line; what is beyond the frame is drawn at its edge. Of many epochs what the
  /// pixels can show.
  template <class Point, class Value>
  void line(const std::vector<Point>& points, const Value& value, Color color, float width) {
    std::vector<double> values;
    values.reserve(points.size());
    for (const Point& point : points) values.push_back(std::invoke(value, point));
    const auto epochAt = [&](std::size_t i) { return static_cast<double>(points[i].epoch); };
    const auto pixels = static_cast<std::size_t>(std::max(1.0F, m_frame.width));
    std::vector<std::size_t> bounds;
    if (points.size() > 2 * pixels)
      bounds = columnBounds(points.size(), epochAt, m_x.from(), m_x.to(), pixels);
    else
      for (std::size_t i = 0; i <= points.size(); ++i) bounds.push_back(i);
    const Decimated thin = decimate(values, bounds);
    const auto gapBetween = [&](std::size_t before, std::size_t behind) {
      const auto from = points.begin() + static_cast<std::ptrdiff_t>(before) + 1;
      return std::any_of(from, points.begin() + static_cast<std::ptrdiff_t>(behind) + 1,
                         [](const Point& point) { return point.afterGap; });
    };
    std::size_t begin = 0;
    for (const std::size_t end : thin.pieceEnds) {
      std::vector<present::Point> piece;
      for (std::size_t i = begin; i < end; ++i) {
        if (i > begin && gapBetween(thin.points[i - 1].index, thin.points[i].index))
          addPiece(std::exchange(piece, {}), color, width);
        piece.push_back(at(epochAt(thin.points[i].index), thin.points[i].value));
      }
      begin = end;
      addPiece(std::move(piece), color, width);
    }
    if (!values.empty() && std::isfinite(values.back()))
      m_builder.circle(at(epochAt(points.size() - 1), values.back()), 2.2F, color);
  }

  /// Where a value is cut at the frame, a triangle says so; none stands in another.
  template <class Value>
  void beyond(const std::vector<TilePoint>& points, const Value& value, Color color) {
    constexpr float wide = 6;
    float last = -std::numeric_limits<float>::infinity();
    for (const TilePoint& point : points) {
      const double v = std::invoke(value, point);
      if (!std::isfinite(v) || v <= m_y.to()) continue;
      const Point top = {m_x.at(static_cast<double>(point.epoch)), m_frame.y + 1};
      if (std::fabs(top.x - last) < wide / 2) continue;
      last = top.x;
      m_scene.shapes.emplace_back(
          PolygonShape{.points = {top, {top.x + wide / 2, top.y + 4}, {top.x - wide / 2, top.y + 4}}, .fill = color});
    }
  }

  void ring(const TilePoint& point, double value, Color color, Color ground) {
    m_builder.circle(at(static_cast<double>(point.epoch), value), 3.5F, ground, color, 1.5F);
  }

  void cross(std::int64_t epoch, Color color) {
    const float x = std::min(m_x.at(static_cast<double>(epoch)), m_frame.right() - 16);
    m_builder.icon({x, m_frame.y + 6, 14, 14}, "cross", color);
  }

 private:
  /// A line, or a dot where there is nothing to connect.
  void addPiece(std::vector<present::Point> piece, Color color, float width) {
    if (piece.size() > 1)
      m_scene.shapes.emplace_back(LineShape{.points = std::move(piece), .color = color, .width = width});
    else if (piece.size() == 1)
      m_builder.circle(piece[0], width / 2, color);
  }
  [[nodiscard]] present::Point at(double epoch, double value) const {
    return {std::clamp(m_x.at(epoch), m_frame.x, m_frame.right()),
            std::clamp(m_y.at(value), m_frame.y + 2, m_frame.bottom() - 2)};
  }

  SceneBuilder& m_builder;
  Scene& m_scene;
  Rect m_frame;
  Axis m_x, m_y;
};

class TilePainter {
 public:
  TilePainter(SceneBuilder& builder, Scene& scene, const Rect& area, const RunTile& tile, const TileAxes& axes)
      : m_builder(builder),
        m_scene(scene),
        m_theme(builder.theme()),
        m_area(area),
        m_tile(tile),
        m_axes(axes),
        m_epochs(std::max(axes.epochs, tile.length())) {}

  void paint(bool selected) {
    const bool filled = m_tile.severity == RunSeverity::Bad || m_tile.severity == RunSeverity::Warning;
    m_builder.frame(m_area, selected ? m_theme.accent : m_theme.border, 1, 3, m_theme.title);
    if (filled)
      m_builder.box({m_area.x + 1, m_area.y + 1, m_area.width - 2, headHeight},
                    m_tile.severity == RunSeverity::Bad ? m_theme.errGround : m_theme.warnGround, 2);
    const Color severity = severityColor(m_theme, m_tile.severity);
    m_builder.box({m_area.x + 1, m_area.y + 1, 3, m_area.height - 2}, severity);
    head(severity);
    m_builder.text({left(), m_area.y + 28, width(), 20}, m_tile.reason, filled ? m_theme.text : m_theme.text2,
                   {.size = 13});
    losses();
    accuracies();
    ownAxis();
    progress();
    speed();
  }

 private:
  [[nodiscard]] float left() const { return m_area.x + edge + 1; }
  [[nodiscard]] float right() const { return m_area.right() - edge; }
  [[nodiscard]] float width() const { return right() - left(); }
  [[nodiscard]] Color curve() const { return m_tile.live ? m_theme.accent : m_theme.text2; }

  void head(Color severity) {
    m_builder.icon({m_area.x + 10, m_area.y + 6, 15, 15}, m_tile.icon, severity);
    const float word = m_builder.width(m_tile.word, {.size = 13, .weight = Weight::Medium});
    const float nameAt = m_area.x + 30;
    constexpr Font nameFont{.size = 13.5F, .weight = Weight::SemiBold};
    const float room = std::max(0.0F, right() - word - 8 - nameAt);
    const bool whole = m_tile.brief.empty() || m_builder.width(m_tile.name, nameFont) <= room;
    m_builder.text({nameAt, m_area.y + 1, room, headHeight}, whole ? m_tile.name : m_tile.brief, m_theme.text,
                   nameFont);
    m_builder.text({right() - word - 1, m_area.y + 1, word + 1, headHeight}, m_tile.word, severity,
                   {.size = 13, .weight = Weight::Medium}, Align::Right);
  }

  /// What the tile is higher than it has to be, and what of that the upper chart has.
  [[nodiscard]] float more() const { return m_area.height - tileSize.height; }
  [[nodiscard]] float moreAbove() const { return std::floor(more() / 2); }

  [[nodiscard]] Rect chartAt(float top, float height) {
    const Rect frame{left(), m_area.y + top, width() - figuresWidth - 8, height};
    m_builder.box(frame, m_theme.field, 2);
    return frame;
  }
  void figures(float top, const std::string& name, const std::string& value, Color color, const std::string& second) {
    const float x = right() - figuresWidth;
    m_builder.text({x, m_area.y + top, figuresWidth, 16}, name, m_theme.text2, small);
    m_builder.text({x, m_area.y + top + 18, figuresWidth, 16}, tr("latest"), m_theme.text2, tiny);
    m_builder.text({x, m_area.y + top + 17, figuresWidth, 18}, value, color, big, Align::Right);
    m_builder.text({x, m_area.y + top + 35, figuresWidth, 16}, second, m_theme.text2, small, Align::Right);
  }

  void losses() {
    const Rect frame = chartAt(53, 58 + moreAbove());
    Sparkline chart(m_builder, m_scene, frame, m_epochs, m_axes.lowLoss, m_axes.highLoss);
    // The training loss leaves the frame at the bottom in every good run: it ends there.
    chart.line(
        m_tile.train,
        [&](const TileStep& step) {
          return step.loss < m_axes.lowLoss ? std::numeric_limits<double>::quiet_NaN() : step.loss;
        },
        m_theme.mid, 1.2F);
    chart.line(m_tile.points, &TilePoint::loss, curve(), 1.6F);
    chart.beyond(m_tile.points, &TilePoint::loss, curve());
    std::string best;
    if (m_tile.best) {
      const TilePoint& point = m_tile.points[*m_tile.best];
      best = tr("best %1", {fixedText(point.loss, 3)});
      if (std::isfinite(point.loss)) chart.ring(point, point.loss, curve(), m_theme.field);
    }
    if (m_tile.lossBroken) chart.cross(m_tile.epoch, m_theme.err);
    const bool beforeValidation = m_tile.points.empty() && !m_tile.train.empty();
    const double now = beforeValidation ? m_tile.trainNow : m_tile.lossNow;
    figures(55, beforeValidation ? tr("train loss") : tr("val. loss"), m_tile.lossBroken ? "NaN" : fixedText(now, 3),
            m_tile.lossBroken ? m_theme.err : m_theme.text, best);
  }

  void accuracies() {
    const Rect frame = chartAt(117 + moreAbove(), 50 + more() - moreAbove());
    Sparkline chart(m_builder, m_scene, frame, m_epochs, m_axes.lowAccuracy, m_axes.highAccuracy);
    chart.line(m_tile.points, &TilePoint::accuracyKnown, m_theme.mid, 1.2F);
    chart.line(m_tile.points, &TilePoint::accuracyAll, curve(), 1.6F);
    if (m_tile.points.empty() && m_tile.live)
      m_builder.text(frame, tr("after the first epoch"), m_theme.text2, small, Align::Center);
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const double latest = m_tile.points.empty() ? none : m_tile.points.back().accuracyAll;
    const double best = m_tile.best ? m_tile.points[*m_tile.best].accuracyAll : none;
    figures(117 + moreAbove(), tr("Acc@1"), fixedText(latest, 1), m_theme.text,
            std::isfinite(best) ? tr("at best %1", {fixedText(best, 1)}) : std::string());
  }

  /// Below its curves, on the right: where the others' axis ends.
  void ownAxis() {
    if (m_epochs <= m_axes.epochs) return;
    const std::string text = ownAxisText(m_epochs);
    const float wide = m_builder.width(text, tiny) + 6;
    const Rect area{right() - figuresWidth - 8 - wide, m_area.y + 153 + more(), wide, 14};
    m_builder.box(area, m_theme.title, 2);
    m_builder.text({area.x + 3, area.y, area.width, area.height}, text, m_theme.text2, tiny);
  }

  void progress() {
    const float y = m_area.y + 177 + more();
    const std::string epoch = tr("epoch %1", {std::to_string(m_tile.epoch)});
    const float barAt = std::max(66.0F, m_builder.width(epoch, row) + 9);
    m_builder.text({left(), y, barAt - 2, 18}, epoch, m_theme.text, row);
    const float rest = m_builder.width(m_tile.rest, row);
    const Rect bar{left() + barAt, y + 5, std::max(20.0F, std::min(112.0F, width() - barAt - rest - 10)), 8};
    m_builder.box(bar, m_theme.track, 2);
    const double share = m_tile.epochs > 0 ? m_tile.epochsDone / static_cast<double>(m_tile.epochs) : 0;
    if (share > 0)
      m_builder.box({bar.x, bar.y, std::max(2.0F, bar.width * toUnit(share)), bar.height},
                    m_tile.live ? m_theme.accent : m_theme.mid, 2);
    m_builder.text({right() - rest - 1, y, rest + 1, 18}, m_tile.rest, m_theme.text, row, Align::Right);
  }

  /// The ratio as a bar from the middle, half as fast at the left end, twice as fast at the right.
  void speed() {
    const float y = m_area.y + 200 + more();
    const float age = m_builder.width(m_tile.age, row);
    m_builder.text({left(), y, m_tile.speedRatio ? 110.0F : width() - age - 8, 18}, m_tile.speed, m_theme.text2, row);
    if (m_tile.speedRatio && *m_tile.speedRatio > 0) {
      const float middle = left() + 122;
      constexpr float half = 16;
      const double ratio = *m_tile.speedRatio;
      const bool slow = ratio < 0.8;
      const Color color = slow ? m_theme.warn : ratio > 1.2 ? m_theme.ok : m_theme.text2;
      const auto length = static_cast<float>(std::clamp(std::log2(ratio), -1.0, 1.0)) * half;
      m_builder.box({middle - half, y + 8, 2 * half, 3}, m_theme.track);
      m_builder.box({std::min(middle, middle + length), y + 7, std::max(1.0F, std::abs(length)), 5}, color);
      m_builder.box({middle, y + 4, 1, 11}, m_theme.mid);
      m_builder.text({middle + half + 6, y, 48, 18}, fixedText(ratio, 2) + "\u00D7",
                     slow ? m_theme.warn : m_theme.text2, row);
    }
    m_builder.text({right() - age - 1, y, age + 1, 18}, m_tile.age, m_tile.ageWarns ? m_theme.warn : m_theme.text2, row,
                   Align::Right);
  }

  SceneBuilder& m_builder;
  Scene& m_scene;
  const Theme& m_theme;
  Rect m_area;
  const RunTile& m_tile;
  const TileAxes& m_axes;
  double m_epochs;  ///< where its axis ends: a run that is much longer than the others has one of its own
};

std::string spoken(const RunTile& tile, const TileAxes& axes) {
  std::string label = tile.name + ": " + tile.word;
  if (!tile.reason.empty()) label += ". " + tile.reason;
  label += tr("\nepoch %1", {std::to_string(tile.epoch)});
  if (tile.epochs > 0) label += tr(" of %1", {std::to_string(tile.epochs)});
  if (!tile.points.empty()) {
    const TilePoint& last = tile.points.back();
    label += tr("\nlatest: validation loss %1, Acc@1 %2, known %3",
                {exactText(last.loss), fixedText(last.accuracyAll, 2), fixedText(last.accuracyKnown, 2)});
    if (tile.best) {
      const TilePoint& best = tile.points[*tile.best];
      label += tr("\nbest, epoch %1: validation loss %2, Acc@1 %3, known %4",
                  {std::to_string(best.epoch), exactText(best.loss), fixedText(best.accuracyAll, 2),
                   fixedText(best.accuracyKnown, 2)});
    }
  } else if (!tile.train.empty()) {
    label += tr(", training loss %1", {exactText(tile.trainNow)});
  }
  if (tile.length() > axes.epochs)
    label += tr("\nIts curves have their own axis, %1; the others end at %2",
                {ownAxisText(tile.length()), fixedText(axes.epochs, 0)});
  return label;
}

}  // namespace

Color severityColor(const Theme& theme, RunSeverity severity) {
  static constexpr std::array<Color Theme::*, 5> colors{&Theme::err, &Theme::warn, &Theme::text, &Theme::ok,
                                                        &Theme::text2};
  return theme.*colors[static_cast<std::size_t>(severity)];
}

void paintTile(SceneBuilder& builder, Scene& scene, const Rect& area, const RunTile& tile, const TileAxes& axes,
               bool selected) {
  TilePainter(builder, scene, area, tile, axes).paint(selected);
  builder.hit(area, {}, spoken(tile, axes), tile.name).action = SelectRun{tile.id};
}

}  // namespace sojourn::present
