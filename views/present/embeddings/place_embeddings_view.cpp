// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the table of places or users of one or two models as scatters.
#include <algorithm>
#include <cmath>
#include <limits>

#include "model/core/translation.h"
#include "views/present/chart/chart.h"
#include "views/present/chart/color_scale.h"
#include "views/present/compare/compare_views.h"
#include "views/present/embeddings/projection_frame.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/segmented_control.h"

namespace sojourn::present {
namespace {

/// Below the top of a model's part, and its least height: a lower picture scrolls.
constexpr float plotTop = 38, leastPlot = 90;

class ScatterPainter {
 public:
  ScatterPainter(const EmbeddingsInput& input, const Canvas& canvas)
      : m_input(input), m_canvas(canvas), m_builder(m_scene, canvas), m_colors(input, canvas.theme) {
    m_scene.size = m_scene.contentSize = canvas.size;
  }

  Scene paint() {
    const float top = paintControls();
    const std::vector<std::string> foot = wrapText(m_builder, footText(), smallFont, m_scene.size.width - 24);
    const float footHeight = 15 * static_cast<float>(foot.size()) + 8;
    m_scene.contentSize.height = std::max(m_scene.size.height, top + plotTop + leastPlot + footHeight);
    const std::size_t columns = m_input.models[1].isThere ? 2 : 1;
    const float gap = 14, whole = m_scene.size.width - 24;
    const float width = (whole - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    for (std::size_t m = 0; m < columns; ++m)
      paintModel(
          m, {12 + (width + gap) * static_cast<float>(m), top, width, m_scene.contentSize.height - top - footHeight},
          m + 1 == columns);
    float y = m_scene.contentSize.height - footHeight + 3;
    for (const std::string& line : foot) {
      m_builder.text({12, y, m_scene.size.width - 24, 15}, line, theme().text2, smallFont);
      y += 15;
    }
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const Theme& theme() const { return m_canvas.theme; }
  [[nodiscard]] bool ofPlaces() const { return m_input.options.table != EmbeddingKind::Users; }

  /// Returns where the pictures begin.
  float paintControls() {
    const EmbeddingOptions& options = m_input.options;
    const std::vector<Segment> tables{
        {tr("Input"), SetEmbeddingTable{EmbeddingKind::Input}, tr("Embeddings of places as the network reads them")},
        {tr("Output"), SetEmbeddingTable{EmbeddingKind::Output}, tr("Rows of the output layer, one a place")},
        {tr("Users"), SetEmbeddingTable{EmbeddingKind::Users}, tr("Embeddings of users")}};
    const std::vector<Segment> methods{
        {tr("PCA"), SetProjection{false},
         tr("Principal components: distances hold as far as two "
            "axes show them")},
        {tr("t-SNE"), SetProjection{true}, tr("t-SNE: neighbourhoods only, not metric")}};
    const std::vector<Segment> tools{{tr("Move"), SetLasso{false}, tr("Drag moves the picture, the wheel enlarges it")},
                                     {tr("Lasso"), SetLasso{true},
                                      tr("Drag a line around dots: Samples shows those with "
                                         "such a target")}};
    constexpr float height = 22, gap = 8;
    float x = 12, y = 5;
    const auto add = [&](const std::vector<Segment>& segments, std::size_t chosen) {
      const float width = segmentedWidth(m_builder, segments, smallFont);
      if (x > 12 && x + width > m_scene.size.width - 12) x = 12, y += height + 4;
      paintSegmented(m_builder, m_scene, {x, y}, height, segments, chosen, smallFont);
      x += width + gap;
    };
    const std::size_t table = options.table == EmbeddingKind::Input    ? 0
                              : options.table == EmbeddingKind::Output ? 1
                                                                       : 2;
    add(tables, table);
    add(methods, options.tsne ? 1 : 0);
    add(tools, options.lasso ? 1 : 0);
    m_scene.controls.back().chosen.reset();  // nothing that a file could do
    if (ofPlaces() && m_input.home && m_input.positions)
      add({{tr("From home"), ColorFromHome{!options.fromHome},
            tr("Color shows the distance from this user's home in place of what the bar chooses")}},
          options.fromHome ? 0 : 1);
    if (options.cameras[0] || options.cameras[1]) add({{tr("Fit"), EmbeddingCommand::Fit, tr("Show all dots (0)")}}, 1);
    return y + height + 6;
  }

  void paintModel(std::size_t m, const Rect& area, bool last) {
    const EmbeddedModelInput& model = m_input.models[m];
    paintModelMark(m_builder, {area.x, area.y + 1}, model.number);
    const EmbeddingStudy* study = model.studies ? findStudy(*model.studies, m_input.options.table) : nullptr;
    const std::string title = study ? tableTitle(model, study->table) : model.title;
    const float free = area.width - 32 - m_builder.width(title, boldFont);
    const float legend = last && study && ofPlaces() ? paintLegend(area, free) : 0;
    m_builder.text({area.x + 24, area.y, area.width - 24 - legend, 18}, title, theme().text, boldFont);
    const Rect plot{area.x, area.y + plotTop, area.width, area.height - plotTop - 2};
    m_builder.frame(plot, theme().line, 1, 0, mix(theme().track, theme().panel, 0.5F));
    const Projection* projection = shownProjection(m_input, m);
    if (!projection || projection->points.empty()) return paintAbsence(model, study, plot);
    m_builder.text({area.x, area.y + 19, area.width, 16}, sharesText(*study), theme().text2, smallFont);
    paintScatter(m, *study, *projection, plot);
  }

  void paintAbsence(const EmbeddedModelInput& model, const EmbeddingStudy* study, const Rect& plot) {
    std::string text = model.state;
    if (text.empty() && model.studies && !study) {
      const char* lacks = m_input.options.table == EmbeddingKind::Output  ? "%1 has no output layer over places"
                          : m_input.options.table == EmbeddingKind::Users ? "%1 has no embedding of users"
                                                                          : "%1 has no embedding of places";
      text = tr(lacks, {model.title});
    }
    if (text.empty() && study) text = m_input.progress.empty() ? tr("t-SNE is computed") : m_input.progress;
    if (text.empty()) text = tr("Comparing embeddings");
    m_builder.text(plot.inset(8), text, theme().text2, textFont, Align::Center);
  }

  [[nodiscard]] std::string sharesText(const EmbeddingStudy& study) const {
    if (m_input.options.tsne)
      return tr("t-SNE, seed %1, of %2 dimensions, not metric",
                {std::to_string(m_input.options.seed), std::to_string(study.table.rows.width)});
    return tr("PC 1 %1 %, PC 2 %2 % of %3 dimensions",
              {percent(100 * study.components.shares[0]), percent(100 * study.components.shares[1]),
               std::to_string(study.table.rows.width)});
  }

  /// What the colours mean, at the right of the head, as far as it is free. Returns its width.
  float paintLegend(const Rect& area, float free) {
    const auto& [low, high] = m_colors.ends();
    const float right = area.right(), bar = low.empty() ? 0.0F : free < 160 ? 24.0F : 54.0F;
    const float lowWidth = m_builder.width(low, smallFont), highWidth = m_builder.width(high, smallFont);
    const float width = lowWidth + highWidth + bar + 14;
    if (width > free) return 0;
    m_builder.text({right - highWidth - 1, area.y, highWidth + 1, 18}, high, theme().text2, smallFont, Align::Right);
    if (bar > 0) {
      paintColorBar(m_builder, m_scene, {right - highWidth - 5 - bar, area.y + 5, bar, 9}, {});
      m_builder.text({right - width + 2, area.y, lowWidth + 2, 18}, low, theme().text2, smallFont);
    }
    return width + 6;
  }

  void paintScatter(std::size_t m, const EmbeddingStudy& study, const Projection& projection, const Rect& plot) {
    const EmbeddingOptions& options = m_input.options;
    const std::size_t first = study.table.firstRow();
    const ProjectionFrame frame = projectionFrame(projection, plot, first, options.cameras[m]);
    const Point origin = frame.at({0, 0});
    if (!options.tsne) {
      if (origin.x > plot.x && origin.x < plot.right())
        m_builder.box({std::round(origin.x), plot.y + 1, 1, plot.height - 2}, theme().grid);
      if (origin.y > plot.y && origin.y < plot.bottom())
        m_builder.box({plot.x + 1, std::round(origin.y), plot.width - 2, 1}, theme().grid);
    }
    auto places = std::make_shared<std::vector<ProjectedDot>>();
    auto dots = std::make_shared<std::vector<DotsShape::Dot>>();
    const Rect inside = plot.inset(3);
    const bool lassoed = !m_input.enclosedText.empty();
    for (std::size_t i = first; i < projection.points.size(); ++i) {
      if (!std::isfinite(projection.points[i][0])) continue;
      const Point center = frame.at(projection.points[i]);
      if (!inside.contains(center)) continue;
      places->push_back({static_cast<std::int32_t>(i), center});
      const std::size_t stays = ofPlaces() ? m_input.training->staysAt(static_cast<LocationId>(i)) : 0;
      const float radius = !ofPlaces() ? 3.0F : stays >= 20 ? 3.0F : stays > 0 ? 2.2F : 1.7F;
      Color color = m_colors.at(i);
      if (lassoed && !std::ranges::binary_search(options.enclosed, static_cast<std::int32_t>(i)))
        color = mix(color, theme().panel, 0.8F);
      dots->push_back({center, radius, color});
    }
    // Those with more visits lie above the others.
    if (ofPlaces()) std::ranges::stable_sort(*dots, {}, [](const DotsShape::Dot& dot) { return dot.radius; });
    // The dark end of the colours is as dark as the dark theme.
    const Color edge{theme().mid.r, theme().mid.g, theme().mid.b, 110};
    m_scene.shapes.emplace_back(DotsShape{std::move(dots), edge, theme().dark ? 0.6F : 0.0F});
    m_found[m] = {plot, std::move(places)};
    if (!m_labels) m_labels = dotLabels(m_input);
    m_scene.moreHits = [found = m_found, labels = m_labels](Point at) { return dotAt(found, labels, at); };
    if (ofPlaces()) paintNearest(m, frame, projection);
    paintNames(frame, projection);
    paintLasso(m, frame);
    const Point middle{plot.x + plot.width / 2, plot.y + plot.height / 2};
    m_scene.movables.push_back(
        {plot, "projection " + std::to_string(m), movedBy(m, frame, m_input.options.lasso), true});
    addZoom(m_scene.zoom.in, {.model = m, .camera = frame.zoomed(2, middle)});
    addZoom(m_scene.zoom.out, {.model = m, .camera = frame.zoomed(-2, middle)});
  }

  /// Dragging moves the section, or draws the lasso's line, which is closed where the mouse lets go.
  static std::function<std::optional<Action>(const Motion&)> movedBy(std::size_t model, const ProjectionFrame& frame,
                                                                     bool lasso) {
    return [model, frame, lasso](const Motion& motion) -> std::optional<Action> {
      switch (motion.kind) {
        case Motion::Kind::Pan:
          if (lasso) return DrawLasso{model, frame.pointAt(motion.at)};
          return MoveProjections{{{model, frame.panned(motion.by)}}};
        case Motion::Kind::Zoom:
          return MoveProjections{{{model, frame.zoomed(motion.steps, motion.at)}}};
        case Motion::Kind::Drop:
          if (lasso) return EmbeddingCommand::CloseLasso;
      }
      return std::nullopt;
    };
  }

  /// Of both scatters at once.
  static void addZoom(std::optional<Action>& zoom, const MovedProjection& moved) {
    const MoveProjections* before = zoom ? zoom->as<MoveProjections>() : nullptr;
    MoveProjections both = before ? *before : MoveProjections{};
    both.moved.push_back(moved);
    zoom = std::move(both);
  }

  /// Lines from the chosen place to its six nearest by cosine, which a projection may tear apart.
  void paintNearest(std::size_t m, const ProjectionFrame& frame, const Projection& projection) {
    if (!m_input.place) return;
    const auto pointOf = [&](LocationId location) -> std::optional<Point> {
      const auto at = static_cast<std::size_t>(location);
      if (at >= projection.points.size() || !std::isfinite(projection.points[at][0])) return std::nullopt;
      return frame.at(projection.points[at]);
    };
    const auto from = pointOf(*m_input.place);
    if (!from) return;
    for (const PlaceNeighbour& near : m_input.models[m].nearest) {
      const auto to = pointOf(near.location);
      if (!to) continue;
      for (const std::vector<Point>& piece : clipLine(std::array{*from, *to}, frame.plot))
        m_scene.shapes.emplace_back(LineShape{.points = piece, .color = theme().accent, .width = 1.2F});
      if (frame.plot.contains(*to)) m_builder.circle(*to, 4.5F, clear(), theme().accent, 1.4F);
    }
    if (frame.plot.contains(*from)) m_builder.circle(*from, 9, clear(), theme().accent, 2);
  }

  static Color clear() { return {0, 0, 0, 0}; }

  /// The sample's places with their colours and names, and the unseen location as a hatched square.
  void paintNames(const ProjectionFrame& frame, const Projection& projection) {
    LabelPlacer placer(frame.plot);
    for (const auto& point : projection.points)
      if (std::isfinite(point[0])) placer.avoid(frame.at(point));
    struct Named {
      Point at;
      std::string name;
      bool bold = false;
    };
    std::vector<Named> named;
    const auto add = [&](std::int32_t id, const std::string& name, const Swatch& swatch, bool bold) {
      const auto row = static_cast<std::size_t>(id);
      if (row >= projection.points.size() || !std::isfinite(projection.points[row][0])) return;
      const Point at = frame.at(projection.points[row]);
      if (!frame.plot.inset(6).contains(at)) return;
      if (swatch.hatched)
        m_builder.swatch({at.x - 5, at.y - 5}, swatch);
      else
        m_builder.circle(at, 5, swatch.color.value_or(theme().text), theme().panel, 1.2F);
      placer.keepFree({at.x - 6, at.y - 6, 12, 12});
      named.push_back({at, name, bold});
    };
    if (ofPlaces()) {
      for (const LocationId location : m_input.samplePlaces)
        add(location, placeText(m_input.sample, location), swatchOf(m_input.sample, location), true);
      // What is chosen or pointed at besides.
      if (m_input.place && std::ranges::find(m_input.samplePlaces, *m_input.place) == m_input.samplePlaces.end())
        add(*m_input.place, placeText(m_input.sample, *m_input.place), {}, true);
    } else if (m_input.sample.inspection) {
      const UserId user = m_input.sample.inspection->sequence.user;
      add(user, tr("User %1", {std::to_string(user)}), {}, true);
    }
    for (const Named& one : named) {
      const float width = std::min(m_builder.width(one.name, boldFont) + 2, frame.plot.width * 0.45F);
      const auto where = placer.place(one.at, 6, {width, 15});
      if (!where) continue;
      // A ground, so that the words can be read over dots.
      const Color ground = mix(theme().track, theme().panel, 0.5F);
      m_builder.box(*where, {ground.r, ground.g, ground.b, 170}, 3);
      m_builder.text(*where, m_builder.fittingName(one.name, width, boldFont), theme().text, boldFont);
    }
  }

  void paintLasso(std::size_t m, const ProjectionFrame& frame) {
    const EmbeddingOptions& options = m_input.options;
    if (!options.lasso || options.lassoOf != m || options.lassoPoints.size() < 2) return;
    std::vector<Point> line;
    for (const auto& point : options.lassoPoints) line.push_back(frame.at(point));
    const Color soft{theme().accent.r, theme().accent.g, theme().accent.b, 40};
    if (line.size() > 2) m_scene.shapes.emplace_back(PolygonShape{.points = line, .fill = soft});
    line.push_back(line.front());
    m_scene.shapes.emplace_back(LineShape{.points = std::move(line), .color = theme().accent, .width = 1.5F});
  }

  [[nodiscard]] std::string footText() const {
    if (!m_input.enclosedText.empty()) return m_input.enclosedText;
    if (m_input.options.tsne)
      return tr(
          "t-SNE keeps neighbourhoods only: sizes of groups and distances between them mean nothing. "
          "Trust the list of nearest places, not the eye.");
    std::string kept;
    for (const EmbeddedModelInput& model : m_input.models) {
      const EmbeddingStudy* study = model.studies ? findStudy(*model.studies, m_input.options.table) : nullptr;
      if (!study) continue;
      const auto& shares = study->components.shares;
      kept += (kept.empty() ? "" : tr(" and ")) + percent(100 * (shares[0] + shares[1]));
    }
    if (kept.empty()) return {};
    if (!ofPlaces()) return tr("The pictures keep %1 % of the variance. Click a user to filter.", {kept});
    const std::string text =
        tr("The pictures keep %1 % of the variance: trust the list of nearest places, not the eye.", {kept});
    const std::string more = text + " " + tr("Rings: its first six.");
    return m_builder.width(more, smallFont) <= m_scene.size.width - 24 ? more : text;
  }

  void describe() {
    const std::string method = m_input.options.tsne ? tr("t-SNE") : tr("PCA");
    std::size_t count = 0;
    for (std::size_t m = 0; m < 2; ++m) {
      const EmbeddingStudy* study =
          m_input.models[m].studies ? findStudy(*m_input.models[m].studies, m_input.options.table) : nullptr;
      if (study && count == 0)
        count = study->table.rows.size() - std::min(study->table.rows.size(), study->table.firstRow());
    }
    m_scene.caption = ofPlaces() ? tr("%1 of all %2, one dot a place", {method, grouped(count)})
                                 : tr("%1 of all %2, one dot a user", {method, grouped(count)});
    if (ofPlaces() && m_input.place)
      m_scene.caption += tr("; lines: six nearest to %1 by cosine", {placeText(m_input.sample, *m_input.place)});
    m_scene.zoom.fit = EmbeddingCommand::Fit;
    m_scene.summary = m_scene.caption + ". " + footText();
    m_scene.table.columns = {"model", "id", "name", "x", "y", "visits"};
    for (std::size_t m = 0; m < 2; ++m) {
      const Projection* projection = shownProjection(m_input, m);
      if (!projection) continue;
      const std::size_t first = ofPlaces() ? static_cast<std::size_t>(unseenLocation) : 1;
      for (std::size_t i = first; i < projection->points.size(); ++i) {
        const auto id = static_cast<LocationId>(i);
        if (!std::isfinite(projection->points[i][0])) continue;
        m_scene.table.add(modelMark(m_input.models[m].number), i,
                          ofPlaces() ? placeText(m_input.sample, id) : tr("User %1", {std::to_string(i)}),
                          projection->points[i][0], projection->points[i][1],
                          ofPlaces() ? static_cast<double>(m_input.training->staysAt(id)) : Table::absent);
      }
    }
  }

  const EmbeddingsInput& m_input;
  const Canvas& m_canvas;
  Scene m_scene;
  SceneBuilder m_builder;
  FoundDots m_found;
  ProjectionColors m_colors;
  DotLabels m_labels;
};

}  // namespace

ViewContent placeEmbeddingsContent(const EmbeddingsInput& input, const Canvas& canvas) {
  if (auto nothing = nothingEmbedded(input)) return *nothing;
  return ScatterPainter(input, canvas).paint();
}

}  // namespace sojourn::present
