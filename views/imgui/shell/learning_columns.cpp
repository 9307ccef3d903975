// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/shell/learning_columns.h"

#include <algorithm>
#include <array>

#include "model/core/translation.h"
#include "views/imgui/scene/scene_panel.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
namespace {

using monitor::BesideChoice;
using monitor::Learning;
using monitor::LearningPart;
using monitor::LearningRun;
using present::Size;

constexpr float narrowest = 420;    // of two columns
constexpr float withSets = 860;     // of two columns beside what is said of the whole
constexpr float withProbes = 1100;  // of the same with the list of probes
constexpr float withProbesOfOne = 640;
constexpr float headHeight = 24;
constexpr float leastMatrix = 190;  // a lower one is scrolled to
constexpr float leastMaps = 180, leastSet = 110;

float gapWidth() {
  return ImGui::GetStyle().ItemSpacing.x / styleScale();
}
float gapHeight() {
  return ImGui::GetStyle().ItemSpacing.y / styleScale();
}

/// One run's name, matrix and maps below each other.
void column(Learning& learning, LearningRun run, float width, float matrix, float maps, const PanelTools& tools) {
  ImGui::PushID(static_cast<int>(run));
  ImGui::BeginGroup();
  learningPart(learning, {LearningPart::Head, "head", {width, headHeight}, run}, tools);
  learningPart(learning, {LearningPart::Pointer, "pointer", {width, matrix}, run}, tools);
  learningPart(learning, {LearningPart::Maps, "maps", {width, maps}, run}, tools);
  ImGui::EndGroup();
  ImGui::PopID();
}

void gate(Learning& learning, LearningRun run, Size size, const PanelTools& tools) {
  ImGui::PushID(static_cast<int>(run));
  learningPart(learning, {LearningPart::Gate, "gate", size, run}, tools);
  ImGui::PopID();
}

/// The probes at the left where they have room, the two runs in the middle, what is said of the whole at the right.
void wide(Learning& learning, Size room, const PanelTools& tools) {
  const float gap = gapWidth(), line = gapHeight();
  const float probes = roomForProbes(room.width, true) ? std::clamp(room.width * 0.16F, 180.0F, 230.0F) : -gap;
  const float sets = std::clamp(room.width * 0.19F, 160.0F, 300.0F);
  const float each = (room.width - probes - sets - 3 * gap) / 2;
  const float rest = room.height - headHeight - 2 * line;
  if (probes > 0) {
    learningPart(learning, {LearningPart::Probes, "probes", {probes, room.height}}, tools);
    ImGui::SameLine();
  }
  for (const LearningRun run : {LearningRun::Main, LearningRun::Beside}) {
    column(learning, run, each, rest * 0.42F, rest * 0.58F, tools);
    ImGui::SameLine();
  }
  ImGui::BeginGroup();
  const float third = (room.height - 2 * line) / 3;
  learningPart(learning, {LearningPart::Bias, "bias", {sets, third}}, tools);
  for (const LearningRun run : {LearningRun::Main, LearningRun::Beside}) gate(learning, run, {sets, third}, tools);
  ImGui::EndGroup();
}

/// As the wide one, below each other; `across` runs in a line.
void tall(Learning& learning, Size room, int across, const PanelTools& tools) {
  const float gap = gapWidth(), line = gapHeight();
  const float each = across == 2 ? (room.width - gap) / 2 : room.width;
  const float rest = room.height - headHeight - 5 * line;
  // Where all fits it fills the height; else the parts keep a height in which they can be read.
  const bool fits = across == 2 && rest >= leastMatrix + leastMaps + 2 * leastSet;
  const float matrix = fits ? rest * 0.34F : leastMatrix, maps = fits ? rest * 0.32F : leastMaps;
  const float bias = fits ? rest * 0.16F : leastSet, gates = fits ? rest * 0.18F : leastSet;
  for (const LearningRun run : {LearningRun::Main, LearningRun::Beside}) {
    if (across == 2 && run == LearningRun::Beside) ImGui::SameLine();
    column(learning, run, each, matrix, maps, tools);
  }
  learningPart(learning, {LearningPart::Bias, "bias", {room.width, bias}}, tools);
  for (const LearningRun run : {LearningRun::Main, LearningRun::Beside}) {
    if (across == 2 && run == LearningRun::Beside) ImGui::SameLine();
    gate(learning, run, {each, gates}, tools);
  }
}

void oneBelowEachOther(Learning& learning, float width, const PanelTools& tools) {
  constexpr float topTen = 300;
  learningPart(learning, {LearningPart::Pointer, "pointer", {width, leastMatrix + 60}}, tools);
  learningPart(learning, {LearningPart::Maps, "maps", {width, leastMaps + 100}}, tools);
  learningPart(learning, {LearningPart::Top, "top", {width, topTen}}, tools);
  learningPart(learning, {LearningPart::Gate, "gate", {width, leastSet + 40}}, tools);
  learningPart(learning, {LearningPart::Bias, "bias", {width, leastSet + 40}}, tools);
}

}  // namespace

bool roomForProbes(float width, bool two) {
  return width >= (two ? withProbes : withProbesOfOne);
}

