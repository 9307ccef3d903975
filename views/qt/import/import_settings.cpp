// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/import/import_settings.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <algorithm>
#include <cmath>
#include <map>

#include "model/core/translation.h"
#include "views/present/import/import_views.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

/// Where a slider of a setting ends: what lies beyond can be typed.
const std::map<std::string_view, int>& sliderEnds() {
  static const std::map<std::string_view, int> ends{
      {"dist", 500}, {"time", 90}, {"gap", 2880}, {"eps", 100}, {"window", 30}};
  return ends;
}

QString titleOf(std::string_view key) {
  static const std::map<std::string_view, const char*> titles{
      {"dist", QT_TRANSLATE_NOOP("ImportSettings", "Distance")},
      {"time", QT_TRANSLATE_NOOP("ImportSettings", "Shortest stay")},
      {"gap", QT_TRANSLATE_NOOP("ImportSettings", "Longest gap")},
      {"activity", QT_TRANSLATE_NOOP("ImportSettings", "Stays above")},
      {"min_days", QT_TRANSLATE_NOOP("ImportSettings", "Record covers")},
      {"stay_end", QT_TRANSLATE_NOOP("ImportSettings", "Stay ends")},
      {"gap_stays", QT_TRANSLATE_NOOP("ImportSettings", "Before a gap")},
      {"include_last", QT_TRANSLATE_NOOP("ImportSettings", "Last stay")},
      {"centre", QT_TRANSLATE_NOOP("ImportSettings", "Centre")},
      {"eps", QT_TRANSLATE_NOOP("ImportSettings", "eps")},
      {"min_samples", QT_TRANSLATE_NOOP("ImportSettings", "Neighbours")},
      {"metric", QT_TRANSLATE_NOOP("ImportSettings", "Metric")},
      {"agg", QT_TRANSLATE_NOOP("ImportSettings", "Places of")},
      {"time_zone", QT_TRANSLATE_NOOP("ImportSettings", "Zone")},
      {"merge_gap", QT_TRANSLATE_NOOP("ImportSettings", "Merge within")},
      {"min_user_visits", QT_TRANSLATE_NOOP("ImportSettings", "Visits of a user")},
      {"min_place_visits", QT_TRANSLATE_NOOP("ImportSettings", "Visits of a place")},
      {"split", QT_TRANSLATE_NOOP("ImportSettings", "Split of days")},
      {"window", QT_TRANSLATE_NOOP("ImportSettings", "Window")},
      {"min_visits", QT_TRANSLATE_NOOP("ImportSettings", "Visits before")},
      {"max_duration", QT_TRANSLATE_NOOP("ImportSettings", "Longest visit")},
  };
  const auto found = titles.find(key);
  return found == titles.end() ? toText(key) : ImportSettings::tr(found->second);
}

QString unitOf(std::string_view unit) {
  if (unit == "metres") return QStringLiteral(" m");
  if (unit == "minutes") return QStringLiteral(" min");
  if (unit == "days") return ImportSettings::tr(" days");
  return {};
}

const PrepareParameter& parameterNamed(std::string_view key) {
  const auto all = prepareParameters();
  return *std::ranges::find(all, key, [](const PrepareParameter& one) { return std::string_view(one.key); });
}

}  // namespace

QString recipeTitle(PrepareRecipe recipe) {
  return recipe == PrepareRecipe::Published ? ImportSettings::tr("Published") : ImportSettings::tr("Corrected");
}

QString causeTitle(std::string_view key) {
  static const std::map<std::string_view, const char*> titles{
      {"metric", QT_TRANSLATE_NOOP("ImportSettings", "metric")},
      {"gap_stays", QT_TRANSLATE_NOOP("ImportSettings", "gap stays")},
      {"centre", QT_TRANSLATE_NOOP("ImportSettings", "centre")},
  };
  const auto found = titles.find(key);
  return found == titles.end() ? titleOf(key) : ImportSettings::tr(found->second);
}

