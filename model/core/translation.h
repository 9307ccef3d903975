// SPDX-License-Identifier: GPL-3.0-or-later
// The one place that all words of the user interface pass outside Qt's own tr().
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace sojourn {

/// Answers the text in the language of the user, UTF-8; the text itself where it has no translation.
using Translation = std::string (*)(std::string_view english);

/// What tr() asks from now on; nullptr is English. Set once, before views and threads are made.
void setTranslation(Translation translation);

/// A text of the user interface in the language of the user. Not for data: names of places, of datasets, of files.
[[nodiscard]] std::string tr(std::string_view english);

/// The same with "%1" to "%9" replaced by `parts`, so that a translation may order them as its language wants.
[[nodiscard]] std::string tr(std::string_view english, std::initializer_list<std::string_view> parts);

}  // namespace sojourn
