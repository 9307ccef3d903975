// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/shell/monitor_view.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include <implot.h>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/monitor/state/panel_data.h"

namespace sojourn::imgui {
namespace {

using monitor::ThemeChoice;
using monitor::WallOrder;
using monitor::WatchedRun;

/// In the order of ThemeChoice.
constexpr std::array<const char*, 3> themeTitles{"System theme", "Dark", "Light"};

/// A title with how many there are, if any.
std::string counted(const char* word, std::size_t count) {
  return tr(word) + (count == 0 ? std::string() : " " + std::to_string(count));
}

}  // namespace

void KeyChordFilter::beforeFrame() {
  ImVector<ImGuiInputEvent>& queue = ImGui::GetCurrentContext()->InputEventsQueue;
  bool pressed = false;
  for (int i = 0; i < queue.Size; ++i) {
    if (queue[i].Type != ImGuiInputEventType_Key) continue;
    const bool modifier = (queue[i].Key.Key & ImGuiMod_Mask_) != 0;
    if (!modifier && queue[i].Key.Down) pressed = true;
    if (!modifier || queue[i].Key.Down || !pressed) continue;
    m_rest.assign(queue.begin() + i, queue.end());
    queue.resize(i);
    return;
  }
}

void KeyChordFilter::afterNewFrame() {
  for (const ImGuiInputEvent& event : m_rest) ImGui::GetCurrentContext()->InputEventsQueue.push_back(event);
  m_rest.clear();
}

MonitorView::MonitorView(monitor::Monitor& monitor, monitor::Learning& learning, monitor::Launching* launching)
    : m_monitor(monitor), m_learning(learning), m_launching(launching), m_layouts(monitor.settings()) {
  ImPlot::CreateContext();
  static_cast<present::PlotOptions&>(m_plotOptions) = monitor.settings().curves;
}
MonitorView::~MonitorView() {
  ImPlot::DestroyContext();
}

const present::Theme& MonitorView::theme() const {
  const ThemeChoice choice = m_monitor.settings().theme;
  const bool dark = choice == ThemeChoice::System ? m_systemDark : choice == ThemeChoice::Dark;
  return dark ? present::Theme::darkTheme() : present::Theme::light();
}

void MonitorView::begin(float scale) {
  m_scale = scale;
  if (!m_begun) {
    ImGuiIO& io = ImGui::GetIO();
    io.ConfigFlags |= ImGuiConfigFlags_DockingEnable | ImGuiConfigFlags_NavEnableKeyboard;
    io.IniFilename = nullptr;  // kept with the other settings
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    // Blinking would be a frame for nothing.
    io.ConfigInputTextCursorBlink = false;
    loadFonts();
    m_layouts.begin();
    m_begun = true;
  }
  applyStyle(theme(), scale);
}

void MonitorView::setTheme(ThemeChoice choice) {
  m_monitor.settings().theme = choice;
  applyStyle(theme(), m_scale);
}

bool MonitorView::setSystemDark(bool dark) {
  if (dark == m_systemDark) return false;
  m_systemDark = dark;
  applyStyle(theme(), m_scale);
  return true;
}

void MonitorView::handle(const Asked& asked) {
  if (!asked) return;
  std::visit(present::Overloaded{[](std::monostate) {},
                                 [this](const present::RunAction& one) {
                                   const auto* sent = std::get_if<present::SendCommand>(&one);
                                   if (sent && sent->rate) m_rate = {};
                                   m_monitor.act(one);
                                 },
                                 [this](const present::RunTableAction& one) { m_monitor.act(one); },
                                 [this](const present::LaunchAction& one) {
                                   if (m_launching) m_launching->act(one);
                                 },
                                 [this](const present::MonitorWindowAction& one) { act(one); },
                                 [this](const present::LayoutAction& one) { m_layouts.act(one); }},
             *asked);
}

void MonitorView::act(const present::MonitorWindowAction& action) {
  std::visit(present::Overloaded{
                 [this](const present::ShowLog& one) {
                   m_monitor.select(one.folder);
                   m_onlySelectedLog = true;
                   show("log");
                 },
                 [](const present::CopyText& one) { ImGui::SetClipboardText(one.text.c_str()); },
                 [this](const present::ShowPanel& one) { show(one.id); },
                 [this](const present::OrderWall& one) { m_monitor.setOrder(static_cast<WallOrder>(one.order)); },
                 [this](const present::ChooseTheme& one) { setTheme(static_cast<ThemeChoice>(one.theme)); },
                 [this](const present::FilterWall& one) { m_monitor.setFilter(one.filter); },
                 [this](present::MonitorCommand command) {
                   switch (command) {
                     case present::MonitorCommand::FocusFilter:
                       m_wallOptions.focusFilter = true;
                       return show("wall");
                     case present::MonitorCommand::Help:
                       m_helpShown = true;
                       return;
                     case present::MonitorCommand::Quit:
                       m_quit = true;
                   }
                 }},
             action);
}

/// Whatever can be done from here, by name.
std::vector<PaletteEntry> MonitorView::entries() const {
  std::vector<PaletteEntry> entries;
  const auto add = [&](const std::string& title, const std::string& hint, present::MonitorAction action) {
    entries.push_back({title, hint, {.text = title, .action = std::move(action)}});
  };
  const present::RunCard& card = m_monitor.card();
  for (const present::ActionButton& button : card.buttons)
    // Stands below for every run.
    if (button.action != present::MonitorAction(present::Relaunch{card.id}))
      entries.push_back({button.text + " " + card.name, tr("selected run"), button});
  for (const Panel& panel : imgui::panels) add(tr(panel.title), tr("panel"), present::ShowPanel{panel.id});
  for (std::size_t i = 0; i < wallOrders.size(); ++i) add(tr(wallOrders[i]), tr("wall"), present::OrderWall{i});
  add(tr("Filter the wall"), "Ctrl+F", present::MonitorCommand::FocusFilter);
  for (std::size_t i = 0; i < themeTitles.size(); ++i) add(tr(themeTitles[i]), tr("theme"), present::ChooseTheme{i});
  m_layouts.addTo(entries);
  add(tr("Help"), "F1", present::MonitorCommand::Help);
  add(tr("Quit"), "Ctrl+Q", present::MonitorCommand::Quit);
  for (const WatchedRun& run : m_monitor.runs()) add(run.name, tr("run"), present::SelectRun{run.id()});
  if (m_launching) {
    add(tr("Launch from a configuration\u2026"), "Ctrl+N", present::LaunchCommand::Open);
    for (const WatchedRun& run : m_monitor.runs())
      if (run.run->entry.record) add(tr("Relaunch %1\u2026", {run.name}), tr("launch"), present::Relaunch{run.id()});
  }
  return entries;
}

void MonitorView::menus(const FrameFigures& figures) {
  if (!ImGui::BeginMainMenuBar()) return;
  const auto menu = [](const char* title, const auto& items) {
    if (!ImGui::BeginMenu(tr(title).c_str())) return;
    items();
    ImGui::EndMenu();
  };
  const auto item = [](const std::string& title, const char* shortcut = nullptr, bool marked = false,
                       bool enabled = true) { return ImGui::MenuItem(title.c_str(), shortcut, marked, enabled); };
  const present::RunCard& card = m_monitor.card();
  menu("File", [&] {
    if (item(tr("Quit"), "Ctrl+Q")) m_quit = true;
  });
  menu("Control", [&] {
    for (const present::ActionButton& button : card.buttons)
      if (item(button.text, nullptr, false, button.enabled)) handle(m_confirmation.pressed(button));
  });
  if (m_launching) {
    menu("Runs", [&] {
      const WatchedRun* selected = m_monitor.run(card.id);
      const bool known = selected && selected->run->entry.record;
      const std::string again = tr("Relaunch %1\u2026", {known ? card.name : tr("the selected run")}) + "###again";
      if (item(again, nullptr, false, known)) handle(present::Relaunch{card.id});
      if (item(tr("Launch from a configuration\u2026"), "Ctrl+N")) handle(present::LaunchCommand::Open);
      if (item(tr("Queue"))) show("queue");
    });
  }
  menu("View", [&] {
    for (std::size_t i = 0; i < wallOrders.size(); ++i) {
      const auto order = static_cast<WallOrder>(i);
      if (item(tr(wallOrders[i]), nullptr, m_monitor.order() == order)) m_monitor.setOrder(order);
    }
    if (item(tr("Filter"), "Ctrl+F")) m_wallOptions.focusFilter = true;
    ImGui::Separator();
    for (std::size_t i = 0; i < themeTitles.size(); ++i) {
      const auto choice = static_cast<ThemeChoice>(i);
      if (item(tr(themeTitles[i]), nullptr, m_monitor.settings().theme == choice)) setTheme(choice);
    }
  });
  menu("Layout", [&] {
    for (const Panel& panel : imgui::panels)
      if (item(tr(panel.title))) show(panel.id);
    ImGui::Separator();
    m_layouts.menu();
  });
  menu("Help", [&] {
    if (item(tr("Help"), "F1")) m_helpShown = true;
    if (item(tr("Commands\u2026"), "Ctrl+K")) m_palette.open();
  });
  coloredText(m_monitor.sourceText(), theme().text2);
  captionAtRight(
      tr("frame %1 ms \u00B7 %2", {fixedNumber(figures.frameMilliseconds, 1), humanBytes(figures.memoryBytes)}),
      theme());
  ImGui::EndMainMenuBar();
}

void MonitorView::panels() {
  const PanelTools tools{.theme = theme(), .text = m_measurer, .textures = m_textures, .confirmation = m_confirmation};
  // `content` draws into the window and answers what was asked for, if it can be asked for anything.
  const auto window = [&](const char* panel, const std::string& title, const auto& content) {
    if (ImGui::Begin((title + windowOf(panel)).c_str())) {
      if constexpr (std::is_void_v<decltype(content())>)
        content();
      else
        handle(content());
    }
    ImGui::End();
  };
  const present::RunCard& card = m_monitor.card();
  if (m_rateOf != card.id) {
    m_rateOf = card.id;
    m_rate = {};
  }
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {4 * m_scale, 6 * m_scale});
  bool hovered = false;
  constexpr ImGuiHoveredFlags anyPart = ImGuiHoveredFlags_RootAndChildWindows |
                                        ImGuiHoveredFlags_AllowWhenBlockedByPopup |
                                        ImGuiHoveredFlags_AllowWhenBlockedByActiveItem;
  window("wall", tr("Wall"), [&] {
    hovered |= ImGui::IsWindowHovered(anyPart);
    handle(wallBar(static_cast<std::size_t>(m_monitor.order()), m_wallOptions, tools));
    return wallPanel(m_monitor.wall(), m_monitor.counts(), m_wallOptions, tools);
  });
  ImGui::PopStyleVar();
  window("compare", tr("Compare"), [&] {
    const monitor::Compare& compare = m_monitor.compare();
    return comparePanel(compare.table(), compare.sortedBy(), compare.descending(), compare.grouped(), tools);
  });
  window("curves", tr("Curves"), [&] { return plotsPanel(m_monitor.plots(), m_plotOptions, m_curves, tools); });
  bool watched = false;
  window("learning", tr("Learning"), [&] {
    watched = true;
    m_learning.followRuns(m_monitor.runs(), m_monitor.selected(), m_monitor.plots());
    m_learningPanel.draw(m_learning, tools);
  });
  // Files are read only for whom sees them.
  m_learning.setWatched(watched);
  const auto alerts = std::ranges::count(m_monitor.alerts(), false, &present::RunAlert::over);
  window("alerts", counted("Alerts", static_cast<std::size_t>(alerts)), [&] {
    hovered |= ImGui::IsWindowHovered(anyPart);
    return alertsPanel(m_monitor.alerts(), tr("No alerts"), tools);
  });
  holdOrder(hovered);
  window("muted", counted("Muted", m_monitor.mutedAlerts().size()),
         [&] { return alertsPanel(m_monitor.mutedAlerts(), tr("No muted alerts"), tools); });
  window("run", card.name.empty() ? tr("Run") : card.name, [&] { return runPanel(card, m_rate, tools); });
  window("config", tr("Config"), [&] { configPanel(card, tools); });
  const present::RunDifferences& differences = m_monitor.differences();
  window("differences", counted("Differences", differences.rows.size()),
         [&] { return differencesPanel(differences, tools); });
  window("log", tr("Log"), [&] {
    const std::string only = tr("Only %1", {card.name.empty() ? tr("the selected run") : card.name}) + "###only";
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {4 * m_scale, 0});
    ImGui::Checkbox(only.c_str(), &m_onlySelectedLog);
    ImGui::SameLine();
    ImGui::Checkbox(tr("Checkpoints").c_str(), &m_checkpointsInLog);
    ImGui::PopStyleVar();
    return logPanel(m_monitor.log(), m_onlySelectedLog ? m_monitor.selected() : std::string(), m_checkpointsInLog,
                    tools);
  });
  window("steps", tr("Steps"), [&] { stepsPanel(card, tools); });
  window("controls", tr("Controls"), [&] { commandsPanel(m_monitor.sent(), tools); });
  if (m_launching) launchWindows(tools);
  if (m_helpShown) {
    const ImVec2 room = ImGui::GetMainViewport()->WorkSize;
    ImGui::SetNextWindowSize({std::min(640 * m_scale, room.x), std::min(640 * m_scale, room.y)}, ImGuiCond_Appearing);
    if (ImGui::Begin((tr("Help") + "###help").c_str(), &m_helpShown, ImGuiWindowFlags_NoDocking)) helpPage(theme());
    if (ImGui::IsWindowFocused() && ImGui::IsKeyPressed(ImGuiKey_Escape)) m_helpShown = false;
    ImGui::End();
  }
  handle(m_palette.draw(entries(), tools));
}

