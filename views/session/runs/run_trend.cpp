// SPDX-License-Identifier: GPL-3.0-or-later
// Decides from the losses of a run whether it diverges, overfits or has reached a plateau.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include <nlohmann/json.hpp>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/session/runs/run_digest.h"
#include "views/session/runs/run_figures.h"

namespace sojourn::session {
namespace {

/// A single batch says little: steps are assessed by the median of so many.
constexpr std::size_t blockSteps = 16;
/// A rise is measured against at least so many blocks.
constexpr std::size_t blocksBefore = 3;
/// Steps of fewer sequences rise and fall by chance, a block of them too: such a run is assessed by its epochs.
constexpr std::int64_t fewestInBatch = 4;
/// So many of the latest steps are looked at.
constexpr std::size_t mostSteps = 512;
constexpr const char* lowerRate = ". The steps are too large: set a lower learning rate, or clip the gradient";

/// A measure that a trend begins beyond, and one that it ends below. The absolute part keeps small losses, which move
/// by many per cent without meaning, from counting.
struct Margin {
  double share = 0, least = 0;

  [[nodiscard]] double of(double loss) const { return std::max(share * std::fabs(loss), least); }
};
constexpr Margin epochRise{.share = 0.05, .least = 0.1};
constexpr Margin validationRise{.share = 0.02, .least = 0.02};
constexpr Margin stepRise{.share = 0.5, .least = 0.3};
/// Of the gradient norm: ten times as high, and above what is usually clipped.
constexpr Margin normRise{.share = 9, .least = 1};
constexpr std::int64_t calmEpochs = 2;
constexpr std::int64_t epochsForOverfitting = 2;
/// The first epochs of a run may be anything.
constexpr std::size_t epochsForVerdict = 3;

std::string percentOf(double share) {
  return figureText(100 * share, 1) + " %";
}

RunJudgement<RunTrend> diverging(const std::string& brief, std::string sentence = {}) {
  if (sentence.empty()) sentence = brief;
  return {.kind = RunTrend::Diverging, .brief = brief, .reason = sentence + tr(lowerRate)};
}

/// Goes through the epochs of a run in their order.
class EpochJudge {
 public:
  void add(const EpochEvent& epoch, const ValidationFigures* validation) {
    m_epoch = epoch.epoch;
    m_train = epoch.trainLoss;
    m_finite = std::isfinite(m_train) && (!validation || std::isfinite(validation->loss));
    if (!m_finite) return begin(RunTrend::Diverging);
    if (m_train < m_lowest) m_lowest = m_train, m_lowestEpoch = m_epoch;
    if (validation) {
      m_validation = validation->loss;
      m_validatedEpoch = m_epoch;
      if (m_validation < m_best) m_best = m_validation, m_bestEpoch = m_epoch, m_trainAtBest = m_train;
    }
    const bool learns = m_train < m_trainAtBest;
    if (learns && m_validatedEpoch - m_bestEpoch >= epochsForOverfitting && excess() > validationRise.of(m_best))
      return begin(RunTrend::Overfitting);
    if (rise() > epochRise.of(m_lowest)) return begin(RunTrend::Diverging);
    const bool calm = m_trend == RunTrend::Overfitting ? excess() <= validationRise.of(m_best) / 2
                                                       : rise() <= epochRise.of(m_lowest) / 2;
    m_calm = calm ? m_calm + 1 : 0;
    const bool best = (m_trend == RunTrend::Overfitting ? m_bestEpoch : m_lowestEpoch) == m_epoch;
    if (m_calm >= calmEpochs || best) m_trend = RunTrend::None;
  }

  [[nodiscard]] RunJudgement<RunTrend> answer() const {
    if (m_trend == RunTrend::Diverging) {
      if (!m_finite) return diverging(tr("The loss is no longer a number"));
      const std::string since =
          tr("%1 since epoch %2", {percentOf(rise() / std::fabs(m_lowest)), std::to_string(m_lowestEpoch)});
      return diverging(tr("Training loss up %1", {since}), tr("The training loss has risen by %1", {since}));
    }
    if (m_trend != RunTrend::Overfitting) return {};
    return {.kind = RunTrend::Overfitting,
            .brief = tr("Val. loss up for %1: %2 to %3",
                        {epochsText(m_validatedEpoch - m_bestEpoch), figureText(m_best), figureText(m_validation)}),
            .reason = tr("The training loss still falls, but the validation loss has risen by %1 since epoch %2: the "
                         "model memorizes its training sequences. Stop the run: its best epoch is kept. Next time, use "
                         "more dropout, weight decay or label smoothing, or a smaller network",
                         {percentOf(excess() / std::fabs(m_best)), std::to_string(m_bestEpoch)})};
  }
  /// The lowest mean training loss of an epoch; infinite before the first has ended.
  [[nodiscard]] double lowest() const { return m_lowest; }

