// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/model/model_sections.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr Font headFont{.size = 12.5F, .weight = Weight::SemiBold};
constexpr float reportLine = 17, reportIcon = 14;
constexpr float besideIcon = reportIcon + 6;

class ReportPainter {
 public:
  ReportPainter(SceneBuilder& builder, const ModelDescription& model, Point topLeft, float width)
      : m_builder(builder), m_model(model), m_x(topLeft.x), m_y(topLeft.y), m_width(width) {}

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
    fact("Width", tr("%1, feed-forward %2", {std::to_string(sizes.width), std::to_string(sizes.feedForward)}));
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

}  // namespace

float paintModelReport(SceneBuilder& builder, const ModelDescription& model, const std::string& selectedBlock,
                       Point topLeft, float width) {
  return ReportPainter(builder, model, topLeft, width).paint(selectedBlock);
}

}  // namespace sojourn::present
