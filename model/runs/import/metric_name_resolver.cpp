// SPDX-License-Identifier: GPL-3.0-or-later
// Recognizes which metric a column or tag of another program means.
#include <algorithm>
#include <array>
#include <utility>

#include "model/core/text.h"
#include "model/runs/import/import_readers.h"

namespace sojourn {
namespace {

enum class Part { None, Training, Validation, Test };

/// What a measure is called here, and its names in the form that canonical() gives, without the words of a split.
struct Meaning {
  Measure measure;
  std::string_view title;
  std::string_view names;
};

/// By measure.
constexpr std::array<Meaning, measureCount> meanings{{
    {Measure::Step, "step", "step steps global_step trainer_global_step iteration iter"},
    {Measure::Epoch, "epoch", "epoch"},
    {Measure::Wall, "time", "wall wall_time timestamp time"},
    {Measure::Seconds, "seconds", "seconds epoch_time epoch_seconds duration"},
    {Measure::Loss, "training loss", "loss nll objective"},
    {Measure::LearningRate, "learning rate", "lr learning_rate"},
    {Measure::GradientNorm, "gradient norm", "grad_norm gradient_norm"},
    {Measure::ClippedGradientNorm, "clipped norm", "clipped_gradient_norm"},
    {Measure::SequencesPerSecond, "sequences/s",
     "throughput sequences_per_s samples_per_s samples_per_second examples_per_second"},
    {Measure::TokensPerSecond, "tokens/s", "tokens_per_s tokens_per_second"},
    {Measure::ValidationLoss, "validation loss", "batch_mean_loss"},
    {Measure::Count, "number", "n total count"},
    {Measure::Correct1, "correct@1", "correct@1"},
    {Measure::Correct3, "correct@3", "correct@3"},
    {Measure::Correct5, "correct@5", "correct@5"},
    {Measure::Correct10, "correct@10", "correct@10"},
    {Measure::Accuracy1, "acc@1", "accuracy_all@1 acc accuracy"},
    {Measure::Accuracy3, "acc@3", ""},
    {Measure::Accuracy5, "acc@5", ""},
    {Measure::Accuracy10, "acc@10", ""},
    {Measure::ReciprocalRank, "MRR", "mrr mrr_all"},
    {Measure::Gain10, "NDCG@10", "ndcg ndcg@10 ndcg_10"},
    {Measure::F1, "F1", "f1 f1_score"},
    {Measure::KnownAccuracy1, "acc@1, known", "accuracy_known@1"},
    {Measure::KnownReciprocalRank, "MRR, known", "mrr_known"},
}};

/// Whether `names`, separated by spaces, contain this one.
bool lists(std::string_view names, std::string_view name) {
  for (std::size_t at = names.find(name); at != std::string_view::npos; at = names.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || names[at - 1] == ' ') && (end == names.size() || names[end] == ' ')) return true;
  }
  return false;
}

constexpr std::array<std::string_view, 7> accuracyWords{"acc", "accuracy", "top", "hit", "hr", "recall", "hits"};
constexpr std::array<std::pair<std::string_view, Measure>, 4> ranks{
    {{"1", Measure::Accuracy1}, {"3", Measure::Accuracy3}, {"5", Measure::Accuracy5}, {"10", Measure::Accuracy10}}};

/// TensorBoard's tags of our own exports: percentages, whatever their size.
constexpr std::string_view ownTags = "accuracy_all@1 accuracy_known@1 mrr_all mrr_known";

