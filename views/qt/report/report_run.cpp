// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/report/report_run.h"

#include <QFile>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/what_if/what_if_text.h"
#include "views/qt/report/found_views.h"
#include "views/qt/scene/export.h"
#include "views/qt/scene/scene_painter.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;

namespace {

/// CSS that a page carries within itself: @font-face rules of "Sojourn Sans" in its three weights, as data. The font's
/// licence (SIL OFL 1.1) allows it.
const std::string& embeddedFontFaces() {
  static const std::string faces = [] {
    std::string made;
    constexpr std::pair<const char*, const char*> weights[]{{"400", "Regular"}, {"500", "Medium"}, {"600", "SemiBold"}};
    for (const auto& [weight, name] : weights) {
      QFile file(QStringLiteral(":/fonts/SojournSans-%1.otf").arg(QLatin1String(name)));
      if (!file.open(QIODevice::ReadOnly)) continue;
      made += std::string("@font-face{font-family:'Sojourn Sans';font-weight:") + weight +
              ";src:url(data:font/otf;base64," + file.readAll().toBase64().toStdString() + ") format('opentype')}";
    }
    return made;
  }();
  return faces;
}

}  // namespace

ReportRun::ReportRun(const StudioViews& views, ReportOrder order, Done done, QObject* parent)
    : QObject(parent),
      m_views(views),
      m_workspace(views.workspace()),
      m_order(std::move(order)),
      m_done(std::move(done)),
      m_theme(m_order.choice.dark ? present::Theme::darkTheme() : present::Theme::light()),
      m_found(m_order.subjects.size()),
      m_people(m_workspace) {
  m_order.wishes.what.clear();
  for (const ReportView& view : m_order.views) {
    m_toDraw += view.spec ? m_order.subjects.size() : 1;
    if (view.spec && view.spec->needs) m_order.wishes.what.insert(*view.spec->needs);
  }
  m_order.wishes.question = m_views.explain.explanations().choice();
  m_job = m_workspace.jobs().begin(sojourn::tr("Writing the report"), "pictures", [this] { cancel(); });
  m_subscription = m_workspace.subscribe([this](session::Changes changes) {
    if (!changes.hasAny({Change::Dataset, Change::Model})) return;
    end(Error{ErrorKind::Failed, sojourn::tr("the report"),
              sojourn::tr("was not written: another dataset or model was opened meanwhile"),
              sojourn::tr("write it again")});
  });
  m_service = std::make_unique<session::ReportAnswers>(
      m_workspace, m_order.subjects, m_order.wishes,
      session::ReportAnswers::Callbacks{
          .inspected = [this](std::vector<session::ReportAnswer> answers) { plan(std::move(answers)); },
          .found = [this](std::size_t subject,
                          session::SampleFindings findings) { takeFound(subject, std::move(findings)); }});
}

ReportRun::~ReportRun() {
  m_subscription.reset();
  m_service.reset();
  if (m_job != 0) m_workspace.jobs().end(m_job);
}

void ReportRun::cancel() {
  end(Error{ErrorKind::Cancelled, sojourn::tr("the report"), sojourn::tr("was cancelled"),
            sojourn::tr("write it again")});
}

/// Once: what comes after it is not heard any more.
void ReportRun::end(const Status& status) {
  if (std::exchange(m_ended, true)) return;
  m_steps.clear();
  m_service.reset();
  if (m_job != 0) m_workspace.jobs().end(m_job);
  // Not from within whatever called: the owner deletes this.
  QTimer::singleShot(0, this, [this, status] {
    const Done done = std::move(m_done);
    done(status);
  });
}

// ---- the plan

void ReportRun::plan(std::vector<session::ReportAnswer> answers) {
  if (m_ended) return;
  m_answers = std::move(answers);
  m_pictured.resize(m_answers.size());
  m_steps.emplace_back(std::nullopt, [this] { begin(); });
  for (std::size_t i = 0; i < m_order.subjects.size(); ++i) planSubject(i);
  // Views of the set have a section for each workspace; Explain's are of the same model and samples as Inspect's.
  std::string section;
  for (const ReportView& view : m_order.views) {
    if (view.spec) continue;
    std::string title = view.section.isEmpty() ? sojourn::tr("Model and samples") : view.section.toStdString();
    if (title != section) {
      m_steps.emplace_back(std::nullopt, [this, title, first = section.empty()] {
        m_user = 0;
        if (!first) endSection();
        beginSection({.title = title, .summary = {}, .edits = {}, .facts = {}});
      });
      section = std::move(title);
    }
    m_steps.emplace_back(std::nullopt,
                         [this, &view] { add({.title = view.title.toStdString(), .picture = view.shown(m_theme)}); });
  }
  m_steps.emplace_back(std::nullopt, [this] { endSection(); });
  m_steps.emplace_back(std::nullopt, [this] { write(); });
  later();
}

