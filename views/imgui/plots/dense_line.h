// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a line of very many points at the cost of its pixels only.
#pragma once

#include <span>
#include <string>

#include <imgui.h>
#include <implot.h>

namespace sojourn::imgui {

/// Draws the line through `points` as present::DenseLine divides it.
void drawDenseLine(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float width);

/// A dense line with gaps: drawn over `dash` pixels of x, absent over as many.
void drawDenseDashes(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float width, float dash);

/// Whether dashes along the line would run together: its points stand closer than one to two pixels.
[[nodiscard]] bool isDense(std::span<const ImVec2> points);

/// drawDenseLine() in the plot that has been begun: ImPlot fits its axes to the line. One without opacity is not drawn.
void plotDenseLine(const std::string& label, std::span<const double> x, std::span<const double> y,
                   const ImPlotSpec& spec);

/// The markers of `spec`, leaving out those that stand closer than `apart` pixels behind the one before.
void plotMarkers(const std::string& label, std::span<const double> x, std::span<const double> y, const ImPlotSpec& spec,
                 float apart);

}  // namespace sojourn::imgui
