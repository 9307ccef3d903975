// SPDX-License-Identifier: GPL-3.0-or-later
// An editor of YAML: line numbers, keys set apart, lines that are wrong or changed on a ground of their own.
#pragma once

#include <QPlainTextEdit>
#include <map>
#include <set>

class QSyntaxHighlighter;

namespace sojourn::qt {

class YamlEdit final : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit YamlEdit(QWidget* parent = nullptr);

  /// Lines from 1. What is wrong is the tooltip of its line.
  void mark(const std::map<int, QString>& wrong, const std::set<int>& changed);
  [[nodiscard]] const std::map<int, QString>& wrongLines() const { return m_wrong; }
  void updateTheme();

 protected:
  bool viewportEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void repaintMarks();
  void paintNumbers();
  [[nodiscard]] int numbersWidth() const;
  void placeNumbers();

  QWidget* m_numbers;
  QSyntaxHighlighter* m_highlighter;
  std::map<int, QString> m_wrong;
  std::set<int> m_changed;
};

}  // namespace sojourn::qt
