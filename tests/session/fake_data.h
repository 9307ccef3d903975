// SPDX-License-Identifier: GPL-3.0-or-later
// A fake dataset and an engine that computes nothing, for the session's tests: every figure follows from the row.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "model/data/dataset/dataset.h"
#include "model/inspect/engine.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::test {

struct FakeSize {
  std::size_t sequences = 40;
  LocationId locations = 12;
  UserId users = 4;
  std::string prefix = "invented";
};

/// Test split (and a train split of the same rows). Row i: user 1 + i % (users - 1), length 3 + i % 5, target
/// 1 + i % (locations - 1), which is in the window where i is even.
[[nodiscard]] std::shared_ptr<const Dataset> fakeDataset(const FakeSize& size = {});

/// A door that is shut until a test opens it.
class Door {
 public:
  explicit Door(bool open = true) : m_open(open) {}
  void open();
  void shut();
  void pass();
  [[nodiscard]] bool isOpen();
  /// How many have stood before it so far.
  [[nodiscard]] int arrivals() const { return m_arrivals; }

 private:
  std::mutex m_mutex;
  std::condition_variable m_opened;
  bool m_open;
  std::atomic<int> m_arrivals{0};
};

/// The outcome that FakeEngine gives row `row` of a set: rank 1 + row % 7, right where that is 1; gate (row % 10) / 10.
[[nodiscard]] Outcome fakeOutcome(const SequenceSet& set, std::size_t row);

class FakeEngine : public Engine {
 public:
  explicit FakeEngine(std::int64_t locations = 12, std::int64_t users = 4, std::string source = "fake.pt");

  [[nodiscard]] const ModelDescription& description() const override { return m_description; }
  [[nodiscard]] std::string deviceName() const override { return "nowhere"; }
  /// The last visit's place is ranked first; a sequence of one visit is an error.
  [[nodiscard]] Result<std::shared_ptr<const Inspection>> inspect(const Sequence& sequence,
                                                                  const InspectOptions& options) const override;
  [[nodiscard]] Result<std::vector<Outcome>> evaluate(const SequenceSet& set, std::span<const std::size_t> rows,
                                                      const CancelToken& cancel,
                                                      const Progress& progress) const override;
  [[nodiscard]] Result<std::vector<std::vector<float>>> logProbabilities(std::span<const Sequence>,
                                                                         const CancelToken&) const override;
  /// By the time spent at each place.
  [[nodiscard]] Result<PredictionSummaries> answers(std::span<const Sequence> sequences,
                                                    std::span<const LocationId> chosen, const CancelToken& cancel,
                                                    const Progress& progress) const override;
  [[nodiscard]] Status accepts(const SequenceSet&) const override { return {}; }

  mutable Door inspectDoor, evaluateDoor, answersDoor;
  mutable std::atomic<int> inspections{0};
  mutable std::atomic<std::size_t> largestSlice{0};
  std::atomic<double> secondsPerRow{0};
  std::size_t failAtRow = ~std::size_t{0};  ///< evaluate refuses from this row on
  ModelDescription m_description;
};

/// A workspace whose files are the test's, with a pump in place of a window's event loop.
class Studio {
 public:
  explicit Studio(std::filesystem::path settingsFile = {});
  ~Studio();

  /// What the loaders answer; called on the workers.
  std::function<Result<session::DatasetPtr>(const std::filesystem::path&)> dataset;
  std::function<Result<session::EnginePtr>(const std::filesystem::path&, const EngineOptions&)> engine;
  /// What starts model programs; called on the workers. Each start writes a line to its log.
  std::function<Result<session::EnginePtr>(const ProgramCommand&)> program;
  std::atomic<int> programStarts{0}, programInterrupts{0}, programEnds{0};
  /// What explains; called on the workers.
  session::Explainer explainer;
  decltype(session::Loaders::modelProfile) modelProfile;
  Door datasetDoor, engineDoor;
  Door wakeDoor;  ///< a worker whose news woke the workspace waits here
  std::atomic<int> cancelledEngines{0};
  std::atomic<int> wakes{0};

  session::Workspace& workspace() { return *m_workspace; }
  session::Workspace* operator->() { return m_workspace.get(); }
  /// Drains until the condition holds; false after longestWait.
  [[nodiscard]] bool until(const std::function<bool()>& condition);
  /// Drains until nothing is computed any more, and nothing waits for it; false after longestWait.
  [[nodiscard]] bool rested();
  /// Opens fake data and a fake engine and waits until the pass is over.
  void openAll();
  /// Everything that was announced since the last call.
  [[nodiscard]] session::Changes changes();
  /// Ends the workspace before the rest goes.
  void close() { m_workspace.reset(); }

 private:
  std::mutex m_mutex;
  std::condition_variable m_woken;
  bool m_news = false;
  session::Changes m_changes;
  std::unique_ptr<session::Workspace> m_workspace;
  session::Subscription m_subscription;
};

}  // namespace sojourn::test
