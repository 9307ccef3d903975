// SPDX-License-Identifier: GPL-3.0-or-later
// The visits of the current sample as text: typed freely, and one edit when it is applied.
#pragma once

#include <QPlainTextEdit>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "model/core/result.h"
#include "model/data/dataset/sequence.h"

class QLabel;
class QPushButton;
class QSyntaxHighlighter;

namespace sojourn::qt {

class VisitEditor;

/// What is wrong with a line of a text, from 1. Its last line and beyond: what the whole lacks.
struct LineFault {
  int line = 0;
  QString why;  ///< with what it should be
};

/// The sequence that the text says, or every line that says none. At most twenty faults.
struct ReadVisits {
  std::optional<Sequence> sequence;
  std::vector<LineFault> faults;
};
[[nodiscard]] ReadVisits readVisits(const QString& text);

/// Shows the present state until one types; then the text is left alone, whatever happens, until it is applied or
/// reverted. Each sample keeps a text of its own while the studio is open.
class VisitsText final : public QWidget {
  Q_OBJECT
 public:
  explicit VisitsText(VisitEditor& editor, QWidget* parent = nullptr);

  [[nodiscard]] QPlainTextEdit* edit() const { return m_edit; }
  [[nodiscard]] QPushButton* applyButton() const { return m_apply; }
  [[nodiscard]] QPushButton* revertButton() const { return m_revert; }
  /// The line below the text.
  [[nodiscard]] QString note() const;
  [[nodiscard]] const std::vector<LineFault>& faults() const { return m_read.faults; }

  void refresh();
  /// One entry of the history, "Edit as text"; nothing while a line is wrong.
  void apply();
  void revert();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// Dataset, split and row.
  using SampleKey = std::tuple<const void*, int, std::size_t>;
  struct Draft {
    QString text;
    QString base;  ///< what the sample was when the typing began
  };

  [[nodiscard]] SampleKey key() const;
  [[nodiscard]] QString present() const;
  [[nodiscard]] bool typed() const { return m_edit->toPlainText() != m_base; }
  void show(const QString& text);
  void readText();
  void mark();
  void say();

  VisitEditor& m_editor;
  QPlainTextEdit* m_edit;
  QSyntaxHighlighter* m_highlighter;
  QLabel* m_note;
  QPushButton *m_apply, *m_revert;
  std::map<SampleKey, Draft> m_drafts;  ///< of samples that are not in front
  SampleKey m_key{};
  QString m_base;
  ReadVisits m_read;
};

}  // namespace sojourn::qt
