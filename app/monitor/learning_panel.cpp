// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/monitor/learning_panel.h"

#include <algorithm>

#include "views/imgui/look.h"
#include "views/imgui/scene_panel.h"

namespace sojourn::monitor {
namespace {

constexpr double epochsPerSecond = 4;

}  // namespace

std::optional<double> LearningPanel::nextFrame() const {
  if (!m_playing) return std::nullopt;
  return std::max(0.0, m_next - ImGui::GetTime());
}

void LearningPanel::play(Learning& learning) {
  if (!m_playing || ImGui::GetTime() < m_next) return;
  m_next = ImGui::GetTime() + 1 / epochsPerSecond;
  if (!learning.replay().advance()) m_playing = false;
}

void LearningPanel::row(Learning& learning, const imgui::PanelTools& tools) {
  session::LearningReplay& replay = learning.replay();
  const auto& epochs = learning.epochs();
  const int last = static_cast<int>(epochs.size()) - 1;
  const bool pressed = ImGui::Button(m_playing ? "Pause##play" : "Play##play", {64 * imgui::lookScale(), 0});
  const bool key = ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) && !ImGui::GetIO().WantTextInput &&
                   ImGui::IsKeyPressed(ImGuiKey_Space, false) && !ImGui::IsAnyItemFocused();
  if (pressed || key) {
    m_playing = !m_playing && last > 0;
    // At the end it starts anew.
    if (m_playing && replay.b() + 1 >= epochs.size()) replay.setB(0);
    m_next = ImGui::GetTime() + 1 / epochsPerSecond;
  }
  const auto slider = [&](const char* id, const char* words, std::size_t at) -> std::optional<int> {
    int index = static_cast<int>(at);
    const std::string text = std::string(words) + " epoch " + std::to_string(epochs[at].epoch);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(std::min(260 * imgui::lookScale(), ImGui::GetContentRegionAvail().x * 0.4F));
    // The number that is moved is an index; what is shown is the epoch.
    return ImGui::SliderInt(id, &index, 0, last, text.c_str()) ? std::optional(index) : std::nullopt;
  };
  if (const auto b = slider("##b", "B", replay.b())) {
    m_playing = false;
    replay.setB(static_cast<std::size_t>(*b));
  }
  if (const auto a = slider("##a", "A", replay.a())) replay.setA(static_cast<std::size_t>(*a));
  imgui::captionAtRight(learning.caption(), tools.theme);
}

void LearningPanel::part(Learning& learning, LearningPart part, const char* id, present::Size size,
                         const imgui::PanelTools& tools) {
  const float scale = imgui::lookScale();
  if (ImGui::BeginChild(id, {size.width * scale, size.height * scale})) {
    const present::Picture picture =
        learning.picture(part, {.size = imgui::roomLeft(), .theme = tools.theme, .text = tools.text});
    if (const auto* scene = std::get_if<present::Scene>(&picture)) {
      const imgui::SceneAnswer answer = imgui::showScene("scene", *scene, tools.textures);
      if (answer.clicked && answer.clicked->action)
        learning.act(*answer.clicked->action);
      else if (answer.clicked)
        learning.lock(answer.clicked->focus);
      if (ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows))
        learning.hover(answer.hovered ? answer.hovered->focus : Focus{});
    } else {
      static_cast<void>(imgui::showEmpty(std::get<present::EmptyState>(picture)));
    }
  }
  ImGui::EndChild();
}

void LearningPanel::draw(Learning& learning, const imgui::PanelTools& tools) {
  if (learning.empty()) {
    m_playing = false;
    part(learning, LearningPart::Pointer, "nothing", imgui::roomLeft(), tools);
    return;
  }
  play(learning);
  row(learning, tools);
  const present::Size room = imgui::roomLeft();
  // What is a list is as wide as its words, the maps take what is left.
  const float probes = std::clamp(room.width * 0.19F, 140.0F, 250.0F);
  const float sets = std::clamp(room.width * 0.17F, 130.0F, 220.0F);
  const float gap = ImGui::GetStyle().ItemSpacing.x / imgui::lookScale();
  const float rest = std::max(200.0F, room.width - probes - sets - 3 * gap);
  const float upper = room.height * 0.56F;
  const float lower = room.height - upper - gap;
  part(learning, LearningPart::Probes, "probes", {probes, room.height}, tools);
  ImGui::SameLine();
  ImGui::BeginGroup();
  part(learning, LearningPart::Pointer, "pointer", {rest * 0.55F, upper}, tools);
  ImGui::SameLine();
  part(learning, LearningPart::Top, "top", {rest * 0.45F - gap, upper}, tools);
  part(learning, LearningPart::Maps, "maps", {rest, lower}, tools);
  ImGui::EndGroup();
  ImGui::SameLine();
  ImGui::BeginGroup();
  part(learning, LearningPart::Gate, "gate", {sets, room.height * 0.5F - gap}, tools);
  part(learning, LearningPart::Bias, "bias", {sets, room.height * 0.5F}, tools);
  ImGui::EndGroup();
}

}  // namespace sojourn::monitor
