// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/model/model_view.h"

#include <algorithm>
#include <cmath>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/model/model_sections.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr float narrowBox = 130;
constexpr float lineHeight = 15;
constexpr float titleHeight = 18;
constexpr float shareHeight = 3;
constexpr Font titleFont{.size = 12.5F, .weight = Weight::SemiBold};
constexpr Font detailFont{.size = 11};
constexpr Font figureFont{.size = 11, .weight = Weight::Medium};
constexpr float iconSide = 14;

float paddingOf(float boxWidth) {
  return boxWidth < narrowBox ? 8 : 10;
}

/// "13.3 %", "<0.1 %": a block that has parameters never has none of them.
std::string shareText(const ModelDescription& model, std::int64_t parameters) {
  if (model.parameters <= 0) return {};
  const double share = 100.0 * static_cast<double>(parameters) / static_cast<double>(model.parameters);
  return (share > 0 && share < 0.05 ? std::string("<0.1") : percent(share)) + " %";
}

/// What stands at the bottom of a box: the output's shape and the parameters, on one line where they fit.
struct Figures {
  std::string shape, parameters;
  bool oneLine = true;
};

class DiagramPainter {
 public:
  DiagramPainter(SceneBuilder& builder, Scene& scene, const ModelDescription& model, std::optional<std::size_t> length,
                 const std::string& selected)
      : m_builder(builder), m_scene(scene), m_model(model), m_length(length), m_selected(selected) {}

  float paint(Point topLeft, float width) {
    const ModelLayout layout =
        layoutModel(m_model.blocks, width, [this](const ModelBlock& block, float box) { return height(block, box); });
    for (const ModelArrow& arrow : layout.arrows) paintArrow(arrow, topLeft);
    for (std::size_t i = 0; i < m_model.blocks.size(); ++i) {
      Rect rect = layout.boxes[i];
      rect.x += topLeft.x;
      rect.y += topLeft.y;
      paintBlock(m_model.blocks[i], rect);
    }
    return topLeft.y + layout.size.height;
  }

 private:
  [[nodiscard]] Figures figures(const ModelBlock& block, float width) const {
    Figures figures{.shape = shapeText(block.outputShape, m_length),
                    .parameters = parameterText(m_model, block.parameters)};
    const float needed =
        m_builder.width(figures.shape, figureFont) + m_builder.width(figures.parameters, figureFont) + 16;
    figures.oneLine = needed <= width - 2 * paddingOf(width) - (block.tensors.empty() ? 0 : iconSide + 6);
    // Without room for the word the number and the share still say it.
    if (!figures.oneLine && block.parameters > 0) {
      figures.parameters = groupThousands(block.parameters) + ", " + shareText(m_model, block.parameters);
    }
    return figures;
  }

  [[nodiscard]] std::vector<std::string> detail(const ModelBlock& block, float width) const {
    return wrapText(m_builder, escapeForDisplay(tr(block.detail)), detailFont, width - 2 * paddingOf(width));
  }

  [[nodiscard]] float height(const ModelBlock& block, float width) const {
    const float lines = static_cast<float>(detail(block, width).size()) + (figures(block, width).oneLine ? 1 : 2);
    return 6 + titleHeight + lineHeight * lines + 6 + shareHeight;
  }

  void paintArrow(const ModelArrow& arrow, Point origin) {
    const Theme& theme = m_builder.theme();
    std::vector<Point> points = arrow.points;
    for (Point& point : points) {
      point.x = std::round(point.x + origin.x) + 0.5F;
      point.y += origin.y;
    }
    const Point tip = points.back();
    points.back().y -= 5;
    m_scene.shapes.emplace_back(LineShape{.points = points, .color = theme.mid, .width = 1.2F});
    m_scene.shapes.emplace_back(
        PolygonShape{.points = {{tip.x - 3.5F, tip.y - 6}, {tip.x + 3.5F, tip.y - 6}, tip}, .fill = theme.mid});
  }

