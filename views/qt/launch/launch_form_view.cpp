// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/launch/launch_form_view.h"

#include <QComboBox>
#include <QGridLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "views/qt/widgets/text.h"
#include "views/session/launch/hyperparameter_sweep.h"

namespace sojourn::qt {
namespace {

constexpr int labelWidth = 100;
constexpr const char* wide = "wide";

QString words(std::string_view text) {
  return toText(text);
}

std::vector<LaunchField::Choice> toChoices(const std::vector<session::FormChoice>& choices) {
  std::vector<LaunchField::Choice> made;
  for (const session::FormChoice& choice : choices) made.emplace_back(words(choice.value), words(choice.words));
  return made;
}

}  // namespace

LaunchFormView::LaunchFormView(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 4, 12, 0);
  column->setSpacing(6);
  makePlace(column);
  for (const session::FormSection& section : session::formSections()) makeConfig(column, section);
  field("training.learning_rate")->editor()->setProperty(wide, true);
  field("seed")->editor()->setProperty(wide, true);
  field("model.ablation")->editor()->setProperty(wide, true);
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

void LaunchFormView::take(LaunchField* field, Group& group) {
  m_fields.insert(field->key(), field);
  group.fields.push_back(field);
}

void LaunchFormView::makePlace(QVBoxLayout* column) {
  Group group = addGroup(column, tr("Where"));
  for (const session::PlaceField& place : session::placeFields()) {
    const bool dataset = place.key == "where.data";
    auto* made = dataset || !place.choices.empty()
                     ? new LaunchField(words(place.key), words(place.label), toChoices(place.choices), false, this)
                     : new LaunchField(words(place.key), words(place.label), this);
    made->editor()->setProperty(wide, dataset || place.key == "where.run_folder");
    made->setHelp(words(place.help));
    take(made, group);
    connect(made, &LaunchField::edited, this,
            [this, made](const QString& text) { Q_EMIT placeEdited(made->key(), text); });
  }
  LaunchField* dataset = field("where.data");
  connect(qobject_cast<QComboBox*>(dataset->editor()), &QComboBox::activated, this, [this, dataset] {
    if (dataset->text() == QLatin1String("browse")) Q_EMIT browseWanted();
  });
  qobject_cast<QLineEdit*>(field("where.threads")->editor())->setPlaceholderText(tr("auto"));
  m_groups.push_back(std::move(group));
}

LaunchField* LaunchFormView::addConfigField(const ConfigField& field) {
  const QString key = words(field.key);
  const std::vector<LaunchField::Choice> choices = toChoices(session::choicesOf(field));
  const QString label = words(session::labelOf(field));
  auto* made = choices.empty() ? new LaunchField(key, label, this)
                               : new LaunchField(key, label, choices, session::takesSeveral(field), this);
  made->setHelp(words(session::helpOf(field)));
  connect(made, &LaunchField::edited, this,
          [this, made](const QString& text) { Q_EMIT configEdited(made->key(), text); });
  return made;
}

void LaunchFormView::makeConfig(QVBoxLayout* column, const session::FormSection& section) {
  Group group = addGroup(column, words(section.title));
  for (const ConfigField* field : section.fields) take(addConfigField(*field), group);
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

void LaunchFormView::setDatasets(const std::vector<LaunchField::Choice>& datasets) {
  std::vector<LaunchField::Choice> choices = datasets;
  choices.emplace_back(QStringLiteral("browse"), tr("Browse…"));
  field("where.data")->setChoices(choices);
}

void LaunchFormView::showFields(const session::LaunchForm& form) {
  for (const ConfigField& config : configFields()) {
    LaunchField* shown = field(config.key);
    if (shown) shown->setShown(session::shownInForm(config, form.model()) || form.changed(config.key));
  }
  for (Group& group : m_groups) layOut(group);
}

void LaunchFormView::follow(const session::LaunchForm& form, const session::LaunchPlace& place,
                            const std::vector<session::LaunchError>& errors) {
  const auto errorAt = [&](const std::string& key) {
    const auto found = std::ranges::find(errors, key, &session::LaunchError::key);
    return found == errors.end() ? QString() : words(found->message);
  };
  if (m_model != form.model()) {
    m_model = form.model();
    showFields(form);
  }
  for (const session::PlaceField& where : session::placeFields()) {
    field(where.key)->setText(words(place.*where.text));
    field(where.key)->mark(false, errorAt(where.key), {});
  }
  for (const ConfigField& config : configFields()) {
    LaunchField* shown = field(config.key);
    if (!shown) continue;
    const std::string text = form.text(config);
    // What is being typed and says the same as the base is left alone until the field is left.
    if (form.changed(config.key) || !shown->editor()->hasFocus()) shown->setText(words(text));
    const auto values = session::parseHyperparameterSweep(config, text);
    const QString badge = values && values->size() > 1 ? tr("%1 values").arg(values->size()) : QString();
    shown->mark(form.changed(config.key), errorAt(config.key), badge);
  }
}

}  // namespace sojourn::qt
