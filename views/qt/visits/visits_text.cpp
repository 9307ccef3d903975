// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/visits/visits_text.h"

#include <QKeyEvent>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSyntaxHighlighter>
#include <QTextBlock>
#include <algorithm>
#include <set>
#include <utility>

#include "model/core/text.h"
#include "model/data/edit/sequence_text.h"
#include "views/qt/visits/edit_fields.h"
#include "views/qt/visits/visit_editor.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr std::size_t mostFaults = 20;

/// What follows # is for the reader, and quieter.
class RemarkHighlighter final : public QSyntaxHighlighter {
 public:
  using QSyntaxHighlighter::QSyntaxHighlighter;

 protected:
  void highlightBlock(const QString& line) override {
    const qsizetype at = line.indexOf(QLatin1Char('#'));
    if (at >= 0)
      setFormat(static_cast<int>(at), static_cast<int>(line.size() - at), toColor(Appearance::theme().text3));
  }
};

/// The line that an error of sequenceFromText() names: "line 3".
int lineOf(const Error& error) {
  return QString::fromStdString(error.where).section(QLatin1Char(' '), 1).toInt();
}

/// Keys that would edit the sample: while a text is typed they belong to it.
bool editsSample(const QKeyEvent& key) {
  const bool ctrl = key.modifiers().testFlag(Qt::ControlModifier);
  static const std::set<int> always{Qt::Key_Insert, Qt::Key_Delete, Qt::Key_F2};
  static const std::set<int> withCtrl{Qt::Key_D, Qt::Key_L, Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down};
  return always.contains(key.key()) || (ctrl && withCtrl.contains(key.key()));
}

}  // namespace

ReadVisits readVisits(const QString& text) {
  QStringList lines = text.split(QLatin1Char('\n'));
  ReadVisits read;
  while (read.faults.size() < mostFaults) {
    auto sequence = sequenceFromText(lines.join(QLatin1Char('\n')).toStdString());
    if (sequence) {
      if (read.faults.empty()) read.sequence = std::move(*sequence);
      break;
    }
    const Error& error = sequence.error();
    const int line = lineOf(error);
    const bool ofLine = line >= 1 && line <= lines.size() && !lines[line - 1].section(QLatin1Char('#'), 0, 0).isEmpty();
    // A line that is wrong is missed afterwards: that is no fault of its own.
    if (!ofLine && !read.faults.empty()) break;
    read.faults.push_back({std::min(std::max(1, line), static_cast<int>(lines.size())),
                           toText(escapeForDisplay(error.what + ": " + error.remedy, 300))});
    if (!ofLine) break;
    // The others are read without it.
    lines[line - 1].clear();
  }
  return read;
}

VisitsText::VisitsText(VisitEditor& editor, QWidget* parent)
    : QWidget(parent),
      m_editor(editor),
      m_edit(new QPlainTextEdit),
      m_highlighter(new RemarkHighlighter(m_edit->document())),
      m_note(textLabel({}, {.wraps = true, .selectable = true})),
      m_apply(new QPushButton(tr("Apply"))),
      m_revert(new QPushButton(tr("Revert"))) {
  m_edit->setObjectName(QStringLiteral("visitsText"));
  m_edit->setAccessibleName(tr("Visits as text"));
  m_edit->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_edit->setTabChangesFocus(true);
  m_edit->setFrameShape(QFrame::NoFrame);
  m_edit->setFont(toFont({.size = 12.5F}));
  m_edit->document()->setDocumentMargin(12);
  m_edit->installEventFilter(this);
  m_apply->setToolTip(tr("Apply the text as one edit (Ctrl+Enter)"));
  m_revert->setToolTip(tr("Discard the changes to the text"));
  setLayout(columnOf({{m_edit, 1}, rowOf({{m_note, 1}, m_revert, m_apply}, 8, {12, 6, 12, 8})}, 0, {}));
  setFocusProxy(m_edit);
  connect(m_edit, &QPlainTextEdit::textChanged, this, &VisitsText::readText);
  connect(m_apply, &QPushButton::clicked, this, &VisitsText::apply);
  connect(m_revert, &QPushButton::clicked, this, &VisitsText::revert);
  connect(Appearance::instance(), &Appearance::changed, this, [this] {
    m_highlighter->rehighlight();
    mark();
    say();
  });
  refresh();
}

