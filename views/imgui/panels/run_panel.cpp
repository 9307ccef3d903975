// SPDX-License-Identifier: GPL-3.0-or-later
// The selected run: what may be done with it, its gradient norms, its last epochs, its configuration.
#include <algorithm>
#include <cmath>

#include <imgui.h>
// Needs imgui.h before it.
#include <imgui_stdlib.h>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/imgui/panels/monitor_panels.h"
#include "views/imgui/scene/scene_painter.h"
#include "views/imgui/scene/style.h"
#include "views/present/chart/axis.h"
#include "views/present/runs/run_figures.h"

namespace sojourn::imgui {
namespace {

using present::RunCard;

void head(const RunCard& card, const PanelTools& tools) {
  const present::Color severity = present::severityColor(tools.theme, card.severity);
  icon(card.icon, severity);
  ImGui::SameLine();
  {
    const FontScope word({.size = 13, .weight = present::Weight::Medium});
    coloredText(card.word, severity);
  }
  ImGui::SameLine();
  if (ImGui::GetContentRegionAvail().x >= widthOf(card.where)) {
    captionAtRight(card.where, tools.theme);
  } else {
    ImGui::NewLine();
    wrappedText(card.where, tools.theme.text2);
  }
  wrappedText(card.reason, tools.theme.text2);
}

Asked rateField(const RunCard& card, RateField& rate, const PanelTools& tools) {
  if (!rate.typed) rate.text = card.rate > 0 ? present::rateText(card.rate) : std::string();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr("Learning rate").c_str());
  ImGui::SameLine();
  ImGui::SetNextItemWidth(100 * styleScale());
  const bool entered =
      ImGui::InputTextWithHint("##rate", tr("no step yet").c_str(), &rate.text, ImGuiInputTextFlags_EnterReturnsTrue);
  if (ImGui::IsItemEdited()) rate.typed = true;
  // An empty field, or Escape, follows the run again.
  if (ImGui::IsItemDeactivated() && (rate.text.empty() || ImGui::IsKeyPressed(ImGuiKey_Escape))) rate.typed = false;
  ImGui::SameLine();
  const double value = numberFrom(rate.text).value_or(0);
  const bool sound = rate.typed && std::isfinite(value) && value > 0;
  ImGui::BeginDisabled(!sound);
  const bool set = ImGui::Button(tr("Set\u2026").c_str());
  ImGui::EndDisabled();
  if (rate.typed && card.rate > 0) {
    ImGui::SameLine();
    wrappedText(tr("now %1", {present::rateText(card.rate)}), tools.theme.text2);
  }
  if (!(set || entered) || !sound) return {};
  return tools.confirmation.pressed({.text = tr("Set"),
                                     .action = present::SendCommand{card.id, ControlCommand::SetLearningRate, value},
                                     .question = present::rateQuestion(card.name, card.rate, value)});
}

/// The latest steps' norms on a logarithmic axis; a gap where one is no number.
present::Scene normScene(const std::vector<float>& norms, present::Size size, const present::Theme& theme) {
  present::Scene scene;
  scene.size = scene.contentSize = size;
  const present::Rect frame{44, 4, std::max(10.0F, size.width - 48), size.height - 8};
  scene.shapes.emplace_back(present::BoxShape{.rect = frame, .fill = theme.field, .stroke = {}, .radius = 2});
  std::vector<double> finite;
  for (const float norm : norms)
    if (std::isfinite(norm) && norm > 0) finite.push_back(static_cast<double>(norm));
  if (finite.empty()) return scene;
  const auto [low, high] = std::ranges::minmax(finite);
  const present::Axis y(low * 0.8, std::max(high * 1.25, low * 1.6), frame.bottom() - 3, frame.y + 3, true);
  const present::Axis x(0, static_cast<double>(std::max<std::size_t>(2, norms.size()) - 1), frame.x + 3,
                        frame.right() - 3);
  for (const present::Tick& tick : present::numberTicks(y, 18)) {
    const float at = y.at(tick.value);
    scene.shapes.emplace_back(present::LineShape{.points = {{frame.x, at}, {frame.right(), at}}, .color = theme.grid});
    scene.shapes.emplace_back(present::TextShape{.rect = {0, at - 8, 40, 16},
                                                 .text = tick.text,
                                                 .font = {.size = 11},
                                                 .color = theme.text2,
                                                 .align = present::Align::Right});
  }
  std::vector<present::Point> piece;
  const auto flush = [&] {
    if (piece.size() > 1)
      scene.shapes.emplace_back(present::LineShape{.points = piece, .color = theme.accent, .width = 1.2F});
    piece.clear();
  };
  for (std::size_t i = 0; i < norms.size(); ++i) {
    if (std::isfinite(norms[i]) && norms[i] > 0)
      piece.push_back({x.at(static_cast<double>(i)), y.at(static_cast<double>(norms[i]))});
    else
      flush();
  }
  flush();
  return scene;
}

void norms(const RunCard& card, const PanelTools& tools) {
  if (card.norms.size() < 2) return;
  const FontScope small({.size = 12});
  wrappedText(tr("Gradient norm, latest steps, log"), tools.theme.text2);
  const float scale = styleScale();
  const present::Size size{roomLeft().width, 84};
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  paintScene(*ImGui::GetWindowDrawList(), normScene(card.norms, size, tools.theme),
             {.origin = corner, .scale = scale, .visible = {0, 0, size.width, size.height}}, tools.textures);
  ImGui::Dummy({size.width * scale, size.height * scale});
}

void epochs(const RunCard& card, const PanelTools& tools) {
  if (card.rows.empty()) return;
  wrappedText(tr("Last epochs"), tools.theme.text2);
  const auto columns = static_cast<int>(card.columns.size());
  if (!ImGui::BeginTable("epochs", columns, ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY)) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableNextRow();
  for (const std::string& column : card.columns) numberCell(column, tools.theme.text2);
  for (const std::vector<std::string>& row : card.rows) {
    ImGui::TableNextRow();
    for (const std::string& text : row) numberCell(text, tools.theme.text);
  }
  ImGui::EndTable();
}

}  // namespace

Asked runPanel(const RunCard& card, RateField& rate, const PanelTools& tools) {
  Asked asked;
  if (card.id.empty()) {
    wrappedText(tr("No run is selected"), tools.theme.text2);
    return asked;
  }
  head(card, tools);
  if (const Asked pressed = buttonRow(card.buttons, "commands", tools)) asked = pressed;
  if (card.takesRate) {
    if (const Asked set = rateField(card, rate, tools)) asked = set;
  }
  wrappedText(card.answer, present::severityColor(tools.theme, card.answerSeverity));
  ImGui::Separator();
  norms(card, tools);
  epochs(card, tools);
  return asked;
}

void configPanel(const RunCard& card, const PanelTools& tools) {
  if (card.settings.empty()) return wrappedText(tr("The configuration is not known"), tools.theme.text2);
  if (!ImGui::BeginTable("config", 2, ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY)) return;
  for (const auto& [key, value] : card.settings) {
    const auto differs = card.differing.find(key);
    const bool marked = differs != card.differing.end();
    ImGui::TableNextRow();
    if (marked) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, toColor(tools.theme.soft));
    ImGui::TableNextColumn();
    wrappedText(key, tools.theme.text2);
    const auto tell = [&] {
      if (marked) tooltip(tr("%1 has %2", {card.reference, differs->second}));
    };
    tell();
    numberCell(value, marked ? tools.theme.accent : tools.theme.text);
    tell();
  }
  ImGui::EndTable();
}

}  // namespace sojourn::imgui
