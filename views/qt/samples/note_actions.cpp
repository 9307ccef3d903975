// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/samples/note_actions.h"

#include <QAction>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>

#include "model/core/text.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;

NoteActions::NoteActions(QWidget* window, session::Workspace& workspace)
    : QObject(window),
      m_window(window),
      m_workspace(workspace),
      m_bookmark(new QAction(lineIcon(QStringLiteral("bookmark")), tr("&Bookmark this sample"), window)),
      m_note(new QAction(tr("Note and ta&gs…"), window)),
      m_filters(new QMenu(tr("&Saved filters"), window)) {
  m_bookmark->setObjectName(QStringLiteral("bookmark"));
  m_bookmark->setCheckable(true);
  m_bookmark->setShortcut(QKeySequence(tr("Ctrl+B")));
  m_note->setObjectName(QStringLiteral("note"));
  m_note->setShortcut(QKeySequence(tr("Ctrl+Shift+B")));
  const auto inFront = [this](auto act) {
    return [this, act] {
      if (const auto row = m_workspace.row()) (this->*act)(*row);
    };
  };
  connect(m_bookmark, &QAction::triggered, this, inFront(&NoteActions::toggleBookmark));
  connect(m_note, &QAction::triggered, this, inFront(&NoteActions::askNote));
  connect(m_filters, &QMenu::aboutToShow, this, &NoteActions::fillFilters);
}

void NoteActions::addButton(QLineEdit* filter) {
  QAction* button = filter->addAction(lineIcon(QStringLiteral("bookmark")), QLineEdit::TrailingPosition);
  button->setText(tr("Saved filters"));
  button->setToolTip(tr("Saved filters"));
  connect(button, &QAction::triggered, this,
          [this, filter] { m_filters->popup(filter->mapToGlobal(QPoint(0, filter->height()))); });
}

void NoteActions::updateFrom(session::Changes changes) {
  if (!changes.hasAny({Change::Notes, Change::Sample, Change::Dataset})) return;
  const auto row = m_workspace.row();
  m_bookmark->setEnabled(row.has_value());
  m_note->setEnabled(row.has_value());
  m_bookmark->setChecked(row && m_workspace.notes().of(*row).bookmarked);
}

void NoteActions::fillMenu(QMenu* menu, std::size_t row) {
  const session::SampleNote note = m_workspace.notes().of(row);
  menu->addAction(note.bookmarked ? tr("Remove the bookmark") : tr("Bookmark"), this,
                  [this, row] { toggleBookmark(row); });
  menu->addAction(tr("Note and tags…"), this, [this, row] { askNote(row); });
}

void NoteActions::toggleBookmark(std::size_t row) {
  session::SampleNote note = m_workspace.notes().of(row);
  note.bookmarked = !note.bookmarked;
  m_workspace.notes().set(row, std::move(note));
}

void NoteActions::askNote(std::size_t row) {
  const QString sample =
      tr("sample %1, %2")
          .arg(toText(groupThousands(static_cast<long long>(row))), QLatin1String(splitName(m_workspace.split())));
  auto* dialog = new NoteDialog(sample, m_workspace.notes().of(row), m_workspace.notes().tagsInUse(), m_window);
  // Another dataset may be open by then.
  connect(dialog, &QDialog::accepted, this,
          [this, dialog, row, split = m_workspace.split(), dataset = m_workspace.dataset()] {
            if (dataset == m_workspace.dataset() && split == m_workspace.split())
              m_workspace.notes().set(row, dialog->note());
          });
  dialog->open();
}

void NoteActions::askFilterName() {
  const std::string filter = m_workspace.samples().filterText();
  askText(m_window,
          {.title = tr("Save this filter"),
           .label = tr("Name of the filter %1").arg(toText(escapeForDisplay(filter, 60))),
           .value = toText(filter),
           .name = "filterName"},
          [this, filter](const QString& name) {
            const QString wanted = name.trimmed().left(200);
            if (wanted.isEmpty()) return;
            m_workspace.notes().saveFilter(wanted.toStdString(), filter);
            Q_EMIT said(tr("Saved the filter “%1”").arg(toText(escapeForDisplay(wanted.toStdString(), 80))));
          });
}

void NoteActions::fillFilters() {
  m_filters->clear();
  const auto offer = [this](QMenu* menu, QString title, auto run) {
    return menu->addAction(title.replace(QLatin1Char('&'), QStringLiteral("&&")), this, run);
  };
  offer(m_filters, tr("Bookmarked samples"), [this] { m_workspace.samples().setFilterText("bookmarked"); });
  for (const std::string& tag : m_workspace.notes().tagsInUse())
    offer(m_filters, tr("Tag: %1").arg(toText(tag)),
          [this, tag] { m_workspace.samples().setFilterText("tag:" + tag); });
  m_filters->addSeparator();
  const session::DatasetPtr& dataset = m_workspace.dataset();
  const auto nameOf = [&](const session::SavedFilter& saved) {
    const QString name = toText(escapeForDisplay(saved.name, 80));
    if (!dataset || saved.isFor(*dataset)) return name;
    return tr("%1, of another dataset (%2)").arg(name, toText(escapeForDisplay(saved.dataset, 40)));
  };
  for (const session::SavedFilter& saved : m_workspace.notes().savedFilters()) {
    QAction* use =
        offer(m_filters, nameOf(saved), [this, filter = saved.filter] { m_workspace.samples().setFilterText(filter); });
    use->setToolTip(toText(escapeForDisplay(saved.filter, 200)));
    use->setEnabled(dataset && saved.isFor(*dataset));
    use->setCheckable(true);
    use->setChecked(saved.filter == m_workspace.samples().filterText());
  }
  m_filters->setToolTipsVisible(true);
  m_filters->addSeparator();
  QAction* save = m_filters->addAction(tr("Save this filter…"), this, &NoteActions::askFilterName);
  save->setObjectName(QStringLiteral("saveFilter"));
  save->setEnabled(!m_workspace.samples().filterText().empty() && !m_workspace.samples().filterError());
  QMenu* remove = m_filters->addMenu(tr("Remove"));
  remove->setEnabled(!m_workspace.notes().savedFilters().empty());
  for (const session::SavedFilter& saved : m_workspace.notes().savedFilters())
    offer(remove, nameOf(saved), [this, saved] { m_workspace.notes().removeFilter(saved); });
}

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
  QLabel* inUse = textLabel(words.isEmpty() ? tr("Separate tags by commas or spaces; the filter tag:odd finds them.")
                                            : tr("In use: %1").arg(words.join(QStringLiteral(", "))),
                            {.font = {.size = 12.5F}, .wraps = true});
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  setLayout(columnOf(
      {label(tr("&Note"), m_text), {m_text, 1}, label(tr("&Tags"), m_tags), m_tags, inUse, m_bookmarked, buttons}));
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
