// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/compare/compare_bar.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>

#include "model/core/text.h"
#include "model/evaluate/rule_baselines.h"
#include "views/present/compare/compare_views.h"
#include "views/qt/files/program_dialog.h"
#include "views/qt/scene/scene_painter.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/file_dialogs.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;

namespace {

constexpr int compareBarHeight = 36;
constexpr std::size_t longestTitle = 28;

QToolButton* menuButton(const QString& text, const char* name) {
  QToolButton* button = framedButton(text, name);
  button->setPopupMode(QToolButton::InstantPopup);
  return button;
}

/// The model's letter in its shape.
QIcon markOf(std::size_t model, qreal ratio) {
  present::Scene scene;
  scene.size = scene.contentSize = {16, 16};
  const present::Canvas canvas{.size = scene.size, .theme = Appearance::theme(), .text = measurer()};
  present::SceneBuilder builder(scene, canvas);
  present::paintModelMark(builder, {0, 0}, model);
  QPixmap picture((QSizeF(16, 16) * ratio).toSize());
  picture.setDevicePixelRatio(ratio);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  paintScene(painter, scene);
  return picture;
}

}  // namespace

CompareBar::CompareBar(session::Workspace& workspace, session::ModelComparisons& comparisons, QWidget* parent)
    : OptionBar("compareBar", compareBarHeight, parent),
      m_workspace(workspace),
      m_comparisons(comparisons),
      m_row(new QHBoxLayout),
      m_add(menuButton(tr("Add model…"), "addModel")),
      m_first(narrowCombo("comparedFirst", tr("Model in the first column"), 3)),
      m_second(narrowCombo("comparedSecond", tr("Model in the second column"), 3)),
      m_swap(menuButton(tr("Swap"), "swapModels")),
      m_status(new FittingLabel) {
  m_row->setSpacing(6);
  auto* adding = new QMenu(m_add);
  m_add->setMenu(adding);
  connect(adding, &QMenu::aboutToShow, this, [this, adding] { fillAdding(adding); });
  m_swap->setToolTip(tr("Swap the two columns (Ctrl+Shift+X)"));
  connect(m_swap, &QToolButton::clicked, this, [this] { m_comparisons.swapPair(); });
  connect(m_first, &QComboBox::activated, this,
          [this](int at) { m_comparisons.showFirst(static_cast<std::size_t>(at)); });
  connect(m_second, &QComboBox::activated, this,
          [this](int at) { m_comparisons.showSecond(static_cast<std::size_t>(at)); });
  m_status->setFont(toFont({.size = 12}));
  m_status->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  setLayout(rowOf({textLabel(tr("Compare")),
                   m_row,
                   m_add,
                   fixedGap(8),
                   textLabel(tr("in columns")),
                   m_first,
                   textLabel(tr("and")),
                   m_second,
                   m_swap,
                   {m_status, 1}},
                  8, {12, 0, 12, 0}));
  connect(Appearance::instance(), &Appearance::changed, this, &CompareBar::recolor);
  recolor();
}

QLabel* CompareBar::status() const {
  return m_status;
}

void CompareBar::offerModels() {
  if (isVisible()) m_add->showMenu();
}

void CompareBar::addModel(const session::ComparedSource& source) {
  if (const Status added = m_comparisons.add(source); !added)
    m_workspace.banners().report(added.error(), Severity::Warning, {}, session::BannerTopic::Study);
}

void CompareBar::updateFrom(session::Changes changes) {
  if (changes.hasAny({Change::Comparison, Change::Model, Change::Dataset})) fill();
}

void CompareBar::fillAdding(QMenu* menu) {
  menu->clear();
  menu->addAction(tr("Checkpoint…"), this, [this] {
    const QString file = askFile(
        this, tr("Compare with a checkpoint"), tr("Checkpoints (*.pt *.pth *.ckpt *.bin *.safetensors);;All files (*)"),
        m_workspace.isDemoCheckpoint() ? QString() : toText(m_workspace.checkpointPath().string()));
    if (!file.isEmpty()) addModel({session::ComparedKind::Checkpoint, file.toStdString()});
  });
  menu->addAction(tr("Model program…"), this, [this] {
    auto* dialog = new ProgramDialog({.command = {}}, false, m_workspace.settings().recentPrograms, this);
    connect(dialog, &ProgramDialog::wanted, this, [this](const ProgramCommand& program) {
      m_workspace.programs().confirm(program);
      addModel({session::ComparedKind::Checkpoint, programNameOf(program)});
    });
    dialog->open();
  });
  menu->addAction(tr("Predictions of another program…"), this, [this] {
    const QString file = askFile(this, tr("Compare with predictions: a CSV with index, rank1, rank2, ..."),
                                 tr("Tables (*.csv);;All files (*)"));
    if (!file.isEmpty()) addModel({session::ComparedKind::Predictions, file.toStdString()});
  });
  menu->addSeparator();
  for (const std::string_view rule : ruleNames) {
    const session::ComparedSource source{session::ComparedKind::Rule, std::string(rule)};
    QAction* made = menu->addAction(tr("Rule: %1").arg(toText(session::comparedSourceTitle(source))), this,
                                    [this, source] { addModel(source); });
    made->setObjectName(toText(rule));
  }
}

