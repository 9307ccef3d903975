// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/files/program_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>

#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/file_dialogs.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

QSpinBox* secondsBox(int least, const QString& name) {
  auto* box = new QSpinBox;
  box->setRange(least, ProgramCommand::mostSeconds);
  box->setSuffix(ProgramDialog::tr(" s"));
  box->setButtonSymbols(QAbstractSpinBox::NoButtons);
  box->setFixedWidth(64);
  box->setAccessibleName(name);
  return box;
}

}  // namespace

ProgramDialog::ProgramDialog(const ProgramCommand& shown, bool named,
                             const std::vector<std::pair<std::string, ProgramCommand>>& recent, QWidget* parent)
    : QDialog(parent),
      m_command(new QPlainTextEdit),
      m_folder(new QLineEdit),
      m_describe(secondsBox(1, tr("Time to start"))),
      m_predict(secondsBox(1, tr("Time for a question"))),
      m_perThousand(secondsBox(0, tr("More time for every 1,000 sequences"))),
      m_note(textLabel({}, {.wraps = true})),
      m_start(new QPushButton(tr("&Start"))) {
  setWindowTitle(tr("Open a model program"));
  setObjectName(QStringLiteral("openProgram"));
  setAttribute(Qt::WA_DeleteOnClose);
  resize(scaledPixels(640), scaledPixels(280));
  if (named) m_warning = tr("This command comes from a workspace file. Read all of it before you start it.\n");
  auto* form = new QFormLayout;
  form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  if (!recent.empty()) {
    auto* earlier = narrowCombo("recentPrograms", tr("Recent model programs"), 40);
    earlier->addItem(tr("choose…"));
    for (const auto& [name, program] : recent) earlier->addItem(toText(escapeForDisplay(program.command, 120)));
    connect(earlier, &QComboBox::activated, this, [this, recent](int index) {
      if (index > 0) fill(recent[static_cast<std::size_t>(index) - 1].second);
    });
    form->addRow(tr("&Recent"), earlier);
  }
  m_command->setPlaceholderText(QStringLiteral("python my_model.py"));
  m_command->setAccessibleName(tr("Command"));
  m_command->setTabChangesFocus(true);
  m_command->setWordWrapMode(QTextOption::WrapAnywhere);
  m_command->setMinimumHeight(scaledPixels(64));
  m_command->setStyleSheet(framedTextStyle());
  form->addRow(tr("&Command"), m_command);
  auto* choose = new QPushButton(tr("Choose…"));
  choose->setAccessibleName(tr("Choose a folder"));
  choose->setAutoDefault(false);
  connect(choose, &QPushButton::clicked, this, [this] {
    const QString chosen = askFolder(this, tr("Folder of the model program"), m_folder->text());
    if (!chosen.isEmpty()) m_folder->setText(chosen);
  });
  auto* folderLabel = new QLabel(tr("&Folder"));
  folderLabel->setBuddy(m_folder);
  m_folder->setPlaceholderText(tr("where the program runs, for relative names"));
  form->addRow(folderLabel, rowOf({{m_folder, 1}, choose}, 6, {0, 0, 0, 0}));
  form->addRow(tr("Time limits"),
               rowOf({textLabel(tr("to start")), m_describe, fixedGap(8), textLabel(tr("for a question")), m_predict,
                      textLabel(tr("and")), m_perThousand, textLabel(tr("for every 1,000 sequences")), spring()},
                     5, {0, 0, 0, 0}));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  buttons->addButton(m_start, QDialogButtonBox::AcceptRole);
  setLayout(columnOf({{form, 1}, m_note, buttons}));
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    Q_EMIT wanted(program());
    accept();
  });
  connect(m_command, &QPlainTextEdit::textChanged, this, [this] { check(); });
  connect(m_folder, &QLineEdit::textChanged, this, [this] { check(); });
  fill(shown);
  m_command->setFocus();
}

void ProgramDialog::fill(const ProgramCommand& program) {
  m_command->setPlainText(toText(program.command));
  m_folder->setText(toText(program.folder));
  m_describe->setValue(static_cast<int>(program.describeSeconds));
  m_predict->setValue(static_cast<int>(program.predictSeconds));
  m_perThousand->setValue(static_cast<int>(program.predictPerThousand));
  check();
}

ProgramCommand ProgramDialog::program() const {
  ProgramCommand program{.command = m_command->toPlainText().trimmed().toStdString(),
                         .folder = m_folder->text().trimmed().toStdString(),
                         .describeSeconds = m_describe->value(),
                         .predictSeconds = m_predict->value(),
                         .predictPerThousand = m_perThousand->value()};
  // As it is written on the command line.
  if (auto command = programCommandIn(program.command)) program.command = std::move(*command);
  return program;
}

void ProgramDialog::check() {
  const ProgramCommand typed = program();
  QString problem;
  if (typed.command.find_first_not_of(' ') == std::string::npos)
    problem =
        tr("Type the command that starts the model, as in a terminal. “sojourn model-template FOLDER” writes "
           "examples; Help, A model of your own, explains them.");
  else if (!typed.folder.empty() && !QFileInfo(toText(typed.folder)).isDir())
    problem = tr("There is no such folder.");
  m_start->setEnabled(problem.isEmpty());
  m_note->setText(m_warning + (problem.isEmpty() ? tr("The shell runs the command with your rights. The program "
                                                      "ends when you open another model.")
                                                 : problem));
}

}  // namespace sojourn::qt