VisitsText::SampleKey VisitsText::key() const {
  const session::Workspace& workspace = m_editor.workspace();
  return {workspace.dataset().get(), static_cast<int>(workspace.split()), workspace.row().value_or(0)};
}

QString VisitsText::present() const {
  const session::Workspace& workspace = m_editor.workspace();
  const Sequence* sequence = workspace.sequence();
  if (!sequence) return {};
  const auto name = [&](LocationId location) { return workspace.names().naming().name(location, sequence->user); };
  return toText(sequenceAsText(*sequence, name));
}

void VisitsText::show(const QString& text) {
  if (m_edit->toPlainText() == text) return;
  // The cursor stays in its line.
  const int line = m_edit->textCursor().blockNumber();
  {
    const QSignalBlocker quiet(m_edit);
    m_edit->setPlainText(text);
  }
  QTextCursor cursor = m_edit->textCursor();
  cursor.movePosition(QTextCursor::NextBlock, QTextCursor::MoveAnchor,
                      std::min(line, m_edit->document()->blockCount() - 1));
  m_edit->setTextCursor(cursor);
}

void VisitsText::refresh() {
  const QString now = present();
  m_edit->setReadOnly(now.isEmpty());
  if (const SampleKey sample = key(); sample != m_key) {
    if (typed()) m_drafts[m_key] = {m_edit->toPlainText(), m_base};
    m_key = sample;
    const auto draft = m_drafts.find(sample);
    m_base = draft == m_drafts.end() ? now : draft->second.base;
    show(draft == m_drafts.end() ? now : draft->second.text);
    if (draft != m_drafts.end()) m_drafts.erase(draft);
  } else if (!typed()) {
    m_base = now;
    show(now);
  }
  readText();
}

void VisitsText::readText() {
  m_read = typed() ? readVisits(m_edit->toPlainText()) : ReadVisits{};
  mark();
  say();
}

void VisitsText::mark() {
  QList<QTextEdit::ExtraSelection> marks;
  for (const LineFault& fault : m_read.faults) {
    QTextEdit::ExtraSelection wrong;
    wrong.cursor = QTextCursor(m_edit->document()->findBlockByNumber(fault.line - 1));
    wrong.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    wrong.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    wrong.format.setUnderlineColor(toColor(Appearance::theme().err));
    marks.append(wrong);
  }
  m_edit->setExtraSelections(marks);
}

void VisitsText::say() {
  const bool changed = typed();
  m_apply->setEnabled(changed && m_read.sequence.has_value());
  m_revert->setEnabled(changed);
  QString text = tr("Days ago, weekday, start, minutes, place; times as recorded");
  const bool wrong = !m_read.faults.empty();
  if (wrong) {
    text = tr("Line %1: %2").arg(m_read.faults[0].line).arg(m_read.faults[0].why);
    if (const auto more = m_read.faults.size() - 1; more > 0) text += tr(" (and %1 more)").arg(more);
  } else if (changed) {
    text = m_base == present() ? tr("Unapplied changes")
                               : tr("Unapplied changes; the visits have changed since, and Apply replaces them");
  }
  m_note->setText(text);
  QPalette ink = m_note->palette();
  ink.setColor(QPalette::WindowText, toColor(wrong ? Appearance::theme().err : Appearance::theme().text2));
  m_note->setPalette(ink);
}

QString VisitsText::note() const {
  return m_note->text();
}

void VisitsText::apply() {
  if (!typed() || !m_read.sequence) return;
  const Sequence wanted = *m_read.sequence;
  const auto is = [this, &wanted] {
    const Sequence* now = m_editor.workspace().sequence();
    return now && *now == wanted;
  };
  // What says the same in other words is no edit.
  if (!is()) m_editor.apply(ReplaceSequence{wanted});
  // Only text that was taken is replaced by what it became.
  if (is()) revert();
}

void VisitsText::revert() {
  m_base = present();
  show(m_base);
  readText();
}

bool VisitsText::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_edit) return QWidget::eventFilter(watched, event);
  if (event->type() == QEvent::ShortcutOverride) {
    auto* key = static_cast<QKeyEvent*>(event);
    // While nothing was typed, undo and redo are of the sample's edits.
    if (!typed() && isUndoOrRedo(*key)) {
      event->ignore();
      return true;
    }
    if (editsSample(*key)) {
      event->accept();
      return true;
    }
  }
  if (event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (enter && key->modifiers().testFlag(Qt::ControlModifier)) return apply(), true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace sojourn::qt
