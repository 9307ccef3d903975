// SPDX-License-Identifier: GPL-3.0-or-later
// A place is chosen: a search line over a list, those at hand first.
#pragma once

#include <QFrame>

#include "views/session/what_if/place_choices.h"

class QLineEdit;
class QListWidget;

namespace sojourn::qt {

/// A popup that goes when a place was chosen or Escape was pressed.
class PlacePicker final : public QFrame {
  Q_OBJECT
 public:
  explicit PlacePicker(QWidget* parent = nullptr);
  /// Below `anchor`, with the keyboard in the search line.
  void open(std::vector<session::PlaceChoice> choices, QWidget* anchor);
  [[nodiscard]] QLineEdit* search() const { return m_search; }
  [[nodiscard]] QListWidget* list() const { return m_list; }

 Q_SIGNALS:
  void picked(sojourn::LocationId location);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill();
  void take();

  std::vector<session::PlaceChoice> m_choices;
  QLineEdit* m_search;
  QListWidget* m_list;
};

}  // namespace sojourn::qt
