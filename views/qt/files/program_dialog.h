// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for the command of a model program; what a file has named is shown here before it runs.
#pragma once

#include <QDialog>
#include <string>
#include <utility>
#include <vector>

#include "model/results/program_command.h"

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace sojourn::qt {

class ProgramDialog final : public QDialog {
  Q_OBJECT
 public:
  /// Filled with `shown`; `named`: by a file, not by the person in front. `recent` as in the settings.
  ProgramDialog(const ProgramCommand& shown, bool named,
                const std::vector<std::pair<std::string, ProgramCommand>>& recent, QWidget* parent = nullptr);

  [[nodiscard]] ProgramCommand program() const;
  [[nodiscard]] QPlainTextEdit* command() const { return m_command; }
  [[nodiscard]] QLineEdit* folder() const { return m_folder; }
  [[nodiscard]] QPushButton* startButton() const { return m_start; }

 Q_SIGNALS:
  /// Once, when Start is pressed; the dialog goes then.
  void wanted(const sojourn::ProgramCommand& program);

 private:
  void fill(const ProgramCommand& program);
  void check();

  QPlainTextEdit* m_command;
  QLineEdit* m_folder;
  QSpinBox *m_describe, *m_predict, *m_perThousand;
  QLabel* m_note;
  QPushButton* m_start;
  QString m_warning;
};

}  // namespace sojourn::qt
