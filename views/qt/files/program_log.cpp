// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/files/program_log.h"

#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>

#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

ProgramLog::ProgramLog(session::Workspace& workspace, QWidget* parent)
    : QDialog(parent),
      m_workspace(workspace),
      m_command(textLabel({}, {.wraps = true, .selectable = true})),
      m_lines(new QPlainTextEdit),
      m_restart(new QPushButton(tr("&Restart the program"))) {
  setWindowTitle(tr("Model program log"));
  setObjectName(QStringLiteral("programLog"));
  resize(scaledPixels(760), scaledPixels(420));
  m_lines->setReadOnly(true);
  m_lines->setAccessibleName(tr("Lines of the model program"));
  m_lines->setStyleSheet(framedTextStyle());
  m_lines->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  m_restart->setAutoDefault(false);
  auto* close = new QPushButton(tr("&Close"));
  close->setAutoDefault(false);
  setLayout(columnOf({m_command, {m_lines, 1}, rowOf({m_restart, spring(), close}, -1, {0, 0, 0, 0})}));
  connect(close, &QPushButton::clicked, this, &QDialog::hide);
  connect(m_restart, &QPushButton::clicked, this, [this] { m_workspace.restartProgram(); });
  constexpr int halfASecond = 500;
  m_timer.setInterval(halfASecond);
  connect(&m_timer, &QTimer::timeout, this, [this] { refresh(); });
  m_subscription = m_workspace.subscribe([this](session::Changes changes) {
    if (isVisible() && changes.hasAny({session::Change::Model, session::Change::Jobs})) refresh();
  });
}

void ProgramLog::showEvent(QShowEvent* event) {
  refresh();
  m_timer.start();
  QDialog::showEvent(event);
}

void ProgramLog::hideEvent(QHideEvent* event) {
  m_timer.stop();
  QDialog::hideEvent(event);
}

void ProgramLog::refresh() {
  m_restart->setEnabled(m_workspace.program().has_value());
  const auto log = m_workspace.programLog();
  const std::uint64_t count = log ? log->count() : 0;
  if (log == m_log && count == m_count && !m_command->text().isEmpty()) return;
  const bool other = log != m_log;
  m_log = log;
  m_count = count;
  m_command->setText(log ? toText(escapeForDisplay(m_workspace.programTitle(), 400))
                         : tr("No model program has been started. Model, Open model program starts one."));
  m_lines->setPlaceholderText(log ? tr("It has written nothing yet.") : QString());
  QString text;
  if (log)
    for (const std::string& line : log->lines()) text += toText(escapeForDisplay(line, 2000)) + QLatin1Char('\n');
  // Who reads an earlier line keeps it in front.
  QScrollBar* bar = m_lines->verticalScrollBar();
  const bool atEnd = other || bar->value() == bar->maximum();
  const int before = bar->value();
  m_lines->setPlainText(text);
  bar->setValue(atEnd ? bar->maximum() : before);
}

}  // namespace sojourn::qt