/// Lower case, one underscore for each run of separators, none at the ends.
std::string canonical(std::string_view name) {
  constexpr std::string_view separators = " \t/_-.:\\";
  std::string text;
  for (const char c : name) {
    if (separators.find(c) != std::string_view::npos) {
      if (!text.empty() && text.back() != '_') text += '_';
    } else {
      text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
  }
  if (text.ends_with('_')) text.pop_back();
  return text;
}

Part partNamed(std::string_view word) {
  if (word.empty()) return Part::None;
  if (lists("train training", word)) return Part::Training;
  if (lists("val valid vali validation dev eval evaluation", word)) return Part::Validation;
  return word == "test" ? Part::Test : Part::None;
}

/// Takes the words of a split out of a name; the first that is found counts.
Part takePart(std::string& name) {
  Part part = Part::None;
  std::string rest;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('_', begin), name.size());
    const std::string word = name.substr(begin, end - begin);
    begin = end + 1;
    const Part here = partNamed(word);
    if (here != Part::None && (part == Part::None || part == here)) {
      part = here;
      continue;
    }
    if (!rest.empty()) rest += '_';
    rest += word;
  }
  name = std::move(rest);
  return part;
}

/// "acc@5", "acc5", "acc_5", "top_5_acc", ...
std::optional<Measure> rankedAccuracy(std::string_view name) {
  for (const std::string_view ending : {"_accuracy", "_acc"}) {
    if (name.size() > ending.size() && name.ends_with(ending)) name.remove_suffix(ending.size());
  }
  for (const std::string_view word : accuracyWords) {
    if (!name.starts_with(word)) continue;
    std::string_view rank = name.substr(word.size());
    if (rank.starts_with('@') || rank.starts_with('_')) rank.remove_prefix(1);
    for (const auto& [text, measure] : ranks) {
      if (rank == text) return measure;
    }
  }
  return std::nullopt;
}

std::optional<Measure> measureNamed(std::string_view name) {
  if (name.empty()) return Measure::Loss;  // nothing but the word of a split
  const auto found = std::ranges::find_if(meanings, [&](const Meaning& one) { return lists(one.names, name); });
  return found != meanings.end() ? std::optional(found->measure) : rankedAccuracy(name);
}

struct Guess {
  std::string base;  ///< the name without its split
  Part part = Part::None;
  std::optional<Measure> measure;
  bool ofEpoch = false;  ///< the mean over an epoch of what other names may say step by step
};

/// "brisk-river-12 - train/loss", as Weights & Biases exports a chart: the metric is behind the run.
std::string_view withoutRun(std::string_view name) {
  constexpr std::string_view between = " - ";
  const std::size_t at = name.rfind(between);
  return at == std::string_view::npos ? name : name.substr(at + between.size());
}

/// The edges of a band over several runs are no metrics.
bool isBandEdge(std::string_view name) {
  return name.ends_with("__MIN") || name.ends_with("__MAX");
}

/// "lr-AdamW", "lr_0", "lr-Adam/pg1": the optimizer's or the group's name is behind it.
bool isNamedRate(std::string_view base) {
  return (base.starts_with("lr_") || base.starts_with("learning_rate_")) &&
         base.find("momentum") == std::string_view::npos && base.find("decay") == std::string_view::npos;
}

Guess guess(std::string_view name) {
  Guess made;
  if (isBandEdge(name)) return made;
  name = withoutRun(name);
  made.base = canonical(name);
  // "batch_mean_loss" and "epoch" are whole names; "epoch_loss" and "epoch_accuracy" are what Keras calls its tags.
  made.part = takePart(made.base);
  if (made.base.starts_with("epoch_") && !measureNamed(made.base)) made.base.erase(0, 6);
  if (made.base.empty() && made.part == Part::None) return made;
  made.measure = measureNamed(made.base);
  // Lightning logs one metric twice, "train_loss_step" and "train_loss_epoch".
  for (const std::string_view ending : {"_step", "_epoch"}) {
    if (made.measure || !made.base.ends_with(ending)) continue;
    made.base.resize(made.base.size() - ending.size());
    made.measure = measureNamed(made.base);
    made.ofEpoch = ending == "_epoch";
  }
  if (!made.measure && isNamedRate(made.base)) made.measure = Measure::LearningRate;
  // "optimizer/lr": the last word alone, unless that would be a place.
  const std::size_t slash = name.rfind('/');
  if (!made.measure && slash != std::string_view::npos) {
    const auto last = measureNamed(canonical(name.substr(slash + 1)));
    if (last && *last >= Measure::Loss) made.measure = last;
  }
  return made;
}

