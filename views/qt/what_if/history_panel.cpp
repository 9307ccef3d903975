// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/what_if/history_panel.h"

#include <QAction>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <array>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/scene/format.h"
#include "views/qt/docks/view_state.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/framed_button.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr int stateHeight = 44;
constexpr int scenarioHeight = 28;
constexpr int edge = 12;
constexpr int iconRoom = 24;

/// In the order of SequenceEdit's alternatives.
constexpr std::array kindIcons{"swap", "clock", "clock", "clock",  "minus", "trash", "plus",
                               "copy", "list",  "clock", "target", "clock", "table"};
static_assert(kindIcons.size() == std::variant_size_v<SequenceEdit>);

void paintSwatch(QPainter& painter, const QRect& box, const present::Swatch& swatch) {
  const present::Theme& theme = Appearance::theme();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(toColor(theme.mid));
  painter.setBrush(swatch.color ? QBrush(toColor(*swatch.color)) : QBrush(Qt::NoBrush));
  if (swatch.hatched) painter.setBrush(QBrush(toColor(theme.mid), Qt::BDiagPattern));
  painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
}

class HistoryDelegate final : public QStyledItemDelegate {
 public:
  explicit HistoryDelegate(int height, QObject* parent) : QStyledItemDelegate(parent), m_height(height) {}

  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {200, m_height};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const present::Theme& theme = Appearance::theme();
    const QRect& row = option.rect;
    painter->save();
    const bool current = index.data(HistoryModel::Current).toBool();
    const bool undone = index.data(HistoryModel::Undone).toBool();
    if (option.state.testFlag(QStyle::State_MouseOver)) painter->fillRect(row, toColor(theme.hover));
    if (current) {
      painter->fillRect(row, toColor(theme.soft));
      painter->fillRect(QRect(row.left(), row.top(), 3, row.height()), toColor(theme.accent));
    }
    const bool focused = option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_Selected);
    if (focused) {
      painter->setPen(toColor(theme.accent));
      painter->drawRect(row.adjusted(0, 0, -1, -1));
    }
    if (m_height == stateHeight) {
      paintState(*painter, row, index, current, undone);
    } else {
      paintScenario(*painter, row, index);
    }
    painter->restore();
  }

 private:
  static void paintState(QPainter& painter, const QRect& row, const QModelIndex& index, bool current, bool undone) {
    const present::Theme& theme = Appearance::theme();
    const QColor ink = toColor(undone ? theme.text3 : theme.text);
    const bool pin = index.row() == 0;
    paintIcon(painter, QRectF(row.left() + edge, row.top() + 6, 14, 14), index.data(HistoryModel::Icon).toString(),
              toColor(pin      ? theme.accent
                      : undone ? theme.text3
                               : theme.text2));
    const QString flag = index.data(HistoryModel::Flag).toString();
    const present::Font nameFont{.size = 12.5F,
                                 .weight = current ? present::Weight::SemiBold : present::Weight::Regular};
    QRect name(row.left() + edge + iconRoom, row.top() + 4, row.width() - 2 * edge - iconRoom, 18);
    if (!flag.isEmpty()) {
      paintIcon(painter, QRectF(row.right() - edge - 14, row.top() + 6, 14, 14), QStringLiteral("warn"),
                toColor(theme.warn));
      name.setRight(name.right() - 20);
    }
    drawWords(painter, name, index.data().toString(), nameFont, ink, Qt::AlignLeft);
    QRect caption(name.left() + 16, row.top() + 22, row.right() - edge - name.left() - 16, 18);
    const QVariant swatch = index.data(HistoryModel::Swatch);
    if (swatch.isValid())
      paintSwatch(painter, QRect(name.left(), row.top() + 26, 10, 10), swatch.value<present::Swatch>());
    const present::Font small{.size = 11.5F};
    if (!flag.isEmpty()) drawWords(painter, caption, flag, small, toColor(theme.warn), Qt::AlignRight);
    caption.setRight(caption.right() - static_cast<int>(metrics(small).horizontalAdvance(flag)) - 6);
    QString words = index.data(HistoryModel::Caption).toString();
    if (undone) words += words.isEmpty() ? HistoryPanel::tr("undone") : HistoryPanel::tr(", undone");
    drawWords(painter, caption, words, small, toColor(undone ? theme.text3 : theme.text2), Qt::AlignLeft);
  }

  static void paintScenario(QPainter& painter, const QRect& row, const QModelIndex& index) {
    const present::Theme& theme = Appearance::theme();
    const QVariant swatch = index.data(HistoryModel::Swatch);
    if (swatch.isValid())
      paintSwatch(painter, QRect(row.left() + edge + 2, row.top() + 9, 10, 10), swatch.value<present::Swatch>());
    const present::Font small{.size = 11.5F};
    const QString caption = index.data(HistoryModel::Caption).toString();
    const present::Font nameFont{.size = 12.5F};
    const QString name = index.data().toString();
    const QRect area = row.adjusted(edge + iconRoom, 0, -edge, 0);
    // What the scenario is called comes before what it predicts, which may have two fifths of the row in any case.
    const int nameWidth = static_cast<int>(metrics(nameFont).horizontalAdvance(name)) + 9;
    const int captionRoom = std::max(2 * area.width() / 5, area.width() - nameWidth);
    const int captionWidth = std::min(static_cast<int>(metrics(small).horizontalAdvance(caption)) + 10, captionRoom);
    drawWords(painter, area.adjusted(area.width() - captionWidth + 8, 0, 0, 0), caption, small, toColor(theme.text2),
              Qt::AlignRight);
    drawWords(painter, area.adjusted(0, 0, -captionWidth, 0), name, nameFont, toColor(theme.text), Qt::AlignLeft,
              Qt::ElideRight);
  }

  /// Elided in the middle, since numbers are at the end.
  static void drawWords(QPainter& painter, const QRect& box, const QString& words, present::Font font,
                        const QColor& ink, Qt::Alignment side, Qt::TextElideMode elide = Qt::ElideMiddle) {
    painter.setFont(toFont(font));
    painter.setPen(ink);
    painter.drawText(box, static_cast<int>(side | Qt::AlignVCenter),
                     metrics(font).elidedText(words, elide, std::max(0, box.width())));
  }

  int m_height;
};