 private:
  void begin(RunTrend trend) {
    m_trend = trend;
    m_calm = 0;
  }
  [[nodiscard]] double rise() const { return m_train - m_lowest; }
  [[nodiscard]] double excess() const { return m_validation - m_best; }

  RunTrend m_trend = RunTrend::None;
  std::int64_t m_calm = 0;
  bool m_finite = true;
  std::int64_t m_epoch = 0, m_lowestEpoch = 0, m_bestEpoch = 0, m_validatedEpoch = 0;
  double m_train = 0, m_lowest = std::numeric_limits<double>::infinity();
  double m_validation = 0, m_best = m_lowest, m_trainAtBest = -m_lowest;
};

EpochJudge judgedEpochs(const RunHistory& history, const std::vector<ValidationFigures>& validation) {
  std::map<std::int64_t, const ValidationFigures*> byEpoch;
  for (const ValidationFigures& figures : validation) byEpoch[figures.epoch] = &figures;
  EpochJudge judge;
  for (const auto& record : history.epochs) {
    const auto found = byEpoch.find(record.event.epoch);
    judge.add(record.event, found == byEpoch.end() ? nullptr : found->second);
  }
  return judge;
}

/// Medians of blocks of steps, the last of them of the very latest. Blocks begin at fixed steps, so that what has been
/// assessed stays as it is when another step comes.
std::vector<double> blockMedians(const StepColumns& steps, const Column<double>& values) {
  std::vector<double> medians;
  if (values.size() != steps.size() || values.size() < blockSteps) return medians;
  const std::size_t n = values.size();
  std::size_t begin = n - std::min(n, mostSteps);
  for (std::size_t i = begin; i < n; ++i) {
    const bool last = i + 1 < n && steps.step[i + 1] / static_cast<std::int64_t>(blockSteps) !=
                                       steps.step[i] / static_cast<std::int64_t>(blockSteps);
    if (!last) continue;
    if (i + 1 - begin >= blockSteps / 2) medians.push_back(medianOf({values.data() + begin, i + 1 - begin}));
    begin = i + 1;
  }
  medians.push_back(medianOf({values.data() + n - blockSteps, blockSteps}));
  return medians;
}

/// Whether the last of the blocks lies beyond the margin over what `reference` says for it, or has been there and has
/// not come down to half of it since; answers that reference.
std::optional<double> risen(const std::vector<double>& blocks, const Margin& margin,
                            const std::function<std::optional<double>(std::size_t block)>& reference) {
  std::optional<double> against;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::optional<double> now = against ? against : reference(i);
    if (!now || std::isnan(blocks[i])) continue;
    const double rise = blocks[i] - *now;
    if (!against && rise > margin.of(*now))
      against = now;
    else if (against && rise <= margin.of(*now) / 2)
      against.reset();
  }
  return against;
}

/// Steps that are too large from the beginning lead above the first loss at once, and no later loss rises any more.
std::optional<RunJudgement<RunTrend>> stepsAboveFirst(const FollowedRun& run, const std::vector<double>& losses) {
  if (!run.firstLoss || !(*run.firstLoss > 0) || losses.empty()) return std::nullopt;
  if (!risen(losses, stepRise, [&](std::size_t) { return run.firstLoss; })) return std::nullopt;
  return diverging(tr("Training loss %1, %2 times that of the first step: worse than untrained",
                      {figureText(losses.back()), figureText(losses.back() / *run.firstLoss, 1)}));
}

std::optional<RunJudgement<RunTrend>> stepsAboveEarlier(const std::vector<double>& losses, double lowestEpoch) {
  const auto against = risen(losses, stepRise, [&](std::size_t block) -> std::optional<double> {
    if (block < blocksBefore) return std::nullopt;
    const auto end = losses.begin() + static_cast<std::ptrdiff_t>(block);
    double lowest = lowestEpoch;
    for (auto at = losses.begin(); at != end; ++at) lowest = std::fmin(lowest, *at);
    return std::isfinite(lowest) ? std::optional(lowest) : std::nullopt;
  });
  if (!against || !(*against > 0)) return std::nullopt;
  return diverging(tr("Training loss %1, %2 times what it was",
                      {figureText(losses.back()), figureText(losses.back() / *against, 1)}));
}

std::optional<RunJudgement<RunTrend>> explodedNorms(const std::vector<double>& norms) {
  const auto against = risen(norms, normRise, [&](std::size_t block) -> std::optional<double> {
    if (block < blocksBefore) return std::nullopt;
    const double before = medianOf({norms.data(), block});
    return before > 0 ? std::optional(before) : std::nullopt;
  });
  if (!against) return std::nullopt;
  return diverging(tr("Gradient norm %1, %2 times what it was",
                      {shortNumber(norms.back(), 3), fixedNumber(norms.back() / *against, 0)}));
}

bool stepsSaySomething(const FollowedRun& run) {
  if (!run.recent) return false;
  const auto& record = run.entry.record;
  if (!record || !record->config.is_object()) return true;
  const auto training = record->config.find("training");
  if (training == record->config.end() || !training->is_object()) return true;
  const auto batch = training->find("batch_size");
  return batch == training->end() || !batch->is_number_integer() || batch->get<std::int64_t>() >= fewestInBatch;
}

/// A loss that was a number and is none at the end. What never was one is not in the log.
RunJudgement<RunVerdict> brokenEnd(const FollowedRun& run, const std::vector<ValidationFigures>& validation) {
  const auto ends = [](const auto& losses) {
    return !losses.empty() && !std::isfinite(losses.back()) &&
           std::ranges::any_of(losses, [](double loss) { return std::isfinite(loss); });
  };
  std::vector<double> validated, trained;
  for (const ValidationFigures& figures : validation) validated.push_back(figures.loss);
  if (run.outline)
    for (const auto& epoch : run.outline->epochs) trained.push_back(epoch.event.trainLoss);
  const char* const which = ends(validated) ? "validation" : ends(trained) ? "training" : nullptr;
  if (!which) return {};
  return {.kind = RunVerdict::Diverged,
          .brief = tr("Diverged: the %1 loss ends as no number", {tr(which)}),
          .reason = tr("Its last %1 loss is not a number%2", {tr(which), tr(lowerRate)})};
}

}  // namespace