void ReportRun::planSubject(std::size_t subject) {
  const session::ReportSubject& what = m_order.subjects[subject];
  const bool inspected = m_answers[subject].inspection.ok();
  // A sample that cannot be explained because it cannot be inspected is not waited for.
  if (!inspected) m_found[subject] = true;
  const std::optional<std::size_t> needs = m_order.wishes.what.empty() ? std::nullopt : std::optional(subject);
  m_steps.emplace_back(needs, [this, subject] { beginSubject(subject); });
  for (const ReportView& view : m_order.views) {
    if (!view.spec) continue;
    if (!inspected || (view.compares && !what.edited())) {
      --m_toDraw;
      continue;
    }
    m_steps.emplace_back(needs, [this, subject, &view] {
      add({.title = view.title.toStdString(),
           .picture = contentOf(*view.spec, sourceOf(m_pictured[subject], m_workspace),
                                {.size = view.spec->exported, .theme = m_theme, .text = measurer()})});
    });
  }
  m_steps.emplace_back(std::nullopt, [this, subject] {
    // What it was made of is not needed any more.
    m_pictured[subject] = {};
    endSection();
  });
}

void ReportRun::takeFound(std::size_t subject, session::SampleFindings findings) {
  if (m_ended) return;
  m_found[subject] = true;
  m_pictured[subject].findings = std::move(findings);
  later();
}

/// Events of the GUI come first.
void ReportRun::later() {
  if (m_scheduled || m_ended || m_steps.empty()) return;
  if (const auto needs = m_steps.front().first; needs && !m_found[*needs]) return;
  m_scheduled = true;
  QTimer::singleShot(0, this, [this] {
    m_scheduled = false;
    if (m_ended || m_steps.empty()) return;
    const Step next = std::move(m_steps.front().second);
    m_steps.pop_front();
    next();
    later();
  });
}

// ---- the pieces

