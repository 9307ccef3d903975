// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/launch/launch_form_view.h"

#include <QComboBox>
#include <QGridLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr int labelWidth = 100;
constexpr const char* wide = "wide";
constexpr const char* datasetKey = "where.data";

QString words(std::string_view text) {
  return toText(text);
}

/// Their texts are long, or lists of several values.
bool isWide(const session::FormField& field) {
  return field.wide || field.key == "training.learning_rate" || field.key == "seed" || field.key == "model.ablation";
}

}  // namespace

LaunchFormView::LaunchFormView(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 4, 12, 0);
  column->setSpacing(6);
  for (const session::FormSection& section : session::formSections({}, {}, {})) make(column, section);
  connect(qobject_cast<QComboBox*>(field(datasetKey)->editor()), &QComboBox::activated, this, [this] {
    if (field(datasetKey)->text() == QLatin1String("browse")) Q_EMIT browseWanted();
  });
  for (Group& group : m_groups) layOut(group);
}

LaunchFormView::Group LaunchFormView::addGroup(QVBoxLayout* column, const QString& title) {
  auto* head = new QHBoxLayout;
  head->setContentsMargins(0, 8, 0, 0);
  auto* name = new QLabel(title);
  name->setFont(toFont({.size = 12, .weight = present::Weight::SemiBold}));
  auto* line = new QFrame;
  line->setObjectName(QStringLiteral("groupLine"));
  line->setFixedHeight(1);
  head->addWidget(name);
  head->addWidget(line, 1);
  column->addLayout(head);
  Group group;
  group.grid = new QGridLayout;
  group.grid->setContentsMargins(0, 0, 0, 0);
  group.grid->setHorizontalSpacing(8);
  group.grid->setVerticalSpacing(6);
  column->addLayout(group.grid);
  return group;
}

void LaunchFormView::make(QVBoxLayout* column, const session::FormSection& section) {
  Group group = addGroup(column, words(section.title));
  for (const session::FormField& field : section.fields) {
    const bool chosen = !field.choices.empty() || field.key == datasetKey;
    const bool free = field.typed && field.key != datasetKey;
    auto* made = chosen ? new LaunchField(words(field.key), words(field.label), field.choices, free, this)
                        : new LaunchField(words(field.key), words(field.label), this);
    made->editor()->setProperty(wide, isWide(field));
    made->setHelp(words(field.help));
    if (auto* line = qobject_cast<QLineEdit*>(made->editor())) line->setPlaceholderText(words(field.hint));
    connect(made, &LaunchField::edited, this, [this, made](const QString& text) { Q_EMIT edited(made->key(), text); });
    m_fields.insert(made->key(), made);
    group.fields.push_back(made);
  }
  m_groups.push_back(std::move(group));
}

/// What is wrong with the fields of a row stands below it, a line for each.
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
      row += m_across + 1;
      taken = 0;
    }
    group.grid->addWidget(field->label(), row, 2 * taken);
    group.grid->addWidget(field->editor(), row, 2 * taken + 1, 1, 2 * fields - 1);
    group.grid->addWidget(field->error(), row + 1 + taken, 0, 1, 2 * m_across);
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

void LaunchFormView::follow(const std::vector<session::FormSection>& sections, const std::string& model) {
  const bool another = std::exchange(m_model, model) != model;
  for (const session::FormSection& section : sections) {
    for (const session::FormField& one : section.fields) {
      LaunchField* shown = field(one.key);
      if (another) shown->setShown(one.shown);
      // What is being typed and says the same as the base is left alone until the field is left.
      const bool config = findConfigField(one.key) != nullptr;
      if (!config || one.changed || !shown->editor()->hasFocus()) shown->setText(words(one.text));
      shown->mark(one.changed, words(one.error), one.values > 1 ? tr("%1 values").arg(one.values) : QString());
    }
  }
  if (!another) return;
  for (Group& group : m_groups) layOut(group);
}

}  // namespace sojourn::qt
