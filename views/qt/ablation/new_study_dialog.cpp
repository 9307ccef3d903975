// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/ablation/new_study_dialog.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>

#include "model/core/text.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr qsizetype mostNumbers = 64;
constexpr std::size_t ablationsOfAStudy = 14;  ///< with the full model

}  // namespace

std::optional<std::vector<std::int64_t>> numbersIn(const QString& text, std::int64_t most) {
  std::vector<std::int64_t> numbers;
  const QStringList words = text.split(QLatin1Char(','), Qt::SkipEmptyParts);
  if (words.size() > mostNumbers) return std::nullopt;
  for (const QString& word : words) {
    bool isNumber = false;
    const qlonglong number = word.trimmed().toLongLong(&isNumber);
    if (!isNumber || number < 0 || number > most) return std::nullopt;
    numbers.push_back(number);
  }
  return numbers;
}

NewStudyDialog::NewStudyDialog(session::Workspace& workspace, session::LiveStudy& study, QWidget* parent)
    : QDialog(parent),
      m_study(study),
      m_hasDataset(workspace.dataset() != nullptr),
      m_config(new QLineEdit),
      m_folder(new QLineEdit),
      m_seeds(new QLineEdit(QStringLiteral("1, 2, 3, 4, 5"))),
      m_layers(new QLineEdit),
      m_note(textLabel({}, {.wraps = true})),
      m_queue(new QPushButton(tr("&Queue"))) {
  setWindowTitle(tr("New ablation study"));
  setObjectName(QStringLiteral("newStudy"));
  setAttribute(Qt::WA_DeleteOnClose);
  resize(620, 260);
  auto* form = new QFormLayout;
  const auto addFile = [this, form](const QString& title, QLineEdit* line, const QString& name,
                                    const std::function<QString()>& ask) {
    auto* choose = new QPushButton(tr("Choose…"));
    choose->setAccessibleName(tr("Choose %1").arg(name));
    connect(choose, &QPushButton::clicked, this, [line, ask] {
      if (const QString chosen = ask(); !chosen.isEmpty()) line->setText(chosen);
    });
    auto* label = new QLabel(title);
    label->setBuddy(line);
    form->addRow(label, rowOf({{line, 1}, choose}, 6, {0, 0, 0, 0}));
  };
  const QString dataset = m_hasDataset ? toText(escapeForDisplay(workspace.dataset()->title, 80)) : tr("none is open");
  form->addRow(tr("Dataset"), textLabel(dataset));
  addFile(tr("&Configuration"), m_config, tr("a configuration"), [this] {
    return QFileDialog::getOpenFileName(this, tr("Configuration of the full model"), {},
                                        tr("Configurations (*.yaml *.yml *.json);;All files (*)"));
  });
  addFile(tr("&Folder for the runs"), m_folder, tr("a folder"),
          [this] { return QFileDialog::getExistingDirectory(this, tr("Folder for the runs of the study")); });
  form->addRow(tr("&Seeds"), m_seeds);
  form->addRow(tr("Numbers of &layers"), m_layers);
  m_layers->setPlaceholderText(tr("also train, for example: 1, 3, 4"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  buttons->addButton(m_queue, QDialogButtonBox::AcceptRole);
  setLayout(columnOf({form, {m_note, 1}, buttons}));
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] { queue(); });
  for (QLineEdit* line : {m_config, m_folder, m_seeds, m_layers})
    connect(line, &QLineEdit::textChanged, this, [this] { check(); });
  check();
}

void NewStudyDialog::check() {
  const auto seeds = numbersIn(m_seeds->text(), largestSeed), layers = numbersIn(m_layers->text(), mostEncoderLayers);
  QString problem;
  if (!m_hasDataset)
    problem = tr("Open the dataset to train on first.");
  else if (m_config->text().isEmpty())
    problem = tr("Choose the configuration of the full model, a YAML file as for a training.");
  else if (!QFileInfo(m_config->text()).isFile())
    problem = tr("There is no such configuration.");
  else if (m_folder->text().isEmpty())
    problem = tr("Choose a folder for the runs.");
  else if (!seeds || seeds->empty())
    problem = tr("Seeds are whole numbers, separated by commas.");
  else if (!layers)
    problem = tr("Numbers of layers are 1 to 64, separated by commas.");
  m_queue->setEnabled(problem.isEmpty());
  if (!problem.isEmpty()) return m_note->setText(problem);
  const qulonglong runs = (ablationsOfAStudy + layers->size()) * seeds->size();
  m_note->setText(tr("Up to %1 trainings, one after the other, in a process that continues when the studio closes. "
                     "Runs that are there already are kept.")
                      .arg(runs));
}

void NewStudyDialog::queue() {
  m_study.begin({.config = m_config->text().toStdString(),
                 .folder = m_folder->text().toStdString(),
                 .seeds = *numbersIn(m_seeds->text(), largestSeed),
                 .layers = *numbersIn(m_layers->text(), mostEncoderLayers)});
  accept();
}

}  // namespace sojourn::qt
