// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/model/model_sections.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {
namespace {

constexpr Font headFont{.size = 12.5F, .weight = Weight::SemiBold};
constexpr Font plainFont{.size = 12};
constexpr float line = 17;
constexpr float section = 14;
constexpr float icon = 14;

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
  void heading(const std::string& text) {
    m_y += section;
    m_builder.box({m_x, m_y - section / 2, m_width, 1}, m_builder.theme().line);
    m_builder.text({m_x, m_y, m_width, 18}, text, m_builder.theme().text, headFont);
    m_y += 20;
  }

  /// "Heads  4", the value at a fixed column; wrapped where it is long.
  void fact(const char* name, const std::string& value) {
    if (value.empty()) return;
    constexpr float column = 92;
    m_builder.text({m_x, m_y, column - 4, line}, tr(name), m_builder.theme().text2, mediumFont);
    const auto lines = wrapText(m_builder, value, mediumFont, m_width - column);
    const float top = m_y;
    for (const std::string& part : lines) {
      m_builder.text({m_x + column, m_y, m_width - column, line}, part, m_builder.theme().text, mediumFont);
      m_y += line;
    }
    m_builder.hit({m_x, top, m_width, m_y - top}, {}, tr(name) + ": " + value, value);
  }

  void paintIdentity() {
    std::string title = escapeForDisplay(m_model.title);
    if (!m_model.ablation.empty() && m_model.ablation != "full_model")
      title += ", " + escapeForDisplay(m_model.ablation);
    m_builder.text({m_x, m_y, m_width, 20}, title, m_builder.theme().text, {.size = 15, .weight = Weight::SemiBold});
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
    if (block.tensors.empty()) {
      m_builder.text({m_x, m_y, m_width, line}, tr("This block has none."), m_builder.theme().text2, mediumFont);
      m_y += line;
    }
    for (const TensorInfo& tensor : block.tensors) {
      const std::string name = escapeForDisplay(tensor.name);
      const std::string shape = shapeText(tensor.shape, std::nullopt);
      const std::string right = shape + (tensor.parameter ? "" : tr(", buffer"));
      const float shapeWidth = m_builder.width(right, mediumFont) + 2;
      m_builder.text({m_x, m_y, m_width - shapeWidth - 8, line}, name, m_builder.theme().text, mediumFont);
      m_builder.text({m_x + m_width - shapeWidth, m_y, shapeWidth, line}, right, m_builder.theme().text2, mediumFont,
                     Align::Right);
      m_builder.hit({m_x, m_y, m_width, line}, {},
                    name + ": " + escapeForDisplay(tensor.dtype) + ", " + shape +
                        (tensor.parameter ? "" : tr(", buffer: not trained")),
                    name);
      m_y += line;
    }
  }

  void paintLoadReport() {
    heading(tr("Load report"));
    const Theme& theme = m_builder.theme();
    const LoadReport& report = m_model.report;
    state("check", theme.ok, tr("%1 tensors matched", {grouped(report.matched.size())}));
    const auto list = [&](const std::vector<std::string>& names, const char* what, const char* good, Color color) {
      if (names.empty()) {
        state("check", theme.ok, tr(good));
        return;
      }
      state("warn", color, grouped(names.size()) + tr(what));
      for (const std::string& name : names) indented(escapeForDisplay(name));
    };
    list(report.missing, " missing in the file", "None missing", theme.err);
    list(report.extra, " in the file that the model lacks", "None extra", theme.warn);
    list(report.wrongShape, " of another shape", "None of another shape", theme.err);
  }

  void state(const char* iconName, Color color, const std::string& text) {
    m_builder.icon({m_x, m_y + 1, icon, icon}, iconName, color);
    m_builder.text({m_x + icon + 6, m_y, m_width - icon - 6, line}, text, m_builder.theme().text, plainFont);
    m_y += line + 1;
  }

  void indented(const std::string& text) {
    const float top = m_y;
    m_y = paintLines(m_builder, {m_x + icon + 6, m_y}, m_width - icon - 6, text, m_builder.theme().text2, mediumFont,
                     line);
    m_builder.hit({m_x, top, m_width, m_y - top}, {}, text, text);
  }

  void paintNotices() {
    if (m_model.notices.empty()) return;
    heading(tr("Notices"));
    for (const Problem& notice : m_model.notices) {
      const Theme& theme = m_builder.theme();
      const bool mild = notice.severity == Severity::Notice;
      const Color color = mild ? theme.text2 : notice.severity == Severity::Warning ? theme.warn : theme.err;
      m_builder.icon({m_x, m_y + 1, icon, icon}, mild ? "info" : "warn", color);
      const float top = m_y;
      std::string text = escapeForDisplay(notice.what);
      if (!notice.where.empty()) text = escapeForDisplay(notice.where) + ": " + text;
      m_y = paintLines(m_builder, {m_x + icon + 6, m_y}, m_width - icon - 6, text, theme.text, mediumFont, line);
      m_y = paintLines(m_builder, {m_x + icon + 6, m_y}, m_width - icon - 6, escapeForDisplay(notice.remedy),
                       theme.text2, mediumFont, line);
      m_builder.hit({m_x, top, m_width, m_y - top}, {}, std::string(severityName(notice.severity)) + ": " + text, text);
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
