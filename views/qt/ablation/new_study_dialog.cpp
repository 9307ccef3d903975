// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/ablation/new_study_dialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFormLayout>
#include <QGridLayout>
#include <QGroupBox>
#include <QSignalBlocker>
#include <algorithm>

#include "model/config/config_file.h"
#include "model/config/trainable_models.h"
#include "model/core/text.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/file_dialogs.h"
#include "views/qt/widgets/text.h"
#include "views/session/launch/launch_source.h"

namespace sojourn::qt {
namespace {

constexpr qsizetype mostNumbers = 64;
constexpr const char* otherFile = "other";

/// Files of configurations that are chosen in the list.
QString fileItem(const std::filesystem::path& file) {
  return toText(session::fileSource + file.string());
}

bool canBeAblated(const std::string& model) {
  const TrainableModel* known = findTrainableModel(model);
  return known && known->reads("model.ablation");
}

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

NewStudyDialog::NewStudyDialog(session::Workspace& workspace, session::LiveStudy& study,
                               const session::RunLibrary& library, QWidget* parent)
    : QDialog(parent),
      m_workspace(workspace),
      m_study(study),
      m_library(library),
      m_base(Error{}),
      m_source(new QComboBox),
      m_folder(new QLineEdit),
      m_seeds(new QLineEdit(QStringLiteral("1, 2, 3, 4, 5"))),
      m_layers(new QLineEdit),
      m_note(textLabel({}, {.wraps = true})),
      m_queue(new QPushButton(tr("&Queue"))) {
  setWindowTitle(tr("New ablation study"));
  setObjectName(QStringLiteral("newStudy"));
  setAttribute(Qt::WA_DeleteOnClose);
  auto* form = new QFormLayout;
  const QString dataset =
      workspace.dataset() ? toText(escapeForDisplay(workspace.dataset()->title, 80)) : tr("none is open");
  form->addRow(tr("Dataset"), textLabel(dataset));
  form->addRow(tr("&Start from"), m_source);
  m_source->setToolTip(tr("What the full model is trained with: a recipe, an open run, or a configuration file"));
  const std::filesystem::path home = QDir::homePath().toStdString();
  const std::filesystem::path runs = session::openRunsFolder(library);
  m_folder->setText(toText(((runs.empty() ? session::defaultRunsFolder(home) : runs) / "ablation").string()));
  auto* choose = new QPushButton(tr("Choose…"));
  choose->setAccessibleName(tr("Choose a folder"));
  connect(choose, &QPushButton::clicked, this, [this] {
    const QString chosen = askFolder(this, tr("Folder for the runs of the study"), m_folder->text());
    if (!chosen.isEmpty()) m_folder->setText(chosen);
  });
  auto* folder = new QLabel(tr("&Folder for the runs"));
  folder->setBuddy(m_folder);
  form->addRow(folder, rowOf({{m_folder, 1}, choose}, 6, {0, 0, 0, 0}));
  form->addRow(tr("S&eeds"), m_seeds);
  form->addRow(tr("Numbers of &layers"), m_layers);
  m_layers->setPlaceholderText(tr("also train, for example: 1, 3, 4"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  buttons->addButton(m_queue, QDialogButtonBox::AcceptRole);
  setLayout(columnOf({form, ablationList(), {m_note, 1}, buttons}));
  // Room for what goes wrong, so that nothing moves when it is said.
  m_note->setMinimumHeight(3 * m_note->fontMetrics().lineSpacing());
  m_note->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    m_study.begin(this->study());
    accept();
  });
  connect(m_source, &QComboBox::activated, this, &NewStudyDialog::chooseSource);
  for (QLineEdit* line : {m_folder, m_seeds, m_layers})
    connect(line, &QLineEdit::textChanged, this, [this] { check(); });
  fillSources();
  chooseSource();
}

QWidget* NewStudyDialog::ablationList() {
  auto* group = new QGroupBox(tr("Also train it without"));
  auto* grid = new QGridLayout(group);
  constexpr int columns = 3;
  for (const session::AblationChoice& choice : session::ablationChoices()) {
    auto* box = new QCheckBox(toText(sojourn::tr(choice.title)));
    box->setToolTip(QStringLiteral("model.ablation: %1").arg(QLatin1String(choice.name)));
    box->setObjectName(QLatin1String(choice.name));
    box->setChecked(true);
    connect(box, &QCheckBox::toggled, this, [this] { check(); });
    const int place = static_cast<int>(m_ablations.size());
    grid->addWidget(box, place / columns, place % columns);
    m_ablations.push_back(box);
  }
  const auto addAll = [&](const QString& title, bool checked) {
    auto* button = new QPushButton(title);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, [this, checked] {
      for (QCheckBox* box : m_ablations) {
        const QSignalBlocker quiet(box);
        box->setChecked(checked);
      }
      check();
    });
    return button;
  };
  const int below = (static_cast<int>(m_ablations.size()) + columns - 1) / columns;
  grid->addLayout(rowOf({addAll(tr("&All"), true), addAll(tr("&None"), false), spring()}, 6, {0, 0, 0, 0}), below, 0, 1,
                  columns);
  return group;
}

QCheckBox* NewStudyDialog::ablation(const char* name) const {
  return findChild<QCheckBox*>(QLatin1String(name));
}

// ---- the full model

void NewStudyDialog::fillSources() {
  for (const auto& [value, text] : session::launchSources(m_library.runs(), {}, {})) {
    const std::string_view recipe = session::recipeSource;
    if (value.starts_with(recipe) && !canBeAblated(value.substr(recipe.size()))) continue;
    m_source->addItem(toText(text), toText(value));
  }
  m_source->addItem(tr("Configuration file…"), QLatin1String(otherFile));
}

void NewStudyDialog::chooseSource() {
  const QString chosen = m_source->currentData().toString();
  m_reading.clear();
  if (chosen == QLatin1String(otherFile)) {
    const QString file =
        askFile(this, tr("Configuration of the full model"), tr("Configurations (*.yaml *.yml *.json);;All files (*)"));
    m_source->setCurrentIndex(0);
    if (!file.isEmpty()) return openConfig(file.toStdString());
    return chooseSource();
  }
  const std::string name = chosen.section(QLatin1Char(':'), 1).toStdString();
  if (chosen.startsWith(QLatin1String(session::fileSource))) return openConfig(name);
  if (chosen.startsWith(QLatin1String(session::recipeSource))) {
    const session::DatasetPtr& dataset = m_workspace.dataset();
    const SequenceSet* train = dataset ? dataset->split(Split::Train) : nullptr;
    m_base = train ? recipeForSize(name, static_cast<std::int64_t>(train->size())) : recipeFor(name);
  } else if (const session::FollowedRunPtr run = m_library.run(name)) {
    m_base = session::configOf(*run);
  }
  check();
}

void NewStudyDialog::openConfig(const std::filesystem::path& file) {
  // Until it is read nothing is queued, least of all what was chosen before.
  m_reading = file;
  m_base = Error{ErrorKind::Failed, file.string(), sojourn::tr("is being read"), {}};
  check();
  m_files.post([this, file] {
    const auto take = [this, file, config = readTrainingConfig(file.string(), {})] { takeConfig(file, config); };
    queuedCall(this, take)();
  });
}

void NewStudyDialog::takeConfig(const std::filesystem::path& file, const Result<TrainingConfig>& config) {
  if (m_reading != file) return;  // another one was chosen meanwhile
  if (m_source->findData(fileItem(file)) < 0)
    m_source->insertItem(m_source->count() - 1, toText(escapeForDisplay(file.filename().string(), 80)), fileItem(file));
  m_source->setCurrentIndex(m_source->findData(fileItem(file)));
  m_base = config;
  check();
}

// ---- what is asked for

QString NewStudyDialog::problem() const {
  const auto seeds = numbersIn(m_seeds->text(), largestSeed), layers = numbersIn(m_layers->text(), mostEncoderLayers);
  if (!m_workspace.dataset()) return tr("Open the dataset to train on first.");
  if (!m_base) return toText(escapeForDisplay(m_base.error().sentence(), 400));
  if (!canBeAblated(m_base->model.name)) return tr("This model has no ablations.");
  if (m_folder->text().isEmpty()) return tr("Choose a folder for the runs.");
  if (!seeds || seeds->empty()) return tr("Seeds are whole numbers, separated by commas.");
  if (!layers) return tr("Numbers of layers are 1 to 64, separated by commas.");
  return {};
}

session::NewStudy NewStudyDialog::study() const {
  session::NewStudy study{.base = *m_base,
                          .folder = m_folder->text().toStdString(),
                          .seeds = *numbersIn(m_seeds->text(), largestSeed),
                          .layers = *numbersIn(m_layers->text(), mostEncoderLayers),
                          .ablations = {}};
  for (const QCheckBox* box : m_ablations)
    if (box->isChecked()) study.ablations.push_back(box->objectName().toStdString());
  return study;
}

void NewStudyDialog::check() {
  QString text = problem();
  m_queue->setEnabled(false);
  if (text.isEmpty()) {
    const session::DatasetPtr& dataset = m_workspace.dataset();
    std::vector<session::RunPace> paces = session::pacesOf(m_library.runs());
    const std::vector<session::RunPace> own = session::pacesOf(m_study.runs());
    paces.insert(paces.end(), own.begin(), own.end());
    const auto summary = session::summaryOf(study(), dataset->folder / dataset->prefix, paces);
    m_queue->setEnabled(summary.ok());
    text = summary
               ? tr("%1. They run one after the other in a process that continues when the studio closes; runs that "
                    "are there already are kept.")
                     .arg(toText(*summary))
               : toText(escapeForDisplay(summary.error().sentence(), 400));
  }
  m_note->setText(text);
}

}  // namespace sojourn::qt