QListView* list(HistoryModel* model, int rowHeight, const QString& name) {
  auto* view = new QListView;
  view->setModel(model);
  view->setItemDelegate(new HistoryDelegate(rowHeight, view));
  view->setUniformItemSizes(true);
  view->setMouseTracking(true);
  view->setAccessibleName(name);
  view->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  return view;
}

}  // namespace

HistoryModel::HistoryModel(Shows shows, const session::WhatIf& whatIf, const ViewState& state, QObject* parent)
    : QAbstractListModel(parent), m_shows(shows), m_whatIf(whatIf), m_state(state) {
  refresh();
}

int HistoryModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : m_rows;
}

void HistoryModel::refresh() {
  std::size_t rows = m_whatIf.scenarios().size();
  if (m_shows == Shows::States) rows = m_whatIf.history() ? m_whatIf.history()->states().size() : 0;
  if (static_cast<int>(rows) != m_rows) {
    beginResetModel();
    m_rows = static_cast<int>(rows);
    endResetModel();
  } else if (m_rows > 0) {
    Q_EMIT dataChanged(index(0), index(m_rows - 1));
  }
}

QString HistoryModel::topWords(const std::optional<session::TopPrediction>& top, const Sequence& sequence) const {
  if (!top) return {};
  const auto& naming = m_state.workspace().naming();
  return QStringLiteral("%1 %2").arg(toText(escapeForDisplay(naming.name(top->location, sequence.user), 60)),
                                     toText(present::probability(top->probability)));
}

