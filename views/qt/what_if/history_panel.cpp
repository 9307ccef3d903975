// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/what_if/history_panel.h"

#include <QAction>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <array>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/scene/format.h"
#include "views/qt/docks/sample_source.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/cell_painter.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/controls.h"
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
    const bool current = index.data(HistoryPanel::Current).toBool();
    if (option.state.testFlag(QStyle::State_MouseOver)) painter->fillRect(row, toColor(theme.hover));
    if (current) {
      painter->fillRect(row, toColor(theme.soft));
      painter->fillRect(QRect(row.left(), row.top(), 3, row.height()), toColor(theme.accent));
    }
    if (option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_Selected)) {
      painter->setPen(toColor(theme.accent));
      painter->drawRect(row.adjusted(0, 0, -1, -1));
    }
    if (m_height == stateHeight)
      paintState(*painter, row, index, current);
    else
      paintScenario(*painter, row, index);
    painter->restore();
  }

 private:
  static constexpr present::Font small{.size = 11.5F}, large{.size = 12.5F};

  static void paintSwatchOf(QPainter& painter, const QModelIndex& index, int x, int y) {
    if (const QVariant swatch = index.data(HistoryPanel::Swatch); swatch.isValid())
      paintSwatch(painter, QRect(x, y, 10, 10), swatch.value<present::Swatch>(), Appearance::theme().mid);
  }

  static void paintState(QPainter& painter, const QRect& row, const QModelIndex& index, bool current) {
    const present::Theme& theme = Appearance::theme();
    const bool undone = index.data(HistoryPanel::Undone).toBool();
    const bool pin = index.row() == 0;
    paintIcon(painter, QRectF(row.left() + edge, row.top() + 6, 14, 14), index.data(HistoryPanel::Icon).toString(),
              toColor(pin      ? theme.accent
                      : undone ? theme.text3
                               : theme.text2));
    const QString flag = index.data(HistoryPanel::Flag).toString();
    QRect name(row.left() + edge + iconRoom, row.top() + 4, row.width() - 2 * edge - iconRoom, 18);
    if (!flag.isEmpty()) {
      paintIcon(painter, QRectF(row.right() - edge - 14, row.top() + 6, 14, 14), QStringLiteral("warn"),
                toColor(theme.warn));
      name.setRight(name.right() - 20);
    }
    // Elided in the middle, since numbers are at the end.
    drawElided(painter, name, index.data().toString(),
               {.size = large.size, .weight = current ? present::Weight::SemiBold : present::Weight::Regular},
               undone ? theme.text3 : theme.text, Qt::AlignLeft, Qt::ElideMiddle);
    QRect caption(name.left() + 16, row.top() + 22, row.right() - edge - name.left() - 16, 18);
    paintSwatchOf(painter, index, name.left(), row.top() + 26);
    if (!flag.isEmpty()) drawElided(painter, caption, flag, small, theme.warn, Qt::AlignRight, Qt::ElideMiddle);
    caption.setRight(caption.right() - static_cast<int>(metrics(small).horizontalAdvance(flag)) - 6);
    QString text = index.data(HistoryPanel::Caption).toString();
    if (undone) text += text.isEmpty() ? HistoryPanel::tr("undone") : HistoryPanel::tr(", undone");
    drawElided(painter, caption, text, small, undone ? theme.text3 : theme.text2, Qt::AlignLeft, Qt::ElideMiddle);
  }

  static void paintScenario(QPainter& painter, const QRect& row, const QModelIndex& index) {
    const present::Theme& theme = Appearance::theme();
    paintSwatchOf(painter, index, row.left() + edge + 2, row.top() + 9);
    const QString caption = index.data(HistoryPanel::Caption).toString();
    const QString name = index.data().toString();
    const QRect area = row.adjusted(edge + iconRoom, 0, -edge, 0);
    // What the scenario is called comes before what it predicts, which may have two fifths of the row in any case.
    const int nameWidth = static_cast<int>(metrics(large).horizontalAdvance(name)) + 9;
    const int captionRoom = std::max(2 * area.width() / 5, area.width() - nameWidth);
    const int captionWidth = std::min(static_cast<int>(metrics(small).horizontalAdvance(caption)) + 10, captionRoom);
    drawElided(painter, area.adjusted(area.width() - captionWidth + 8, 0, 0, 0), caption, small, theme.text2,
               Qt::AlignRight, Qt::ElideMiddle);
    drawElided(painter, area.adjusted(0, 0, -captionWidth, 0), name, large, theme.text);
  }

  int m_height;
};

