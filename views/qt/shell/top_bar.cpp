// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/shell/top_bar.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QSignalBlocker>
#include <QSpinBox>

#include "model/core/text.h"
#include "model/runs/store/run_paths.h"
#include "views/qt/shell/bar_button.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;

namespace {

/// Below this the dataset's and the checkpoint's names go into tooltips.
constexpr int narrowWidth = 1100;

/// A vertical line of the bar.
class BarLine final : public QWidget {
 public:
  BarLine() { setFixedSize(17, 24); }

 protected:
  void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(8, 2, 1, 20, toColor(Appearance::theme().border)); }
};

/// Steps along what the Samples table shows, in its order; typing goes to any index of the split.
class IndexSpin final : public QSpinBox {
 public:
  explicit IndexSpin(session::Workspace& workspace) : m_workspace(workspace) {}
  void stepBy(int steps) override { m_workspace.stepSample(steps); }

 protected:
  [[nodiscard]] StepEnabled stepEnabled() const override { return StepUpEnabled | StepDownEnabled; }

 private:
  session::Workspace& m_workspace;
};

QToolButton* stepButton(const QString& iconName, const QString& name) {
  auto* button = new QToolButton;
  button->setIcon(lineIcon(iconName));
  button->setIconSize({16, 16});
  button->setFixedSize(22, 24);
  button->setToolTip(name);
  button->setAccessibleName(name);
  button->setAutoRepeat(true);
  button->setFocusPolicy(Qt::NoFocus);
  return button;
}

}  // namespace

TopBar::TopBar(session::Workspace& workspace, QWidget* parent)
    : QToolBar(parent),
      m_workspace(workspace),
      m_index(new IndexSpin(workspace)),
      m_count(new QLabel),
      m_edited(new QLabel),
      m_dataset(new BarButton(BarButton::Look::Menu, QStringLiteral("data"))),
      m_checkpoint(new BarButton(BarButton::Look::Menu, QStringLiteral("model"))),
      m_search(new BarButton(BarButton::Look::Search, QStringLiteral("search"))) {
  setObjectName(QStringLiteral("topBar"));
  setWindowTitle(tr("Tool bar"));
  setMovable(false);
  setFloatable(false);
  setContextMenuPolicy(Qt::PreventContextMenu);
  setFixedHeight(40);

  m_afterNavigation = addWidget(new BarLine);
  m_afterNavigation->setVisible(false);
  m_afterWorkspaces = addWidget(new BarLine);
  QToolButton* back = stepButton(QStringLiteral("left"), tr("Previous sample (Page Up)"));
  QToolButton* on = stepButton(QStringLiteral("right"), tr("Next sample (Page Down)"));
  connect(back, &QToolButton::clicked, this, [this] { m_workspace.stepSample(-1); });
  connect(on, &QToolButton::clicked, this, [this] { m_workspace.stepSample(1); });
  m_index->setButtonSymbols(QAbstractSpinBox::NoButtons);
  m_index->setAlignment(Qt::AlignCenter);
  m_index->setFixedSize(66, 24);
  m_index->setFont(toFont({.size = 12.5F, .weight = present::Weight::Medium}));
  m_index->setAccessibleName(tr("Index of the sample"));
  m_index->setKeyboardTracking(false);
  connect(m_index, &QSpinBox::valueChanged, this, [this](int row) {
    if (row >= 0) m_workspace.setRow(static_cast<std::size_t>(row));
  });
  m_count->setFont(toFont({.size = 12}));
  m_count->setContentsMargins(6, 0, 0, 0);
  m_count->setFixedHeight(24);
  m_count->setTextFormat(Qt::PlainText);
  m_edited->setObjectName(QStringLiteral("sampleEdited"));
  m_edited->setFont(toFont({.size = 12, .weight = present::Weight::Medium}));
  m_edited->setContentsMargins(8, 0, 0, 0);
  m_edited->setFixedHeight(24);
  m_edited->setTextFormat(Qt::PlainText);
  m_edited->setForegroundRole(QPalette::Link);
  m_edited->setToolTip(
      tr("The views show the edited sample; its row in Samples shows the record. The history is in What if."));
  m_ofSample = {addWidget(back),    addWidget(m_index),  addWidget(on),
                addWidget(m_count), addWidget(m_edited), addWidget(new BarLine)};
  addWidget(m_dataset);
  addWidget(m_checkpoint);
  auto* space = new QWidget;
  space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  space->setAttribute(Qt::WA_TransparentForMouseEvents);
  addWidget(space);
  m_search->setObjectName(QStringLiteral("search"));
  m_search->setWords(tr("Find view or command"));
  m_search->setHint(tr("Ctrl+K"));
  m_search->setToolTip(tr("Find a view, a command, a place or a sample"));
  connect(m_search, &QToolButton::clicked, this, &TopBar::searchWanted);
  addWidget(m_search);
  follow(session::Changes::all());
}

