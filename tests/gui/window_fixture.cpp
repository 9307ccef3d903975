// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/window_fixture.h"

#include <QTest>
#include <chrono>
#include <cmath>
#include <thread>

#include "tests/present/dataset/fake_profile.h"
#include "tests/present/explanation_fixtures.h"
#include "tests/present/fake_ablations.h"
#include "tests/present/present_fixtures.h"
#include "tests/support/answers_by_duration.h"

namespace sojourn::test {
namespace {

using present::FixtureOptions;
using present::FixtureSample;

FixtureOptions optionsOf(std::size_t row) {
  return {.visits = 8 + row % 9, .seed = static_cast<std::uint32_t>(row + 1), .locations = 60, .distinctPlaces = 6};
}

std::shared_ptr<const Dataset> fakeCity() {
  auto dataset = std::make_shared<Dataset>();
  dataset->folder = "/nowhere";
  dataset->prefix = "city";
  dataset->title = "City";
  dataset->fingerprint = "0123456789abcdef0123456789abcdef";
  dataset->numLocations = 60;
  dataset->numUsers = 10;
  SequenceSet set;
  for (std::size_t row = 0; row < fakeRows; ++row) {
    const FixtureSample sample(optionsOf(row));
    set.append(sample.inspection.sequence);
    dataset->places = sample.names;
  }
  // On some square kilometres at Greenwich, where no other time zone suggests itself; the last places have none.
  for (LocationId location = 2; location < 56; ++location)
    dataset->places.setCoordinates(location, {51.45 + 0.008 * (location % 8), -0.03 + 0.011 * (location % 7)});
  dataset->splits[static_cast<std::size_t>(Split::Train)] = set;
  dataset->splits[static_cast<std::size_t>(Split::Validation)] = set;
  dataset->splits[static_cast<std::size_t>(Split::Test)] = std::move(set);
  return dataset;
}

/// With two numbers of the last visit, by which samples are near to each other.
std::shared_ptr<const Inspection> withContext(Inspection inspection) {
  const Visit& last = inspection.sequence.visits.back();
  inspection.context = {static_cast<float>(last.location), static_cast<float>(last.startMinute) / 60};
  return std::make_shared<const Inspection>(std::move(inspection));
}

/// Answers with the fixture that a sequence was taken from.
class FakeCityEngine final : public Engine {
 public:
  /// Other files than the demo's are other trainings of the same model.
  explicit FakeCityEngine(const std::string& file) {
    for (std::size_t row = 0; row < fakeRows; ++row)
      m_samples.push_back(std::make_unique<FixtureSample>(optionsOf(row)));
    m_description = m_samples.front()->model;
    m_description.source = file.starts_with("seed") ? file : "city.pt";
    m_description.fingerprint = m_description.source;
    m_description.positionBias.assign(static_cast<std::size_t>(m_description.sizes.maxLength), 0.02F);
  }

