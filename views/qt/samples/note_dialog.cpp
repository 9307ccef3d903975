// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/samples/note_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include "views/qt/widgets/text.h"

namespace sojourn::qt {

NoteDialog::NoteDialog(const QString& sample, const session::SampleNote& note, const std::vector<std::string>& tags,
                       QWidget* parent)
    : QDialog(parent),
      m_bookmarked(new QCheckBox(tr("&Bookmarked"))),
      m_text(new QPlainTextEdit(toText(note.text))),
      m_tags(new QLineEdit) {
  setObjectName(QStringLiteral("noteDialog"));
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Note on %1").arg(sample));
  resize(420, 300);
  m_bookmarked->setChecked(note.bookmarked);
  m_text->setObjectName(QStringLiteral("noteText"));
  m_text->setAccessibleName(tr("Note"));
  m_text->setTabChangesFocus(true);
  QStringList words;
  for (const std::string& tag : note.tags) words << toText(tag);
  m_tags->setText(words.join(QStringLiteral(", ")));
  m_tags->setPlaceholderText(tr("odd, late"));
  words.clear();
  for (const std::string& tag : tags) words << toText(tag);

  const auto label = [](const QString& title, QWidget* buddy) {
    auto* made = new QLabel(title);
    made->setBuddy(buddy);
    return made;
  };
  auto* inUse = new QLabel(words.isEmpty() ? tr("Separate tags by commas or spaces; the filter tag:odd finds them.")
                                           : tr("In use: %1").arg(words.join(QStringLiteral(", "))));
  inUse->setTextFormat(Qt::PlainText);
  inUse->setWordWrap(true);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  column->addWidget(label(tr("&Note"), m_text));
  column->addWidget(m_text, 1);
  column->addWidget(label(tr("&Tags"), m_tags));
  column->addWidget(m_tags);
  column->addWidget(inUse);
  column->addWidget(m_bookmarked);
  column->addWidget(buttons);
  m_text->setFocus();
}

session::SampleNote NoteDialog::note() const {
  session::SampleNote note;
  note.bookmarked = m_bookmarked->isChecked();
  note.text = m_text->toPlainText().trimmed().toStdString();
  if (note.text.size() > session::longestNote) note.text.resize(session::longestNote);
  note.tags = session::tagsOf(m_tags->text().toStdString());
  return note;
}

}  // namespace sojourn::qt
