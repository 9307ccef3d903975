// SPDX-License-Identifier: GPL-3.0-or-later
// F1: the page of the view in focus, from resources/help.
#pragma once

#include <QTextBrowser>

namespace sojourn::qt {

class HelpPanel final : public QTextBrowser {
  Q_OBJECT
 public:
  explicit HelpPanel(QWidget* parent = nullptr);
  /// The page of a view by its id; "index" lists all. An id without a page shows the index.
  void showPage(const QString& id);
  [[nodiscard]] QString page() const { return m_page; }

 protected:
  /// Help never reads a file or the network.
  QVariant loadResource(int, const QUrl&) override { return {}; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QString m_page = QStringLiteral("index");
  bool m_stale = true;  ///< the page has not been read, or has colours and sizes of before
};

}  // namespace sojourn::qt
