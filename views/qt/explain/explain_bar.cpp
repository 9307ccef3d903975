// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/explain/explain_bar.h"

#include <QButtonGroup>
#include <QCompleter>
#include <QInputDialog>
#include <QSignalBlocker>

#include "views/present/explain/explain_views.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/qt/explain/explain_views.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;
using session::ExplanationChoice;
using Of = session::ExplanationChoice::Of;
using Against = session::ExplanationChoice::Against;

namespace {

/// Candidates that the lists name; others by "Any location…".
constexpr std::size_t listedCandidates = 10;
/// Data of a list's lines: what they choose, and which place.
constexpr int kindRole = Qt::UserRole, placeRole = Qt::UserRole + 1;
constexpr int anyLocation = -1;
constexpr int rowHeight = 36, sentenceHeight = 40;
/// A list is shortened to this in a narrow window, which would become wider otherwise.
constexpr int leastBox = 84;

QComboBox* box(const QString& name, int characters) {
  QComboBox* made = narrowCombo("", name, characters);
  made->setMinimumWidth(leastBox);
  return made;
}

void addLine(QComboBox* list, const QString& text, int kind, LocationId place) {
  list->addItem(text);
  list->setItemData(list->count() - 1, kind, kindRole);
  list->setItemData(list->count() - 1, place, placeRole);
}

/// The line that chooses this, of this place where it matters; -1 where there is none.
int lineOf(const QComboBox& list, int kind, LocationId place, bool byPlace) {
  for (int i = 0; i < list.count(); ++i)
    if (list.itemData(i, kindRole).toInt() == kind && (!byPlace || list.itemData(i, placeRole).toInt() == place))
      return i;
  return -1;
}

void showLine(QComboBox* list, int kind, LocationId place, bool byPlace) {
  if (const int line = lineOf(*list, kind, place, byPlace); line >= 0) list->setCurrentIndex(line);
}

}  // namespace

ExplainBar::ExplainBar(ExplainViews& views, QWidget* parent)
    : OptionBar("explainBar", 0, parent),
      m_views(views),
      m_target(box(tr("Explained location"), 30)),
      m_ratherThan(box(tr("Rather than"), 16)),
      m_baseline(box(tr("Baseline of integrated gradients"), 13)),
      m_masked(framedButton(tr("masked"))),
      m_removed(framedButton(tr("removed"))),
      m_gap(new FittingLabel),
      m_icon(new QLabel),
      m_sentence(textLabel({}, {.font = {.size = 15, .weight = present::Weight::Medium}, .wraps = true})),
      m_proof(textLabel(
          {}, {.name = "explainProof", .font = {.size = 12, .weight = present::Weight::Medium}, .selectable = true})) {
  auto* group = new QButtonGroup(this);
  for (QToolButton* button : {m_masked, m_removed}) {
    button->setCheckable(true);
    group->addButton(button);
  }
  m_removed->setToolTip(tr("A removed visit is taken out of the sequence, and the remaining visits are encoded again"));
  for (const auto& [title, baseline] :
       {std::pair{tr("zero"), Baseline::Zero}, std::pair{tr("padding"), Baseline::Padding},
        std::pair{tr("mean location"), Baseline::MeanLocation}})
    m_baseline->addItem(title, static_cast<int>(baseline));
  m_gap->setObjectName(QStringLiteral("explainGap"));
  m_gap->setFont(toFont({.size = 12}));
  m_gap->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_gap->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  auto* question = new QWidget;
  question->setFixedHeight(rowHeight);
  question->setLayout(rowOf({textLabel(tr("Explain")),
                             m_target,
                             textLabel(tr("rather than")),
                             m_ratherThan,
                             textLabel(tr("visits")),
                             m_masked,
                             m_removed,
                             textLabel(tr("IG from")),
                             m_baseline,
                             {m_gap, 1}},
                            8, {12, 0, 12, 0}));
  m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_sentence->setAccessibleName(tr("Explanation summary"));
  auto* sentenceRow = new QFrame;
  sentenceRow->setObjectName(QStringLiteral("explainSentence"));
  sentenceRow->setMinimumHeight(sentenceHeight);
  sentenceRow->setLayout(rowOf({m_icon, {m_sentence, 1}, m_proof}, 10, {12, 4, 12, 4}));
  setLayout(columnOf({question, sentenceRow}, 0, {}));

  choose(m_target, static_cast<int>(Of::Location), [](ExplanationChoice& choice, int kind, LocationId place) {
    choice.of = static_cast<Of>(kind);
    choice.location = place;
  });
  choose(m_ratherThan, static_cast<int>(Against::Location), [](ExplanationChoice& choice, int kind, LocationId place) {
    choice.against = static_cast<Against>(kind);
    choice.againstLocation = place;
  });
  connect(m_baseline, &QComboBox::activated, this, [this](int index) {
    change([&](ExplanationChoice& choice) {
      choice.baseline = static_cast<Baseline>(m_baseline->itemData(index).toInt());
    });
  });
  connect(group, &QButtonGroup::buttonClicked, this, [this] {
    change([this](auto& choice) { choice.removal = m_masked->isChecked() ? Removal::Masked : Removal::Removed; });
  });
  connect(Appearance::instance(), &Appearance::changed, this, &ExplainBar::recolor);
  recolor();
}

