// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/places/places_bar.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QSignalBlocker>

#include "model/core/text.h"
#include "views/qt/places/map_views.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/background_button.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/text.h"
#include "views/session/compare/model_comparisons.h"
#include "views/session/places/map_backgrounds.h"

namespace sojourn::qt {

using session::Change;

namespace {

QToolButton* placesButton(const QString& text, const QString& tip, QButtonGroup* group) {
  auto* button = new QToolButton;
  button->setText(text);
  button->setToolTip(tip);
  button->setCheckable(true);
  button->setProperty("framed", true);
  button->setFixedHeight(24);
  button->setFont(toFont({.size = 12}));
  group->addButton(button);
  return button;
}

}  // namespace

PlacesBar::PlacesBar(MapViews& maps, QWidget* parent)
    : OptionBar("placesBar", 40, parent),
      m_workspace(maps.current().workspace()),
      m_maps(maps),
      m_first(narrowCombo("placesFirst", tr("Model of Map A"), 16)),
      m_second(narrowCombo("placesSecond", tr("Model of Map B"), 16)),
      m_circles(narrowCombo("placesCircles", tr("What the area of a circle is"), 20)),
      m_dots(narrowCombo("placesDots", tr("What the colour of a dot is"), 16)),
      m_background(new BackgroundButton),
      m_note(new FittingLabel) {
  connect(m_first, &QComboBox::activated, this,
          [this](int at) { m_maps.comparisons().showFirst(static_cast<std::size_t>(at)); });
  connect(m_second, &QComboBox::activated, this,
          [this](int at) { m_maps.comparisons().showSecond(static_cast<std::size_t>(at)); });
  m_circles->addItem(tr("P, copied and generated"));
  m_circles->addItem(tr("Copied mass"));
  connect(m_circles, &QComboBox::activated, this, [this](int at) {
    present::MapOptions options = m_maps.options();
    options.circles = at == 0 ? present::CircleMeasure::Probability : present::CircleMeasure::Copied;
    m_maps.setOptions(options);
  });
  const std::initializer_list<std::pair<QString, QString>> dots{
      {tr("Visits in training"), tr("Light dots were visited most")},
      {tr("Hour of use"), tr("Dark at midnight, light at noon")},
      {tr("User"), tr("The places of this user stand out")}};
  for (const auto& [text, tip] : dots) {
    m_dots->addItem(text);
    m_dots->setItemData(m_dots->count() - 1, tip, Qt::ToolTipRole);
  }
  connect(m_dots, &QComboBox::activated, this, [this](int by) {
    present::MapOptions options = m_maps.options();
    options.dots = static_cast<present::DotColor>(by);
    m_maps.setOptions(options);
  });
  auto* positions = new QButtonGroup(this);
  m_exact = placesButton(tr("Exact"), tr("Show and export positions as they were recorded"), positions);
  m_rounded = placesButton(tr("500 m"), tr("Show and export positions rounded to 500 m"), positions);
  for (const auto& [button, exact] : {std::pair{m_exact, true}, std::pair{m_rounded, false}})
    connect(button, &QToolButton::clicked, this, [this, exact = exact] {
      present::MapOptions options = m_maps.options();
      options.exact = exact;
      m_maps.setOptions(options);
    });
  connect(m_background, &BackgroundButton::added, this, [this](const std::string& file) {
    m_workspace.setMapFiles(session::withMapFile(m_workspace.mapFiles(), file));
  });
  connect(m_background, &BackgroundButton::removed, this, [this](const std::string& file) {
    m_workspace.setMapFiles(session::withoutMapFile(m_workspace.mapFiles(), file));
  });
  m_note->setFont(toFont({.size = 12}));
  m_note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_note->setChoices({tr("offline: nothing is loaded from a network"), tr("offline")});
  setLayout(rowOf({textLabel(tr("Places by")),
                   m_first,
                   m_second,
                   fixedGap(6),
                   textLabel(tr("circles")),
                   m_circles,
                   fixedGap(6),
                   textLabel(tr("dots")),
                   m_dots,
                   fixedGap(6),
                   textLabel(tr("positions")),
                   m_exact,
                   m_rounded,
                   fixedGap(6),
                   m_background,
                   {m_note, 1}},
                  6, {12, 0, 12, 0}));
  showOptions();
}

void PlacesBar::updateFrom(session::Changes changes) {
  if (changes.hasAny({Change::Comparison, Change::Model, Change::Dataset})) fillModels();
  if (changes.hasAny({Change::Places, Change::Dataset, Change::Names})) showOptions();
}

void PlacesBar::fillModels() {
  const auto& comparisons = m_maps.comparisons();
  const auto& models = comparisons.models();
  const auto fill = [&](QComboBox* list, std::size_t chosen) {
    const QSignalBlocker quiet(list);
    list->clear();
    for (std::size_t i = 0; i < models.size(); ++i)
      list->addItem(toText(session::modelLetter(i) + "  " + escapeForDisplay(models[i].title, 40)));
    list->setCurrentIndex(chosen < models.size() ? static_cast<int>(chosen) : -1);
    list->setEnabled(models.size() > 1);
  };
  fill(m_first, comparisons.pair().first);
  fill(m_second, comparisons.pair().second);
  m_second->setVisible(models.size() > 1);
}

void PlacesBar::showOptions() {
  const present::MapOptions& options = m_maps.options();
  m_circles->setCurrentIndex(options.circles == present::CircleMeasure::Probability ? 0 : 1);
  (options.exact ? m_exact : m_rounded)->setChecked(true);
  m_background->setFiles(m_workspace.mapFiles());
  m_background->setEnabled(m_workspace.dataset() != nullptr);
  const bool districts = m_workspace.names().naming().districts() != nullptr;
  constexpr int district = static_cast<int>(present::DotColor::District);
  if (districts && m_dots->count() == district) {
    m_dots->addItem(tr("District"));
    m_dots->setItemData(district, tr("By the districts of the background"), Qt::ToolTipRole);
  }
  if (!districts && m_dots->count() > district) m_dots->removeItem(district);
  m_dots->setCurrentIndex(static_cast<int>(options.dots));
  if (districts || options.dots != present::DotColor::District) return;
  present::MapOptions without = options;
  without.dots = present::DotColor::Visits;
  m_maps.setOptions(without);
}

}  // namespace sojourn::qt
