// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/embeddings/embeddings_study.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "model/core/translation.h"

namespace sojourn::session {

/// By fingerprints; what has none is not kept. Any thread.
class EmbeddingsCache {
 public:
  template <class T>
  using Kept = std::map<std::string, std::shared_ptr<const T>>;

  Kept<TrainingPlaces> training;
  Kept<EmbeddedModel> models;
  Kept<Projection> projections;

  /// What is kept under the key, or what `make` gives; null is not kept.
  template <class T, class Make>
  std::shared_ptr<const T> get(Kept<T> EmbeddingsCache::*kept, const std::string& key, const Make& make) {
    if (!key.empty()) {
      const std::lock_guard lock(m_mutex);
      if (const auto found = (this->*kept).find(key); found != (this->*kept).end()) return found->second;
    }
    std::shared_ptr<const T> made = make();
    if (key.empty() || !made) return made;
    const std::lock_guard lock(m_mutex);
    if ((this->*kept).size() >= mostKept) (this->*kept).clear();
    (this->*kept)[key] = made;
    return made;
  }

 private:
  static constexpr std::size_t mostKept = 16;

  std::mutex m_mutex;
};

namespace {

const Error& embeddingsStopped() {
  static const Error stopped{ErrorKind::Cancelled, "", "the comparison of embeddings was cancelled", ""};
  return stopped;
}

/// What the work reads, copied on the workspace's thread.
struct EmbeddingsWork {
  EmbeddingsQuestion question;
  std::shared_ptr<EmbeddingsCache> cache;

  [[nodiscard]] std::string keyOf(const EnginePtr& engine) const {
    const std::string& data = question.dataset->fingerprint;
    const std::string& model = engine->description().fingerprint;
    return data.empty() || model.empty() ? std::string() : data + " " + model;
  }

  [[nodiscard]] std::shared_ptr<const EmbeddedModel> study(const EnginePtr& engine, const TrainingPlaces& training,
                                                           const CancelToken& cancel, const Progress& progress) const {
    return cache->get(&EmbeddingsCache::models, keyOf(engine), [&]() -> std::shared_ptr<const EmbeddedModel> {
      auto studies = studyEmbeddings(engine->embeddings(), training, question.dataset->places, cancel, progress);
      if (!studies) return nullptr;
      EmbeddedModel model{.engine = engine, .studies = std::move(*studies)};
      for (const auto& [table, components, neighbours, cycle] : model.studies)
        model.indices.push_back(table.ofPlaces() ? NeighbourIndex(table, frequentLocations(table.rows.size(), training))
                                                 : NeighbourIndex());
      return std::make_shared<const EmbeddedModel>(std::move(model));
    });
  }

  [[nodiscard]] std::shared_ptr<const Projection> project(const EmbeddedModel& model, const TrainingPlaces& training,
                                                          const CancelToken& cancel, const Progress& progress) const {
    const EmbeddingsChoice& choice = question.choice;
    const auto table =
        std::ranges::find(model.studies, choice.table, [](const EmbeddingStudy& study) { return study.table.kind; });
    if (table == model.studies.end()) return nullptr;
    std::string key = keyOf(model.engine);
    if (!key.empty()) key += std::string(" ") + table->table.name + " " + std::to_string(choice.seed);
    return cache->get(&EmbeddingsCache::projections, key, [&]() -> std::shared_ptr<const Projection> {
      auto made = std::make_shared<Projection>(tsneOf(table->table, training, choice.seed, cancel, progress));
      return cancel.cancelled() ? nullptr : made;
    });
  }

  [[nodiscard]] Result<EmbeddingsAnswer> run(const CancelToken& cancel, const Progress& progress,
                                             const std::function<void(EmbeddingsAnswer)>& publish) const {
    const Dataset& dataset = *question.dataset;
    EmbeddingsAnswer answer{.question = question};
    answer.training = cache->get(&EmbeddingsCache::training, dataset.fingerprint, [&] {
      const SequenceSet* train = dataset.split(Split::Train);
      return std::make_shared<const TrainingPlaces>(
          trainingPlaces(train ? *train : SequenceSet(), static_cast<std::size_t>(dataset.numLocations)));
    });
    for (std::size_t m = 0; m < answer.models.size(); ++m) {
      if (!question.engines[m]) continue;
      answer.models[m] = study(question.engines[m], *answer.training, cancel, progress);
      if (!answer.models[m]) return embeddingsStopped();
    }
    answer.anyTwo = anyTwoPlaces(frequentLocations(static_cast<std::size_t>(dataset.numLocations), *answer.training),
                                 *answer.training, dataset.places, cancel);
    if (cancel.cancelled()) return embeddingsStopped();
    if (!question.choice.tsne) return answer;
    publish(answer);
    for (std::size_t m = 0; m < answer.models.size(); ++m) {
      if (answer.models[m]) answer.tsne[m] = project(*answer.models[m], *answer.training, cancel, progress);
      if (cancel.cancelled()) return embeddingsStopped();
    }
    return answer;
  }
};

}  // namespace

EmbeddingsStudy::EmbeddingsStudy(Workspace& workspace, const ModelComparisons& comparisons)
    : SampleStudy(workspace, Change::Embeddings, {Change::Dataset, Change::Model, Change::Comparison}),
      m_comparisons(comparisons),
      m_cache(std::make_shared<EmbeddingsCache>()) {}

std::optional<EmbeddingsQuestion> EmbeddingsStudy::question() const {
  if (!m_workspace.dataset()) return std::nullopt;
  EmbeddingsQuestion question{.dataset = m_workspace.dataset(), .engines = {}, .choice = m_choice};
  const auto engineOf = [&](std::size_t model) -> EnginePtr {
    const auto& models = m_comparisons.models();
    if (model == 0) return m_workspace.engine();
    return model < models.size() && models[model].answers ? models[model].answers->engine : nullptr;
  };
  const auto [first, second] = m_comparisons.pair();
  question.engines[0] = engineOf(first);
  if (second != first) question.engines[1] = engineOf(second);
  if (!question.engines[0] && !question.engines[1]) return std::nullopt;
  return question;
}

void EmbeddingsStudy::compute(const EmbeddingsQuestion& question) {
  m_query.askOnce(
      {.title = question.choice.tsne ? tr("t-SNE of the embeddings") : tr("Comparing embeddings"),
       .unit = "steps",
       .subject = "the comparison of embeddings",
       .progressShown = question.choice.tsne,
       .priority = Priority::Evaluation},
      question,
      [work = EmbeddingsWork{question, m_cache}](const CancelToken& cancel, const Progress& progress,
                                                 const auto& publish) { return work.run(cancel, progress, publish); });
}

std::string targetFilter(std::span<const LocationId> locations) {
  std::string filter;
  for (std::size_t i = 0; i < locations.size();) {
    std::size_t last = i;
    while (last + 1 < locations.size() && locations[last + 1] == locations[last] + 1) ++last;
    filter += (i == 0 ? "target:" : ",") + std::to_string(locations[i]);
    if (last > i) filter += ".." + std::to_string(locations[last]);
    i = last + 1;
  }
  return filter;
}

}  // namespace sojourn::session