void learningPart(Learning& learning, const PlacedPart& placed, const PanelTools& tools) {
  const float scale = styleScale();
  if (ImGui::BeginChild(placed.id, {placed.size.width * scale, placed.size.height * scale})) {
    const present::ViewContent content =
        learning.content(placed.part, {.size = roomLeft(), .theme = tools.theme, .text = tools.text}, placed.run);
    if (const auto* scene = std::get_if<present::Scene>(&content)) {
      const SceneAnswer answer = showScene("scene", *scene, tools.textures);
      if (answer.clicked && answer.clicked->action)
        learning.act(*answer.clicked->action, placed.run);
      else if (answer.clicked)
        learning.lock(answer.clicked->focus);
      if (ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows))
        learning.hover(answer.hovered ? answer.hovered->focus : Focus{});
    } else {
      static_cast<void>(showEmpty(std::get<present::EmptyState>(content)));
    }
  }
  ImGui::EndChild();
}

void oneRunLearning(Learning& learning, const PanelTools& tools) {
  const Size room = roomLeft();
  if (!roomForProbes(room.width, false)) {
    if (ImGui::BeginChild("one")) oneBelowEachOther(learning, roomLeft().width, tools);
    ImGui::EndChild();
    return;
  }
  // What is a list is as wide as its words, the maps take what is left.
  const float probes = std::clamp(room.width * 0.21F, 140.0F, 300.0F);
  const float sets = std::clamp(room.width * 0.17F, 130.0F, 220.0F);
  const float gap = gapWidth();
  const float rest = std::max(200.0F, room.width - probes - sets - 3 * gap);
  const float upper = room.height * 0.56F;
  const float lower = room.height - upper - gap;
  const auto part = [&](LearningPart which, const char* id, Size size) {
    learningPart(learning, {which, id, size}, tools);
  };
  part(LearningPart::Probes, "probes", {probes, room.height});
  ImGui::SameLine();
  ImGui::BeginGroup();
  part(LearningPart::Pointer, "pointer", {rest * 0.57F, upper});
  ImGui::SameLine();
  part(LearningPart::Top, "top", {rest * 0.43F - gap, upper});
  part(LearningPart::Maps, "maps", {rest, lower});
  ImGui::EndGroup();
  ImGui::SameLine();
  ImGui::BeginGroup();
  part(LearningPart::Gate, "gate", {sets, room.height * 0.5F - gap});
  part(LearningPart::Bias, "bias", {sets, room.height * 0.5F});
  ImGui::EndGroup();
}

void twoRunsLearning(Learning& learning, const PanelTools& tools) {
  const Size room = roomLeft();
  if (room.width >= withSets && room.height >= headHeight + leastMatrix + leastMaps) {
    wide(learning, room, tools);
    return;
  }
  if (ImGui::BeginChild("two")) tall(learning, roomLeft(), room.width >= narrowest ? 2 : 1, tools);
  ImGui::EndChild();
}

void besideCombo(Learning& learning, const std::vector<BesideChoice>& choices, const PanelTools& tools) {
  const auto chosen = std::ranges::find(choices, learning.besideChosen(), &BesideChoice::id);
  const std::string now = chosen == choices.end() ? tr("no other run") : chosen->name;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr("Compare with").c_str());
  ImGui::SameLine();
  ImGui::SetNextItemWidth(150 * styleScale());
  if (ImGui::BeginCombo("##beside", now.c_str(), ImGuiComboFlags_HeightLarge)) {
    if (ImGui::Selectable(tr("no other run").c_str(), learning.besideChosen().empty())) learning.chooseBeside({});
    for (const BesideChoice& choice : choices) {
      ImGui::PushID(choice.id.c_str());
      ImGui::BeginDisabled(!choice.why.empty());
      const std::string words = choice.why.empty() ? choice.name : choice.name + ": " + choice.why;
      if (ImGui::Selectable(words.c_str(), choice.id == learning.besideChosen())) learning.chooseBeside(choice.id);
      ImGui::EndDisabled();
      ImGui::PopID();
    }
    ImGui::EndCombo();
  }
  if (learning.besideWhy().empty()) return;
  ImGui::SameLine();
  coloredText(learning.besideWhy(), tools.theme.warn);
}

void probeCombo(Learning& learning) {
  const auto& probes = learning.probes();
  const std::size_t now = learning.replay().probe();
  if (now >= probes.size()) return;
  const auto words = [](const present::ReplayProbe& probe) {
    return probe.sample + (probe.targetName.empty() ? "" : ", " + probe.targetName);
  };
  const std::string shown = words(probes[now]);
  // As wide as what it says, where there is room.
  const float least = 100 * styleScale();
  const float wanted = ImGui::CalcTextSize(shown.c_str()).x + ImGui::GetFrameHeight() + ImGui::GetFontSize();
  ImGui::SetNextItemWidth(std::clamp(wanted, least, std::max(least, ImGui::GetContentRegionAvail().x)));
  if (!ImGui::BeginCombo("##probe", shown.c_str(), ImGuiComboFlags_HeightLarge)) return;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable(words(probes[i]).c_str(), i == now)) learning.act({"setProbe", std::to_string(i)});
    ImGui::PopID();
  }
  ImGui::EndCombo();
}

}  // namespace sojourn::imgui
