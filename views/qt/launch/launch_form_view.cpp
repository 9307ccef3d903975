// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/launch/launch_form_view.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QPainter>
#include <QSignalBlocker>
#include <algorithm>
#include <utility>

#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr present::Font badgeFont{.size = 11.5F};
constexpr int badgeMargin = 8;

constexpr int labelWidth = 100;
constexpr const char* wide = "wide";
constexpr const char* datasetKey = "where.data";

/// Their texts are long, or lists of several values.
bool isWide(const session::FormField& field) {
  return field.wide || field.key == "training.learning_rate" || field.key == "seed" || field.key == "model.ablation";
}

}  // namespace

void BadgedEdit::setBadge(const QString& text) {
  if (text == m_badge) return;
  m_badge = text;
  const int width = text.isEmpty() ? 0 : static_cast<int>(metrics(badgeFont).horizontalAdvance(text)) + badgeMargin;
  setTextMargins(0, 0, width, 0);
  update();
}

void BadgedEdit::paintEvent(QPaintEvent* event) {
  QLineEdit::paintEvent(event);
  if (m_badge.isEmpty()) return;
  QPainter painter(this);
  painter.setFont(toFont(badgeFont));
  painter.setPen(toColor(Appearance::theme().text2));
  painter.drawText(rect().adjusted(0, 0, -badgeMargin, 0), Qt::AlignRight | Qt::AlignVCenter, m_badge);
}

LaunchField::LaunchField(QString key, const QString& label,
                         const std::optional<std::vector<session::FormChoice>>& choices, bool free, QWidget* form)
    : QObject(form), m_key(std::move(key)), m_label(textLabel(label, {.name = "fieldName"})) {
  if (choices) {
    m_box = new QComboBox(form);
    m_box->setEditable(free);
    m_box->setInsertPolicy(QComboBox::NoInsert);
    m_box->setMinimumContentsLength(4);
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setChoices(*choices);
    connect(m_box, &QComboBox::activated, this, [this] { Q_EMIT edited(text()); });
    m_box->installEventFilter(this);
  } else {
    m_line = new BadgedEdit(form);
  }
  if (QLineEdit* line = m_line ? m_line : m_box->lineEdit())
    connect(line, &QLineEdit::textEdited, this, &LaunchField::edited);
  m_label->setParent(form);
  m_label->setBuddy(editor());
  m_label->setMinimumWidth(0);
  editor()->setFont(toFont({.size = 12}));
  editor()->setAccessibleName(label);
  editor()->setObjectName(m_key);
  editor()->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  editor()->setMinimumWidth(56);
}

bool LaunchField::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::Wheel) return QObject::eventFilter(watched, event);
  event->ignore();
  return true;
}

QWidget* LaunchField::editor() const {
  return m_line ? static_cast<QWidget*>(m_line) : m_box;
}

QString LaunchField::text() const {
  if (m_line) return m_line->text();
  if (m_box->isEditable()) return m_box->currentText();
  return m_box->currentData().toString();
}

void LaunchField::setText(const QString& value) {
  if (value == text()) return;
  if (m_line) return m_line->setText(value);
  const QSignalBlocker quiet(m_box);
  const int at = m_box->findData(value);
  if (m_box->isEditable())
    m_box->setEditText(value);
  else
    m_box->setCurrentIndex(at);
}

void LaunchField::setChoices(const std::vector<session::FormChoice>& choices) {
  const QString before = m_box->count() > 0 ? text() : QString();
  const QSignalBlocker quiet(m_box);
  m_box->clear();
  for (const auto& [value, label] : choices) m_box->addItem(toText(label), toText(value));
  if (!before.isEmpty()) setText(before);
}

void LaunchField::setHelp(const QString& help) {
  m_help = help;
  editor()->setWhatsThis(help);
  m_label->setToolTip(help);
}

void LaunchField::mark(bool changed, const QString& error, const QString& badge) {
  const QString state = !error.isEmpty() ? QStringLiteral("wrong") : changed ? QStringLiteral("changed") : QString();
  restyle(editor(), "mark", state);
  restyle(m_label, "mark", changed ? QStringLiteral("changed") : QString());
  if (m_line) m_line->setBadge(badge);
  editor()->setToolTip(error.isEmpty() ? m_help : error);
  editor()->setAccessibleDescription(editor()->toolTip());
}

