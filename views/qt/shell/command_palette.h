// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+K: every view, command, place and sample by a few letters of its name.
#pragma once

#include <QDialog>
#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace sojourn::qt {

struct PaletteEntry {
  QString title;
  QString kind;  ///< "View", "Command", "Place": at the right
  QString shortcut;
  std::function<void()> run;
};

/// Better matches are greater; negative: the letters are not all there in this order. Starts of words and runs count.
[[nodiscard]] int fuzzyScore(const QString& typed, const QString& title);

class CommandPalette final : public QDialog {
  Q_OBJECT
 public:
  /// `special` makes entries of the text itself ("sample 3376"); they stand first.
  CommandPalette(std::vector<PaletteEntry> entries, std::function<std::vector<PaletteEntry>(const QString&)> special,
                 QWidget* parent = nullptr);
  [[nodiscard]] QLineEdit* line() const { return m_line; }
  [[nodiscard]] QListWidget* list() const { return m_list; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void search(const QString& typed);
  void runChosen();

  std::vector<PaletteEntry> m_entries, m_found;
  std::function<std::vector<PaletteEntry>(const QString&)> m_special;
  QLineEdit* m_line;
  QListWidget* m_list;
};

}  // namespace sojourn::qt