ImportSettings::ImportSettings(session::ImportStudy& study, QWidget* parent)
    : QScrollArea(parent),
      m_study(study),
      m_problem(textLabel({}, {.name = "importProblem", .wraps = true})),
      m_zone(new QPushButton),
      m_curve(new SceneView(tr("Places by eps"), [this](present::Size size) { return curveContent(size); })) {
  setObjectName(QStringLiteral("importSettings"));
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* body = new QWidget;
  body->setObjectName(QStringLiteral("importForm"));
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(12, 8, 12, 12);
  column->setSpacing(6);
  m_problem->hide();
  m_curve->setObjectName(QStringLiteral("epsCurve"));
  m_curve->setFixedHeight(84);
  connect(m_curve, &SceneView::actionRequested, this, [this](const present::Action& action) {
    if (const auto* chosen = action.as<present::SetEps>())
      set(parameterNamed("eps"), toText(shortNumber(chosen->eps, 3)));
  });
  connect(Appearance::instance(), &Appearance::changed, this, [this] { m_curve->refresh(); });
  column->addWidget(m_problem);
  m_stays =
      addGroup(column, tr("Staypoints"),
               {"dist", "time", "gap", "activity", "min_days", "stay_end", "gap_stays", "include_last", "centre"});
  m_places = addGroup(column, tr("Places"), {"eps", "min_samples", "metric", "agg"});
  addGroup(column, tr("Clock of days, weekdays and minutes"), {"time_zone"});
  m_zone->setObjectName(QStringLiteral("useSuggestedZone"));
  connect(m_zone, &QPushButton::clicked, this, [this] {
    if (const auto zone = m_study.suggestedZone()) set(parameterNamed("time_zone"), toText(*zone));
  });
  column->addWidget(m_zone, 0, Qt::AlignRight);
  addGroup(column, tr("Visits"), {"merge_gap", "min_user_visits", "min_place_visits"});
  addGroup(column, tr("Sequences"), {"split", "window", "min_visits", "max_duration"});
  column->addStretch(1);
  setWidget(body);
  refresh();
}

QWidget* ImportSettings::addGroup(QVBoxLayout* column, const QString& title, std::initializer_list<const char*> keys) {
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(6);
  grid->setColumnStretch(1, 1);
  int row = 0;
  for (const char* const key : keys) {
    const PrepareParameter& parameter = parameterNamed(key);
    QLabel* label = textLabel(titleOf(key));
    QWidget* field = fieldOf(parameter);
    for (QWidget* shown : {static_cast<QWidget*>(label), field})
      shown->setToolTip(toText(sojourn::tr(parameter.meaning)));
    label->setBuddy(field);
    grid->addWidget(label, row, 0);
    grid->addWidget(field, row++, 1);
    if (parameter.key == std::string_view("eps")) grid->addWidget(m_curve, row++, 0, 1, 2);
  }
  auto* group = new QWidget;
  group->setLayout(columnOf({textLabel(title, {.font = present::boldFont}), grid}, 6, {}));
  column->addWidget(group);
  return group;
}

QWidget* ImportSettings::fieldOf(const PrepareParameter& parameter) {
  using enum PrepareParameter::Kind;
  if (parameter.kind == Number || parameter.kind == Whole) return numberField(parameter);
  if (parameter.kind == Choice || parameter.kind == Switch) return choiceField(parameter);
  return textField(parameter);
}

