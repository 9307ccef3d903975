// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/monitor/monitor_window.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <memory>

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include "app/command_line/command_line.h"
#include "app/monitor/desktop.h"
#include "app/monitor/window_manager_mark.h"
#include "model/core/files.h"
#include "model/formats/bytes/png_writer.h"
#include "model/runs/store/ids_and_times.h"
#include "views/imgui/shell/monitor_view.h"
#include "views/session/launch/launch_queue.h"
#include "views/session/opening/loaders.h"

namespace sojourn::monitor {
namespace {

/// Frames after the last input: what it has opened takes its size and place.
constexpr int framesAfterInput = 2;
/// What a screenshot waits for at most.
constexpr double screenshotPatience = 20;

int exitCode(const Status& saved) {
  return saved ? exitDone : fail(programName, saved.error());
}

std::string& glfwSaid() {
  static std::string said;
  return said;
}

/// GLFW, its window, and Dear ImGui in it; all gone at the end of the scope.
class Window {
 public:
  Window(int width, int height, bool visible) {
    glfwSetErrorCallback([](int, const char* text) { glfwSaid() = text; });
    const std::shared_ptr<void> display = settleWindowManagerMark();
    if (glfwInit() == GLFW_FALSE) return;
    m_started = true;
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_VISIBLE, visible ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "sojourn-monitor");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "sojourn-monitor");
    m_window = glfwCreateWindow(width, height, "Sojourn monitor", nullptr, nullptr);
    if (!m_window) return;
    glfwMakeContextCurrent(m_window);
    glfwSwapInterval(1);
    ImGui::CreateContext();
    ImGui_ImplGlfw_InitForOpenGL(m_window, true);
    ImGui_ImplOpenGL3_Init("#version 330");
    glfwSetWindowUserPointer(m_window, this);
    glfwSetWindowRefreshCallback(
        m_window, [](GLFWwindow* of) { static_cast<Window*>(glfwGetWindowUserPointer(of))->m_exposed = true; });
  }
  ~Window() {
    view.reset();
    if (m_window) {
      ImGui_ImplOpenGL3_Shutdown();
      ImGui_ImplGlfw_Shutdown();
      ImGui::DestroyContext();
      glfwDestroyWindow(m_window);
    }
    if (m_started) glfwTerminate();
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  [[nodiscard]] bool made() const { return m_window != nullptr; }
  [[nodiscard]] GLFWwindow* handle() const { return m_window; }
  [[nodiscard]] float scale() const {
    float x = 1, y = 1;
    glfwGetWindowContentScale(m_window, &x, &y);
    return std::clamp(std::max(x, y), 1.0F, 4.0F);
  }
  [[nodiscard]] bool minimised() const { return glfwGetWindowAttrib(m_window, GLFW_ICONIFIED) != 0; }
  [[nodiscard]] bool takeExposed() { return std::exchange(m_exposed, false); }
  [[nodiscard]] bool focused() const { return glfwGetWindowAttrib(m_window, GLFW_FOCUSED) != 0; }

  void frame(imgui::FrameFigures& figures) const {
    const auto started = std::chrono::steady_clock::now();
    view->beforeFrame();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    view->draw(figures);
    ImGui::Render();
    int width = 0, height = 0;
    glfwGetFramebufferSize(m_window, &width, &height);
    glViewport(0, 0, width, height);
    const present::Color ground = view->theme().window;
    glClearColor(static_cast<float>(ground.r) / 255, static_cast<float>(ground.g) / 255,
                 static_cast<float>(ground.b) / 255, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    glFinish();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - started;
    figures.frameMilliseconds = took.count();
    figures.memoryBytes = residentBytes();
  }

  [[nodiscard]] Status save(const std::filesystem::path& file) const {
    int width = 0, height = 0;
    glfwGetFramebufferSize(m_window, &width, &height);
    if (width <= 0 || height <= 0) return Error{ErrorKind::Failed, file.string(), "the window has no size", {}};
    const auto row = static_cast<std::size_t>(width) * 3;
    std::vector<std::uint8_t> below(row * static_cast<std::size_t>(height));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, below.data());
    // OpenGL counts rows from below.
    std::vector<std::uint8_t> pixels;
    pixels.reserve(below.size());
    for (std::size_t y = static_cast<std::size_t>(height); y > 0; --y)
      pixels.insert(pixels.end(), below.begin() + static_cast<std::ptrdiff_t>((y - 1) * row),
                    below.begin() + static_cast<std::ptrdiff_t>(y * row));
    const auto png = encodePng(static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), pixels);
    if (!png) return png.error();
    return writeOutput(file, *png);
  }

  std::unique_ptr<imgui::MonitorView> view;

 private:
  GLFWwindow* m_window = nullptr;
  bool m_started = false;
  bool m_exposed = true;
};

int takeScreenshot(Window& window, Monitor& monitor, Learning& learning, Launching& launching,
                   const std::filesystem::path& file) {
  imgui::FrameFigures figures;
  const double begin = glfwGetTime();
  while (!monitor.settled() && glfwGetTime() - begin < screenshotPatience) {
    glfwWaitEventsTimeout(0.05);
    monitor.update(wallNow());
  }
  monitor.update(wallNow());
  // Docks and tables take their sizes in the first frames.
  constexpr int firstFrames = 6;
  for (int i = 0; i < firstFrames || (!learning.settled() && glfwGetTime() - begin < screenshotPatience); ++i) {
    if (i >= firstFrames) glfwWaitEventsTimeout(0.05);
    glfwPollEvents();
    monitor.update(wallNow());
    learning.update();
    launching.update(wallNow());
    window.frame(figures);
  }
  learning.update();
  window.frame(figures);
  return exitCode(window.save(file));
}

