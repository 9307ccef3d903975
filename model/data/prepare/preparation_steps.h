// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a preparation (PREPARE.md 2) one after the other on what was read, without any file: for
// prepareDataset() and for trials of other settings.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "model/data/prepare/empty_dataset.h"
#include "model/data/prepare/preparation.h"
#include "model/data/prepare/staypoint_log.h"

namespace sojourn {

/// The seconds that each part of the work takes.
class StageClock {
 public:
  explicit StageClock(std::map<std::string, double>& seconds) : m_seconds(seconds) {}
  void end(const char* stage);

 private:
  std::map<std::string, double>& m_seconds;
  std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
};

/// Fills in one part of a preparation after the other; its settings have to be there. First what was read, by
/// takeStays() or takeTable(); then the steps in the order below. Users that the settings leave out are passed over.
class PreparationSteps {
 public:
  /// `made` and `progress` must outlive it.
  PreparationSteps(Preparation& made, const PrepareProgress& progress, const CancelToken& cancel)
      : m_made(made), m_progress(progress), m_cancel(cancel), m_clock(made.seconds) {}

  void takeReport(ReadReport report);
  /// Steps 1 to 3 of a track: what findStaypoints() gave for a user.
  void takeStays(std::string user, EpochMs first, EpochMs last, std::span<const Staypoint> stays);
  /// Visits, check-ins or staypoints.
  void takeTable(VisitRecords records);
  void endReading();

  /// The second half of step 3.
  void dropShortRecords();
  /// Step 4. Errors: cancelled.
  [[nodiscard]] Status locate();
  /// Steps 5 to 7.
  void makeVisits(const TimeZone& zone);
  /// Steps 8 to 10. Errors: more places or sequences than a dataset may have. Without a sequence `refusal` says why.
  [[nodiscard]] Status makeAllSequences();

  [[nodiscard]] Progress stage(const char* name) const;

 private:
  struct Span {
    EpochMs first = std::numeric_limits<EpochMs>::max();
    EpochMs last = 0;
  };
  std::int64_t& count(const std::string& name) { return m_made.counts[name]; }

  Preparation& m_made;
  const PrepareProgress& m_progress;
  CancelToken m_cancel;
  StageClock m_clock;
  std::vector<Span> m_spans;          ///< of each user's rows
  std::vector<RecordedVisit> m_rows;  ///< at places, in the order of user, start
  StepFacts m_facts;
  std::int64_t m_time = 0, m_unobserved = 0;  ///< of the stays, in ms
};

}  // namespace sojourn