  void paintBlock(const ModelBlock& block, Rect rect) {
    const Theme& theme = m_builder.theme();
    const bool selected = !block.id.empty() && block.id == m_selected;
    m_builder.frame(rect, selected ? theme.accent : theme.border, selected ? 2 : 1, 4,
                    selected ? theme.soft : theme.field);
    const float padding = paddingOf(rect.width);
    const float inner = rect.width - 2 * padding;
    float y = rect.y + 6;
    const std::string title = escapeForDisplay(tr(block.title));
    const Font font{.size = m_builder.width(title, titleFont) <= inner ? titleFont.size : 11.5F,
                    .weight = Weight::SemiBold};
    m_builder.text({rect.x + padding, y, inner, titleHeight}, title, theme.text, font);
    y += titleHeight;
    for (const std::string& line : detail(block, rect.width)) {
      m_builder.text({rect.x + padding, y, inner, lineHeight}, line, theme.text2, detailFont);
      y += lineHeight;
    }
    // Shape and parameters stand at the bottom, so that boxes of one row line up.
    const Figures last = figures(block, rect.width);
    const float bottom = rect.bottom() - shareHeight - 6 - lineHeight;
    const float iconRoom = block.tensors.empty() ? 0 : iconSide + 6;
    if (last.oneLine) {
      m_builder.text({rect.x + padding, bottom, inner, lineHeight}, last.shape, theme.text, figureFont);
      m_builder.text({rect.x + padding, bottom, inner - iconRoom, lineHeight}, last.parameters, theme.text2, detailFont,
                     Align::Right);
    } else {
      m_builder.text({rect.x + padding, bottom - lineHeight, inner, lineHeight}, last.shape, theme.text, figureFont);
      m_builder.text({rect.x + padding, bottom, inner - iconRoom, lineHeight}, last.parameters, theme.text2,
                     detailFont);
    }
    const Rect bar{rect.x + 2, rect.bottom() - shareHeight - 2, rect.width - 4, shareHeight};
    m_builder.box(bar, theme.track);
    if (m_model.parameters > 0) {
      const auto part = static_cast<float>(block.parameters) / static_cast<float>(m_model.parameters);
      m_builder.box({bar.x, bar.y, bar.width * std::clamp(part, 0.0F, 1.0F), bar.height}, theme.solid);
    }
    addHits(block, rect, bottom, selected);
  }

  void addHits(const ModelBlock& block, Rect rect, float lastLine, bool selected) {
    const Action list{.id = "selectBlock", .argument = selected ? std::string() : block.id};
    std::string label =
        tr("%1: %2; output %3; %4", {escapeForDisplay(tr(block.title)), escapeForDisplay(tr(block.detail)),
                                     shapeText(block.outputShape, m_length), parameterText(m_model, block.parameters)});
    if (!block.view.empty()) label += tr("; opens %1", {viewTitle(block.view)});
    m_builder.hit(rect, {}, std::move(label), std::to_string(block.parameters)).action =
        block.view.empty() ? list : Action{.id = "openView", .argument = block.view};
    if (block.tensors.empty()) return;
    const Rect icon{rect.right() - paddingOf(rect.width) - iconSide, lastLine, iconSide, iconSide};
    const ControlScope control(m_scene);
    m_builder.icon(icon, "list", selected ? m_builder.theme().accent : m_builder.theme().text2);
    m_builder
        .hit(icon.inset(-5), {},
             selected ? tr("Close the list of tensors")
                      : tr("List the tensors of %1", {escapeForDisplay(tr(block.title))}))
        .action = list;
  }

  SceneBuilder& m_builder;
  Scene& m_scene;
  const ModelDescription& m_model;
  std::optional<std::size_t> m_length;
  const std::string& m_selected;
};

constexpr float padding = 12;
constexpr float narrowestWithReport = 720;  // below it the report stands under the diagram
constexpr float widestDiagram = 760;

Table tableOf(const ModelDescription& model, std::optional<std::size_t> length) {
  Table table{.columns = {"Block", "Detail", "Output", "Parameters", "Share (%)", "Reads", "View"}, .rows = {}};
  for (const ModelBlock& block : model.blocks) {
    std::string inputs;
    for (const std::string& input : block.inputs) inputs += (inputs.empty() ? "" : ", ") + input;
    const double share = model.parameters > 0
                             ? 100.0 * static_cast<double>(block.parameters) / static_cast<double>(model.parameters)
                             : 0;
    table.rows.push_back({block.title, block.detail, shapeText(block.outputShape, length),
                          static_cast<double>(block.parameters), share, inputs, block.view});
  }
  return table;
}

