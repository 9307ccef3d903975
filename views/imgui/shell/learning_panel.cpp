// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/shell/learning_panel.h"

#include <algorithm>
#include <array>

#include "model/core/translation.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
namespace {

using monitor::BesideChoice;
using monitor::Learning;
using monitor::LearningPart;
using monitor::LearningRun;
using present::Size;

constexpr double epochsPerSecond = 4;
constexpr float narrowest = 420;    // of two columns
constexpr float withSets = 860;     // of two columns beside what is said of the whole
constexpr float withProbes = 1100;  // of the same with the list of probes
constexpr float withProbesOfOne = 640;
constexpr float headHeight = 24;
constexpr float leastMatrix = 190;  // a lower one is scrolled to
constexpr float leastMaps = 180, leastSet = 110, topTen = 300;
/// In the order of LearningPart.
constexpr std::array<const char*, 7> partNames{"probes", "pointer", "maps", "top", "gate", "bias", "head"};
constexpr std::array bothRuns{LearningRun::Main, LearningRun::Beside};

float gapWidth() {
  return ImGui::GetStyle().ItemSpacing.x / styleScale();
}
float gapHeight() {
  return ImGui::GetStyle().ItemSpacing.y / styleScale();
}

/// The list of probes has room beside one run, or two; where it has none the row above offers them.
bool roomForProbes(float width, bool two) {
  return width >= (two ? withProbes : withProbesOfOne);
}

/// Places the pictures in the current window.
struct Pictures {
  Learning& learning;
  const PanelTools& tools;

  /// Draws one, and carries out what is clicked in it.
  void draw(LearningPart part, Size size, LearningRun run = LearningRun::Main) const {
    ImGui::PushID(static_cast<int>(run));
    const float scale = styleScale();
    if (ImGui::BeginChild(partNames[static_cast<std::size_t>(part)], {size.width * scale, size.height * scale})) {
      const present::ViewContent content =
          learning.content(part, {.size = roomLeft(), .theme = tools.theme, .text = tools.text}, run);
      if (const auto* scene = std::get_if<present::Scene>(&content)) {
        const SceneAnswer answer = showScene("scene", *scene, tools.textures);
        const auto* action = answer.clicked && answer.clicked->action
                                 ? std::get_if<present::ReplayAction>(&*answer.clicked->action)
                                 : nullptr;
        if (action)
          learning.act(*action, run);
        else if (answer.clicked)
          learning.select(answer.clicked->focus);
        if (ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows))
          learning.hover(answer.hovered ? answer.hovered->focus : Focus{});
      } else {
        static_cast<void>(showEmpty(std::get<present::EmptyState>(content)));
      }
    }
    ImGui::EndChild();
    ImGui::PopID();
  }

  /// One run's name, matrix and maps below each other.
  void column(LearningRun run, float width, float matrix, float maps) const {
    ImGui::BeginGroup();
    draw(LearningPart::Head, {width, headHeight}, run);
    draw(LearningPart::Pointer, {width, matrix}, run);
    draw(LearningPart::Maps, {width, maps}, run);
    ImGui::EndGroup();
  }

  /// Two runs: the probes at the left where they have room, the two in the middle, what is said of the whole at the
  /// right.
  void wide(Size room) const {
    const float gap = gapWidth(), line = gapHeight();
    const float probes = roomForProbes(room.width, true) ? std::clamp(room.width * 0.16F, 180.0F, 230.0F) : -gap;
    const float sets = std::clamp(room.width * 0.19F, 160.0F, 300.0F);
    const float each = (room.width - probes - sets - 3 * gap) / 2;
    const float rest = room.height - headHeight - 2 * line;
    if (probes > 0) {
      draw(LearningPart::Probes, {probes, room.height});
      ImGui::SameLine();
    }
    for (const LearningRun run : bothRuns) {
      column(run, each, rest * 0.42F, rest * 0.58F);
      ImGui::SameLine();
    }
    ImGui::BeginGroup();
    const float third = (room.height - 2 * line) / 3;
    draw(LearningPart::Bias, {sets, third});
    for (const LearningRun run : bothRuns) draw(LearningPart::Gate, {sets, third}, run);
    ImGui::EndGroup();
  }