QListView* list(QStandardItemModel* model, int rowHeight, const QString& name) {
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

HistoryPanel::HistoryPanel(session::WhatIf& whatIf, const CurrentSample& current, QAction* undo, QAction* redo,
                           QWidget* parent)
    : QWidget(parent),
      m_whatIf(whatIf),
      m_current(current),
      m_stateRows(new QStandardItemModel(0, 1, this)),
      m_scenarioRows(new QStandardItemModel(0, 1, this)),
      m_states(list(m_stateRows, stateHeight, tr("States of this sample"))),
      m_scenarios(list(m_scenarioRows, scenarioHeight, tr("Scenarios"))),
      m_noScenarios(textLabel(tr("Save scenario, above, saves the edited sample under a name, so that you can open it "
                                 "or compare with it later."),
                              {.font = {.size = 11.5F}, .wraps = true, .margins = {12, 0, 12, 8}})) {
  setFocusProxy(m_states);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* rule = new QFrame;
  rule->setObjectName(QStringLiteral("groupLine"));
  rule->setFixedHeight(1);
  m_noScenarios->setAlignment(Qt::AlignTop);
  m_noScenarios->setForegroundRole(QPalette::PlaceholderText);
  m_noScenarios->setContextMenuPolicy(Qt::CustomContextMenu);
  QLabel* title = textLabel(tr("Scenarios"),
                            {.font = {.size = 12, .weight = present::Weight::SemiBold}, .margins = {12, 8, 12, 4}});
  setLayout(columnOf({{m_states, 3},
                      rowOf({framedButton(undo), framedButton(redo), spring()}, 8, {12, 8, 12, 8}),
                      rule,
                      title,
                      {m_scenarios, 1},
                      {m_noScenarios, 1}},
                     0, {}));
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

QString HistoryPanel::topText(const std::optional<session::TopPrediction>& top, const Sequence& sequence) const {
  if (!top) return {};
  const auto& naming = m_current.workspace().names().naming();
  return QStringLiteral("%1 %2").arg(toText(escapeForDisplay(naming.name(top->location, sequence.user), 60)),
                                     toText(present::probability(top->probability)));
}

QVariant HistoryPanel::swatchOf(const std::optional<session::TopPrediction>& top) const {
  return top ? QVariant::fromValue(m_current.colors().swatch(top->location)) : QVariant();
}

QMap<int, QVariant> HistoryPanel::stateData(std::size_t row) const {
  const std::size_t position = m_whatIf.history()->position();
  const session::EditState& state = m_whatIf.history()->states()[row];
  const QString name = toText(sojourn::tr(state.name)), top = topText(state.top, state.sequence);
  QString text = name, flag;
  if (!top.isEmpty()) text += QStringLiteral(", ") + top;
  if (!state.flags.empty()) {
    text += QStringLiteral(", ") + toText(sojourn::flagText(state.flags[0], state.sequence, m_whatIf.labels()));
    flag = toText(sojourn::tr(flagWord(state.flags[0].kind)));
  }
  return {{Qt::DisplayRole, name},
          {Qt::AccessibleTextRole, text},
          {Qt::ToolTipRole, text.toHtmlEscaped()},
          {Icon, state.kind ? QString::fromLatin1(kindIcons[*state.kind]) : QStringLiteral("pin")},
          {Swatch, swatchOf(state.top)},
          {Caption, top},
          {Flag, flag},
          {Current, row == position},
          {Undone, row > position}};
}

/// Why a scenario has no prediction: the model has seen only what was in front since the start.
QString HistoryPanel::whyUnknown(const ScenarioOrigin& origin) const {
  const session::DatasetPtr& dataset = m_current.workspace().dataset();
  return dataset && isOf(origin, *dataset) ? tr("open to predict") : tr("of another dataset");
}

QMap<int, QVariant> HistoryPanel::scenarioData(std::size_t row) const {
  const session::KeptScenario& kept = m_whatIf.scenarios()[row];
  const ScenarioOrigin& origin = kept.scenario.origin;
  const QString name = toText(escapeForDisplay(kept.scenario.name, 120));
  QStringList lines{name,
                    tr("of sample %1, %2, %3")
                        .arg(origin.index)
                        .arg(QLatin1String(splitName(origin.split)), toText(escapeForDisplay(origin.dataset, 80)))};
  for (std::size_t i = 0; i < std::min<std::size_t>(8, kept.scenario.edits.size()); ++i)
    lines << toText(escapeForDisplay(sojourn::tr(kept.scenario.edits[i]), 120));
  const session::DatasetPtr& dataset = m_current.workspace().dataset();
  const bool here = dataset && isOf(origin, *dataset);
  if (const Status fits = m_whatIf.fit(row); !fits) lines << toText(escapeForDisplay(fits.error().sentence(), 300));
  const QString tip = lines.join(QLatin1Char('\n')).toHtmlEscaped();
  return {{Qt::DisplayRole, name},
          {Qt::AccessibleTextRole, name},
          {Qt::ToolTipRole, QString(tip).replace(QLatin1Char('\n'), QStringLiteral("<br>"))},
          {Swatch, swatchOf(here ? kept.top : std::nullopt)},
          {Caption, here && kept.top ? topText(kept.top, kept.scenario.sequence) : whyUnknown(origin)}};
}

void HistoryPanel::refresh() {
  const auto* history = m_whatIf.history();
  const int states = history ? static_cast<int>(history->states().size()) : 0;
  const int scenarios = static_cast<int>(m_whatIf.scenarios().size());
  const bool grew = m_stateRows->rowCount() != states;
  m_stateRows->setRowCount(states);
  m_scenarioRows->setRowCount(scenarios);
  for (int row = 0; row < states; ++row)
    m_stateRows->setItemData(m_stateRows->index(row, 0), stateData(static_cast<std::size_t>(row)));
  for (int row = 0; row < scenarios; ++row)
    m_scenarioRows->setItemData(m_scenarioRows->index(row, 0), scenarioData(static_cast<std::size_t>(row)));
  m_scenarios->setVisible(scenarios > 0);
  m_noScenarios->setVisible(scenarios == 0);
  if (!history) return;
  const QModelIndex now = m_stateRows->index(static_cast<int>(history->position()), 0);
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
    menu.addAction(tr("Open"), this, [=, this] { tell(m_whatIf.openScenario(scenario)); });
    menu.addAction(tr("Compare with this"), this, [=, this] { m_whatIf.pinScenario(scenario); });
    menu.addAction(tr("Rename…"), this, [=, this] { Q_EMIT renameWanted(static_cast<int>(scenario)); });
    menu.addAction(tr("Export…"), this, [=, this] { Q_EMIT exportWanted(static_cast<int>(scenario)); });
    menu.addAction(tr("Delete"), this, [=, this] { tell(m_whatIf.removeScenario(scenario)); });
    menu.addSeparator();
  }
  menu.addAction(tr("Import a scenario…"), this, &HistoryPanel::importWanted);
  const QWidget* asked = m_noScenarios;
  if (m_scenarios->isVisible()) asked = m_scenarios->viewport();
  menu.exec(asked->mapToGlobal(at));
}

}  // namespace sojourn::qt