std::string summaryOf(const ModelDescription& model) {
  const LoadReport& report = model.report;
  std::string text = tr("%1 with %2 parameters in %3 blocks. %4 tensors matched",
                        {escapeForDisplay(model.title), groupThousands(model.parameters),
                         std::to_string(model.blocks.size()), std::to_string(report.matched.size())});
  const std::size_t bad = report.missing.size() + report.extra.size() + report.wrongShape.size();
  if (bad == 0) return tr("%1, none missing, extra or of another shape.", {text});
  return tr("%1, %2 missing, %3 extra, %4 of another shape.",
            {text, std::to_string(report.missing.size()), std::to_string(report.extra.size()),
             std::to_string(report.wrongShape.size())});
}

}  // namespace

std::string shapeText(const std::vector<std::int64_t>& shape, std::optional<std::size_t> length) {
  std::string text;
  for (const std::int64_t size : shape) {
    if (!text.empty()) text += " \u00D7 ";
    if (size >= 0) {
      text += groupThousands(size);
    } else {
      text += length ? std::to_string(*length) : "L";
    }
  }
  return text.empty() ? "1" : text;
}

std::string parameterText(const ModelDescription& model, std::int64_t parameters) {
  if (parameters == 0) return tr("no parameters");
  std::string text = groupThousands(parameters) + (parameters == 1 ? tr(" parameter") : tr(" parameters"));
  if (model.parameters > 0) text += ", " + shareText(model, parameters);
  return text;
}

std::string viewTitle(const std::string& view) {
  std::string title = view;
  std::ranges::replace(title, '_', ' ');
  if (!title.empty() && title.front() >= 'a' && title.front() <= 'z')
    title.front() = static_cast<char>(title.front() - 'a' + 'A');
  return tr(title);
}

float paintModelDiagram(SceneBuilder& builder, Scene& scene, const ModelDescription& model,
                        std::optional<std::size_t> length, const std::string& selectedBlock, Point topLeft,
                        float width) {
  return DiagramPainter(builder, scene, model, length, selectedBlock).paint(topLeft, width);
}

ViewContent modelContent(const SampleContext& context, const ModelViewOptions& options, const Canvas& canvas) {
  if (!context.model) {
    return EmptyState{.title = tr("No model is open"), .detail = tr("Open a checkpoint to see its parts")};
  }
  const ModelDescription& model = *context.model;
  std::optional<std::size_t> length;
  if (context.inspection) length = context.inspection->sequence.visits.size();

  Scene scene;
  scene.size = canvas.size;
  SceneBuilder builder(scene, canvas);
  const float width = canvas.size.width;
  float bottom = 0;
  if (width >= narrowestWithReport) {
    const float diagram = std::min(widestDiagram, std::floor((width - 2 * padding) * 0.6F));
    const float reportX = padding + diagram + 24;
    const float report = std::min(width - padding - reportX, 520.0F);
    const float left =
        paintModelDiagram(builder, scene, model, length, options.selectedBlock, {padding, padding}, diagram);
    const float right = paintModelReport(builder, model, options.selectedBlock, {reportX, padding}, report);
    bottom = std::max(left, right);
    const float height = std::max(canvas.size.height, bottom + padding);
    builder.box({reportX - 12, padding, 1, height - 2 * padding}, canvas.theme.line);
  } else {
    const float inner = width - 2 * padding;
    bottom = paintModelDiagram(builder, scene, model, length, options.selectedBlock, {padding, padding}, inner);
    builder.box({padding, bottom + 12, inner, 1}, canvas.theme.line);
    bottom = paintModelReport(builder, model, options.selectedBlock, {padding, bottom + 20}, inner);
  }
  scene.contentSize = {width, std::max(canvas.size.height, bottom + padding)};
  scene.caption = tr("%1, %2 parameters", {escapeForDisplay(model.title), groupThousands(model.parameters)});
  if (length) scene.caption += tr(", shapes of %1", {scopeText(context)});
  scene.captionRight = length ? tr("L = %1", {std::to_string(*length)}) : "";
  scene.summary = summaryOf(model);
  scene.table = tableOf(model, length);
  return scene;
}

}  // namespace sojourn::present
