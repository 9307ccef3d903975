// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/session/fake_data.h"

#include <chrono>
#include <cmath>
#include <thread>

#include "tests/support/answers_by_duration.h"
#include "tests/support/waiting.h"

namespace sojourn::test {

std::shared_ptr<const Dataset> fakeDataset(const FakeSize& size) {
  auto dataset = std::make_shared<Dataset>();
  dataset->folder = "/nowhere";
  dataset->prefix = size.prefix;
  dataset->title = size.prefix;
  dataset->fingerprint = "0123456789abcdef0123456789abcdef";
  dataset->numLocations = size.locations;
  dataset->numUsers = size.users;
  SequenceSet set;
  for (std::size_t i = 0; i < size.sequences; ++i) {
    Sequence sequence;
    sequence.user = 1 + static_cast<UserId>(i % static_cast<std::size_t>(size.users - 1));
    sequence.target = 1 + static_cast<LocationId>(i % static_cast<std::size_t>(size.locations - 1));
    const std::size_t length = 3 + i % 5;
    for (std::size_t v = 0; v < length; ++v) {
      // Location 0 never occurs in data, so it is surely not the target.
      const LocationId location = i % 2 == 0 && v + 1 == length ? *sequence.target : 0;
      sequence.visits.push_back(
          {.location = location, .weekday = 1, .startMinute = 600, .durationMinutes = 60, .daysAgo = 1});
    }
    set.append(sequence);
  }
  dataset->splits[static_cast<std::size_t>(Split::Train)] = set;
  dataset->splits[static_cast<std::size_t>(Split::Test)] = std::move(set);
  return dataset;
}

void Door::open() {
  {
    const std::lock_guard lock(m_mutex);
    m_open = true;
  }
  m_opened.notify_all();
}

void Door::shut() {
  const std::lock_guard lock(m_mutex);
  m_open = false;
}

bool Door::isOpen() {
  const std::lock_guard lock(m_mutex);
  return m_open;
}

void Door::pass() {
  ++m_arrivals;
  std::unique_lock lock(m_mutex);
  m_opened.wait(lock, [this] { return m_open; });
}

Outcome fakeOutcome(const SequenceSet& set, std::size_t row) {
  Outcome outcome;
  outcome.rank = 1 + static_cast<std::int32_t>(row % 7);
  outcome.prediction = outcome.rank == 1 ? set.target(row) : 2;
  outcome.targetProbability = 1.0F / static_cast<float>(1 + row % 7);
  outcome.probability = 0.5F;
  outcome.gate = static_cast<float>(row % 10) / 10.0F;
  outcome.copyShare = row % 4 == 0 ? std::nanf("") : 0.25F;
  return outcome;
}

FakeEngine::FakeEngine(std::int64_t locations, std::int64_t users, std::string source) {
  m_description.id = "fake";
  m_description.sizes.locations = locations;
  m_description.sizes.users = users;
  m_description.source = std::move(source);
  m_description.capabilities.gate = true;
  ModelBlock embeddings;
  embeddings.tensors = {{"loc_emb.weight", "float32", {locations, 64}, true},
                        {"user_emb.weight", "float32", {users, 64}, true}};
  m_description.blocks.push_back(std::move(embeddings));
}

Result<std::shared_ptr<const Inspection>> FakeEngine::inspect(const Sequence& sequence, const InspectOptions&) const {
  inspectDoor.pass();
  ++inspections;
  if (sequence.visits.size() < 2) return Error{ErrorKind::BadInput, "", "too short", "add a visit"};
  auto inspection = std::make_shared<Inspection>();
  inspection->sequence = sequence;
  inspection->ranking.push_back({.location = sequence.visits.back().location, .probability = 1});
  // What the prediction is made from: the latest place, twice.
  inspection->context.assign(2, static_cast<float>(sequence.visits.back().location));
  return std::shared_ptr<const Inspection>(inspection);
}

Result<std::vector<Outcome>> FakeEngine::evaluate(const SequenceSet& set, std::span<const std::size_t> rows,
                                                  const CancelToken& cancel, const Progress&) const {
  evaluateDoor.pass();
  largestSlice = std::max(largestSlice.load(), rows.size());
  std::vector<Outcome> outcomes;
  for (const std::size_t row : rows) {
    if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
    if (row >= failAtRow) return Error{ErrorKind::BadInput, "test, record 7", "is not readable", "repair it"};
    outcomes.push_back(fakeOutcome(set, row));
  }
  if (secondsPerRow > 0)
    std::this_thread::sleep_for(std::chrono::duration<double>(secondsPerRow * static_cast<double>(rows.size())));
  return outcomes;
}

Result<std::vector<std::vector<float>>> FakeEngine::logProbabilities(std::span<const Sequence>,
                                                                     const CancelToken&) const {
  return Error{ErrorKind::Failed, "", "is not for this", ""};
}

Result<PredictionSummaries> FakeEngine::answers(std::span<const Sequence> sequences, std::span<const LocationId> chosen,
                                                const CancelToken& cancel, const Progress& progress) const {
  answersDoor.pass();
  if (progress) progress(sequences.size(), sequences.size());
  if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
  return answersByDuration(sequences, chosen);
}

Studio::Studio(std::filesystem::path settingsFile) {
  dataset = [](const std::filesystem::path&) { return Result<session::DatasetPtr>(fakeDataset()); };
  engine = [](const std::filesystem::path& path, const EngineOptions&) {
    return Result<session::EnginePtr>(std::make_shared<FakeEngine>(12, 4, path.filename().string()));
  };
  session::WorkspaceOptions options;
  options.settingsFile = std::move(settingsFile);
  options.loaders.dataset = [this](const std::filesystem::path& data, const Progress& progress,
                                   const CancelToken& cancel) {
    progress(1, 2);
    datasetDoor.pass();
    if (cancel.cancelled()) return Result<session::DatasetPtr>(Error{ErrorKind::Cancelled, "", "cancelled", ""});
    return dataset(data);
  };
  options.loaders.engine = [this](const std::filesystem::path& file, const EngineOptions& engineOptions,
                                  const Progress& progress, const CancelToken& cancel) {
    progress(300, 1000);
    engineDoor.pass();
    if (cancel.cancelled()) {
      ++cancelledEngines;
      return Result<session::EnginePtr>(Error{ErrorKind::Cancelled, "", "cancelled", ""});
    }
    return engine(file, engineOptions);
  };
  program = [](const ProgramCommand& command) {
    return Result<session::EnginePtr>(std::make_shared<FakeEngine>(12, 4, programNameOf(command)));
  };
  options.loaders.program = {.start =
                                 [this](const ProgramCommand& command, const EngineOptions&, const CancelToken&,
                                        const std::shared_ptr<LineLog>& log) {
                                   ++programStarts;
                                   log->append("started " + command.command);
                                   return program(command);
                                 },
                             .interrupt = [this](const Engine&) { ++programInterrupts; },
                             .end = [this](const Engine&) { ++programEnds; }};
  options.loaders.demo = [] {
    return Result<session::Loaders::DemoFiles>(session::Loaders::DemoFiles{"/demo/demo", "/demo/demo.pt"});
  };
  options.loaders.explainer = {
      .explain = [this](const auto&... given) { return explainer.explain(given...); },
      .checkRemoval = [this](const auto&... given) { return explainer.checkRemoval(given...); },
      .interventions = [this](const auto&... given) { return explainer.interventions(given...); },
      .explainSet = [this](const auto&... given) { return explainer.explainSet(given...); },
      .ablatableComponents = [this](const auto&... given) { return explainer.ablatableComponents(given...); },
      .componentReference = [this](const auto&... given) { return explainer.componentReference(given...); },
      .ablateComponents = [this](const auto&... given) { return explainer.ablateComponents(given...); },
      .ablateComponentsOver = [this](const auto&... given) { return explainer.ablateComponentsOver(given...); },
      .shapley = [this](const auto&... given) { return explainer.shapley(given...); },
      .agreementAcross = [this](const auto&... given) { return explainer.agreementAcross(given...); },
      .testParameterRandomization =
          [this](const auto&... given) { return explainer.testParameterRandomization(given...); }};
  options.loaders.modelProfile = [this](const auto&... given) { return modelProfile(given...); };
  options.wake = [this] {
    ++wakes;
    // Looked at before the owner is notified: the first listener may shut the door for the next one.
    const bool wait = !wakeDoor.isOpen();
    {
      const std::lock_guard lock(m_mutex);
      m_news = true;
    }
    m_woken.notify_one();
    if (wait) wakeDoor.pass();
  };
  m_workspace = std::make_unique<session::Workspace>(std::move(options));
  m_subscription = m_workspace->subscribe([this](session::Changes changes) { m_changes |= changes; });
}

Studio::~Studio() {
  wakeDoor.open();
  close();
}

bool Studio::until(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + longestWait;
  while (!condition()) {
    {
      std::unique_lock lock(m_mutex);
      if (!m_woken.wait_until(lock, end, [this] { return m_news; })) return false;
      m_news = false;
    }
    m_workspace->drain();
  }
  return true;
}

bool Studio::rested() {
  return eventually([this] {
    const bool idle = m_workspace->threads().idle();
    m_workspace->drain();
    return idle && m_workspace->threads().idle();
  });
}

void Studio::openAll() {
  m_workspace->open(
      {.data = "/nowhere/invented", .checkpoint = "/nowhere/fake.pt", .heads = {}, .split = {}, .index = {}});
  (void)until([this] {
    return m_workspace->samples().table().complete() && !m_workspace->samples().table().empty() &&
           m_workspace->jobs().all().empty() && m_workspace->inspection();
  });
}

session::Changes Studio::changes() {
  return std::exchange(m_changes, {});
}

}  // namespace sojourn::test