void LaunchField::setShown(bool shown) {
  m_label->setVisible(shown);
  editor()->setVisible(shown);
}

LaunchFormView::LaunchFormView(QWidget* parent) : QWidget(parent) {
  auto* column = columnOf({}, 6, {12, 4, 12, 0});
  setLayout(column);
  for (const session::FormSection& section : session::formSections({}, {}, {})) make(column, section);
  connect(qobject_cast<QComboBox*>(field(datasetKey)->editor()), &QComboBox::activated, this, [this] {
    if (field(datasetKey)->text() == QLatin1String("browse")) Q_EMIT browseWanted();
  });
  for (Group& group : m_groups) layOut(group);
}

void LaunchFormView::make(QVBoxLayout* column, const session::FormSection& section) {
  auto* line = new QFrame;
  line->setObjectName(QStringLiteral("groupLine"));
  line->setFixedHeight(1);
  QLabel* name = textLabel(toText(section.title), {.font = {.size = 12, .weight = present::Weight::SemiBold}});
  Group group{.grid = new QGridLayout, .fields = {}};
  group.grid->setContentsMargins(0, 0, 0, 0);
  group.grid->setHorizontalSpacing(8);
  group.grid->setVerticalSpacing(6);
  column->addLayout(rowOf({name, {line, 1}}, -1, {0, 8, 0, 0}));
  column->addLayout(group.grid);
  for (const session::FormField& field : section.fields) {
    const bool chosen = !field.choices.empty() || field.key == datasetKey;
    auto* made =
        new LaunchField(toText(field.key), toText(field.label), chosen ? std::optional(field.choices) : std::nullopt,
                        field.typed && field.key != datasetKey, this);
    made->editor()->setProperty(wide, isWide(field));
    made->setHelp(toText(field.help));
    if (auto* edit = qobject_cast<QLineEdit*>(made->editor())) edit->setPlaceholderText(toText(field.hint));
    connect(made, &LaunchField::edited, this, [this, made](const QString& text) { Q_EMIT edited(made->key(), text); });
    m_fields.insert(made->key(), made);
    group.fields.push_back(made);
  }
  m_groups.push_back(std::move(group));
}

void LaunchFormView::layOut(Group& group) {
  while (group.grid->takeAt(0)) {
  }
  for (int column = 0; column < std::max(group.grid->columnCount(), 2 * m_across); column += 2) {
    const bool used = column < 2 * m_across;
    group.grid->setColumnMinimumWidth(column, used ? labelWidth : 0);
    group.grid->setColumnStretch(column + 1, used ? 1 : 0);
  }
  int row = 0, taken = 0;
  for (LaunchField* field : group.fields) {
    if (field->label()->isHidden()) continue;
    const int fields = field->editor()->property(wide).toBool() ? std::min(2, m_across) : 1;
    if (taken + fields > m_across) {
      ++row;
      taken = 0;
    }
    group.grid->addWidget(field->label(), row, 2 * taken);
    group.grid->addWidget(field->editor(), row, 2 * taken + 1, 1, 2 * fields - 1);
    taken += fields;
  }
}

void LaunchFormView::setAcross(int fields) {
  if (fields == m_across) return;
  m_across = fields;
  for (Group& group : m_groups) layOut(group);
}

void LaunchFormView::setDatasets(std::vector<session::FormChoice> datasets) {
  datasets.push_back({"browse", tr("Browse…").toStdString()});
  field(datasetKey)->setChoices(datasets);
}

void LaunchFormView::setSections(const std::vector<session::FormSection>& sections, const std::string& model) {
  const bool another = std::exchange(m_model, model) != model;
  for (const session::FormSection& section : sections) {
    for (const session::FormField& one : section.fields) {
      LaunchField* shown = field(one.key);
      if (another) shown->setShown(one.shown);
      // What is being typed and says the same as the base is left alone until the field is left.
      const bool config = findConfigField(one.key) != nullptr;
      if (!config || one.changed || !shown->editor()->hasFocus()) shown->setText(toText(one.text));
      shown->mark(one.changed, toText(one.error), one.values > 1 ? tr("%1 values").arg(one.values) : QString());
    }
  }
  if (!another) return;
  for (Group& group : m_groups) layOut(group);
}

}  // namespace sojourn::qt
