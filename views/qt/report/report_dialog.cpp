// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/report/report_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

#include "model/core/text.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/file_dialogs.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr int idRole = Qt::UserRole;

QString grouped(std::size_t number) {
  return toText(groupThousands(static_cast<long long>(number)));
}

template <typename Field>
Field* named(Field* field, const char* objectName, const QString& name) {
  field->setObjectName(QLatin1String(objectName));
  field->setAccessibleName(name);
  return field;
}

QLineEdit* line(const char* objectName, const QString& name, const std::string& text) {
  QLineEdit* edit = named(new QLineEdit(toText(text)), objectName, name);
  edit->setMaxLength(400);
  return edit;
}

QCheckBox* check(const char* objectName, const QString& text, bool on) {
  auto* box = new QCheckBox(text);
  box->setObjectName(QLatin1String(objectName));
  box->setChecked(on);
  return box;
}

QComboBox* combo(const char* objectName, const QString& name, const QStringList& choices = {}, int chosen = 0) {
  QComboBox* box = named(new QComboBox, objectName, name);
  box->addItems(choices);
  if (!choices.isEmpty()) box->setCurrentIndex(chosen);
  return box;
}

}  // namespace

ReportDialog::ReportDialog(const session::ReportChoice& choice, const QString& file, ReportStock stock, QWidget* parent)
    : QDialog(parent), m_stock(std::move(stock)) {
  setObjectName(QStringLiteral("reportDialog"));
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Report"));
  resize(930, 560);
  auto* halves = rowOf({{makeForm(choice, file), 1}, {makeViews(choice), 1}}, 16);
  m_problem = textLabel({}, {.name = "reportProblem", .font = {.size = 12.5F}, .wraps = true});
  m_reveals = textLabel({}, {.name = "reportReveals", .font = {.size = 12.5F}, .wraps = true});
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  m_write = buttons->addButton(tr("Write"), QDialogButtonBox::AcceptRole);
  m_write->setObjectName(QStringLiteral("writeReport"));
  m_write->setDefault(true);
  setLayout(columnOf({{halves, 1}, m_reveals, rowOf({{m_problem, 1}, buttons})}, 12, {16, 16, 16, 12}));
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    if (!problem().isEmpty()) return;
    Q_EMIT wanted();
    accept();
  });
  updateFromForm();
}

