// SPDX-License-Identifier: GPL-3.0-or-later
// How every view writes a change: its colour, its weight, and the words of what it is compared with.
#pragma once

#include <string>

#include "views/present/samples/sample_context.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

/// A change of a probability or weight from here on catches the eye; smaller ones are written in the text's grey.
inline constexpr double noticedChange = 0.005;

[[nodiscard]] Color changeColor(const Theme& theme, double change);
/// The bar of a change has its colour at any size.
[[nodiscard]] Color changeFill(const Theme& theme, double change);
[[nodiscard]] Font changeFont(double change, float size);

/// "compared with sample 3376 as recorded, 2 edits"
[[nodiscard]] std::string comparedWithText(const SampleContext& context);

/// "Office, Thu 10:06" of a visit of the reference, at the times shown.
[[nodiscard]] std::string referenceVisitText(const SampleContext& context, std::size_t before);

/// What is different in a visit's record: "was Office, Wed 20:46, 12.5 h", "new visit"; empty where nothing is.
[[nodiscard]] std::string recordChangeText(const SampleContext& context, std::size_t visit);

}  // namespace sojourn::present