  [[nodiscard]] const ModelDescription& description() const override { return m_description; }
  [[nodiscard]] std::string deviceName() const override { return "CPU"; }
  /// By a formula.
  [[nodiscard]] std::vector<EmbeddingTable> embeddings() const override {
    const auto table = [](EmbeddingKind kind, const char* name, std::int64_t rows, int minutes = 0) {
      EmbeddingTable made{.kind = kind, .name = name, .rows = {.width = 4}, .minutes = minutes};
      for (std::int64_t i = 0; i < rows * 4; ++i) made.rows.values.push_back(std::sin(static_cast<double>(i * i)));
      return made;
    };
    return {table(EmbeddingKind::Input, "loc_emb", m_description.sizes.locations),
            table(EmbeddingKind::Output, "gen_head", m_description.sizes.locations),
            table(EmbeddingKind::Users, "user_emb", 5), table(EmbeddingKind::Hours, "time_emb", 24, 60),
            table(EmbeddingKind::Weekdays, "weekday_emb", 7)};
  }
  [[nodiscard]] Result<std::shared_ptr<const Inspection>> inspect(const Sequence& sequence,
                                                                  const InspectOptions&) const override {
    for (const auto& sample : m_samples) {
      if (sample->inspection.sequence == sequence) return withContext(sample->inspection);
    }
    // An edited one: fake answers for its length, the same for the same sequence.
    if (sequence.visits.empty()) return Error{ErrorKind::BadInput, "the sequence", "is empty", "give it a visit"};
    std::uint32_t seed = 1000;
    for (const Visit& visit : sequence.visits)
      seed = seed * 31 + static_cast<std::uint32_t>(visit.location * 1440 + visit.startMinute);
    Inspection fake =
        FixtureSample({.visits = sequence.visits.size(), .seed = seed, .locations = 60, .distinctPlaces = 6})
            .inspection;
    fake.sequence = sequence;
    return withContext(std::move(fake));
  }
  [[nodiscard]] Result<std::vector<Outcome>> evaluate(const SequenceSet&, std::span<const std::size_t> rows,
                                                      const CancelToken&, const Progress&) const override {
    std::vector<Outcome> outcomes;
    for (const std::size_t row : rows) {
      const Inspection& seen = m_samples[row % fakeRows]->inspection;
      Outcome outcome;
      outcome.prediction = seen.best().location;
      outcome.probability = seen.best().probability;
      outcome.rank = static_cast<std::int32_t>(seen.targetRank.value_or(1));
      outcome.targetProbability = seen.ranking[seen.targetRank.value_or(1) - 1].probability;
      outcome.gate = seen.gate.value_or(std::nanf(""));
      outcome.copyShare = seen.best().copied / seen.best().probability;
      outcomes.push_back(outcome);
    }
    return outcomes;
  }
  [[nodiscard]] Result<std::vector<std::vector<float>>> logProbabilities(std::span<const Sequence>,
                                                                         const CancelToken&) const override {
    return Error{ErrorKind::Failed, "", "is not asked for here", ""};
  }
  [[nodiscard]] Result<PredictionSummaries> answers(std::span<const Sequence> sequences,
                                                    std::span<const LocationId> chosen, const CancelToken&,
                                                    const Progress&) const override {
    return test::answersByDuration(sequences, chosen);
  }
  [[nodiscard]] Status accepts(const SequenceSet&) const override { return {}; }