QWidget* ReportDialog::makeForm(const session::ReportChoice& choice, const QString& file) {
  m_title = line("reportTitle", tr("Title"), choice.title);
  m_title->setPlaceholderText(tr("Title of the report"));
  m_author = line("reportAuthor", tr("Author"), choice.author);
  m_notes = named(new QPlainTextEdit(toText(choice.notes)), "reportNotes", tr("Notes"));
  m_notes->setTabChangesFocus(true);
  m_notes->setFixedHeight(72);
  m_notes->setStyleSheet(framedTextStyle());

  m_samples = combo("reportSamples", tr("Samples"));
  const auto offer = [this](const QString& text, session::ReportSamples value) {
    m_samples->addItem(text, static_cast<int>(value));
  };
  offer(m_stock.present.isEmpty() ? tr("Current sample") : tr("Current: %1").arg(m_stock.present),
        session::ReportSamples::Present);
  offer(tr("Listed by index"), session::ReportSamples::Listed);
  offer(tr("First of %1 filtered").arg(grouped(m_stock.filtered)), session::ReportSamples::First);
  offer(tr("Random from %1 filtered").arg(grouped(m_stock.filtered)), session::ReportSamples::Random);
  if (m_stock.noted > 0 || choice.samples == session::ReportSamples::Noted)
    offer(tr("Bookmarked and noted: %1").arg(grouped(m_stock.noted)), session::ReportSamples::Noted);
  offer(tr("No recorded sample"), session::ReportSamples::None);
  m_samples->setCurrentIndex(m_samples->findData(static_cast<int>(choice.samples)));
  m_listed = line("reportListed", tr("Indices of the samples"), choice.listed);
  m_listed->setPlaceholderText(QStringLiteral("12, 40-44"));
  m_count = named(new QSpinBox, "reportCount", tr("Number of samples"));
  m_count->setRange(1, static_cast<int>(session::mostReportSamples));
  m_count->setValue(static_cast<int>(choice.count));
  m_edited = check("reportEdited", tr("Edited state of the current sample"), choice.edited && m_stock.edited);
  m_edited->setEnabled(m_stock.edited);
  m_scenarios = check("reportScenarios", tr("Scenarios: %1 saved").arg(m_stock.scenarios),
                      choice.scenarios && m_stock.scenarios > 0);
  m_scenarios->setEnabled(m_stock.scenarios > 0);

  m_html = check("reportHtml", tr("Web page (HTML)"), choice.html);
  m_pdf = check("reportPdf", tr("PDF"), choice.pdf);
  m_paper = combo("reportPaper", tr("PDF paper size"), {tr("A4"), tr("US letter")}, choice.letter ? 1 : 0);
  m_theme = combo("reportTheme", tr("Theme of the report"), {tr("Light"), tr("Dark")}, choice.dark ? 1 : 0);
  m_tables = check("reportTables", tr("Values below each picture of the web page"), choice.tables);
  m_pdfTables = check("reportPdfTables", tr("Values in the PDF, too"), choice.pdfTables);
  m_pseudonyms = check("reportPseudonyms", tr("Pseudonyms for users and places"), m_stock.pseudonyms);
  m_pseudonyms->setToolTip(
      tr("The whole window shows users and places under other numbers, without names, positions rounded to 500 m. "
         "Notes, scenarios and the filter stay with the recorded data."));
  connect(m_pseudonyms, &QCheckBox::toggled, this, &ReportDialog::pseudonymsWanted);
  m_file = line("reportFile", tr("File name without suffix"), file.toStdString());
  m_file->setMaxLength(4000);
  auto* browseButton = new QPushButton(tr("Choose…"));
  browseButton->setAutoDefault(false);
  connect(browseButton, &QPushButton::clicked, this, &ReportDialog::browse);

  auto* panel = new QWidget;
  auto* form = new QFormLayout(panel);
  form->setContentsMargins(0, 0, 0, 0);
  form->setVerticalSpacing(8);
  form->addRow(tr("Title"), m_title);
  form->addRow(tr("Author"), m_author);
  form->addRow(tr("Notes"), m_notes);
  form->addRow(tr("Samples"), m_samples);
  for (QWidget* field : std::initializer_list<QWidget*>{m_listed, m_count, m_edited, m_scenarios})
    form->addRow(QString(), field);
  form->addRow(tr("Format"), rowOf({m_html, m_pdf, m_paper}, 8, {}));
  form->addRow(tr("Theme"), m_theme);
  form->addRow(QString(), m_tables);
  form->addRow(QString(), m_pdfTables);
  form->addRow(QString(), m_pseudonyms);
  form->addRow(tr("File"), rowOf({m_file, browseButton}, 8, {}));
  for (QLineEdit* edit : {m_title, m_listed, m_file})
    connect(edit, &QLineEdit::textChanged, this, &ReportDialog::updateFromForm);
  for (QCheckBox* box : {m_edited, m_scenarios, m_html, m_pdf})
    connect(box, &QCheckBox::toggled, this, &ReportDialog::updateFromForm);
  connect(m_samples, &QComboBox::currentIndexChanged, this, &ReportDialog::updateFromForm);
  return panel;
}

QWidget* ReportDialog::makeViews(const session::ReportChoice& choice) {
  m_views = named(new QTreeWidget, "reportViews", tr("Views"));
  m_views->setColumnCount(1);
  m_views->setHeaderHidden(true);
  m_views->setRootIsDecorated(false);
  m_views->setUniformRowHeights(false);
  m_views->setFont(toFont({.size = 12}));
  QStringList chosen;
  for (const std::string& id : choice.views) chosen << toText(id);
  if (chosen.isEmpty()) chosen = usualReportViews();
  QTreeWidgetItem* group = nullptr;
  for (const ReportView& view : m_stock.views) {
    if (!group || group->text(0) != view.group) {
      group = new QTreeWidgetItem(m_views, {view.group});
      group->setFlags(Qt::ItemIsEnabled);
      QFont strong = m_views->font();
      strong.setWeight(QFont::DemiBold);
      group->setFont(0, strong);
    }
    const bool possible = view.missing.isEmpty();
    auto* item = new QTreeWidgetItem(group, {possible ? view.title : tr("%1: %2").arg(view.title, view.missing)});
    item->setData(0, idRole, view.id);
    item->setToolTip(0, (possible ? view.title : view.missing).toHtmlEscaped());
    item->setCheckState(0, possible && chosen.contains(view.id) ? Qt::Checked : Qt::Unchecked);
    item->setFlags(possible ? Qt::ItemIsEnabled | Qt::ItemIsUserCheckable | Qt::ItemIsSelectable : Qt::NoItemFlags);
  }
  m_views->expandAll();
  connect(m_views, &QTreeWidget::itemChanged, this, &ReportDialog::updateFromForm);
  auto* panel = new QWidget;
  panel->setLayout(columnOf({new QLabel(tr("Views")), {m_views, 1}}, -1, {}));
  return panel;
}