void MonitorView::launchWindows(const PanelTools& tools) {
  const monitor::QueuePanelModel& queue = m_launching->queue();
  const std::size_t listed = queue.lines.size() + queue.problems.size();
  // A layout of before there was a queue puts it beside the commands.
  if (const ImGuiWindow* controls = ImGui::FindWindowByName(windowOf("controls").c_str());
      controls && controls->DockId != 0)
    ImGui::SetNextWindowDockID(controls->DockId, ImGuiCond_FirstUseEver);
  if (ImGui::Begin((counted("Queue", listed) + windowOf("queue")).c_str())) handle(queuePanel(queue, tools));
  ImGui::End();
  if (!m_launching->shown()) return;
  if (m_launching->takeOpened()) {
    m_launchState = {};
    m_launchState.focus = true;
    ImGui::SetNextWindowFocus();
  }
  const ImVec2 room = ImGui::GetMainViewport()->WorkSize;
  ImGui::SetNextWindowPos(ImGui::GetMainViewport()->GetWorkCenter(), ImGuiCond_FirstUseEver, {0.5F, 0.5F});
  // On a high screen all of it, elsewhere it scrolls.
  const float high = std::clamp(0.7F * room.y, 760 * m_scale, 960 * m_scale);
  ImGui::SetNextWindowSize({std::min(780 * m_scale, room.x), std::min(high, room.y - 16 * m_scale)},
                           ImGuiCond_FirstUseEver);
  bool open = true;
  const std::string title = m_launching->formModel().title + "###launch";
  if (ImGui::Begin(title.c_str(), &open, ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoCollapse))
    handle(launchPanel(m_launching->formModel(), m_launchState, tools));
  ImGui::End();
  if (!open) handle(present::LaunchCommand::Close);
}