QLabel* ExplainBar::gap() const {
  return m_gap;
}

void ExplainBar::change(const std::function<void(ExplanationChoice&)>& edit) {
  ExplanationChoice choice = m_views.explanations().choice();
  edit(choice);
  m_views.explanations().choose(choice);
  fill();
  say();
}

void ExplainBar::choose(QComboBox* list, int locationKind, Chosen chosen) {
  connect(list, &QComboBox::activated, this, [this, list, locationKind, chosen](int index) {
    const int kind = list->itemData(index, kindRole).toInt();
    const auto take = [this, chosen, kind](LocationId place) {
      change([&](ExplanationChoice& choice) { chosen(choice, kind, place); });
    };
    const LocationId place = list->itemData(index, placeRole).toInt();
    if (kind == locationKind && place == anyLocation) return askPlace(take);
    take(place);
  });
}

void ExplainBar::showEvent(QShowEvent* event) {
  QFrame::showEvent(event);
  fill();
  say();
}

void ExplainBar::updateFrom(session::Changes changes) {
  if (!isVisible()) return;  // it is filled when it comes
  if (changes.hasAny({Change::Inspection, Change::Model, Change::Names, Change::Explanation})) fill();
  if (changes.hasAny({Change::Explanation, Change::Names, Change::Time, Change::Model})) say();
}

void ExplainBar::setWaiting(bool waiting) {
  for (QLabel* label : std::initializer_list<QLabel*>{m_sentence, m_proof, m_gap}) label->setEnabled(!waiting);
}

void ExplainBar::fill() {
  const present::SampleContext sample = m_views.current().source().sample;
  const ExplanationChoice& choice = m_views.explanations().choice();
  const QSignalBlocker quietTarget(m_target), quietRather(m_ratherThan), quietBaseline(m_baseline);
  const bool masks = !sample.model || sample.model->capabilities.masks;
  m_masked->setEnabled(masks);
  m_masked->setToolTip(masks ? tr("A masked visit keeps its place in the sequence, but attention and pointer cannot "
                                  "read it")
                             : tr("This model program takes no mask: visits are removed"));
  (masks && choice.removal == Removal::Masked ? m_masked : m_removed)->setChecked(true);
  m_baseline->setEnabled(!sample.model || sample.model->capabilities.gradients);
  m_baseline->setCurrentIndex(m_baseline->findData(static_cast<int>(choice.baseline)));
  m_target->clear();
  m_ratherThan->clear();
  const bool ready = sample.inspection && !sample.inspection->ranking.empty();
  for (QComboBox* list : {m_target, m_ratherThan}) list->setEnabled(ready);
  if (!ready) return;
  const Inspection& inspection = *sample.inspection;
  const auto named = [&](LocationId place) { return toText(present::placeText(sample, place)); };
  const auto withP = [&](const Candidate& candidate) {
    return named(candidate.location) + QStringLiteral(", ") +
           toText(present::probability(static_cast<double>(candidate.probability)));
  };
  const LocationId best = inspection.best().location;
  const auto& target = inspection.sequence.target;
  addLine(m_target, tr("predicted  %1%2").arg(withP(inspection.best()), target == best ? tr(", target") : QString()),
          static_cast<int>(Of::Prediction), best);
  if (target) addLine(m_target, tr("target  %1").arg(named(*target)), static_cast<int>(Of::Target), *target);
  addLine(m_ratherThan, tr("nothing"), static_cast<int>(Against::Nothing), 0);
  addLine(m_ratherThan, tr("the next best"), static_cast<int>(Against::RunnerUp), 0);
  if (target) addLine(m_ratherThan, tr("target  %1").arg(named(*target)), static_cast<int>(Against::Target), 0);
  for (std::size_t i = 0; i < std::min(listedCandidates, inspection.ranking.size()); ++i) {
    const Candidate& candidate = inspection.ranking[i];
    addLine(m_target, withP(candidate), static_cast<int>(Of::Location), candidate.location);
    addLine(m_ratherThan, withP(candidate), static_cast<int>(Against::Location), candidate.location);
  }
  const auto chosenToo = [&](QComboBox* list, int kind, LocationId place) {
    if (lineOf(*list, kind, place, true) < 0) addLine(list, named(place), kind, place);
  };
  if (choice.of == Of::Location) chosenToo(m_target, static_cast<int>(Of::Location), choice.location);
  if (choice.against == Against::Location)
    chosenToo(m_ratherThan, static_cast<int>(Against::Location), choice.againstLocation);
  addLine(m_target, tr("Any location…"), static_cast<int>(Of::Location), anyLocation);
  addLine(m_ratherThan, tr("Any location…"), static_cast<int>(Against::Location), anyLocation);
  showLine(m_target, static_cast<int>(choice.of), choice.location, choice.of == Of::Location);
  showLine(m_ratherThan, static_cast<int>(choice.against), choice.againstLocation, choice.against == Against::Location);
}

