// SPDX-License-Identifier: GPL-3.0-or-later
// The style of a page that is hidden most of the time.
#pragma once

#include <QObject>
#include <QWidget>

namespace sojourn::qt {

/// While its page is hidden, a change of colours or of the text's size leaves the page's widgets unstyled, as those are
/// that have never been on the screen: Qt takes as long for a hidden widget as for a shown one, and only one of the
/// workspaces is shown.
class PageStyle final : public QObject {
  Q_OBJECT
 public:
  /// Belongs to the page.
  explicit PageStyle(QWidget& page);
  /// To be called before the page is shown.
  void complete();

 private:
  void takeFromHidden();

  QWidget& m_page;
  bool m_incomplete = false;
};

}  // namespace sojourn::qt