void MonitorView::statusLine() {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * m_scale, 2 * m_scale});
  const float height = ImGui::GetFrameHeight();
  if (ImGui::BeginViewportSideBar("##status", ImGui::GetMainViewport(), ImGuiDir_Down, height,
                                  ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar)) {
    const bool bad = !m_monitor.problems().empty();
    const std::string line = bad ? m_monitor.problems().back() : m_monitor.statusLine();
    const std::string keys = tr("F1 help \u00B7 Ctrl+K commands \u00B7 Ctrl+Tab next window");
    const float room = ImGui::GetContentRegionAvail().x;
    const bool both = widthOf(line) + widthOf(keys) + ImGui::GetFontSize() <= room;
    const std::string shown = both ? line : elided(line, {.size = 13}, room / m_scale);
    coloredText(shown, bad ? theme().err : theme().text2);
    if (shown != line) tooltip(line);
    if (bad && ImGui::IsItemClicked()) m_monitor.clearProblems();
    if (both) captionAtRight(keys, theme());
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

void MonitorView::keys() {
  // Not ImGui::Shortcut(): that needs a frame between the two keys, and frames come only with events.
  if (ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_Q)) m_quit = true;
  if (ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_F)) handle(present::MonitorCommand::FocusFilter);
  if (ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_K)) m_palette.open();
  if (ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_N)) handle(present::LaunchCommand::Open);
  if (ImGui::IsKeyChordPressed(ImGuiKey_F1)) m_helpShown = !m_helpShown;
  if (ImGui::GetIO().WantTextInput ||
      ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel))
    return;
  if (ImGui::IsKeyPressed(ImGuiKey_PageDown)) m_monitor.selectNext(1);
  if (ImGui::IsKeyPressed(ImGuiKey_PageUp)) m_monitor.selectNext(-1);
}