 private:
  std::vector<std::unique_ptr<FixtureSample>> m_samples;
  ModelDescription m_description;
};

}  // namespace

namespace {

/// As if it were of so many.
void setSamples(ExplanationSummary& summary, std::size_t samples) {
  summary.samples = samples;
  summary.users = std::min<std::size_t>(samples, 9);
  for (MethodSummary& method : summary.methods) {
    for (OperatorSummary* by : {&method.masked, &method.removed})
      for (Estimate* estimate :
           {&by->comprehensiveness, &by->sufficiency, &by->deletionAuc, &by->insertionAuc, &by->gain, &by->overRandom})
        estimate->n = samples;
  }
}

/// Figures that fit the fake samples; an evaluation takes a hundredth of a second a sample.
session::Explainer fakeExplainer() {
  const auto explained = [](const Engine& engine, const Sequence& sequence, const ExplanationTarget& target,
                            bool refined) -> Result<ExplainedSample> {
    const auto inspection = engine.inspect(sequence, {});
    if (!inspection) return inspection.error();
    return present::fakeExplained(**inspection, target, refined, static_cast<std::uint32_t>(sequence.user));
  };
  session::Explainer made;
  made.explain = [explained](const Engine& engine, const Sequence& sequence, const ExplainRequest& request,
                             const CancelToken&, const Progress&) -> Result<Explanation> {
    auto found =
        explained(engine, sequence, {.location = *request.target, .ratherThan = request.ratherThan}, request.pValues);
    if (!found) return found.error();
    return std::move(found->explanation);
  };
  made.checkRemoval = [explained](const Engine& engine, const Sequence& sequence, const ExplanationTarget& target,
                                  std::size_t visit, Removal removal, const CancelToken&) -> Result<RemovalCheck> {
    auto found = explained(engine, sequence, target, true);
    if (!found) return found.error();
    RemovalCheck check = found->checks[removal == Removal::Masked ? 0 : 1];
    check.visit = visit;
    return check;
  };
  made.interventions = [](const Inspection& inspection, const ExplanationTarget& target) {
    return present::fakeExplained(inspection, target).interventions;
  };
  made.explainSet = [explained](const Engine& engine, const SequenceSet& set, std::span<const std::size_t> rows,
                                const ExplainSetRequest& request, const CancelToken& cancel, const Progress& progress,
                                const PartialSummary& partial) -> Result<ExplanationSummary> {
    const Sequence sequence = set.sequence(rows.front());
    const auto inspection = engine.inspect(sequence, {});
    const auto found = explained(engine, sequence, {.location = (*inspection)->best().location}, false);
    ExplanationSummary summary = present::fakeSummary(found->explanation);
    const std::size_t asked = request.samples == 0 ? rows.size() : std::min(request.samples, rows.size());
    summary.asked = asked;
    setSamples(summary, 1);
    while (summary.samples < asked && !cancel.cancelled()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      progress(summary.samples, asked);
      partial(summary);
      while (HeldEvaluations::some && 2 * summary.samples >= asked && !cancel.cancelled())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      setSamples(summary, summary.samples + 1);
    }
    return summary;
  };
  made.ablatableComponents = [](const Engine&) { return Result<std::vector<Component>>(present::fakeComponents()); };
  made.componentReference = [](const Engine&, const SequenceSet&, const CancelToken&, const Progress&) {
    return Result<ComponentReference>(ComponentReference{.means = {}, .donors = {}, .sequences = fakeRows});
  };
  made.ablateComponents = [](const Engine& engine, const Sequence& sequence, std::span<const ComponentAblation>,
                             const ComponentReference&, const AblationRequest& request, const CancelToken&,
                             const Progress&) -> Result<AblationTable> {
    const auto inspection = engine.inspect(sequence, {});
    if (!inspection) return inspection.error();
    return present::fakeAblationTable(present::fakeComponents(), **inspection, request.ratherThan);
  };
  made.ablateComponentsOver = [](const Engine&, const SequenceSet&, std::span<const std::size_t> rows,
                                 std::span<const ComponentAblation>, const ComponentReference&, const AblationRequest&,
                                 const CancelToken&, const Progress& progress) -> Result<AblationSummaryTable> {
    progress(rows.size(), rows.size());
    AblationSummaryTable table = present::fakeAblationSummaries(present::fakeComponents());
    table.samples = rows.size();
    return table;
  };
  made.agreementAcross = [explained](Engines engines, const Sequence& sequence, const AgreementRequest& request,
                                     const CancelToken&, const Progress&) -> Result<ModelAgreement> {
    const auto inspection = engines.front()->inspect(sequence, {});
    if (!inspection) return inspection.error();
    const LocationId target = request.target.value_or((*inspection)->best().location);
    const auto found = explained(*engines.front(), sequence, {.location = target}, false);
    if (!found) return found.error();
    ModelAgreement agreement = present::fakeAgreement(found->explanation);
    agreement.models.resize(engines.size());
    return agreement;
  };
  made.testParameterRandomization = [explained](const Engine& engine, const Sequence& sequence,
                                                const ParameterRandomizationRequest& request, const CancelToken& cancel,
                                                const Progress& progress) -> Result<ParameterRandomizationTest> {
    for (std::size_t draw = 0; draw < 20 && !cancel.cancelled(); ++draw) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      progress(draw, 20);
    }
    if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
    const auto found = explained(engine, sequence, {.location = *request.what.target}, false);
    if (!found) return found.error();
    return present::fakeRandomization(found->explanation);
  };
  made.shapley = [](const Engine& engine, const Sequence& sequence, const ExplanationTarget& target, Players players,
                    const CancelToken&, const Progress&) -> Result<ShapleyExplanation> {
    const auto inspection = engine.inspect(sequence, {});
    if (!inspection) return inspection.error();
    return present::fakeGame(**inspection, target, players);
  };
  return made;
}

}  // namespace