/// When figures that went on are drawn: each second, less often where a frame is dear (without a graphics card), so
/// that an idle wall takes less than a hundredth of a core. News is drawn at once.
class RedrawThrottle {
 public:
  void drawn(double cpuSeconds) {
    constexpr double share = 0.004;
    m_next = glfwGetTime() + std::max(1.0, cpuSeconds / share);
  }
  [[nodiscard]] double rest() const { return std::max(0.0, m_next - glfwGetTime()); }

 private:
  double m_next = 0;
};

/// Waits, and draws where something has happened: an input, news of a run, figures that went on.
void loop(Window& window, Monitor& monitor, Learning& learning, Launching& launching, SystemTheme& system) {
  imgui::FrameFigures figures;
  RedrawThrottle throttle;
  int due = framesAfterInput + 1;
  bool figuresDue = false;
  bool focused = false;
  while (glfwWindowShouldClose(window.handle()) == GLFW_FALSE && !window.view->quitAsked()) {
    // Nothing is drawn of a minimised window, so nothing that is due there wakes the loop.
    const double state = std::max(0.01, std::min(monitor.secondsToNextAge(), launching.secondsToPoll()));
    if (window.minimised())
      glfwWaitEventsTimeout(state);
    else if (due > 0)
      glfwPollEvents();
    else
      glfwWaitEventsTimeout(std::max(
          0.01, std::min({state, figuresDue ? throttle.rest() : 3600.0, window.view->nextFrame().value_or(3600)})));
    // Every input is in Dear ImGui's queue; what only woke the loop is not.
    if (ImGui::GetCurrentContext()->InputEventsQueue.Size > 0 || window.takeExposed()) due = framesAfterInput + 1;
    // After changing the desktop's theme one comes back to this window from its settings.
    if (window.focused() != focused) {
      focused = !focused;
      if (focused) system.ask();
    }
    if (const auto dark = system.dark(); dark && window.view->setSystemDark(*dark)) due = framesAfterInput + 1;
    const Change change = monitor.update(wallNow());
    if (learning.update()) due = std::max(due, framesAfterInput);
    if (launching.update(wallNow())) due = std::max(due, framesAfterInput);
    if (const auto next = window.view->nextFrame(); next && *next <= 0) due = std::max(due, 1);
    if (change == Change::News) due = std::max(due, framesAfterInput);
    if (change == Change::Figures) figuresDue = true;
    if (figuresDue && throttle.rest() <= 0) due = std::max(due, 1);
    if (due == 0 || window.minimised()) continue;
    --due;
    figuresDue = false;
    const std::clock_t before = std::clock();
    window.frame(figures);
    glfwSwapBuffers(window.handle());
    throttle.drawn(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
  }
}

}  // namespace

int runWindow(const Arguments& arguments) {
  const std::filesystem::path file = arguments.stateFolder / monitorSettingsName;
  auto kept = readMonitorSettings(file);
  if (!kept) fail(programName, kept.error());
  MonitorSettings settings = kept ? std::move(*kept) : MonitorSettings{};
  const bool picture = arguments.screenshot.has_value();
  // A picture shows what was asked for, however the window was left.
  if (picture) settings.layout.clear();
  if (arguments.dark) settings.theme = *arguments.dark ? ThemeChoice::Dark : ThemeChoice::Light;
  if (arguments.sized || picture) settings.width = arguments.width, settings.height = arguments.height;

  Window window(settings.width, settings.height, !picture);
  if (!window.made())
    return fail(programName, {ErrorKind::Failed, "the window", "cannot be opened (" + glfwSaid() + ")",
                              "use a display with OpenGL 3.3, or --text, which needs no display"});
  Notifier notifier;
  const auto notify = [&](const std::string& title, const std::string& text) {
    if (!picture) notifier.notify(title, text);
  };
  const auto wake = [] { glfwPostEmptyEvent(); };
  Monitor monitor({.sources = arguments.sources, .wake = wake, .notify = notify}, std::move(settings));
  Learning learning(wake, arguments.stateFolder / "settings.json");
  const char* home = std::getenv("HOME");
  Launching launching(
      {.wake = wake, .startQueue = session::startQueue, .demo = session::demoFiles, .home = home ? home : ""}, monitor);
  window.view = std::make_unique<imgui::MonitorView>(monitor, learning, &launching);
  window.view->begin(window.scale());
  if (!arguments.panel.empty()) window.view->show(arguments.panel);
  if (picture) {
    const int code = takeScreenshot(window, monitor, learning, launching, *arguments.screenshot);
    window.view.reset();
    return code;
  }
  SystemTheme system(wake);
  system.ask();
  loop(window, monitor, learning, launching, system);
  // It borrows what goes before the window does.
  window.view.reset();
  glfwGetWindowSize(window.handle(), &monitor.settings().width, &monitor.settings().height);
  return exitCode(writeMonitorSettings(file, monitor.settings()));
}

}  // namespace sojourn::monitor
