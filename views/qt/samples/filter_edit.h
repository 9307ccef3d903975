// SPDX-License-Identifier: GPL-3.0-or-later
// The filter line: offers words while one types, underlines the word that is wrong and keeps the last valid filter.
#pragma once

#include <QLineEdit>

#include "views/session/workspace/workspace.h"

class QCompleter;
class QStandardItemModel;

namespace sojourn::qt {

class FilterEdit final : public QLineEdit {
  Q_OBJECT
 public:
  explicit FilterEdit(session::Workspace& workspace, QWidget* parent = nullptr);

  /// Shows the workspace's text and error; called when they changed.
  void refresh();
  [[nodiscard]] QCompleter* offers() const { return m_offers; }
  /// The offers open below these words, which stand below the line, and never cover them.
  void keepClear(QWidget* text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void offer();
  void showOffers();
  void take(const QString& word);

  session::Workspace& m_workspace;
  QCompleter* m_offers;
  QStandardItemModel* m_words;
  QWidget* m_keepClear = nullptr;
  qsizetype m_replaceFrom = 0, m_replaceLength = 0;  ///< in characters of text()
};

}  // namespace sojourn::qt