QWidget* ImportSettings::numberField(const PrepareParameter& parameter) {
  auto* box = new QDoubleSpinBox;
  box->setObjectName(QLatin1String(parameter.key));
  box->setDecimals(parameter.kind == PrepareParameter::Kind::Whole ? 0 : 3);
  box->setRange(parameter.least, parameter.most);
  box->setSuffix(unitOf(parameter.unit));
  box->setKeyboardTracking(false);
  box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  box->setFixedWidth(96);
  box->setAccessibleName(titleOf(parameter.key));
  const auto end = sliderEnds().find(parameter.key);
  QSlider* slider = end == sliderEnds().end() ? nullptr : new QSlider(Qt::Horizontal);
  connect(box, &QDoubleSpinBox::valueChanged, this,
          [this, &parameter](double value) { set(parameter, QString::number(value, 'g', 15)); });
  const auto value = [this, &parameter] { return toText(parameter.text(m_study.settings())).toDouble(); };
  m_shown.emplace_back([box, slider, value] {
    const QSignalBlocker quietBox(box);
    box->setValue(value());
    // Three decimals are for those who typed them.
    box->setDecimals(box->value() == std::floor(box->value()) ? 0 : 3);
    if (!slider) return;
    const QSignalBlocker quietSlider(slider);
    slider->setValue(static_cast<int>(std::min<double>(value(), slider->maximum())));
  });
  auto* field = new QWidget;
  if (!slider) {
    field->setLayout(rowOf({spring(), box}, 8, {}));
    return field;
  }
  slider->setObjectName(QLatin1String(parameter.key) + QStringLiteral("Slider"));
  slider->setRange(std::max(1, static_cast<int>(std::ceil(parameter.least))), end->second);
  slider->setAccessibleName(titleOf(parameter.key));
  connect(slider, &QSlider::valueChanged, this, [this, &parameter](int to) { set(parameter, QString::number(to)); });
  field->setLayout(rowOf({{slider, 1}, box}, 8, {}));
  return field;
}

QWidget* ImportSettings::choiceField(const PrepareParameter& parameter) {
  auto* combo = new ElidingCombo;
  combo->setObjectName(QLatin1String(parameter.key));
  combo->setAccessibleName(titleOf(parameter.key));
  for (const std::string_view word : parameter.words) combo->addItem(toText(sojourn::tr(word)), toText(word));
  connect(combo, &QComboBox::activated, this,
          [this, combo, &parameter](int index) { set(parameter, combo->itemData(index).toString()); });
  m_shown.emplace_back([this, combo, &parameter] {
    combo->setCurrentIndex(combo->findData(toText(parameter.text(m_study.settings()))));
  });
  return combo;
}

QWidget* ImportSettings::textField(const PrepareParameter& parameter) {
  auto* line = new QLineEdit;
  line->setObjectName(QLatin1String(parameter.key));
  line->setAccessibleName(titleOf(parameter.key));
  connect(line, &QLineEdit::editingFinished, this,
          [this, line, &parameter] { set(parameter, line->text().trimmed()); });
  m_shown.emplace_back([this, line, &parameter] {
    if (!line->hasFocus()) line->setText(toText(parameter.text(m_study.settings())));
  });
  return line;
}

present::ViewContent ImportSettings::curveContent(present::Size size) const {
  present::EpsCurveInput input{.eps = {}, .chosen = {}, .other = {}, .chosenTitle = {}, .otherTitle = {}};
  if (const auto& trials = m_study.trials(); trials && trials->curve) {
    input.eps = trials->curve->eps;
    input.chosen = trials->curve->chosen;
    input.other = trials->curve->other;
    input.current = trials->chosen.settings.eps;
    input.currentChosen = trials->chosen.made->places.size();
    if (trials->other) input.currentOther = trials->other->made->places.size();
    const bool published = trials->chosen.settings.recipe == PrepareRecipe::Published;
    input.chosenTitle = recipeTitle(trials->chosen.settings.recipe).toLower().toStdString();
    input.otherTitle =
        recipeTitle(published ? PrepareRecipe::Corrected : PrepareRecipe::Published).toLower().toStdString();
  }
  return present::epsCurveContent(input, {.size = size, .theme = Appearance::theme(), .text = measurer()});
}

void ImportSettings::set(const PrepareParameter& parameter, const QString& text) {
  const Status done = m_study.set(parameter.key, text.toStdString());
  m_problem->setVisible(!done);
  if (!done) m_problem->setText(toText(done.error().sentence()));
  refresh();
}

void ImportSettings::refresh() {
  for (const auto& show : m_shown) show();
  const auto& input = m_study.input();
  const bool placesGiven = m_study.trials() && m_study.trials()->chosen.made->placesGiven;
  m_stays->setVisible(!input || readsFixes(input->settings.format));
  m_places->setVisible(!placesGiven);
  m_curve->refresh();
  const auto zone = m_study.suggestedZone();
  m_zone->setVisible(zone.has_value());
  if (zone) m_zone->setText(tr("Use %1, as the positions suggest").arg(toText(*zone)));
}

}  // namespace sojourn::qt