void CompareBar::fillModel(QMenu* menu, std::size_t model) {
  menu->clear();
  const auto digit = QString::number(model + 1);
  menu->addAction(tr("Show in the first column\tCtrl+Alt+%1").arg(digit), this,
                  [this, model] { m_comparisons.showFirst(model); });
  menu->addAction(tr("Show in the second column\tCtrl+Alt+Shift+%1").arg(digit), this,
                  [this, model] { m_comparisons.showSecond(model); });
  menu->addSeparator();
  QAction* removing =
      menu->addAction(tr("Remove from the comparison"), this, [this, model] { m_comparisons.remove(model); });
  removing->setEnabled(model > 0);
}

void CompareBar::fill() {
  const auto& models = m_comparisons.models();
  while (m_buttons.size() > models.size()) {
    m_buttons.back()->deleteLater();
    m_buttons.pop_back();
  }
  while (m_buttons.size() < models.size()) {
    QToolButton* button = menuButton({}, "comparedModel");
    auto* menu = new QMenu(button);
    button->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu, number = m_buttons.size()] { fillModel(menu, number); });
    m_row->addWidget(button);
    m_buttons.push_back(button);
  }
  const QSignalBlocker quietFirst(m_first), quietSecond(m_second);
  m_first->clear();
  m_second->clear();
  for (std::size_t i = 0; i < models.size(); ++i) {
    const session::ComparedState& model = models[i];
    const QString title = toText(escapeForDisplay(model.title, longestTitle));
    m_buttons[i]->setText(QLatin1Char(' ') + (model.error ? tr("%1: failed").arg(title) : title));
    m_buttons[i]->setIcon(model.error ? lineIcon(QStringLiteral("warn")) : markOf(i, devicePixelRatioF()));
    const QString letter = toText(session::modelLetter(i));
    m_buttons[i]->setAccessibleName(tr("Model %1, %2").arg(letter, title));
    QString tip = QStringLiteral("%1: %2").arg(
        letter, toText(escapeForDisplay(model.source.name.empty() ? model.title : model.source.name, 200)));
    if (model.error) tip += QLatin1Char('\n') + toText(escapeForDisplay(model.error->sentence(), 400));
    if (model.answers && !model.answers->note.empty())
      tip += QLatin1Char('\n') + toText(escapeForDisplay(model.answers->note, 300));
    m_buttons[i]->setToolTip(tip.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>")));
    for (QComboBox* list : {m_first, m_second}) list->addItem(letter);
  }
  m_first->setCurrentIndex(static_cast<int>(m_comparisons.pair().first));
  m_second->setCurrentIndex(static_cast<int>(m_comparisons.pair().second));
  const bool several = models.size() > 1;
  for (QWidget* part : std::initializer_list<QWidget*>{m_first, m_second, m_swap}) part->setEnabled(several);
  m_add->setEnabled(models.size() < session::ModelComparisons::mostModels);
  const auto& comparison = m_comparisons.comparison();
  QStringList words;
  if (m_comparisons.stopped())
    words = {tr("stopped")};
  else if (m_comparisons.predicting())
    words = {tr("predicting the split…"), tr("predicting…")};
  else if (comparison && comparison->intervals)
    words = {tr("95 % intervals: users resampled 4 000 times"), tr("95 % intervals by users")};
  else if (comparison)
    words = {tr("computing intervals…")};
  m_status->setChoices(words);
}

void CompareBar::recolor() {
  m_swap->setIcon(lineIcon(QStringLiteral("swap")));
  m_add->setIcon(lineIcon(QStringLiteral("plus")));
  fill();
}

}  // namespace sojourn::qt
