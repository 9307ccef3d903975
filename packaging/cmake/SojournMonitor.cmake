# SPDX-License-Identifier: GPL-3.0-or-later
# Dear ImGui and ImPlot as static libraries, built once from the archive that packaging/setup --monitor fetches, and
# Debian's GLFW. Their own warnings are none of ours.
if(DEFINED ENV{SOJOURN_DEPS})
  set(sojournMonitorDeps "$ENV{SOJOURN_DEPS}/imgui-bundle-1.93.0")
else()
  set(sojournMonitorDeps "$ENV{HOME}/.cache/sojourn/deps/imgui-bundle-1.93.0")
endif()
set(sojournImGui "${sojournMonitorDeps}/external/imgui/imgui")
set(sojournImPlot "${sojournMonitorDeps}/external/implot/implot")
find_package(glfw3 3.3 QUIET)
find_package(OpenGL QUIET COMPONENTS OpenGL)
find_package(X11 QUIET)
if(EXISTS "${sojournImGui}/imgui.h" AND glfw3_FOUND AND TARGET OpenGL::GL)
  set(sojournMonitorThere ON)
else()
  set(sojournMonitorThere OFF)
endif()
option(SOJOURN_WITH_MONITOR "Build the live monitor (Dear ImGui, GLFW)" ${sojournMonitorThere})
if(NOT SOJOURN_WITH_MONITOR)
  return()
endif()
if(NOT sojournMonitorThere)
  message(FATAL_ERROR "Dear ImGui is not in ${sojournMonitorDeps}, or GLFW or OpenGL is missing.\nRun packaging/setup --monitor, or configure with -DSOJOURN_WITH_MONITOR=OFF.")
endif()

# Its ImGui includes imgui_stacklayout.h, so that one has to be built, too.
add_library(sojourn_dear_imgui STATIC
  "${sojournImGui}/imgui.cpp" "${sojournImGui}/imgui_draw.cpp" "${sojournImGui}/imgui_tables.cpp"
  "${sojournImGui}/imgui_widgets.cpp" "${sojournImGui}/imgui_demo.cpp" "${sojournImGui}/imgui_stacklayout.cpp"
  "${sojournImGui}/misc/cpp/imgui_stdlib.cpp")
target_compile_definitions(sojourn_dear_imgui PUBLIC
  IMGUI_DISABLE_OBSOLETE_FUNCTIONS IMGUI_DISABLE_DEMO_WINDOWS IMGUI_USE_WCHAR32)
target_include_directories(sojourn_dear_imgui SYSTEM PUBLIC "${sojournImGui}" "${sojournImGui}/misc/cpp")
target_compile_options(sojourn_dear_imgui PRIVATE -w)

add_library(sojourn_implot STATIC "${sojournImPlot}/implot.cpp" "${sojournImPlot}/implot_items.cpp")
target_include_directories(sojourn_implot SYSTEM PUBLIC "${sojournImPlot}")
target_compile_options(sojourn_implot PRIVATE -w)
# We plot floating-point numbers; with all ten types its one large source takes a minute and a half to compile.
target_compile_definitions(sojourn_implot PRIVATE "IMPLOT_CUSTOM_NUMERIC_TYPES=(float)(double)")
target_link_libraries(sojourn_implot PUBLIC sojourn_dear_imgui)

# Apart: what has no window needs neither.
add_library(sojourn_imgui_window STATIC
  "${sojournImGui}/backends/imgui_impl_glfw.cpp" "${sojournImGui}/backends/imgui_impl_opengl3.cpp")
target_include_directories(sojourn_imgui_window SYSTEM PUBLIC "${sojournImGui}/backends")
target_compile_options(sojourn_imgui_window PRIVATE -w)
target_link_libraries(sojourn_imgui_window PUBLIC sojourn_dear_imgui glfw OpenGL::GL ${CMAKE_DL_LIBS})