RunJudgement<RunTrend> trendOf(const FollowedRun& run, const std::vector<ValidationFigures>& validation) {
  if (!run.outline || run.entry.imported) return {};
  const EpochJudge epochs = judgedEpochs(*run.outline, validation);
  const bool ofSteps = stepsSaySomething(run);
  if (ofSteps) {
    const std::vector<double> losses = blockMedians(*run.recent, run.recent->loss);
    if (auto above = stepsAboveFirst(run, losses)) return *above;
    if (auto above = stepsAboveEarlier(losses, epochs.lowest())) return *above;
  }
  if (auto trend = epochs.answer(); trend.kind != RunTrend::None) return trend;
  if (ofSteps) {
    if (auto exploded = explodedNorms(blockMedians(*run.recent, run.recent->gradientNorm))) return *exploded;
  }
  return {};
}

std::optional<double> untrainedLoss(const FollowedRun& run) {
  const auto& record = run.entry.record;
  if (record && record->dataset.places > 1) return std::log(static_cast<double>(record->dataset.places));
  // A batch more or less is no difference.
  constexpr double ofOneBatch = 1.05;
  return run.firstLoss && *run.firstLoss > 0 ? std::optional(ofOneBatch * *run.firstLoss) : std::nullopt;
}

RunJudgement<RunVerdict> verdictOf(const FollowedRun& run, const std::vector<ValidationFigures>& validation) {
  if (auto broken = brokenEnd(run, validation); broken.kind != RunVerdict::None) return broken;
  if (run.entry.imported) return {};
  const ValidationFigures* best = nullptr;
  for (const ValidationFigures& figures : validation)
    if (std::isfinite(figures.loss) && (!best || figures.loss < best->loss)) best = &figures;
  const std::optional<double> untrained = untrainedLoss(run);
  if (best && untrained && best->loss > *untrained)
    return {
        .kind = RunVerdict::WorseThanUntrained,
        .brief = tr("Worse than untrained: val. loss %1 > %2", {figureText(best->loss, 2), figureText(*untrained, 2)}),
        .reason = tr("Its lowest validation loss, %1, is above that of a model that has learned nothing, %2%3",
                     {figureText(best->loss), figureText(*untrained), tr(lowerRate)})};
  if (const auto trend = trendOf(run, validation); trend.kind == RunTrend::Diverging)
    return {.kind = RunVerdict::Diverged,
            .brief = tr("Diverged: %1", {trend.brief}),
            .reason = tr("It diverged: %1", {trend.reason})};
  if (best && best == &validation.front() && validation.size() >= epochsForVerdict)
    return {
        .kind = RunVerdict::NeverImproved,
        .brief = tr("Never improved on epoch %1 (val. loss %2)", {std::to_string(best->epoch), figureText(best->loss)}),
        .reason = tr("No later epoch has a lower validation loss than the first, %1: try another learning rate, a "
                     "longer warm-up or a smaller network",
                     {figureText(best->loss)})};
  return {};
}

}  // namespace sojourn::session
