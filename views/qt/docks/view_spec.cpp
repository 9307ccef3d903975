// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/docks/view_spec.h"

#include "model/core/text.h"

namespace sojourn::qt {

present::ViewContent contentOf(const ViewSpec& spec, const SampleSource& source, present::Canvas canvas) {
  canvas.shortNames = source.shortNames;
  return spec.build(source, canvas);
}

present::EmptyState failedContent(const Error& error) {
  return {.title = escapeForDisplay(error.where + ": " + error.what, 200),
          .detail = escapeForDisplay(error.remedy, 200)};
}

}  // namespace sojourn::qt