session::Loaders fakeLoaders() {
  session::Loaders loaders;
  loaders.dataset = [](const std::filesystem::path& data, const Progress&,
                       const CancelToken&) -> Result<session::DatasetPtr> {
    if (data.filename() == "broken") {
      return Error{ErrorKind::BadInput, "broken_test.pk, record 214", "dur_X holds 13 values, X holds 14",
                   "write the record again, or leave it out"};
    }
    return fakeCity();
  };
  loaders.engine = [](const std::filesystem::path& file, const EngineOptions&, const Progress&,
                      const CancelToken&) -> Result<session::EnginePtr> {
    return session::EnginePtr(std::make_shared<const FakeCityEngine>(file.filename().string()));
  };
  loaders.program = {.start = [](const ProgramCommand& command, const EngineOptions&, const CancelToken&,
                                 const std::shared_ptr<LineLog>& log) -> Result<session::EnginePtr> {
                       log->append("started");
                       return session::EnginePtr(std::make_shared<const FakeCityEngine>(programNameOf(command)));
                     },
                     .interrupt = [](const Engine&) {},
                     .end = [](const Engine&) {}};
  loaders.demo = [] {
    return Result<session::Loaders::DemoFiles>(session::Loaders::DemoFiles{
        .data = "/nowhere/city", .checkpoint = "/nowhere/city.pt", .compared = "window_frequency"});
  };
  // The entries stay in their folder, where tests look at them.
  loaders.startQueue = [](const std::filesystem::path&, std::int64_t, const auto&) { return Status(); };
  loaders.explainer = fakeExplainer();
  loaders.modelProfile = [](const auto&...) { return Result<ModelProfile>(present::fakeModelProfile()); };
  return loaders;
}

bool waitFor(const std::function<bool()>& condition, std::chrono::milliseconds patience) {
  return eventually(
      condition, [] { QTest::qWait(5); }, patience);
}

StudioStart::StudioStart(const std::filesystem::path& state, QSize size, session::Loaders loaders)
    : host(std::move(loaders), state / "settings.json"),
      window(std::make_unique<qt::MainWindow>(host.workspace(), qt::WindowOptions{.threads = 2, .keepLayout = true})) {
  window->resize(size);
  workspaceAutosave().openLast();
  window->show();
}

bool StudioStart::settled() {
  return waitFor([this] {
    return !workspaceAutosave().busy() && workspace().inspection() && !workspace().inspectionOutdated() &&
           workspace().samples().table().complete();
  });
}

WindowTest::WindowTest()
    : m_host(std::make_unique<qt::WorkspaceHost>(fakeLoaders(), std::filesystem::path())),
      m_window(
          std::make_unique<qt::MainWindow>(m_host->workspace(), qt::WindowOptions{.threads = 2, .keepLayout = false})) {
  m_window->resize(1600, 1000);
  m_window->show();
  m_host->workspace().openDemo();
  EXPECT_TRUE(
      waitFor([this] { return workspace().samples().table().complete() && !workspace().samples().table().empty(); }));
  EXPECT_TRUE(settled());
}

WindowTest::~WindowTest() {
  m_window.reset();
  m_host.reset();
}

bool WindowTest::settled() {
  return waitFor([this] {
    return workspace().inspection() && !workspace().inspectionOutdated() && workspace().names().settled();
  });
}

bool WindowTest::rested() {
  // Between two looks the answers come, and may be asked about.
  int idle = 0;
  return waitFor([&] {
    idle = workspace().threads().idle() ? idle + 1 : 0;
    return idle > 1;
  });
}

const present::HitArea& WindowTest::hit(const char* id, const std::function<bool(const present::HitArea&)>& accepts) {
  static const present::HitArea none;
  const present::Scene* scene = view(id).scene();
  EXPECT_NE(scene, nullptr) << id << " shows a sentence, not a picture";
  if (!scene) return none;
  for (const present::HitArea& area : scene->hits) {
    if (accepts(area)) return area;
  }
  ADD_FAILURE() << id << " has no such mark";
  return none;
}

QPoint WindowTest::middleOf(const char* id, const present::HitArea& area) {
  return view(id).onViewport(area.rect).center().toPoint();
}

void WindowTest::click(const char* id, const present::HitArea& area, Qt::KeyboardModifiers modifiers) {
  QTest::mouseClick(view(id).viewport(), Qt::LeftButton, modifiers, middleOf(id, area));
}

}  // namespace sojourn::test