QVariant HistoryModel::ofState(std::size_t row, int role) const {
  const session::EditHistory& history = *m_whatIf.history();
  const session::EditState& state = history.states()[row];
  switch (role) {
    case Qt::DisplayRole:
      return toText(sojourn::tr(state.name));
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole: {
      QString words = toText(sojourn::tr(state.name));
      if (const QString top = topWords(state.top, state.sequence); !top.isEmpty()) words += QStringLiteral(", ") + top;
      if (!state.flags.empty()) {
        words += QStringLiteral(", ") + toText(sojourn::flagText(state.flags[0], state.sequence, m_whatIf.words()));
      }
      return role == Qt::ToolTipRole ? words.toHtmlEscaped() : words;
    }
    case Icon:
      return state.kind ? QString::fromLatin1(kindIcons[*state.kind]) : QStringLiteral("pin");
    case Swatch:
      return state.top ? QVariant::fromValue(m_state.colors().swatch(state.top->location)) : QVariant();
    case Caption:
      return topWords(state.top, state.sequence);
    case Flag:
      return state.flags.empty() ? QString() : toText(sojourn::tr(flagWord(state.flags[0].kind)));
    case Current:
      return row == history.position();
    case Undone:
      return row > history.position();
    default:
      return {};
  }
}

/// Why a scenario has no prediction: the model has seen only what was in front since the start.
QString HistoryModel::whyUnknown(const ScenarioOrigin& origin) const {
  const session::DatasetPtr& dataset = m_state.workspace().dataset();
  const bool here = dataset && dataset->prefix == origin.dataset &&
                    (origin.fingerprint.empty() || origin.fingerprint == dataset->fingerprint);
  return here ? HistoryPanel::tr("open to predict") : HistoryPanel::tr("other dataset");
}

QVariant HistoryModel::ofScenario(std::size_t row, int role) const {
  const session::KeptScenario& kept = m_whatIf.scenarios()[row];
  const QString name = toText(escapeForDisplay(kept.scenario.name, 120));
  switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
      return name;
    case Qt::ToolTipRole: {
      QStringList lines{name, HistoryPanel::tr("of sample %1, %2, %3")
                                  .arg(kept.scenario.origin.index)
                                  .arg(QLatin1String(splitName(kept.scenario.origin.split)),
                                       toText(escapeForDisplay(kept.scenario.origin.dataset, 80)))};
      for (std::size_t i = 0; i < std::min<std::size_t>(8, kept.scenario.edits.size()); ++i)
        lines << toText(escapeForDisplay(sojourn::tr(kept.scenario.edits[i]), 120));
      if (const Status fits = m_whatIf.fit(row); !fits) lines << toText(escapeForDisplay(fits.error().sentence(), 300));
      return lines.join(QLatin1Char('\n')).toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>"));
    }
    case Swatch:
      return kept.top ? QVariant::fromValue(m_state.colors().swatch(kept.top->location)) : QVariant();
    case Caption:
      return kept.top ? topWords(kept.top, kept.scenario.sequence) : whyUnknown(kept.scenario.origin);
    default:
      return {};
  }
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= m_rows) return {};
  const auto row = static_cast<std::size_t>(index.row());
  if (m_shows == Shows::Scenarios) {
    return row < m_whatIf.scenarios().size() ? ofScenario(row, role) : QVariant();
  }
  return m_whatIf.history() && row < m_whatIf.history()->states().size() ? ofState(row, role) : QVariant();
}