present::Table ReportRun::overview() const {
  present::Table table{.columns = {"sample", "user", "visits", "prediction", "probability", "target", "rank", "gate"},
                       .rows = {}};
  for (std::size_t i = 0; i < m_answers.size(); ++i) {
    const session::ReportSubject& subject = m_order.subjects[i];
    const UserId user = subject.sequence.user;
    const PlaceNames& names = m_workspace.names().naming().forUser(user);
    const auto named = [&](LocationId place) { return escapeForDisplay(names.name(place)); };
    const std::string target = subject.sequence.target ? named(*subject.sequence.target) : std::string();
    const auto known = [](const auto& value) { return value ? static_cast<double>(*value) : std::nan(""); };
    std::vector<present::Table::Cell> row{subject.title, m_workspace.names().naming().userName(user),
                                          static_cast<double>(subject.sequence.visits.size())};
    if (const auto& seen = m_answers[i].inspection; seen) {
      const Candidate& best = (*seen)->best();
      row.insert(row.end(), {named(best.location), static_cast<double>(best.probability), target,
                             known((*seen)->targetRank), known((*seen)->gate)});
    } else {
      row.insert(row.end(), {seen.error().what, std::nan(""), target, std::nan(""), std::nan("")});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

present::ReportHead ReportRun::head() const {
  const session::ReportChoice& choice = m_order.choice;
  present::ReportHead head{.title = choice.title,
                           .author = choice.author,
                           .notes = choice.notes,
                           .date = m_order.date,
                           .facts = {},
                           .overview = overview(),
                           .sections = {},
                           .theme = &m_theme};
  const auto& dataset = m_workspace.dataset();
  if (head.title.empty())
    head.title =
        dataset ? sojourn::tr("%1: predictions and explanations", {dataset->title}) : sojourn::tr("Sojourn report");
  // Sample and command differ from section to section.
  for (const auto& fact : provenanceOf(m_workspace))
    if (fact.first != "scope" && fact.first != "command") head.facts.push_back(fact);
  if (const ModelDescription* model = m_workspace.model())
    head.facts.emplace_back("model", model->title + ", " + model->ablation);
  if (dataset) {
    head.facts.emplace_back("split", splitName(m_workspace.split()));
    head.facts.emplace_back("samples", samplesText(choice, m_workspace));
  }
  QStringList views;
  for (const ReportView& view : m_order.views) views << view.id;
  head.facts.emplace_back("views", views.join(QStringLiteral(", ")).toStdString());
  head.facts.emplace_back("date", m_order.date);
  for (const session::ReportSubject& subject : m_order.subjects) head.sections.push_back(subject.title);
  if (std::ranges::any_of(m_order.views, [](const ReportView& view) { return !view.spec; }))
    head.sections.emplace_back(sojourn::tr("Model and samples"));
  return head;
}

void ReportRun::begin() {
  present::ReportHead made = head();
  for (const std::filesystem::path& file : m_order.files) {
    made.tables = session::isPdfReport(file) ? m_order.choice.pdfTables : m_order.choice.tables;
    if (session::isPdfReport(file))
      m_pdf = std::make_unique<PdfReport>(made, m_order.choice.letter);
    else
      m_html = std::make_unique<present::HtmlReport>(made, embeddedFontFaces());
  }
}

void ReportRun::beginSubject(std::size_t i) {
  const session::ReportSubject& subject = m_order.subjects[i];
  m_user = subject.sequence.user;
  m_people.addSequence(subject.sequence);
  present::ReportSection section{.title = subject.title, .summary = {}, .edits = subject.edits, .facts = {}};
  const session::ReportAnswer& answer = m_answers[i];
  if (!answer.inspection) {
    section.summary.push_back(answer.inspection.error().sentence());
    return beginSection(section);
  }
  PicturedSample& sample = m_pictured[i];
  const InspectionPtr& inspection = *answer.inspection;
  const UserId user = inspection->sequence.user;
  const std::vector<LocationId> places = present::placesOf(*m_workspace.dataset(), user);
  sample.inspection = inspection;
  sample.engine = m_workspace.engine();
  sample.sampleText = subject.sampleText;
  sample.colors.assign(places);
  sample.shortNames = shortNamesOf(m_workspace, user, places);
  sample.recorded = answer.recorded;
  sample.reference = {.inspection = answer.recorded.get(),
                      .before = subject.before,
                      .name = {},
                      .change = present::editsText(subject.edits.size())};
  if (subject.row)
    sample.reference.name =
        sojourn::tr("sample %1 as recorded", {groupThousands(static_cast<long long>(*subject.row))});
  for (const auto& [visit, text] : subject.flags) sample.flags.push_back({.visit = visit, .text = text});
  section.summary = sentencesOf(m_views, sample);
  section.facts = explanationSettingsOf(m_views, sample);
  if (subject.row)
    section.facts.emplace_back(subject.edited() ? "command, recorded sample" : "command",
                               m_workspace.commandLine(subject.row));
  beginSection(section);
}

void ReportRun::beginSection(const present::ReportSection& section) {
  if (m_html) m_html->beginSection(section);
  if (m_pdf) m_pdf->beginSection(section);
}

void ReportRun::endSection() {
  if (m_pdf && m_pdf->drawPending()) m_steps.emplace_front(std::nullopt, [this] { endSection(); });
}

void ReportRun::add(const present::ReportPicture& picture) {
  if (const auto* scene = std::get_if<present::Scene>(&picture.picture))
    for (const auto& row : scene->table.rows)
      for (const present::Table::Cell& cell : row)
        if (const auto* text = std::get_if<std::string>(&cell)) m_people.addText(*text, m_user);
  if (m_html) {
    const auto* scene = std::get_if<present::Scene>(&picture.picture);
    m_html->addPicture(picture, scene ? inlineSvg(*scene, picture.title) : std::string());
  }
  if (m_pdf) m_pdf->addPicture(picture);
  m_workspace.jobs().advance(m_job, ++m_drawn, m_toDraw);
}

void ReportRun::write() {
  std::vector<std::pair<std::filesystem::path, std::string>> contents;
  if (showsWholeSplit(m_order.views)) m_people.addSplit();
  const std::string reveals = m_people.counted().text();
  std::string page = m_html ? m_html->finish(reveals) : std::string();
  std::string pdf = m_pdf ? m_pdf->finish(reveals).toStdString() : std::string();
  for (const std::filesystem::path& file : m_order.files)
    contents.emplace_back(file, session::isPdfReport(file) ? pdf : page);
  m_writer.post([this, contents = std::move(contents)] {
    Status written;
    for (const auto& [file, content] : contents) {
      written = writeOutput(file, content);
      if (!written) break;
    }
    queuedCall(this, [this, written] { end(written); })();
  });
}

}  // namespace sojourn::qt
