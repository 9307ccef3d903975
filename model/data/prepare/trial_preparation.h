// SPDX-License-Identifier: GPL-3.0-or-later
// An input that is read once and prepared with one setting after the other, without writing anything: what the Import
// page shows while its settings move.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/data/prepare/preparation.h"

namespace sojourn {

/// A cell of the grid that positions are rounded to (roundedPosition()).
struct FixCell {
  Coordinates center;
  std::size_t fixes = 0;
};

/// What was read of a user.
struct TrialUser {
  std::string user;
  std::size_t files = 0;        ///< of tracks in a folder
  std::size_t rows = 0;         ///< that are used
  EpochMs first = 0, last = 0;  ///< times of them
};

/// What the input holds, whatever the settings of the steps. Tracks take 24 bytes a fix.
struct TrialInput {
  InputSettings settings;
  ReadReport report;
  std::vector<UserFixes> fixes;         ///< of tracks, by user
  std::vector<FixCell> cells;           ///< where the fixes are, to be drawn
  std::optional<VisitRecords> records;  ///< of tables of visits or check-ins
  std::vector<TrialUser> users;         ///< in their order
};

/// Errors: those of readFixes() and readVisitRecords().
[[nodiscard]] Result<std::shared_ptr<const TrialInput>> readTrialInput(const InputSettings& settings,
                                                                       const Progress& progress = {},
                                                                       const CancelToken& cancel = {});

/// Prepares an input again and again. Stays are searched again only where a setting of theirs changes. To be used
/// by one thread at a time.
class TrialPreparation {
 public:
  explicit TrialPreparation(std::shared_ptr<const TrialInput> input) : m_input(std::move(input)) {}

  [[nodiscard]] const std::shared_ptr<const TrialInput>& input() const { return m_input; }
  /// As prepareDataset() would fill it in, without files, a report and a prefix. `settings.input` says how the input
  /// was read. Errors: no such time zone; too many places or sequences; cancelled.
  [[nodiscard]] Result<Preparation> prepare(const PrepareSettings& settings, const CancelToken& cancel = {});
  /// How many places prepare() would find, without what comes after them.
  [[nodiscard]] Result<std::size_t> countPlaces(const PrepareSettings& settings, const CancelToken& cancel = {});

 private:
  using StaysOfUsers = std::vector<std::vector<Staypoint>>;
  /// Up to the places, step 4.
  [[nodiscard]] Status locate(class PreparationSteps& steps, const PrepareSettings& settings,
                              const CancelToken& cancel);
  [[nodiscard]] Result<const StaysOfUsers*> findStays(const PrepareSettings& settings, const CancelToken& cancel);

  std::shared_ptr<const TrialInput> m_input;
  /// By the settings that they were found with: both recipes are asked in turn.
  std::map<std::string, StaysOfUsers> m_stays;
};

/// One step of the funnel from rows to sequences. The rows that it has left are those of the step before less its
/// reasons, except that staypoints are of many fixes.
struct FunnelStep {
  enum class Kind { Rows, Points, Staypoints, InPlace, Visits, Targets, Sequences };
  Kind kind = Kind::Rows;
  std::int64_t left = 0;
  struct Reason {
    std::string key;  ///< "duplicate", "noise", ...: see funnelOf()
    std::int64_t rows = 0;
  };
  std::vector<Reason> reasons;  ///< why rows left before it; those that took any
};

/// | step | reasons |
/// |---|---|
/// | Rows | |
/// | Points | the names of drop reasons |
/// | Staypoints, of tracks and tables without places | excluded (users, of a table) |
/// | InPlace, of the same | short_stay, short_record, noise |
/// | Visits | excluded, short_record (of tables with places), merged, rare (users and places) |
/// | Targets | first_days, short_history |
/// | Sequences | empty_split |
[[nodiscard]] std::vector<FunnelStep> funnelOf(const Preparation& made);

}  // namespace sojourn