HistoryPanel::HistoryPanel(session::WhatIf& whatIf, const ViewState& state, QAction* undo, QAction* redo,
                           QWidget* parent)
    : QWidget(parent),
      m_whatIf(whatIf),
      m_stateRows(new HistoryModel(HistoryModel::Shows::States, whatIf, state, this)),
      m_scenarioRows(new HistoryModel(HistoryModel::Shows::Scenarios, whatIf, state, this)),
      m_states(list(m_stateRows, stateHeight, tr("States of this sample"))),
      m_scenarios(list(m_scenarioRows, scenarioHeight, tr("Scenarios"))),
      m_noScenarios(
          new QLabel(tr("Save scenario, above, saves the edited sample under a name, so that you can open it or "
                        "compare with it later."))) {
  setFocusProxy(m_states);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* buttons = new QHBoxLayout;
  buttons->setContentsMargins(12, 8, 12, 8);
  buttons->setSpacing(8);
  buttons->addWidget(framedButton(undo));
  buttons->addWidget(framedButton(redo));
  buttons->addStretch();
  auto* title = new QLabel(tr("Scenarios"));
  title->setFont(toFont({.size = 12, .weight = present::Weight::SemiBold}));
  title->setContentsMargins(12, 8, 12, 4);
  auto* rule = new QFrame;
  rule->setObjectName(QStringLiteral("groupLine"));
  rule->setFixedHeight(1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_states, 3);
  column->addLayout(buttons);
  column->addWidget(rule);
  column->addWidget(title);
  m_noScenarios->setWordWrap(true);
  m_noScenarios->setAlignment(Qt::AlignTop);
  m_noScenarios->setFont(toFont({.size = 11.5F}));
  m_noScenarios->setContentsMargins(12, 0, 12, 8);
  m_noScenarios->setForegroundRole(QPalette::PlaceholderText);
  m_noScenarios->setContextMenuPolicy(Qt::CustomContextMenu);
  column->addWidget(m_scenarios, 1);
  column->addWidget(m_noScenarios, 1);
  const auto jump = [this](const QModelIndex& index) { m_whatIf.jump(static_cast<std::size_t>(index.row())); };
  connect(m_states, &QListView::clicked, this, jump);
  connect(m_states, &QListView::activated, this, jump);
  connect(m_scenarios, &QListView::activated, this, [this](const QModelIndex& index) {
    if (const Status opened = m_whatIf.openScenario(static_cast<std::size_t>(index.row())); !opened)
      Q_EMIT failed(opened.error());
  });
  m_scenarios->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(m_scenarios, &QListView::customContextMenuRequested, this, &HistoryPanel::scenarioMenu);
  connect(m_noScenarios, &QLabel::customContextMenuRequested, this, &HistoryPanel::scenarioMenu);
  refresh();
}

void HistoryPanel::refresh() {
  const bool grew =
      m_stateRows->rowCount() != (m_whatIf.history() ? static_cast<int>(m_whatIf.history()->states().size()) : 0);
  m_stateRows->refresh();
  m_scenarioRows->refresh();
  m_scenarios->setVisible(m_scenarioRows->rowCount() > 0);
  m_noScenarios->setVisible(m_scenarioRows->rowCount() == 0);
  if (!m_whatIf.history()) return;
  const QModelIndex now = m_stateRows->index(static_cast<int>(m_whatIf.history()->position()));
  m_states->setCurrentIndex(now);
  if (grew) m_states->scrollTo(now);
}

void HistoryPanel::scenarioMenu(QPoint at) {
  QMenu menu(this);
  const QModelIndex index = m_scenarios->indexAt(at);
  const auto scenario = static_cast<std::size_t>(std::max(0, index.row()));
  const auto tell = [this](const Status& status) {
    if (!status) Q_EMIT failed(status.error());
  };
  if (index.isValid()) {
    connect(menu.addAction(tr("Open")), &QAction::triggered, this,
            [=, this] { tell(m_whatIf.openScenario(scenario)); });
    connect(menu.addAction(tr("Compare with this")), &QAction::triggered, this,
            [=, this] { m_whatIf.pinScenario(scenario); });
    connect(menu.addAction(tr("Rename…")), &QAction::triggered, this,
            [=, this] { Q_EMIT renameWanted(static_cast<int>(scenario)); });
    connect(menu.addAction(tr("Export…")), &QAction::triggered, this,
            [=, this] { Q_EMIT exportWanted(static_cast<int>(scenario)); });
    connect(menu.addAction(tr("Delete")), &QAction::triggered, this,
            [=, this] { tell(m_whatIf.removeScenario(scenario)); });
    menu.addSeparator();
  }
  connect(menu.addAction(tr("Import a scenario…")), &QAction::triggered, this, &HistoryPanel::importWanted);
  const QWidget* asked = m_noScenarios;
  if (m_scenarios->isVisible()) asked = m_scenarios->viewport();
  menu.exec(asked->mapToGlobal(at));
}

}  // namespace sojourn::qt
