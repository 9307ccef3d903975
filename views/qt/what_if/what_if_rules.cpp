// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/what_if/what_if_rules.h"

#include <QComboBox>
#include <QSpinBox>
#include <QToolButton>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/samples/sample_text.h"
#include "views/present/what_if/what_if_views.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/place_picker.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;

namespace {

enum class Kind { DropLast, Shift, Replace, KeepLast };

QSpinBox* numberField(const char* objectName, const QString& name, int least, int most, int value) {
  auto* made = new QSpinBox;
  made->setObjectName(QLatin1String(objectName));
  made->setAccessibleName(name);
  made->setRange(least, most);
  made->setValue(value);
  made->setButtonSymbols(QAbstractSpinBox::NoButtons);
  made->setFixedSize(80, 24);
  return made;
}

}  // namespace

WhatIfRules::WhatIfRules(session::Workspace& workspace, QObject* parent)
    : QObject(parent),
      m_workspace(workspace),
      m_spec{.id = QStringLiteral("what_if_rules"),
             .title = tr("Edit rules"),
             .minimum = {300, 200},
             .exported = {480, 720},
             .dependsOn = {Change::Names},
             .build = [this](const SampleSource&, const present::Canvas& canvas) { return content(canvas); },
             .outdated = [this] { return m_rules.outdated(); }},
      m_rules(workspace, [this] { changed(); }) {
  makeBar();
  changed();
}

void WhatIfRules::makeBar() {
  m_kind = narrowCombo("ruleKind", tr("Rule"), 12);
  m_kind->addItem(tr("Drop the last visit"), static_cast<int>(Kind::DropLast));
  m_kind->addItem(tr("Shift all times"), static_cast<int>(Kind::Shift));
  m_kind->addItem(tr("Replace a place"), static_cast<int>(Kind::Replace));
  m_kind->addItem(tr("Keep the last visits"), static_cast<int>(Kind::KeepLast));
  m_minutes = numberField("ruleMinutes", tr("Minutes"), -10'080, 10'080, 60);
  m_minutes->setSingleStep(15);
  m_minutes->setSuffix(tr(" min"));
  m_visits = numberField("ruleVisits", tr("Visits to keep"), 1, 1'000, 3);
  m_from = framedButton({}, "ruleFrom", present::Weight::Regular);
  m_to = framedButton({}, "ruleTo", present::Weight::Regular);
  for (QToolButton* place : {m_from, m_to}) {
    place->setMinimumWidth(60);
    place->setMaximumWidth(130);
  }
  m_run = framedButton({}, "runRule", present::Weight::Medium);
  m_bar = new QWidget;
  m_bar->setLayout(rowOf({m_kind, m_minutes, m_visits, m_from, m_to, spring(), m_run}, 6, {12, 8, 12, 4}));
  m_picker = new PlacePicker(m_bar);
  connect(m_kind, &QComboBox::currentIndexChanged, this, &WhatIfRules::showControls);
  connect(m_minutes, &QSpinBox::valueChanged, this, &WhatIfRules::showControls);
  for (QToolButton* button : {m_from, m_to})
    connect(button, &QToolButton::clicked, this, [this, button] { askPlace(button); });
  connect(m_picker, &PlacePicker::picked, this, [this](LocationId location) {
    (m_asking == m_from ? m_fromPlace : m_toPlace) = location;
    showControls();
  });
  connect(m_run, &QToolButton::clicked, this, [this] {
    if (m_rules.running()) return m_rules.cancel();
    m_scopeText = std::string(splitName(m_workspace.split())) + ", " +
                  present::countText(m_workspace.samples().view().rows().size(), "sample", "samples");
    if (!m_workspace.samples().filterText().empty()) m_scopeText += sojourn::tr(", filtered");
    m_rules.run(rule(), sojourn::tr(ruleName(rule(), [this](LocationId location) { return placeName(location); })));
  });
}

EditRule WhatIfRules::rule() const {
  switch (static_cast<Kind>(m_kind->currentData().toInt())) {
    case Kind::Shift:
      return ShiftAllTimes{m_minutes->value()};
    case Kind::Replace:
      return ReplacePlace{m_fromPlace, m_toPlace};
    case Kind::KeepLast:
      return KeepLastVisits{static_cast<std::size_t>(m_visits->value())};
    case Kind::DropLast:
      break;
  }
  return DropLastVisit{};
}

std::string WhatIfRules::placeName(LocationId location) const {
  // As the other panels call it, which show one user's sample.
  const Sequence* shown = m_workspace.sequence();
  return escapeForDisplay(m_workspace.names().naming().name(location, shown ? shown->user : 0), 120);
}

void WhatIfRules::askPlace(QToolButton* button) {
  m_asking = button;
  m_picker->open(session::placeChoices(m_workspace, m_fromPlace), button);
}

void WhatIfRules::showControls() {
  const auto kind = static_cast<Kind>(m_kind->currentData().toInt());
  m_minutes->setVisible(kind == Kind::Shift);
  m_visits->setVisible(kind == Kind::KeepLast);
  const auto show = [&](QToolButton* button, LocationId location, const QString& role) {
    button->setVisible(kind == Kind::Replace);
    const QString name = location == paddingLocation ? role : toText(placeName(location));
    button->setText(button->fontMetrics().elidedText(name, Qt::ElideRight, 100) + QStringLiteral("  \u25BE"));
    button->setAccessibleName(tr("%1: %2").arg(role, name));
    button->setToolTip(role.toHtmlEscaped());
  };
  show(m_from, m_fromPlace, tr("Place"));
  show(m_to, m_toPlace, tr("Replace by"));
  const bool named = m_fromPlace != paddingLocation && m_toPlace != paddingLocation && m_fromPlace != m_toPlace;
  const bool something = kind == Kind::Replace ? named : kind != Kind::Shift || m_minutes->value() != 0;
  m_run->setText(m_rules.running() ? tr("Cancel") : tr("Run"));
  m_run->setEnabled(m_rules.running() || (m_rules.canRun() && something));
}

void WhatIfRules::changed() {
  if (!m_kind) return;
  // Places are numbers of one dataset.
  const auto& dataset = m_workspace.dataset();
  for (LocationId* place : {&m_fromPlace, &m_toPlace})
    if (!dataset || *place >= dataset->numLocations) *place = paddingLocation;
  showControls();
  if (m_view) m_view->refresh();
}

present::ViewContent WhatIfRules::content(const present::Canvas& canvas) const {
  if (m_rules.error()) return present::EmptyState{.title = m_rules.error()->sentence()};
  return present::editRulesContent({.effect = m_rules.effect().get(),
                                    .running = m_rules.running(),
                                    .samples = m_scopeText,
                                    .outdated = m_rules.outdated(),
                                    .place = [this](LocationId location) { return placeName(location); }},
                                   canvas);
}

}  // namespace sojourn::qt
