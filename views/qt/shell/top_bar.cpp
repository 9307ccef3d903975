// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/shell/top_bar.h"

#include <QAccessibleWidget>
#include <QAction>
#include <QLabel>
#include <QLayout>
#include <QPainter>
#include <QSignalBlocker>
#include <QSpinBox>
#include <utility>

#include "model/core/text.h"
#include "model/runs/store/run_paths.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;

namespace {

constexpr int buttonHeight = 24;
constexpr int searchWidth = 232;
constexpr present::Font workspaceFont{.size = 13, .weight = present::Weight::Medium};
constexpr present::Font menuFont{.size = 12.5F}, hintFont{.size = 11};
constexpr int longestText = 330;
constexpr int menuIconWidth = 42, searchIconWidth = 32;
constexpr int leastWords = 40;  ///< px below which a name is not written any more
constexpr int keptWords = 80;   ///< px of label that a menu keeps while the longer name beside it gives way

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

/// A screen reader finds the workspaces as tabs; one is selected.
class TabAccessible final : public QAccessibleWidget {
 public:
  explicit TabAccessible(QToolButton* button)
      : QAccessibleWidget(button, QAccessible::PageTab, button->text()), m_button(button) {}

  [[nodiscard]] QString text(QAccessible::Text kind) const override {
    return kind == QAccessible::Name ? m_button->accessibleName() : QAccessibleWidget::text(kind);
  }
  [[nodiscard]] QAccessible::State state() const override {
    QAccessible::State state = QAccessibleWidget::state();
    state.selectable = true;
    state.selected = m_button->isChecked();
    return state;
  }
  [[nodiscard]] QStringList actionNames() const override { return {pressAction()}; }
  void doAction(const QString& name) override {
    if (name == pressAction()) m_button->click();
  }

 private:
  QToolButton* m_button;
};

constexpr const char* isTab = "isTab";

QAccessibleInterface* tabOf(const QString&, QObject* object) {
  auto* button = qobject_cast<QToolButton*>(object);
  return button && button->property(isTab).toBool() ? new TabAccessible(button) : nullptr;
}

QToolButton* stepButton(const QString& iconName, const QString& name) {
  QToolButton* button = iconButton(iconName, name);
  button->setIconSize({16, 16});
  button->setFixedSize(22, 24);
  button->setAutoRepeat(true);
  button->setFocusPolicy(Qt::NoFocus);
  return button;
}

}  // namespace

BarButton::BarButton(Kind kind, const QString& iconName, QWidget* parent)
    : QToolButton(parent), m_kind(kind), m_iconName(iconName) {
  setFixedHeight(buttonHeight);
  setFocusPolicy(Qt::TabFocus);
  if (kind != Kind::Workspace) setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  if (kind == Kind::Menu) setPopupMode(QToolButton::InstantPopup);
}

void BarButton::setLabel(const QString& text, const QString& brief) {
  m_brief = brief;
  if (std::exchange(m_label, text) == text) return;
  setAccessibleName(text);
  updateGeometry();
  update();
}

void BarButton::setWarned(bool warned) {
  if (std::exchange(m_warned, warned) != warned) update();
}

void BarButton::setCompact(bool compact) {
  if (std::exchange(m_compact, compact) == compact) return;
  updateGeometry();
  update();
}

QSize BarButton::sizeHint() const {
  const int tall = minimumHeight();
  switch (m_kind) {
    case Kind::Workspace:
      return {static_cast<int>(metrics(workspaceFont).horizontalAdvance(m_label)) + (m_compact ? 8 : 24), tall};
    case Kind::Search:
      return {m_compact ? searchIconWidth + static_cast<int>(metrics(hintFont).horizontalAdvance(m_hint)) + 4
                        : static_cast<int>(searchWidth * textFactor()),
              tall};
    case Kind::Menu:
      break;
  }
  return {menuIconWidth + menuTextWidth(static_cast<int>(longestText * textFactor())), tall};
}

int BarButton::menuTextWidth(int most) const {
  if (m_compact) return 0;
  return std::min(most, static_cast<int>(metrics(menuFont).horizontalAdvance(m_label)) + 1) + 6;
}

QSize BarButton::minimumSizeHint() const {
  switch (m_kind) {
    case Kind::Menu:
      return {menuIconWidth + menuTextWidth(keptWords), minimumHeight()};
    case Kind::Search:
      return {searchIconWidth, minimumHeight()};
    case Kind::Workspace:
      break;
  }
  return sizeHint();
}

void BarButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const present::Theme& theme = Appearance::theme();
  const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
  painter.setPen(hasFocus() ? QPen(toColor(theme.accent)) : QPen(Qt::NoPen));
  if (m_kind == Kind::Workspace) {
    if (isChecked())
      painter.setBrush(toColor(theme.accent));
    else if (underMouse())
      painter.setBrush(toColor(theme.hover));
    painter.drawRoundedRect(frame, 4, 4);
    painter.setFont(toFont(workspaceFont));
    painter.setPen(toColor(isChecked() ? theme.onAccent : theme.text2));
    painter.drawText(rect(), Qt::AlignCenter, m_label);
    return;
  }
  if (m_kind == Kind::Menu) {
    if (underMouse() || isDown()) painter.setBrush(toColor(theme.hover));
    painter.drawRoundedRect(frame, 4, 4);
    return paintMenu(painter);
  }
  painter.setPen(toColor(hasFocus() ? theme.accent : theme.border));
  painter.setBrush(toColor(theme.field));
  painter.drawRoundedRect(frame, 4, 4);
  paintIcon(painter, QRectF(7, (height() - 16) / 2.0, 16, 16), m_iconName, toColor(theme.text2));
  painter.setPen(toColor(theme.text3));
  const QRect area = rect().adjusted(26, 0, -8, 0);
  constexpr present::Font textFont{.size = 12};
  // Less than all of the label says less than the shortcut alone.
  const qreal hint = metrics(hintFont).horizontalAdvance(m_hint);
  const bool hasWords = metrics(textFont).horizontalAdvance(m_label) + 12 + hint <= area.width();
  painter.setFont(toFont(textFont));
  if (hasWords) painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft, m_label);
  painter.setFont(toFont(hintFont));
  if (hint <= area.width()) painter.drawText(area, Qt::AlignVCenter | Qt::AlignRight, m_hint);
}

void BarButton::paintMenu(QPainter& painter) const {
  const present::Theme& theme = Appearance::theme();
  paintIcon(painter, QRectF(6, (height() - 16) / 2.0, 16, 16), m_warned ? QStringLiteral("warn") : m_iconName,
            toColor(m_warned ? theme.warn : theme.text2));
  const QRect area = rect().adjusted(28, 0, -18, 0);
  if (!m_compact && area.width() >= leastWords) {
    painter.setFont(toFont(menuFont));
    painter.setPen(toColor(theme.text));
    const bool whole = m_brief.isEmpty() || metrics(menuFont).horizontalAdvance(m_label) <= area.width();
    painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft,
                     metrics(menuFont).elidedText(whole ? m_label : m_brief, Qt::ElideMiddle, area.width()));
  }
  paintIcon(painter, QRectF(width() - 17, (height() - 12) / 2.0, 12, 12), QStringLiteral("down"), toColor(theme.text2));
}

TopBar::TopBar(session::Workspace& workspace, QWidget* parent)
    : QToolBar(parent),
      m_workspace(workspace),
      m_index(new IndexSpin(workspace)),
      m_count(plainLabel({}, present::Font{.size = 12})),
      m_edited(plainLabel({}, present::Font{.size = 12, .weight = present::Weight::Medium})),
      m_dataset(new BarButton(BarButton::Kind::Menu, QStringLiteral("data"))),
      m_checkpoint(new BarButton(BarButton::Kind::Menu, QStringLiteral("model"))),
      m_search(new BarButton(BarButton::Kind::Search, QStringLiteral("search"))) {
  [[maybe_unused]] static const bool known = (QAccessible::installFactory(tabOf), true);
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
  m_count->setContentsMargins(6, 0, 0, 0);
  m_count->setFixedHeight(24);
  m_edited->setObjectName(QStringLiteral("sampleEdited"));
  m_edited->setContentsMargins(8, 0, 0, 0);
  m_edited->setFixedHeight(24);
  m_edited->setForegroundRole(QPalette::Link);
  m_edited->setToolTip(
      tr("The views show the edited sample; its row in Samples shows the record. The history is in What if."));
  m_ofSample = {addWidget(back), addWidget(m_index), addWidget(on)};
  m_ofSample << (m_countAction = addWidget(m_count)) << addWidget(m_edited) << addWidget(new BarLine);
  addWidget(m_dataset);
  addWidget(m_checkpoint);
  auto* space = new QWidget;
  space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  space->setAttribute(Qt::WA_TransparentForMouseEvents);
  addWidget(space);
  m_search->setObjectName(QStringLiteral("search"));
  m_search->setLabel(tr("Find view or command"));
  m_search->setHint(tr("Ctrl+K"));
  m_search->setToolTip(tr("Find a view, a command, a place or a sample"));
  connect(m_search, &QToolButton::clicked, this, &TopBar::searchWanted);
  addWidget(m_search);
  updateFrom(session::Changes::all());
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
    m_navigation << insertWidget(m_afterNavigation, button);
  }
  m_navigation << m_afterNavigation;
  shareRoom();
}