  /// The same below each other; `across` runs in a line.
  void tall(Size room, int across) const {
    const float each = across == 2 ? (room.width - gapWidth()) / 2 : room.width;
    const float rest = room.height - headHeight - 5 * gapHeight();
    // Where all fits it fills the height; else the parts keep a height in which they can be read.
    const bool fits = across == 2 && rest >= leastMatrix + leastMaps + 2 * leastSet;
    const float matrix = fits ? rest * 0.34F : leastMatrix, maps = fits ? rest * 0.32F : leastMaps;
    const float bias = fits ? rest * 0.16F : leastSet, gates = fits ? rest * 0.18F : leastSet;
    for (const LearningRun run : bothRuns) {
      if (across == 2 && run == LearningRun::Beside) ImGui::SameLine();
      column(run, each, matrix, maps);
    }
    draw(LearningPart::Bias, {room.width, bias});
    for (const LearningRun run : bothRuns) {
      if (across == 2 && run == LearningRun::Beside) ImGui::SameLine();
      draw(LearningPart::Gate, {each, gates}, run);
    }
  }

  /// Two columns, a run each; below each other where the room is narrow, scrolled where it is low.
  void twoRuns() const {
    const Size room = roomLeft();
    if (room.width >= withSets && room.height >= headHeight + leastMatrix + leastMaps) return wide(room);
    if (ImGui::BeginChild("two")) tall(roomLeft(), room.width >= narrowest ? 2 : 1);
    ImGui::EndChild();
  }

  void belowEachOther(float width) const {
    draw(LearningPart::Pointer, {width, leastMatrix + 60});
    draw(LearningPart::Maps, {width, leastMaps + 100});
    draw(LearningPart::Top, {width, topTen});
    draw(LearningPart::Gate, {width, leastSet + 40});
    draw(LearningPart::Bias, {width, leastSet + 40});
  }

  /// In the room that is left; below each other and scrolled where that is narrow.
  void oneRun() const {
    const Size room = roomLeft();
    if (!roomForProbes(room.width, false)) {
      if (ImGui::BeginChild("one")) belowEachOther(roomLeft().width);
      ImGui::EndChild();
      return;
    }
    // What is a list is as wide as its words, the maps take what is left.
    const float probes = std::clamp(room.width * 0.21F, 140.0F, 300.0F);
    const float sets = std::clamp(room.width * 0.17F, 130.0F, 220.0F);
    const float gap = gapWidth();
    const float rest = std::max(200.0F, room.width - probes - sets - 3 * gap);
    const float upper = room.height * 0.56F;
    draw(LearningPart::Probes, {probes, room.height});
    ImGui::SameLine();
    ImGui::BeginGroup();
    draw(LearningPart::Pointer, {rest * 0.57F, upper});
    ImGui::SameLine();
    draw(LearningPart::Top, {rest * 0.43F - gap, upper});
    draw(LearningPart::Maps, {rest, room.height - upper - gap});
    ImGui::EndGroup();
    ImGui::SameLine();
    ImGui::BeginGroup();
    draw(LearningPart::Gate, {sets, room.height * 0.5F - gap});
    draw(LearningPart::Bias, {sets, room.height * 0.5F});
    ImGui::EndGroup();
  }
};

// ---- the row above

