// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/compare/compared_source.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <numeric>
#include <span>
#include <utility>

#include <sys/stat.h>

#include "model/core/sha256.h"
#include "model/core/translation.h"
#include "model/evaluate/prediction_file.h"
#include "model/evaluate/rule_baselines.h"
#include "model/results/program_command.h"

namespace sojourn::session {
namespace {

/// In the order of ruleNames.
constexpr std::array ruleTitles{"most frequent in the window", "most recent", "Markov, per user",
                                "user\u2019s most frequent"};
static_assert(ruleTitles.size() == ruleNames.size());

std::vector<std::size_t> allRows(const SequenceSet& set) {
  std::vector<std::size_t> rows(set.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

Result<ComparedAnswers> predictByCheckpoint(ComparedAnswers answers, const Dataset& dataset, const SequenceSet& set,
                                            const Loaders& loaders, const CancelToken& cancel,
                                            const Progress& progress) {
  auto engine = loaders.engine(
      answers.source.name, {}, [](std::size_t, std::size_t) {}, cancel);
  if (!engine) return engine.error();
  const ModelDescription& model = (*engine)->description();
  if (Status fits = checkFit(model, dataset, true); !fits) return fits.error();
  if (const auto other = datasetMismatch(answers.title, model.trainedOn, identityOf(dataset))) {
    // A name alone may have changed since the training.
    if (!model.trainedOn.fingerprint.empty())
      return Error{ErrorKind::BadInput, other->where, other->what,
                   tr("remove it, or open the dataset that it was trained on")};
    answers.note = other->what;
  }
  if (Status readable = (*engine)->accepts(set); !readable) return readable.error();
  auto outcomes = (*engine)->evaluate(set, allRows(set), cancel, progress);
  if (!outcomes) return outcomes.error();
  answers.title = model.title;
  answers.kind = model.id;
  answers.engine = std::move(*engine);
  answers.outcomes = std::make_shared<const std::vector<Outcome>>(std::move(*outcomes));
  answers.labelSmoothing = model.labelSmoothing;
  return answers;
}

Result<ComparedAnswers> predictByRule(ComparedAnswers answers, const Dataset& dataset, const SequenceSet& set,
                                      const CancelToken& cancel, const Progress& progress) {
  const SequenceSet* train = dataset.split(Split::Train);
  if (!train)
    return Error{ErrorKind::BadInput, answers.title, tr("needs the training set, which this dataset lacks"),
                 tr("open a dataset with its training file")};
  auto outcomes = ruleOutcomes(answers.source.name, set, allRows(set), *train, cancel, progress);
  if (!outcomes) return outcomes.error();
  answers.kind = "rule";
  answers.probabilities = false;
  answers.outcomes = std::make_shared<const std::vector<Outcome>>(std::move(*outcomes));
  return answers;
}

}  // namespace

std::string modelLetter(std::size_t model) {
  return {static_cast<char>('A' + model)};
}

ComparedSource comparedSourceNamed(const std::string& name) {
  if (std::ranges::find(ruleNames, name) != ruleNames.end()) return {ComparedKind::Rule, name};
  if (name.empty() || programCommandIn(name)) return {ComparedKind::Checkpoint, name};
  // A workspace or a link may be opened from another folder.
  std::error_code ignored;
  return {name.ends_with(".csv") ? ComparedKind::Predictions : ComparedKind::Checkpoint,
          std::filesystem::absolute(name, ignored).string()};
}

bool isFile(const ComparedSource& source) {
  return source.kind == ComparedKind::Checkpoint || source.kind == ComparedKind::Predictions;
}

std::string fileState(const std::string& path) {
  struct stat file {};
  if (::stat(path.c_str(), &file) != 0) return "absent";
  std::string text;
  for (const auto number : {static_cast<long long>(file.st_size), static_cast<long long>(file.st_ino),
                            static_cast<long long>(file.st_mtim.tv_sec), static_cast<long long>(file.st_mtim.tv_nsec),
                            static_cast<long long>(file.st_ctim.tv_sec), static_cast<long long>(file.st_ctim.tv_nsec)})
    text += std::to_string(number) + " ";
  return text;
}

std::string fileFingerprint(const std::string& path, const CancelToken& cancel) {
  // What is no file may never end.
  if (std::error_code ignored; !std::filesystem::is_regular_file(path, ignored)) return {};
  std::ifstream file(path, std::ios::binary);
  Sha256 digest;
  std::vector<char> piece(std::size_t{1} << 20);
  while (file && !cancel.cancelled()) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    digest.update(std::as_bytes(std::span(piece.data(), static_cast<std::size_t>(file.gcount()))));
  }
  return file.eof() ? digest.finish() : std::string();
}

std::string comparedSourceTitle(const ComparedSource& source) {
  if (source.kind == ComparedKind::Open) return tr("open checkpoint");
  const auto* const rule = std::ranges::find(ruleNames, source.name);
  if (source.kind == ComparedKind::Rule && rule != ruleNames.end())
    return tr(ruleTitles[static_cast<std::size_t>(rule - ruleNames.begin())]);
  if (auto command = programCommandIn(source.name)) return *command;
  return std::filesystem::path(source.name).filename().string();
}

Result<ComparedAnswers> predictSplit(const ComparedSource& source, const Dataset& dataset, Split split,
                                     const Loaders& loaders, const CancelToken& cancel, const Progress& progress) {
  ComparedAnswers answers{
      .source = source, .title = comparedSourceTitle(source), .kind = {}, .engine = {}, .outcomes = {}};
  const SequenceSet& set = *dataset.split(split);
  if (source.kind == ComparedKind::Rule) return predictByRule(std::move(answers), dataset, set, cancel, progress);
  if (source.kind == ComparedKind::Checkpoint)
    return predictByCheckpoint(std::move(answers), dataset, set, loaders, cancel, progress);
  auto read = readPredictions(source.name, set);
  if (!read) return read.error();
  answers.kind = "predictions";
  answers.probabilities = read->probabilities;
  answers.file = std::make_shared<const FilePredictions>(std::move(*read));
  answers.outcomes = {answers.file, &answers.file->outcomes};
  return answers;
}

}  // namespace sojourn::session