void ExplainBar::askPlace(const std::function<void(LocationId)>& then) {
  const present::SampleContext sample = m_views.current().source().sample;
  if (!sample.model) return fill();
  QStringList names;
  for (LocationId place = unseenLocation; place < static_cast<LocationId>(sample.model->sizes.locations); ++place)
    names << QStringLiteral("%1 (%2)").arg(toText(present::placeText(sample, place))).arg(place);
  auto* dialog = new QInputDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Any location"));
  dialog->setLabelText(tr("Name or number of a place that the model knows"));
  dialog->setComboBoxItems(names);
  dialog->setComboBoxEditable(true);
  if (auto* list = dialog->findChild<QComboBox*>()) {
    list->completer()->setFilterMode(Qt::MatchContains);
    list->completer()->setCompletionMode(QCompleter::PopupCompletion);
  }
  connect(dialog, &QDialog::rejected, this, &ExplainBar::fill);
  // The window goes on meanwhile: the model may be replaced by a better checkpoint of its run.
  // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks): the dialog is this widget's, and deletes itself
  connect(dialog, &QInputDialog::textValueSelected, this, [this, names, then](const QString& typed) {
    bool isNumber = true;
    const qsizetype at = names.indexOf(typed);
    const int place = at >= 0 ? unseenLocation + static_cast<int>(at) : typed.trimmed().toInt(&isNumber);
    const ModelDescription* model = m_views.current().source().sample.model;
    if (!isNumber || !model || place < 0 || place >= static_cast<int>(model->sizes.locations)) return fill();
    then(place);
  });
  dialog->open();
}

void ExplainBar::say() {
  const present::ExplanationContext context = m_views.context(m_views.current().source());
  const present::ExplanationSentence sentence = present::explanationSentence(context);
  m_sentence->setText(sentence.text.empty() ? tr("Nothing is explained yet") : toText(sentence.text));
  const QString caveat = sentence.caveat.empty() ? QString() : QStringLiteral("\n") + toText(sentence.caveat);
  m_proof->setText(sentence.proof.empty() ? QString() : QStringLiteral("\u2713 ") + toText(sentence.proof) + caveat);
  QStringList gap;
  if (context.explained) {
    for (const MethodExplanation& method : context.explained->explanation.methods)
      if (method.name == "integrated_gradients" && method.completenessGap) {
        const QString percent = toText(present::fixedText(100 * *method.completenessGap, 3));
        gap = {tr("Completeness gap of IG %1 %").arg(percent), tr("IG gap %1 %").arg(percent)};
      }
  }
  m_gap->setChoices(gap);
  m_gap->setToolTip(gap.value(0));
}

void ExplainBar::recolor() {
  m_icon->setPixmap(lineIcon(QStringLiteral("info")).pixmap(16, 16));
}

}  // namespace sojourn::qt
