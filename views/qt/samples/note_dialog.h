// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for the note and the tags of a sample.
#pragma once

#include <QDialog>

#include "views/session/samples/sample_notes.h"

class QCheckBox;
class QLineEdit;
class QPlainTextEdit;

namespace sojourn::qt {

class NoteDialog final : public QDialog {
  Q_OBJECT
 public:
  /// `tags` are those in use, to be chosen from while one is typed.
  NoteDialog(const QString& sample, const session::SampleNote& note, const std::vector<std::string>& tags,
             QWidget* parent);
  [[nodiscard]] session::SampleNote note() const;
  [[nodiscard]] QPlainTextEdit* text() const { return m_text; }
  [[nodiscard]] QLineEdit* tags() const { return m_tags; }

 private:
  QCheckBox* m_bookmarked;
  QPlainTextEdit* m_text;
  QLineEdit* m_tags;
};

}  // namespace sojourn::qt
