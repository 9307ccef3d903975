// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/model/model_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/model/model_sections.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr Font headFont{.size = 12.5F, .weight = Weight::SemiBold};
constexpr float reportLine = 17, reportIcon = 14;
constexpr float besideIcon = reportIcon + 6;

/// What the model is, the tensors of the selected block, the load report and the notices.
class ReportPainter {
 public:
  ReportPainter(SceneBuilder& builder, const ModelDescription& model, Point topLeft, float width)
      : m_builder(builder), m_model(model), m_x(topLeft.x), m_y(topLeft.y), m_width(width) {}

  /// Returns the bottom.
  float paint(const std::string& selectedBlock) {
    paintIdentity();
    const auto block = std::ranges::find(m_model.blocks, selectedBlock, &ModelBlock::id);
    if (block != m_model.blocks.end()) paintTensors(*block);
    paintLoadReport();
    paintNotices();
    return m_y;
  }

 private:
  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }

  void heading(const std::string& text) {
    m_builder.box({m_x, m_y + 7, m_width, 1}, theme().line);
    m_builder.text({m_x, m_y + 14, m_width, 18}, text, theme().text, headFont);
    m_y += 34;
  }

  /// Wrapped, `indent` px from the left.
  void lines(float indent, const std::string& text, Color color) {
    m_y = paintLines(m_builder, {m_x + indent, m_y}, m_width - indent, text, color, mediumFont, reportLine);
  }
  /// What has been painted since `top`.
  void hit(float top, std::string label, std::string value) {
    m_builder.hit({m_x, top, m_width, m_y - top}, {}, std::move(label), std::move(value));
  }
  void icon(const char* name, Color color) { m_builder.icon({m_x, m_y + 1, reportIcon, reportIcon}, name, color); }

  /// "Heads  4", the value at a fixed column; wrapped where it is long.
  void fact(const char* name, const std::string& value) {
    if (value.empty()) return;
    constexpr float column = 92;
    const float top = m_y;
    m_builder.text({m_x, m_y, column - 4, reportLine}, tr(name), theme().text2, mediumFont);
    lines(column, value, theme().text);
    hit(top, tr(name) + ": " + value, value);
  }

  void paintIdentity() {
    std::string title = escapeForDisplay(m_model.title);
    if (!m_model.ablation.empty() && m_model.ablation != "full_model")
      title += ", " + escapeForDisplay(m_model.ablation);
    m_builder.text({m_x, m_y, m_width, 20}, title, theme().text, {.size = 15, .weight = Weight::SemiBold});
    m_y += 24;
    const ModelSizes& sizes = m_model.sizes;
    fact("Parameters", groupThousands(m_model.parameters));
    const bool recurrent = m_model.capabilities.recurrent;
    fact("Width", recurrent
                      ? tr("%1, hidden state %2", {std::to_string(sizes.width), std::to_string(sizes.hidden)})
                      : tr("%1, feed-forward %2", {std::to_string(sizes.width), std::to_string(sizes.feedForward)}));
    if (recurrent)
      fact("Encoder", sizes.layers == 1 ? tr("1 recurrent layer") : tr("%1 recurrent layers", {std::to_string(sizes.layers)}));
    if (sizes.heads > 0)
      fact("Encoder", std::to_string(sizes.layers) + (sizes.layers == 1 ? tr(" layer, ") : tr(" layers, ")) +
                          std::to_string(sizes.heads) + (sizes.heads == 1 ? tr(" head") : tr(" heads")));
    fact("Vocabulary", tr("%1 places%2", {groupThousands(sizes.locations),
                                          sizes.users > 0 ? tr(", %1 users", {groupThousands(sizes.users)}) : ""}));
    fact("Longest input", tr("%1 visits", {groupThousands(sizes.maxLength)}));
    fact("Trained with", escapeForDisplay(m_model.lossKind));
    fact("File", escapeForDisplay(m_model.source) +
                     (m_model.epoch >= 0 ? tr(", epoch %1", {std::to_string(m_model.epoch)}) : ""));
    if (!m_model.fingerprint.empty()) fact("SHA-256", escapeForDisplay(m_model.fingerprint.substr(0, 16)) + "\u2026");
  }

  void paintTensors(const ModelBlock& block) {
    heading(tr("Tensors of %1", {escapeForDisplay(tr(block.title))}));
    if (block.tensors.empty()) lines(0, tr("This block has none."), theme().text2);
    for (const TensorInfo& tensor : block.tensors) {
      const std::string name = escapeForDisplay(tensor.name);
      const std::string shape = shapeText(tensor.shape, std::nullopt);
      const std::string right = shape + (tensor.parameter ? "" : tr(", buffer"));
      const float top = m_y, shapeWidth = m_builder.width(right, mediumFont) + 2;
      m_builder.text({m_x, m_y, m_width - shapeWidth - 8, reportLine}, name, theme().text, mediumFont);
      m_builder.text({m_x + m_width - shapeWidth, m_y, shapeWidth, reportLine}, right, theme().text2, mediumFont,
                     Align::Right);
      m_y += reportLine;
      const std::string trained = tensor.parameter ? "" : tr(", buffer: not trained");
      hit(top, name + ": " + escapeForDisplay(tensor.dtype) + ", " + shape + trained, name);
    }
  }

  void paintLoadReport() {
    heading(tr("Load report"));
    const LoadReport& report = m_model.report;
    state("check", theme().ok, tr("%1 tensors matched", {grouped(report.matched.size())}));
    const auto list = [&](const std::vector<std::string>& names, const char* what, const char* good, Color color) {
      if (names.empty()) return state("check", theme().ok, tr(good));
      state("warn", color, grouped(names.size()) + tr(what));
      for (const std::string& name : names) {
        const float top = m_y;
        const std::string text = escapeForDisplay(name);
        lines(besideIcon, text, theme().text2);
        hit(top, text, text);
      }
    };
    list(report.missing, " missing in the file", "None missing", theme().err);
    list(report.extra, " in the file that the model lacks", "None extra", theme().warn);
    list(report.wrongShape, " of another shape", "None of another shape", theme().err);
  }

  void state(const char* iconName, Color color, const std::string& text) {
    icon(iconName, color);
    m_builder.text({m_x + besideIcon, m_y, m_width - besideIcon, reportLine}, text, theme().text, textFont);
    m_y += reportLine + 1;
  }

  void paintNotices() {
    if (m_model.notices.empty()) return;
    heading(tr("Notices"));
    for (const Problem& notice : m_model.notices) {
      const bool mild = notice.severity == Severity::Notice;
      const Color color = mild ? theme().text2 : notice.severity == Severity::Warning ? theme().warn : theme().err;
      icon(mild ? "info" : "warn", color);
      const float top = m_y;
      std::string text = escapeForDisplay(notice.what);
      if (!notice.where.empty()) text = escapeForDisplay(notice.where) + ": " + text;
      lines(besideIcon, text, theme().text);
      lines(besideIcon, escapeForDisplay(notice.remedy), theme().text2);
      hit(top, std::string(severityName(notice.severity)) + ": " + text, text);
      m_y += 4;
    }
  }

  SceneBuilder& m_builder;
  const ModelDescription& m_model;
  float m_x, m_y, m_width;
};

