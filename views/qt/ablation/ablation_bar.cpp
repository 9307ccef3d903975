// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/ablation/ablation_bar.h"

#include <QButtonGroup>
#include <QMenu>

#include "model/core/text.h"
#include "views/present/ablation/ablation_views.h"
#include "views/qt/ablation/new_study_dialog.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"
#include "views/session/ablation/live_study.h"

namespace sojourn::qt {
namespace {

constexpr int barHeight = 40, stripHeight = 36;

}  // namespace

AblationBar::AblationBar(AblationViews& views, QWidget* parent)
    : OptionBar("variantsBar", barHeight + stripHeight, parent),
      m_views(views),
      m_study(framedButton({}, "chooseStudy")),
      m_seedList(new FittingLabel),
      m_start(framedButton(tr("Start"), "startStudy")),
      m_pause(framedButton(tr("Pause"), "pauseStudy")),
      m_stop(framedButton(tr("Stop"), "stopStudy")),
      m_seeds(framedButton(tr("Add seeds…"), "addSeeds")),
      m_strip(new QFrame),
      m_icon(new QLabel),
      m_sentence(new FittingLabel),
      m_detail(new FittingLabel) {
  auto* menu = new QMenu(m_study);
  menu->addAction(tr("Open a study…"), this, &AblationBar::studyWanted);
  menu->addAction(tr("New study…"), this, &AblationBar::newStudyWanted);
  m_study->setMenu(menu);
  m_study->setPopupMode(QToolButton::InstantPopup);
  session::LiveStudy& study = m_views.study();
  auto* figures = new QButtonGroup(this);
  auto* targets = new QButtonGroup(this);
  const auto choice = [this](QButtonGroup* group, const QString& text, const QString& name, const auto& choose) {
    QToolButton* button = framedButton(text);
    button->setCheckable(true);
    button->setAccessibleName(name);
    button->setToolTip(name);
    group->addButton(button);
    connect(button, &QToolButton::clicked, this, choose);
    return button;
  };
  const std::array<QString, 4> figureText{tr("Acc@1"), tr("@5"), tr("@10"), tr("MRR")};
  for (std::size_t i = 0; i < m_figures.size(); ++i) {
    const auto figure = static_cast<StudyFigure>(i);
    m_figures[i] = choice(figures, figureText[i], toText(present::figureTitle(figure)), [&study, figure] {
      study.setMetric({figure, study.metric().targets});
    });
  }
  const std::array<QString, 3> targetText{tr("All"), tr("Known"), tr("Unseen")};
  const std::array<QString, 3> targetNames{tr("All targets"), tr("Targets that training knew"), tr("Unseen targets")};
  for (std::size_t i = 0; i < m_targets.size(); ++i) {
    const auto of = static_cast<StudyTargets>(i);
    m_targets[i] = choice(targets, targetText[i], targetNames[i], [&study, of] {
      study.setMetric({study.metric().figure, of});
    });
  }
  m_start->setToolTip(tr("Queue what is not trained yet and start the queue"));
  m_stop->setToolTip(tr("Take waiting trainings out of the queue and stop the running ones: Start continues them"));
  connect(m_start, &QToolButton::clicked, this, [&study] { study.start(); });
  connect(m_pause, &QToolButton::clicked, this, [this, &study] {
    if (m_pause->property("resumes").toBool())
      study.resumeTraining();
    else
      study.pause();
  });
  connect(m_stop, &QToolButton::clicked, this, [&study] { study.stop(); });
  connect(m_seeds, &QToolButton::clicked, this, &AblationBar::askSeeds);
  m_seedList->setFont(toFont({.size = 12}));
  m_sentence->setFont(toFont({.size = 14, .weight = present::Weight::Medium}));
  m_sentence->setObjectName(QStringLiteral("studySentence"));
  m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_detail->setFont(toFont({.size = 12}));
  m_detail->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_strip->setObjectName(QStringLiteral("studyStrip"));
  m_strip->setFixedHeight(scaledPixels(stripHeight));
  m_strip->setLayout(rowOf({m_icon, {m_sentence, 3}, {m_detail, 1}}, 8, {12, 0, 12, 0}));
  auto* tools = rowOf({textLabel(tr("Study")),
                       m_study,
                       {m_seedList, 1},
                       m_figures[0],
                       m_figures[1],
                       m_figures[2],
                       m_figures[3],
                       fixedGap(6),
                       m_targets[0],
                       m_targets[1],
                       m_targets[2],
                       fixedGap(10),
                       m_start,
                       m_pause,
                       m_stop,
                       m_seeds},
                      4, {12, 0, 12, 0});
  setLayout(columnOf({{tools, 1}, m_strip}, 0, {0, 0, 0, 0}));
  connect(Appearance::instance(), &Appearance::changed, this, &AblationBar::recolor);
  recolor();
}

QLabel* AblationBar::sentence() const {
  return m_sentence;
}

void AblationBar::updateFrom(session::Changes changes) {
  if (changes.hasAny({session::Change::Study, session::Change::Dataset})) fill();
}

void AblationBar::askSeeds() {
  const auto& known = m_views.study().state();
  if (!known) return;
  std::int64_t next = 1;
  for (const std::int64_t seed : known->plan.seeds) next = std::max(next, seed + 1);
  askText(this,
          {.title = tr("Add seeds"),
           .label = tr("Seeds that every variant is trained with as well"),
           .value = QString::number(next),
           .name = "addSeedsDialog"},
          [this](const QString& text) {
            const auto seeds = numbersIn(text, largestSeed);
            if (seeds && !seeds->empty()) return m_views.study().addSeeds(*seeds);
            m_views.current().workspace().banners().report(
                {ErrorKind::BadUsage, tr("Add seeds").toStdString(),
                 tr("%1 is no list of seeds").arg(text).toStdString(),
                 tr("type whole numbers, separated by commas").toStdString()});
          });
}

void AblationBar::fill() {
  const session::LiveStudy& study = m_views.study();
  const QString folder = toText(escapeForDisplay(study.folder().filename().string(), 40));
  m_study->setText(study.folder().empty() ? tr("none") : folder);
  m_study->setToolTip(toText(escapeForDisplay(study.folder().string(), 200)));
  QStringList seeds;
  std::size_t running = 0, paused = 0, waiting = 0, open = 0;
  if (const auto& known = study.state())
    for (const std::int64_t seed : known->plan.seeds) seeds << QString::number(seed);
  for (const StudyTraining& one : study.trainings()) {
    running += one.state == "running" ? 1 : 0;
    paused += one.state == "paused" ? 1 : 0;
    waiting += one.state == "waiting" ? 1 : 0;
    open += one.state == "missing" || one.state == "interrupted" || one.state == "failed" ? 1 : 0;
  }
  const QString list = seeds.join(QStringLiteral(", "));
  m_seedList->setChoices(seeds.isEmpty()
                             ? QStringList()
                             : QStringList{tr("seeds %1; each run is in Runs").arg(list), tr("seeds %1").arg(list)});
  const auto metric = study.metric();
  m_figures.at(static_cast<std::size_t>(metric.figure))->setChecked(true);
  m_targets.at(static_cast<std::size_t>(metric.targets))->setChecked(true);
  const bool there = study.state() != nullptr, atWork = there && study.state()->queueAtWork;
  m_start->setEnabled(there && !study.busy() && (open > 0 || (waiting > 0 && !atWork)));
  m_pause->setProperty("resumes", paused > 0);
  m_pause->setText(paused > 0 ? tr("Resume") : tr("Pause"));
  m_pause->setIcon(lineIcon(paused > 0 ? QStringLiteral("play") : QStringLiteral("pause")));
  m_pause->setEnabled(running + paused > 0);
  m_stop->setEnabled(there && !study.busy() && running + paused + waiting > 0);
  m_seeds->setEnabled(there && !study.busy());
  const present::StudySentence said = present::studySentence(m_views.input());
  m_sentence->setChoices({toText(said.sentence)});
  m_sentence->setToolTip(toText(said.sentence).toHtmlEscaped());
  m_detail->setChoices({toText(said.detail)});
}

void AblationBar::recolor() {
  m_icon->setPixmap(lineIcon(QStringLiteral("info")).pixmap(16, 16));
  m_start->setIcon(lineIcon(QStringLiteral("play")));
  m_stop->setIcon(lineIcon(QStringLiteral("stop")));
  m_seeds->setIcon(lineIcon(QStringLiteral("plus")));
  fill();
}

}  // namespace sojourn::qt
