// SPDX-License-Identifier: GPL-3.0-or-later
// What the Import page shows: an input that was recognised and read, what a dataset of it would be with the settings as
// they stand, and the preparation that writes it.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/data/prepare/trial_preparation.h"
#include "model/data/records/recognise_input.h"
#include "views/session/import/import_row_list.h"
#include "views/session/queries/workspace_query.h"

namespace sojourn::session {

/// What was read. Without `rows` the `problem` says why: nothing recognised it, a column is not known, it is refused.
struct ImportInput {
  InputSettings settings;
  std::string reason;  ///< how the format shows; empty where a person chose it
  InputPreview preview;
  std::shared_ptr<const TrialInput> rows;
  std::optional<Error> problem;
  std::optional<PrepareSettings> again;  ///< of the steps, where an earlier preparation is repeated
};

/// What a preparation with these settings would give.
struct ImportTrial {
  PrepareSettings settings;
  std::shared_ptr<const Preparation> made;
  std::vector<FunnelStep> funnel;
};

/// The chosen settings with one of those that the recipes decide as the other recipe has it.
struct ImportCause {
  std::string key;  ///< PrepareParameter::key: "metric"
  std::vector<FunnelStep> funnel;
};

/// Numbers of places by eps.
struct PlacesByEps {
  std::vector<double> eps;                 ///< metres, ascending
  std::vector<std::size_t> chosen, other;  ///< as long as eps
};

struct ImportTrials {
  std::uint64_t number = 0;                 ///< of the question
  std::shared_ptr<const TrialInput> input;  ///< what was prepared
  ImportTrial chosen;
  // Of tracks and staypoints, one after the other as they are known.
  std::optional<ImportTrial> other = {};  ///< the other recipe with the same settings
  std::vector<ImportCause> causes = {};
  std::optional<PlacesByEps> curve = {};
};

struct ImportRun {
  std::string stage;  ///< "reading", "locations", "writing"
  /// When it is over: what was written, without its rows.
  std::filesystem::path dataset;  ///< folder/prefix; empty where no dataset came of it
  std::int64_t users = 0, kept = 0, sequences = 0;
  std::int64_t trainSequences = 0;
  std::optional<Error> refusal;
};

/// Owner thread only.
class ImportStudy {
 public:
  /// `changed` is called whenever anything differs. `workspace` must outlive this.
  ImportStudy(Workspace& workspace, std::function<void()> changed);

  /// Recognises and reads a file or folder. The settings of the steps become those of its format.
  void open(const std::filesystem::path& path);
  /// Reads the input of an earlier preparation by its report, preparation.json, with its settings.
  void openAgain(const std::filesystem::path& report);
  /// Reads it again as another format, or with another column for what `key` names; an empty column: the one that the
  /// header tells, or none.
  void readAs(InputFormat format);
  void setColumn(const std::string& key, const std::string& column);
  /// Takes recipe and settings of the steps from the dataset of an earlier preparation, given as its folder or one of
  /// its files; columns, too, where this input is not read yet and has the same format.
  void takeSettingsLike(const std::filesystem::path& dataset);
  /// Why that was not possible.
  [[nodiscard]] const std::optional<Error>& likeError() const { return m_like.error(); }
  /// How dates of a table are written, where its column does not decide it.
  void setDates(DateOrder order);

  [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
  [[nodiscard]] const std::shared_ptr<const ImportInput>& input() const { return m_input.answer(); }
  [[nodiscard]] bool reading() const { return m_input.awaiting(); }
  /// Why reading failed as a whole.
  [[nodiscard]] const std::optional<Error>& readError() const { return m_input.error(); }

  [[nodiscard]] const PrepareSettings& settings() const { return m_settings; }
  /// Sets a parameter (PrepareParameter::key). Errors: what it takes.
  Status set(std::string_view key, std::string_view text);
  void chooseRecipe(PrepareRecipe recipe);
  void setKept(const std::string& user, bool kept);
  void setName(const std::string& name) { m_settings.name = name; }
  /// By the middle of the positions, "+08:00"; nothing without positions, or where the clock is chosen already.
  [[nodiscard]] std::optional<std::string> suggestedZone() const;

  /// The newest answer; of other settings while it is outdated().
  [[nodiscard]] const std::shared_ptr<const ImportTrials>& trials() const { return m_trials.answer(); }
  [[nodiscard]] bool outdated() const { return trying() && (!trials() || trials()->number != m_number); }
  /// What is shown, or what is shown beside it, is still being computed.
  [[nodiscard]] bool trying() const { return m_trials.awaiting(); }
  [[nodiscard]] const std::optional<Error>& trialError() const { return m_trials.error(); }
  /// What the last answer took.
  [[nodiscard]] double seconds() const { return m_trials.seconds(); }

  /// Which rows are to be listed; the first ones in the beginning.
  void listRows(ImportRowChoice choice);
  [[nodiscard]] const ImportRowChoice& rowChoice() const { return m_rowChoice; }
  /// They, except that the first rows are in input()->preview; null until they are found.
  [[nodiscard]] std::shared_ptr<const ImportRowList> rowList() const;
  [[nodiscard]] const std::optional<Error>& rowError() const { return m_rows.error(); }

  /// Nothing is read, tried, listed or written.
  [[nodiscard]] bool settled() const {
    return !reading() && !trying() && !running() && !m_rows.awaiting() && !m_like.awaiting();
  }

  /// Whether there is a dataset to write.
  [[nodiscard]] bool canRun() const;
  /// Writes the dataset into `out`, which it replaces where a preparation wrote it.
  void run(const std::filesystem::path& out);
  void stopRun() { m_run.stop(); }
  [[nodiscard]] bool running() const { return m_run.awaiting(); }
  [[nodiscard]] std::pair<std::size_t, std::size_t> runProgress() const { return m_run.progress(); }
  [[nodiscard]] const std::shared_ptr<const ImportRun>& lastRun() const { return m_run.answer(); }
  [[nodiscard]] const std::optional<Error>& runError() const { return m_run.error(); }

 private:
  void forget(const std::filesystem::path& path);
  void read(InputSettings settings, bool recognise);
  [[nodiscard]] static QueryDescription reading(const std::filesystem::path& path);
  void inputChanged();
  void trialsChanged();
  void takeLike();
  void tryOut();
  void findRows();

  std::function<void()> m_changed;
  std::filesystem::path m_path;
  PrepareSettings m_settings;
  std::uint64_t m_number = 0;                 ///< of the newest trial
  std::shared_ptr<TrialPreparation> m_trial;  ///< used by the thread of m_trials
  WorkspaceQuery<ImportInput> m_input;
  WorkspaceQuery<ImportTrials> m_trials;
  WorkspaceQuery<ImportRun> m_run;
  ImportRowChoice m_rowChoice;
  WorkspaceQuery<ImportRowList> m_rows;
  WorkspaceQuery<PrepareSettings> m_like;
};

}  // namespace sojourn::session