bool ofEvaluation(Measure measure) {
  return measure >= Measure::ValidationLoss;
}

std::optional<NamedMeasure> resolve(const Guess& guess, bool validationBeside) {
  if (!guess.measure) return std::nullopt;
  const Measure measure = *guess.measure;
  const bool percent = !guess.base.empty() && lists(ownTags, guess.base);
  const bool test = guess.part == Part::Test;
  if (measure == Measure::Loss && (test || guess.part == Part::Validation)) {
    return NamedMeasure{.measure = Measure::ValidationLoss, .test = test, .percent = false};
  }
  // A figure of training is none that is shown here.
  const bool training = guess.part == Part::Training || (guess.part == Part::None && validationBeside);
  if (ofEvaluation(measure) && training) return std::nullopt;
  if (!ofEvaluation(measure) && test) return std::nullopt;
  // How fast an evaluation ran, and the like, is none of training.
  if (measure > Measure::Loss && !ofEvaluation(measure) && guess.part == Part::Validation) return std::nullopt;
  return NamedMeasure{.measure = measure, .test = test, .percent = percent};
}

}  // namespace

std::string_view measureTitle(Measure measure) {
  return meanings[static_cast<std::size_t>(measure)].title;
}

std::string_view splitNamed(std::string_view word) {
  constexpr std::array<std::string_view, 4> splits{"", "train", "validation", "test"};
  return splits[static_cast<std::size_t>(partNamed(canonical(word)))];
}

MetricNameResolver::MetricNameResolver(const std::vector<std::string>& names) : m_names(names) {
  std::vector<Guess> guesses;
  guesses.reserve(names.size());
  for (const std::string& name : names) guesses.push_back(guess(name));
  std::array<bool, measureCount> taken{}, takenOfTest{};
  std::array<bool, measureCount> validation{};
  for (const Guess& one : guesses) {
    if (one.measure && one.part == Part::Validation) validation[static_cast<std::size_t>(*one.measure)] = true;
  }
  m_meanings.resize(guesses.size());
  // Of two names for one thing the first counts, those by epochs after the others.
  for (const bool ofEpoch : {false, true}) {
    for (std::size_t i = 0; i < guesses.size(); ++i) {
      if (guesses[i].ofEpoch != ofEpoch) continue;
      const Guess& one = guesses[i];
      const bool beside = one.measure && validation[static_cast<std::size_t>(*one.measure)];
      auto meaning = resolve(one, beside);
      if (meaning &&
          std::exchange((meaning->test ? takenOfTest : taken)[static_cast<std::size_t>(meaning->measure)], true))
        meaning.reset();
      m_meanings[i] = meaning;
    }
  }
}

bool MetricNameResolver::anyFigure() const {
  return std::ranges::any_of(m_meanings, [](const auto& meaning) {
    // How many were counted, or at which step, is none: a table of places has a column "count", too.
    return meaning && (meaning->measure == Measure::Loss || meaning->measure == Measure::ValidationLoss ||
                       meaning->measure > Measure::Count);
  });
}

std::vector<std::string> MetricNameResolver::notes() const {
  constexpr std::size_t mostNamed = 30;
  std::string read, unread;
  std::size_t more = 0;
  for (std::size_t i = 0; i < m_names.size(); ++i) {
    if (i >= mostNamed) {
      ++more;
      continue;
    }
    std::string& list = m_meanings[i] ? read : unread;
    if (!list.empty()) list += ", ";
    list += escapeForDisplay(m_names[i], 60);
    if (m_meanings[i]) {
      list +=
          " = " + std::string(m_meanings[i]->test ? "test " : "") + std::string(measureTitle(m_meanings[i]->measure));
    }
  }
  std::vector<std::string> notes;
  if (!read.empty()) notes.push_back("read: " + read);
  if (!unread.empty()) notes.push_back("not shown: " + unread);
  if (more > 0) notes.push_back(std::to_string(more) + " further names");
  return notes;
}

}  // namespace sojourn