/// Chooses the run to compare with; those that cannot be compared say why.
void besideCombo(Learning& learning, const PanelTools& tools) {
  const std::vector<BesideChoice>& choices = learning.choices();
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
      const std::string text = choice.why.empty() ? choice.name : choice.name + ": " + choice.why;
      if (ImGui::Selectable(text.c_str(), choice.id == learning.besideChosen())) learning.chooseBeside(choice.id);
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
  const auto text = [](const present::ReplayProbe& probe) {
    return probe.sample + (probe.targetName.empty() ? "" : ", " + probe.targetName);
  };
  const std::string shown = text(probes[now]);
  // As wide as what it says, where there is room.
  const float least = 100 * styleScale();
  const float wanted = widthOf(shown) + ImGui::GetFrameHeight() + ImGui::GetFontSize();
  ImGui::SetNextItemWidth(std::clamp(wanted, least, std::max(least, ImGui::GetContentRegionAvail().x)));
  if (!ImGui::BeginCombo("##probe", shown.c_str(), ImGuiComboFlags_HeightLarge)) return;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable(text(probes[i]).c_str(), i == now)) learning.act(present::SetProbe{i});
    ImGui::PopID();
  }
  ImGui::EndCombo();
}

/// A slider over indices with words at its right, which take the room of the widest; the index where it was moved.
std::optional<std::size_t> slider(const char* id, const std::string& text, const std::string& widest, std::size_t at,
                                  std::size_t count) {
  auto index = static_cast<int>(at);
  ImGui::SetNextItemWidth(std::min(200 * styleScale(), ImGui::GetContentRegionAvail().x * 0.25F));
  // The number that is moved is an index; what is shown is the epoch, beside the slider and not under its handle.
  const bool moved = ImGui::SliderInt(id, &index, 0, static_cast<int>(count) - 1, "");
  ImGui::SameLine();
  const float left = ImGui::GetCursorPosX();
  ImGui::TextUnformatted(text.c_str());
  ImGui::SameLine(left + widthOf(widest));
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
    const auto text = [&](std::size_t index) {
      return tr("%1 epoch %2", {name, std::to_string(epochs[index].epoch())});
    };
    ImGui::SameLine();
    return slider(id, text(at), text(epochs.size() - 1), at, epochs.size());
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
  const std::string text = tr("epoch %1 of %2", {std::to_string(epochs[at]), std::to_string(epochs.back())});
  const std::string last = tr("epoch %1 of %2", {std::to_string(epochs.back()), std::to_string(epochs.back())});
  if (const auto to = slider("##epoch", text, last, at, epochs.size())) {
    m_playing = false;
    learning.setAt(*to);
  }
  ImGui::SameLine();
  bool minus = learning.minus();
  const std::string before =
      at > 0 ? tr("minus epoch %1", {std::to_string(epochs[at - 1])}) : tr("minus the previous epoch");
  if (ImGui::Checkbox((before + "###minus").c_str(), &minus)) learning.setMinus(minus);
}

void LearningPanel::row(Learning& learning, const PanelTools& tools) {
  const float room = ImGui::GetContentRegionAvail().x / styleScale();
  playButton(learning);
  if (learning.two())
    scrubber(learning);
  else
    handles(learning);
  constexpr float forOneLine = 900;
  if (room >= forOneLine) ImGui::SameLine(0, 3 * ImGui::GetStyle().ItemSpacing.x);
  besideCombo(learning, tools);
  ImGui::SameLine();
  if (!roomForProbes(room, learning.two())) {
    probeCombo(learning);
    return;
  }
  const std::string caption = learning.caption();
  // A part of it would say less than the sliders do.
  if (widthOf(caption) <= ImGui::GetContentRegionAvail().x)
    captionAtRight(caption, tools.theme);
  else
    ImGui::NewLine();
}

void LearningPanel::draw(Learning& learning, const PanelTools& tools) {
  const Pictures pictures{learning, tools};
  if (learning.empty()) {
    m_playing = false;
    return pictures.draw(LearningPart::Pointer, roomLeft());
  }
  play(learning);
  row(learning, tools);
  // What has just been chosen may have changed how many there are.
  if (learning.two())
    pictures.twoRuns();
  else
    pictures.oneRun();
}

}  // namespace sojourn::imgui
