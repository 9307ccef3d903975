// SPDX-License-Identifier: GPL-3.0-or-later
// A view, declared once for the screen, for reports and for exports.
#pragma once

#include <QSize>
#include <QString>
#include <functional>
#include <optional>

#include "views/present/scene/canvas.h"
#include "views/qt/docks/sample_source.h"
#include "views/session/workspace/changes.h"

namespace sojourn::qt {

/// How often a report pictures a view.
enum class InReport {
  Once,         ///< as it stands on the screen: of the model, a split, a whole set
  EverySample,  ///< for each sample
  Never,        ///< another view shows the same
};

struct ViewSpec {
  QString id;     ///< as in exports, layouts and help: "position_bias"
  QString title;  ///< "Position bias"
  QSize minimum;
  present::Size exported;      ///< its size in reports and exports
  session::Changes dependsOn;  ///< the changes after which it is made again; its own options say so themselves
  std::function<present::ViewContent(const SampleSource&, const present::Canvas&)> build;
  /// Whether what it shows was computed for another sample, edit, model or question than the present ones; it is dim
  /// then. Empty: it shows the inspection, which comes at once.
  std::function<bool()> outdated = {};
  InReport inReport = InReport::Once;
  std::optional<session::Finding> needs = {};  ///< computed for each sample of a report, beyond its inspection

  ViewSpec& forEverySample(std::optional<session::Finding> finding = {}) {
    inReport = InReport::EverySample;
    needs = finding;
    return *this;
  }
};

/// What it shows of a sample, with the short names of that sample's user.
[[nodiscard]] present::ViewContent contentOf(const ViewSpec& spec, const SampleSource& source, present::Canvas canvas);

/// In the place of a picture that could not be made.
[[nodiscard]] present::EmptyState failedContent(const Error& error);

}  // namespace sojourn::qt