void ReportDialog::browse() {
  const QString chosen = askSaveFile(this, tr("Write the report to"), m_file->text(), {}, false);
  if (chosen.isEmpty()) return;
  static const QRegularExpression suffix(QStringLiteral("\\.(html?|pdf)$"), QRegularExpression::CaseInsensitiveOption);
  m_file->setText(QString(chosen).remove(suffix));
}

session::ReportSamples ReportDialog::samples() const {
  return static_cast<session::ReportSamples>(m_samples->currentData().toInt());
}

session::ReportChoice ReportDialog::choice() const {
  session::ReportChoice made{.title = m_title->text().trimmed().toStdString(),
                             .author = m_author->text().trimmed().toStdString(),
                             .notes = m_notes->toPlainText().toStdString(),
                             .samples = samples(),
                             .listed = m_listed->text().toStdString(),
                             .count = static_cast<std::size_t>(m_count->value()),
                             .edited = m_edited->isChecked(),
                             .scenarios = m_scenarios->isChecked(),
                             .views = {},
                             .html = m_html->isChecked(),
                             .pdf = m_pdf->isChecked(),
                             .dark = m_theme->currentIndex() == 1,
                             .tables = m_tables->isChecked(),
                             .pdfTables = m_pdfTables->isChecked(),
                             .letter = m_paper->currentIndex() == 1};
  for (QTreeWidgetItemIterator item(m_views, QTreeWidgetItemIterator::Checked); *item; ++item)
    made.views.push_back((*item)->data(0, idRole).toString().toStdString());
  return made;
}

QStringList ReportDialog::files() const {
  QStringList made;
  if (m_html->isChecked()) made << m_file->text() + QStringLiteral(".html");
  if (m_pdf->isChecked()) made << m_file->text() + QStringLiteral(".pdf");
  return made;
}

QString ReportDialog::problem() const {
  if (files().isEmpty()) return tr("Choose a format");
  const session::ReportChoice made = choice();
  if (made.views.empty()) return tr("Choose a view");
  if (made.samples == session::ReportSamples::Listed) {
    const auto rows = session::parseSampleList(made.listed, m_stock.samples);
    if (!rows) return toText(escapeForDisplay(rows.error().sentence()));
  }
  const bool filtered = made.samples == session::ReportSamples::First || made.samples == session::ReportSamples::Random;
  if (filtered && m_stock.filtered == 0) return tr("The filter matches no sample");
  for (const QString& file : files())
    if (const Status possible = session::checkReportFile(file.toStdString()); !possible)
      return toText(escapeForDisplay(possible.error().sentence()));
  return {};
}

void ReportDialog::showReveals() {
  session::ReportChoice made = choice();
  // What is typed beside them reveals what it says.
  for (std::string* text : {&made.title, &made.author, &made.notes}) text->clear();
  if (!m_stock.reveals || m_revealedOf == made) return;
  QStringList ids;
  for (const std::string& id : made.views) ids << toText(id);
  const auto views = chosenReportViews(m_stock.views, ids);
  const QString reveals = m_stock.reveals(made, views && showsWholeSplit(*views));
  m_reveals->setText(reveals.isEmpty() ? QString() : tr("The report reveals %1.").arg(reveals));
  m_revealedOf = std::move(made);
}

void ReportDialog::updateFromForm() {
  // Called while it is being made, too.
  if (!m_write) return;
  m_listed->setVisible(samples() == session::ReportSamples::Listed);
  m_count->setVisible(samples() == session::ReportSamples::First || samples() == session::ReportSamples::Random);
  m_paper->setEnabled(m_pdf->isChecked());
  m_problem->setText(problem());
  showReveals();
  m_write->setEnabled(m_problem->text().isEmpty());
}

}  // namespace sojourn::qt
