// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/model/model_layout.h"
#include "views/present/model/model_sections.h"
#include "views/present/scene/format.h"
#include "views/present/scene/text_lines.h"

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

}  // namespace sojourn::present
