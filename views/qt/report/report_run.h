// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a report, a picture at a time between the events of the GUI, while the answers come from another thread.
#pragma once

#include <QObject>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "views/present/report/report_html.h"
#include "views/qt/report/report_pdf.h"
#include "views/qt/report/report_plan.h"
#include "views/session/report/report_answers.h"
#include "views/session/report/report_reveals.h"

namespace sojourn::qt {

struct ReportOrder {
  session::ReportChoice choice;
  std::vector<ReportView> views;
  std::vector<session::ReportSubject> subjects;
  session::FindingWishes wishes;             ///< how what the views need is asked; `what` of it is of the views
  std::vector<std::filesystem::path> files;  ///< by their suffix; each replaced as a whole, or not at all
  std::string date;
};

/// One report. Shown as a job of the workspace, by which it can be cancelled; ends by itself where another dataset or
/// model is opened meanwhile. All on the GUI thread but inspections, explanations and the writing of files.
class ReportRun final : public QObject {
 public:
  using Done = std::function<void(const Status&)>;

  /// `views` must outlive this. `done` is called once, at the end, by a call of its own: it may delete this.
  ReportRun(const StudioViews& views, ReportOrder order, Done done, QObject* parent = nullptr);
  /// Cancels; `done` is not called then.
  ~ReportRun() override;

  void cancel();

 private:
  using Step = std::function<void()>;

  void plan(std::vector<session::ReportAnswer> answers);
  void planSubject(std::size_t subject);
  void takeFound(std::size_t subject, session::SampleFindings findings);
  void later();
  void begin();
  void beginSubject(std::size_t subject);
  void beginSection(const present::ReportSection& section);
  void add(const present::ReportPicture& picture);
  /// What is left of the section in the PDF, a table at a time.
  void endSection();
  void write();
  void end(const Status& status);
  [[nodiscard]] present::ReportHead head() const;
  [[nodiscard]] present::Table overview() const;

  const StudioViews& m_views;
  session::Workspace& m_workspace;
  ReportOrder m_order;
  Done m_done;
  const present::Theme& m_theme;

  std::vector<session::ReportAnswer> m_answers;
  std::vector<PicturedSample> m_pictured;  ///< [subjects]
  std::vector<bool> m_found;               ///< [subjects] answered, one way or the other
  std::deque<std::pair<std::optional<std::size_t>, Step>> m_steps;  ///< with the subject whose findings they need
  bool m_scheduled = false;
  bool m_ended = false;

  session::RevealedPeople m_people;
  UserId m_user = 0;  ///< whose sample the section is about; 0: no one's
  std::unique_ptr<present::HtmlReport> m_html;
  std::unique_ptr<PdfReport> m_pdf;
  session::JobId m_job = 0;
  std::size_t m_drawn = 0, m_toDraw = 0;
  session::Subscription m_subscription;
  std::unique_ptr<session::ReportAnswers> m_service;
  session::Worker m_writer;
};

}  // namespace sojourn::qt