void TopBar::setSampleShown(bool shown) {
  for (QAction* part : std::as_const(m_ofSample)) part->setVisible(shown);
  shareRoom();
}

void TopBar::addNavigation(QAction* back, QAction* forward) {
  for (QAction* action : {back, forward}) {
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setIconSize({16, 16});
    button->setFixedSize(26, 24);
    button->setFocusPolicy(Qt::NoFocus);
    insertWidget(m_afterNavigation, button);
  }
  m_afterNavigation->setVisible(true);
}

void TopBar::addWorkspace(QAction* action) {
  auto* button = new BarButton(BarButton::Look::Workspace, {});
  button->setWords(action->text().remove(QLatin1Char('&')));
  button->setCheckable(true);
  button->setToolTip(
      QStringLiteral("%1 (%2)").arg(button->words(), action->shortcut().toString(QKeySequence::NativeText)));
  connect(button, &QToolButton::clicked, action, [action, button] {
    action->trigger();
    button->setChecked(action->isChecked());
  });
  connect(action, &QAction::toggled, button, &QToolButton::setChecked);
  button->setChecked(action->isChecked());
  insertWidget(m_afterWorkspaces, button);
}

void TopBar::setDatasetMenu(QMenu* menu) {
  m_dataset->setMenu(menu);
}
void TopBar::setCheckpointMenu(QMenu* menu) {
  m_checkpoint->setMenu(menu);
}

void TopBar::follow(session::Changes changes) {
  if (changes.hasAny({Change::Dataset, Change::Sample})) {
    const QSignalBlocker quiet(m_index);
    const auto size = static_cast<int>(m_workspace.samples().size());
    m_index->setEnabled(size > 0);
    m_index->setRange(0, std::max(0, size - 1));
    m_index->setValue(static_cast<int>(m_workspace.row().value_or(0)));
    m_edited->setText(m_workspace.edited() ? tr("edited") : QString());
    m_count->setText(size > 0 ? tr("of %1").arg(toText(groupThousands(size))) : QString());
  }
  if (changes.has(Change::Dataset)) {
    const auto& dataset = m_workspace.dataset();
    m_dataset->setWords(dataset ? QStringLiteral("%1, %2").arg(toText(escapeForDisplay(dataset->title, 60)),
                                                               QLatin1String(splitName(m_workspace.split())))
                                : tr("No dataset"));
    m_dataset->setToolTip(
        (dataset ? toText(escapeForDisplay(m_workspace.dataPath().string())) : tr("Open a dataset")).toHtmlEscaped());
  }
  if (changes.hasAny({Change::Model, Change::Dataset})) {
    const ModelDescription* model = m_workspace.model();
    QString words = tr("No checkpoint");
    if (model) {
      words = toText(escapeForDisplay(checkpointTitle(m_workspace.checkpointPath()), 80));
      if (model->epoch >= 0) words += tr(", epoch %1").arg(model->epoch);
    }
    const auto& mismatch = m_workspace.fitProblem();
    if (mismatch) words += tr(" · does not fit");
    m_checkpoint->setWarned(mismatch.has_value());
    m_checkpoint->setWords(words);
    m_checkpoint->setToolTip(
        ((model ? toText(escapeForDisplay(m_workspace.checkpointPath().string())) : tr("Open a checkpoint")) +
         (mismatch ? QStringLiteral("\n") + toText(escapeForDisplay(mismatch->what, 400)) : QString()))
            .toHtmlEscaped()
            .replace(QLatin1Char('\n'), QLatin1String("<br>")));
  }
  shareRoom();
}

void TopBar::resizeEvent(QResizeEvent* event) {
  QToolBar::resizeEvent(event);
  shareRoom();
}

void TopBar::shareRoom() {
  for (BarButton* button : {m_dataset, m_checkpoint}) button->setCompact(width() < narrowWidth);
  // Names say more than the words of the search do.
  m_search->setCompact(false);
  m_search->setCompact(sizeHint().width() > width());
}

void TopBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), toColor(Appearance::theme().title));
  painter.fillRect(0, height() - 1, width(), 1, toColor(Appearance::theme().border));
}

}  // namespace sojourn::qt
