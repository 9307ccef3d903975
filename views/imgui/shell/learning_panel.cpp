// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/shell/learning_panel.h"

#include <algorithm>

#include "model/core/translation.h"
#include "views/imgui/scene/scene_panel.h"
#include "views/imgui/scene/style.h"
#include "views/imgui/shell/learning_columns.h"

namespace sojourn::imgui {
namespace {

using monitor::BesideChoice;
using monitor::Learning;
using monitor::LearningPart;

constexpr double epochsPerSecond = 4;

/// A slider over indices with words at its right, which take the room of the widest; the index where it was moved.
std::optional<std::size_t> slider(const char* id, const std::string& words, const std::string& widest, std::size_t at,
                                  std::size_t count) {
  auto index = static_cast<int>(at);
  ImGui::SetNextItemWidth(std::min(200 * styleScale(), ImGui::GetContentRegionAvail().x * 0.25F));
  // The number that is moved is an index; what is shown is the epoch, beside the slider and not under its handle.
  const bool moved = ImGui::SliderInt(id, &index, 0, static_cast<int>(count) - 1, "");
  ImGui::SameLine();
  const float left = ImGui::GetCursorPosX();
  ImGui::TextUnformatted(words.c_str());
  ImGui::SameLine(left + ImGui::CalcTextSize(widest.c_str()).x);
  ImGui::Dummy({0, 0});
  return moved ? std::optional(static_cast<std::size_t>(index)) : std::nullopt;
}

}  // namespace

std::optional<double> LearningPanel::nextFrame() const {
  if (!m_playing) return std::nullopt;
  return std::max(0.0, m_next - ImGui::GetTime());
}

void LearningPanel::play(Learning& learning) {
  if (!m_playing || ImGui::GetTime() < m_next) return;
  m_next = ImGui::GetTime() + 1 / epochsPerSecond;
  if (!learning.advance()) m_playing = false;
}

void LearningPanel::playButton(Learning& learning) {
  const std::size_t count = learning.two() ? learning.sharedEpochs().size() : learning.epochs().size();
  const bool pressed = ImGui::Button((tr(m_playing ? "Pause" : "Play") + "##play").c_str(), {64 * styleScale(), 0});
  const bool key = ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) && !ImGui::GetIO().WantTextInput &&
                   ImGui::IsKeyPressed(ImGuiKey_Space, false) && !ImGui::IsAnyItemFocused();
  if (!pressed && !key) return;
  m_playing = !m_playing && count > 1;
  // At the end it starts from the first epoch.
  if (m_playing && learning.at() + 1 >= count) learning.setAt(0);
  m_next = ImGui::GetTime() + 1 / epochsPerSecond;
}

/// Of one run: A and B.
void LearningPanel::handles(Learning& learning) {
  session::LearningReplay& replay = learning.replay();
  const auto& epochs = learning.epochs();
  const auto handle = [&](const char* id, const std::string& name, std::size_t at) {
    const auto words = [&](std::size_t index) {
      return tr("%1 epoch %2", {name, std::to_string(epochs[index].epoch())});
    };
    ImGui::SameLine();
    return slider(id, words(at), words(epochs.size() - 1), at, epochs.size());
  };
  if (const auto a = handle("##a", "A", replay.a())) replay.setA(*a);
  if (const auto b = handle("##b", "B", replay.b())) {
    m_playing = false;
    replay.setB(*b);
  }
}

/// Of two runs: the epoch of both, and whether the change since the one before is shown.
void LearningPanel::scrubber(Learning& learning) {
  const auto& epochs = learning.sharedEpochs();
  const std::size_t at = learning.at();
  ImGui::SameLine();
  const std::string words = tr("epoch %1 of %2", {std::to_string(epochs[at]), std::to_string(epochs.back())});
  const std::string last = tr("epoch %1 of %2", {std::to_string(epochs.back()), std::to_string(epochs.back())});
  if (const auto to = slider("##epoch", words, last, at, epochs.size())) {
    m_playing = false;
    learning.setAt(*to);
  }
  ImGui::SameLine();
  bool minus = learning.minus();
  const std::string before =
      at > 0 ? tr("minus epoch %1", {std::to_string(epochs[at - 1])}) : tr("minus the previous epoch");
  if (ImGui::Checkbox((before + "###minus").c_str(), &minus)) learning.setMinus(minus);
}

void LearningPanel::row(Learning& learning, const std::vector<BesideChoice>& choices, const PanelTools& tools) {
  const float room = ImGui::GetContentRegionAvail().x / styleScale();
  playButton(learning);
  if (learning.two())
    scrubber(learning);
  else
    handles(learning);
  constexpr float forOneLine = 900;
  if (room >= forOneLine) ImGui::SameLine(0, 3 * ImGui::GetStyle().ItemSpacing.x);
  besideCombo(learning, choices, tools);
  ImGui::SameLine();
  if (!roomForProbes(room, learning.two())) {
    probeCombo(learning);
    return;
  }
  const std::string caption = learning.caption();
  // A part of it would say less than the sliders do.
  if (ImGui::CalcTextSize(caption.c_str()).x <= ImGui::GetContentRegionAvail().x)
    captionAtRight(caption, tools.theme);
  else
    ImGui::NewLine();
}

void LearningPanel::draw(Learning& learning, const std::vector<BesideChoice>& choices, const PanelTools& tools) {
  if (learning.empty()) {
    m_playing = false;
    learningPart(learning, {LearningPart::Pointer, "nothing", roomLeft()}, tools);
    return;
  }
  play(learning);
  row(learning, choices, tools);
  // What has just been chosen may have changed how many there are.
  if (learning.two())
    twoRunsLearning(learning, tools);
  else
    oneRunLearning(learning, tools);
}

}  // namespace sojourn::imgui