void TopBar::addWorkspace(QAction* action) {
  auto* button = new BarButton(BarButton::Kind::Workspace, {});
  button->setLabel(action->text().remove(QLatin1Char('&')));
  button->setCheckable(true);
  button->setAccessibleName(button->label());
  button->setProperty(isTab, true);
  button->setToolTip(
      QStringLiteral("%1 (%2)").arg(button->label(), action->shortcut().toString(QKeySequence::NativeText)));
  connect(button, &QToolButton::clicked, action, [action, button] {
    action->trigger();
    button->setChecked(action->isChecked());
  });
  connect(action, &QAction::toggled, button, &QToolButton::setChecked);
  button->setChecked(action->isChecked());
  m_workspaces.push_back(button);
  insertWidget(m_afterWorkspaces, button);
}

void TopBar::updateFrom(session::Changes changes) {
  if (changes.hasAny({Change::Dataset, Change::Sample})) {
    const QSignalBlocker quiet(m_index);
    const auto size = static_cast<int>(m_workspace.samples().table().size());
    m_index->setEnabled(size > 0);
    m_index->setRange(0, std::max(0, size - 1));
    m_index->setValue(static_cast<int>(m_workspace.row().value_or(0)));
    m_edited->setText(m_workspace.edited() ? tr("edited") : QString());
    m_count->setText(size > 0 ? tr("of %1").arg(toText(groupThousands(size))) : QString());
  }
  if (changes.has(Change::Dataset)) {
    const auto& dataset = m_workspace.dataset();
    const QString title = dataset ? toText(escapeForDisplay(dataset->title, 60)) : tr("No dataset");
    m_dataset->setLabel(
        dataset ? QStringLiteral("%1, %2").arg(title, QLatin1String(splitName(m_workspace.split()))) : title, title);
    m_dataset->setToolTip(
        (dataset ? toText(escapeForDisplay(m_workspace.dataPath().string())) : tr("Open a dataset")).toHtmlEscaped());
  }
  if (changes.hasAny({Change::Model, Change::Dataset})) {
    const ModelDescription* model = m_workspace.model();
    QString label = tr("No checkpoint"), brief;
    if (model) {
      label = m_workspace.program() ? toText(model->title)
                                    : toText(escapeForDisplay(checkpointTitle(m_workspace.checkpointPath()), 80));
      // A name that a person gave says enough without its folder; "best" and "epoch_12" of a run do not.
      constexpr std::size_t longestOfTrainer = 10;
      const std::string stem = m_workspace.checkpointPath().stem().string();
      if (!m_workspace.program() && stem.size() > longestOfTrainer) brief = toText(escapeForDisplay(stem, 80));
      if (model->epoch >= 0) label += tr(", epoch %1").arg(model->epoch);
    }
    const auto& mismatch = m_workspace.fitProblem();
    if (mismatch) label += tr(" · does not fit");
    m_checkpoint->setWarned(mismatch.has_value());
    m_checkpoint->setLabel(label, brief);
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

int TopBar::leastWidth() const {
  int width = layout()->contentsMargins().left() + layout()->contentsMargins().right();
  for (QAction* action : actions()) {
    const QWidget* part = widgetForAction(action);
    if (!part || !action->isVisible()) continue;
    width += std::min(std::max(part->minimumWidth(), part->minimumSizeHint().width()), part->maximumWidth());
    width += layout()->spacing();
  }
  return width;
}

void TopBar::shareRoom() {
  // A sample changes nothing of what the parts need: they are tried out for another size or other label alone.
  const bool ofSample = !m_ofSample.isEmpty() && m_ofSample.front()->isVisible();
  const QString needs =
      QStringLiteral("%1 %2 %3 %4 %5\n")
          .arg(width())
          .arg(ofSample)
          .arg(m_workspaces.size())
          .arg(m_navigation.size())
          .arg(font().key()) +
      QStringList{m_dataset->label(), m_checkpoint->label(), m_count->text(), m_edited->text()}.join(QLatin1Char('\n'));
  if (std::exchange(m_sharedFor, needs) == needs) return;
  // From what says least: the label of the search, the air around the workspaces' names, the number of samples, which
  // stands at their table as well, the arrows, which have keys, and only then the names of dataset and checkpoint.
  m_countAction->setVisible(ofSample);
  for (QAction* part : std::as_const(m_navigation)) part->setVisible(true);
  for (BarButton* button : std::as_const(m_workspaces)) button->setCompact(false);
  for (BarButton* button : {m_dataset, m_checkpoint, m_search}) button->setCompact(false);
  m_search->setCompact(sizeHint().width() > width());
  const bool tight = leastWidth() > width();
  for (BarButton* button : std::as_const(m_workspaces)) button->setCompact(tight);
  if (leastWidth() > width()) m_countAction->setVisible(false);
  if (leastWidth() > width())
    for (QAction* part : std::as_const(m_navigation)) part->setVisible(false);
  const bool nameless = leastWidth() > width();
  for (BarButton* button : {m_dataset, m_checkpoint}) button->setCompact(nameless);
}

void TopBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), toColor(Appearance::theme().title));
  painter.fillRect(0, height() - 1, width(), 1, toColor(Appearance::theme().border));
}

}  // namespace sojourn::qt