/// A pointer that has been left lying there holds nothing up for longer than a minute: an unattended wall shows
/// first what is urgent.
void MonitorView::holdOrder(bool hovered) {
  constexpr double patience = 60;
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  if (moved.x != 0 || moved.y != 0) m_pointerMoved = ImGui::GetTime();
  m_monitor.holdOrder(hovered && ImGui::GetTime() - m_pointerMoved < patience);
}

/// A window that has just been docked takes the place in front in one of its first frames: asked for until then.
void MonitorView::bringForward() {
  if (m_focus.empty()) return;
  constexpr int framesOfDocking = 3;
  for (const std::string& name : m_focus) ImGui::SetWindowFocus(name.c_str());
  if (++m_focused < framesOfDocking) return;
  m_focus.clear();
  m_focused = 0;
}

void MonitorView::draw(const FrameFigures& figures) {
  m_keyChords.afterNewFrame();
  menus(figures);
  statusLine();
  const std::vector<std::string> front = m_layouts.dockSpace(m_scale);
  m_focus.insert(m_focus.begin(), front.begin(), front.end());
  panels();
  handle(m_confirmation.draw());
  m_layouts.drawQuestion();
  keys();
  bringForward();
  m_textures.endFrame();
  m_layouts.keep();
  m_monitor.settings().curves = m_plotOptions;
}

}  // namespace sojourn::imgui