constexpr float narrowBox = 130;
constexpr float lineHeight = 15;
constexpr float titleHeight = 18;
constexpr float shareHeight = 3;
constexpr Font titleFont{.size = 12.5F, .weight = Weight::SemiBold};
constexpr Font figureFont{.size = 11, .weight = Weight::Medium};
constexpr float iconSide = 14;
constexpr float padding = 12;
constexpr float narrowestWithReport = 720;  // below it the report stands under the diagram
constexpr float widestDiagram = 760;

float paddingOf(float boxWidth) {
  return boxWidth < narrowBox ? 8 : 10;
}

/// Percent of the model's parameters.
double shareOf(const ModelDescription& model, std::int64_t parameters) {
  return model.parameters > 0 ? 100.0 * static_cast<double>(parameters) / static_cast<double>(model.parameters) : 0;
}

/// "13.3 %", "<0.1 %": a block that has parameters never has none of them.
std::string shareText(const ModelDescription& model, std::int64_t parameters) {
  if (model.parameters <= 0) return {};
  const double share = shareOf(model, parameters);
  return (share > 0 && share < 0.05 ? std::string("<0.1") : percent(share)) + " %";
}

/// "Position bias" of the id "position_bias".
std::string viewTitle(std::string title) {
  std::ranges::replace(title, '_', ' ');
  if (!title.empty() && title.front() >= 'a' && title.front() <= 'z')
    title.front() = static_cast<char>(title.front() - 'a' + 'A');
  return tr(title);
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

/// What stands at the bottom of a box: the output's shape and the parameters, on one line where they fit.
struct Figures {
  std::string shape, parameters;
  bool oneLine = true;
};

class ModelPainter {
 public:
  ModelPainter(const SampleContext& context, const std::string& selected, const Canvas& canvas)
      : m_builder(m_scene, canvas), m_context(context), m_model(*context.model), m_selected(selected) {
    m_scene.size = canvas.size;
    if (context.inspection) m_length = context.inspection->sequence.visits.size();
  }

  Scene paint() {
    const Size size = m_scene.size;
    float bottom = 0;
    if (size.width >= narrowestWithReport) {
      const float diagram = std::min(widestDiagram, std::floor((size.width - 2 * padding) * 0.6F));
      const float reportX = padding + diagram + 24;
      const float report = std::min(size.width - padding - reportX, 520.0F);
      bottom = paintDiagram(diagram);
      bottom = std::max(bottom, ReportPainter(m_builder, m_model, {reportX, padding}, report).paint(m_selected));
      const float height = std::max(size.height, bottom + padding);
      m_builder.box({reportX - 12, padding, 1, height - 2 * padding}, theme().line);
    } else {
      const float inner = size.width - 2 * padding;
      bottom = paintDiagram(inner);
      m_builder.box({padding, bottom + 12, inner, 1}, theme().line);
      bottom = ReportPainter(m_builder, m_model, {padding, bottom + 20}, inner).paint(m_selected);
    }
    m_scene.contentSize = {size.width, std::max(size.height, bottom + padding)};
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }

  /// Boxes and arrows; returns the bottom.
  float paintDiagram(float width) {
    const ModelLayout layout =
        layoutModel(m_model.blocks, width, [this](const ModelBlock& block, float box) { return height(block, box); });
    for (const ModelArrow& arrow : layout.arrows) paintArrow(arrow);
    for (std::size_t i = 0; i < m_model.blocks.size(); ++i) {
      const Rect& box = layout.boxes[i];
      paintBlock(m_model.blocks[i], {box.x + padding, box.y + padding, box.width, box.height});
    }
    return padding + layout.size.height;
  }

  [[nodiscard]] Figures figures(const ModelBlock& block, float width) const {
    Figures figures{.shape = shapeText(block.outputShape, m_length),
                    .parameters = parameterText(m_model, block.parameters)};
    const float needed =
        m_builder.width(figures.shape, figureFont) + m_builder.width(figures.parameters, figureFont) + 16;
    figures.oneLine = needed <= width - 2 * paddingOf(width) - (block.tensors.empty() ? 0 : iconSide + 6);
    // Without room for the word the number and the share still say it.
    if (!figures.oneLine && block.parameters > 0)
      figures.parameters = groupThousands(block.parameters) + ", " + shareText(m_model, block.parameters);
    return figures;
  }

  [[nodiscard]] float height(const ModelBlock& block, float width) const {
    const auto detail =
        wrapText(m_builder, escapeForDisplay(tr(block.detail)), smallFont, width - 2 * paddingOf(width)).size();
    const float lines = static_cast<float>(detail) + (figures(block, width).oneLine ? 1.0F : 2.0F);
    return 6 + titleHeight + lineHeight * lines + 6 + shareHeight;
  }

  void paintArrow(const ModelArrow& arrow) {
    std::vector<Point> points = arrow.points;
    for (Point& point : points) point = {std::round(point.x + padding) + 0.5F, point.y + padding};
    const Point tip = points.back();
    points.back().y -= 5;
    m_scene.shapes.emplace_back(LineShape{.points = points, .color = theme().mid, .width = 1.2F});
    m_scene.shapes.emplace_back(
        PolygonShape{.points = {{tip.x - 3.5F, tip.y - 6}, {tip.x + 3.5F, tip.y - 6}, tip}, .fill = theme().mid});
  }

  void paintBlock(const ModelBlock& block, Rect rect) {
    const bool selected = !block.id.empty() && block.id == m_selected;
    m_builder.frame(rect, selected ? theme().accent : theme().border, selected ? 2 : 1, 4,
                    selected ? theme().soft : theme().field);
    const float margin = paddingOf(rect.width), inner = rect.width - 2 * margin;
    const std::string title = escapeForDisplay(tr(block.title));
    const Font font{.size = m_builder.width(title, titleFont) <= inner ? titleFont.size : 11.5F,
                    .weight = Weight::SemiBold};
    m_builder.text({rect.x + margin, rect.y + 6, inner, titleHeight}, title, theme().text, font);
    paintLines(m_builder, {rect.x + margin, rect.y + 6 + titleHeight}, inner, escapeForDisplay(tr(block.detail)),
               theme().text2, smallFont, lineHeight);
    // Shape and parameters stand at the bottom, so that boxes of one row line up.
    const Figures last = figures(block, rect.width);
    const float bottom = rect.bottom() - shareHeight - 6 - lineHeight;
    const float iconRoom = block.tensors.empty() ? 0 : iconSide + 6;
    m_builder.text({rect.x + margin, last.oneLine ? bottom : bottom - lineHeight, inner, lineHeight}, last.shape,
                   theme().text, figureFont);
    m_builder.text({rect.x + margin, bottom, inner - iconRoom, lineHeight}, last.parameters, theme().text2, smallFont,
                   last.oneLine ? Align::Right : Align::Left);
    const Rect bar{rect.x + 2, rect.bottom() - shareHeight - 2, rect.width - 4, shareHeight};
    m_builder.box(bar, theme().track);
    if (m_model.parameters > 0)
      m_builder.box({bar.x, bar.y, bar.width * toUnit(shareOf(m_model, block.parameters) / 100), bar.height},
                    theme().solid);
    addHits(block, rect, bottom, selected);
  }

  void addHits(const ModelBlock& block, Rect rect, float lastLine, bool selected) {
    const Action list = SelectBlock{selected ? std::string() : block.id};
    std::string label =
        tr("%1: %2; output %3; %4", {escapeForDisplay(tr(block.title)), escapeForDisplay(tr(block.detail)),
                                     shapeText(block.outputShape, m_length), parameterText(m_model, block.parameters)});
    if (!block.view.empty()) label += tr("; opens %1", {viewTitle(block.view)});
    m_builder.hit(rect, {}, std::move(label), std::to_string(block.parameters)).action =
        block.view.empty() ? list : Action(OpenView{block.view});
    if (block.tensors.empty()) return;
    const Rect icon{rect.right() - paddingOf(rect.width) - iconSide, lastLine, iconSide, iconSide};
    const ControlScope control(m_scene);
    m_builder.icon(icon, "list", selected ? theme().accent : theme().text2);
    m_builder
        .hit(icon.inset(-5), {},
             selected ? tr("Close the list of tensors")
                      : tr("List the tensors of %1", {escapeForDisplay(tr(block.title))}))
        .action = list;
  }

  void describe() {
    m_scene.caption = tr("%1, %2 parameters", {escapeForDisplay(m_model.title), groupThousands(m_model.parameters)});
    if (m_length) m_scene.caption += tr(", shapes of %1", {scopeText(m_context)});
    m_scene.captionRight = m_length ? tr("L = %1", {std::to_string(*m_length)}) : "";
    m_scene.summary = summaryOf(m_model);
    m_scene.table.columns = {"Block", "Detail", "Output", "Parameters", "Share (%)", "Reads", "View"};
    for (const ModelBlock& block : m_model.blocks) {
      std::string inputs;
      for (const std::string& input : block.inputs) inputs += (inputs.empty() ? "" : ", ") + input;
      m_scene.table.add(block.title, block.detail, shapeText(block.outputShape, m_length), block.parameters,
                        shareOf(m_model, block.parameters), inputs, block.view);
    }
  }

  Scene m_scene;
  SceneBuilder m_builder;
  const SampleContext& m_context;
  const ModelDescription& m_model;
  std::optional<std::size_t> m_length;
  const std::string& m_selected;
};

}  // namespace

std::string shapeText(const std::vector<std::int64_t>& shape, std::optional<std::size_t> length) {
  std::string text;
  for (const std::int64_t size : shape) {
    if (!text.empty()) text += " \u00D7 ";
    text += size >= 0 ? groupThousands(size) : length ? std::to_string(*length) : "L";
  }
  return text.empty() ? "1" : text;
}

std::string parameterText(const ModelDescription& model, std::int64_t parameters) {
  if (parameters == 0) return tr("no parameters");
  std::string text = groupThousands(parameters) + (parameters == 1 ? tr(" parameter") : tr(" parameters"));
  if (model.parameters > 0) text += ", " + shareText(model, parameters);
  return text;
}

ViewContent modelContent(const SampleContext& context, const ModelViewOptions& options, const Canvas& canvas) {
  if (!context.model)
    return EmptyState{.title = tr("No model is open"), .detail = tr("Open a checkpoint to see its parts")};
  return ModelPainter(context, options.selectedBlock, canvas).paint();
}

}  // namespace sojourn::present
