// SPDX-License-Identifier: GPL-3.0-or-later
// A line of very many points, as the curves of long runs are, drawn for the price of its pixels.
#pragma once

#include <span>
#include <string>

#include <imgui.h>
#include <implot.h>

namespace sojourn::imgui {

/// Draws the line through `points`: pixels, finite, x never falling. A noisy series has several of them in each pixel
/// column; strokes between those cover each other many times over, and all that is seen of them is an upright block.
/// So a column of three and more points is one rectangle from the highest to the lowest, joined to its neighbours;
/// where the line is smooth within a column, and everywhere else, it is an ordinary line with soft edges.
void drawDenseLine(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float width);

/// Whether dashes along the line could not be told apart: its points stand closer than one to two pixels.
[[nodiscard]] bool isDense(std::span<const ImVec2> points);

/// A dense line with gaps: drawn over `dash` pixels of x, left out over as many, in step with the screen. Dashes along
/// the path would be hundreds in each of its spikes, and nothing of them would be seen.
void drawDenseDashes(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float width, float dash);

/// drawDenseLine() in the plot that has been begun: ImPlot fits its axes to the line. One without opacity is not drawn.
void plotDenseLine(const std::string& label, std::span<const double> x, std::span<const double> y,
                   const ImPlotSpec& spec);

/// The markers of `spec`, leaving out those that stand closer than `apart` pixels behind the one before.
void plotMarkers(const std::string& label, std::span<const double> x, std::span<const double> y, const ImPlotSpec& spec,
                 float apart);

}  // namespace sojourn::imgui
