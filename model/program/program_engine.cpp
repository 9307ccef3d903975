// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/program/program_engine.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include "model/core/sha256.h"
#include "model/core/text.h"
#include "model/program/kept_rows.h"
#include "model/results/outcome_of.h"
#include "model/results/program_command.h"

namespace sojourn {
namespace {

constexpr std::size_t mostSequencesAsked = 256, mostVisitsAsked = 16'384;
constexpr std::size_t mostNumbersAsked = 8'000'000;  // of an answer

ModelDescription descriptionOf(const ProgramModel& model, const std::string& name) {
  const ProgramDescription& said = model.description();
  ModelDescription description;
  description.id = programModelId;
  description.title = said.name;
  description.ablation = "full_model";
  description.capabilities = {.generation = true,
                              .attentionMaps = said.attention,
                              .userEmbedding = said.users > 0,
                              .time = true,
                              .weekday = true,
                              .recency = true,
                              .duration = true,
                              .gradients = false,
                              .gradientTimesInput = said.gradients,
                              .masks = said.mask};
  constexpr std::int64_t anyLength = 1'000'000;
  description.sizes = {.locations = said.locations,
                       .users = said.users,
                       .maxLength = said.longest.value_or(anyLength),
                       .heads = said.heads,
                       .layers = said.layers};
  description.parameters = said.parameters;
  description.lossKind = "cross_entropy";
  description.notices = model.notices();
  description.source = name;
  description.fingerprint = sha256(asBytes(description.source + said.name));
  description.trainedOn = said.trainedOn;
  return description;
}

class ProgramEngine final : public Engine {
 public:
  ProgramEngine(std::shared_ptr<ProgramModel> model, const std::string& name, std::vector<EmbeddingTable> tables)
      : m_model(std::move(model)), m_description(descriptionOf(*m_model, name)), m_tables(std::move(tables)) {}

  [[nodiscard]] const ModelDescription& description() const override { return m_description; }
  [[nodiscard]] std::string deviceName() const override { return "its own program"; }

  [[nodiscard]] Result<std::shared_ptr<const Inspection>> inspect(const Sequence& sequence,
                                                                  const InspectOptions& options) const override {
    if (const Status fits = acceptsSequence(sequence, "the sequence"); !fits) return fits.error();
    auto inspection = std::make_shared<Inspection>();
    Row row = m_kept.find(contentOf(sequence));
    const ProgramWish wish{.attention = options.maps && m_model->description().attention,
                           .embedding = options.maps && m_model->description().embedding};
    if (!row || wish.attention || wish.embedding) {
      const Sequence* const asked = &sequence;
      auto answer = m_model->predict(std::span(&asked, 1), {}, wish, nextInspection());
      if (!answer) return answer.error();
      row = std::make_shared<const std::vector<float>>(std::move(answer->logProbabilities));
      m_kept.keep(contentOf(sequence), row);
      if (!answer->attention.values.empty())
        inspection->attention = {.layers = static_cast<std::size_t>(answer->attention.shape[1]),
                                 .heads = static_cast<std::size_t>(answer->attention.shape[2]),
                                 .length = sequence.visits.size(),
                                 .values = std::move(answer->attention.values)};
      inspection->context = std::move(answer->embedding.values);
    }
    fill(*inspection, sequence, *row);
    return std::shared_ptr<const Inspection>(std::move(inspection));
  }

  [[nodiscard]] Result<std::vector<Outcome>> evaluate(const SequenceSet& set, std::span<const std::size_t> rows,
                                                      const CancelToken& cancel,
                                                      const Progress& progress) const override {
    std::vector<Sequence> sequences;
    for (const std::size_t row : rows) {
      if (row >= set.size())
        return Error{ErrorKind::BadInput, "sequence " + std::to_string(row),
                     "the set has " + std::to_string(set.size()) + " sequences", ""};
      sequences.push_back(set.sequence(row));
      if (const Status fits = acceptsSequence(sequences.back(), "sequence " + std::to_string(row)); !fits)
        return fits.error();
    }
    std::vector<Outcome> outcomes(rows.size());
    std::vector<float> scratch;
    const auto take = [&](std::size_t index, const std::vector<float>& row) {
      OutputRow output;
      output.scores = row;
      output.window = set.locations(rows[index]);
      outcomes[index] = outcomeOf(output, set.target(rows[index]), scratch);
    };
    if (const Status asked = forEachRow(sequences, take, cancel, progress); !asked) return asked.error();
    return outcomes;
  }

  [[nodiscard]] Result<std::vector<std::vector<float>>> logProbabilities(std::span<const Sequence> sequences,
                                                                         const CancelToken& cancel) const override {
    if (const Status fits = acceptsAll(sequences); !fits) return fits.error();
    std::vector<std::vector<float>> rows(sequences.size());
    const auto take = [&](std::size_t index, const std::vector<float>& row) { rows[index] = row; };
    if (const Status asked = forEachRow(sequences, take, cancel, {}); !asked) return asked.error();
    return rows;
  }

  [[nodiscard]] Result<PredictionSummaries> answers(std::span<const Sequence> sequences,
                                                    std::span<const LocationId> chosen, const CancelToken& cancel,
                                                    const Progress& progress) const override {
    for (const LocationId location : chosen)
      if (!knowsLocation(location)) return unknownLocation(location, "");
    if (const Status fits = acceptsAll(sequences); !fits) return fits.error();
    PredictionSummaries found{.answers = std::vector<PredictionSummary>(sequences.size()),
                              .chosen = chosen.size(),
                              .probabilities = std::vector<float>(sequences.size() * chosen.size())};
    const auto take = [&](std::size_t index, const std::vector<float>& row) {
      const std::size_t first = indexOfLargest(row);
      PredictionSummary& summary = found.answers[index];
      summary = {.first = static_cast<LocationId>(first),
                 .firstProbability = std::exp(row[first]),
                 .secondProbability = 0,
                 .gate = NAN,
                 .entropy = 0};
      double entropy = 0;
      for (std::size_t i = 0; i < row.size(); ++i) {
        const float probability = std::exp(row[i]);
        entropy -= static_cast<double>(probability) * static_cast<double>(row[i]);
        if (i != first) summary.secondProbability = std::max(summary.secondProbability, probability);
      }
      summary.entropy = static_cast<float>(entropy);
      for (std::size_t j = 0; j < chosen.size(); ++j)
        found.probabilities[index * chosen.size() + j] = std::exp(row[static_cast<std::size_t>(chosen[j])]);
    };
    if (const Status asked = forEachRow(sequences, take, cancel, progress); !asked) return asked.error();
    return found;
  }

  [[nodiscard]] Result<std::vector<double>> partialAnswers(std::span<const PartialSequence> parts,
                                                           std::span<const LocationId> locations,
                                                           const CancelToken& cancel,
                                                           const Progress& progress) const override {
    std::vector<double> found(parts.size() * locations.size());
    const auto fillIn = [&](std::size_t part, std::span<const float> row) {
      for (std::size_t j = 0; j < locations.size(); ++j)
        found[part * locations.size() + j] = std::exp(static_cast<double>(row[static_cast<std::size_t>(locations[j])]));
    };
    // Without a visit, or whole: sequences like all others. With one hidden: asked with a mask.
    std::vector<Sequence> shortened;
    std::vector<std::size_t> shortenedParts, maskedParts;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const PartialSequence& part = parts[k];
      if (part.removal == Removal::Masked && std::ranges::count(part.removed, true) > 0) {
        maskedParts.push_back(k);
        continue;
      }
      Sequence& left = shortened.emplace_back(*part.sequence);
      left.visits.clear();
      for (std::size_t i = 0; i < part.removed.size(); ++i)
        if (!part.removed[i]) left.visits.push_back(part.sequence->visits[i]);
      shortenedParts.push_back(k);
    }
    if (!maskedParts.empty() && !m_model->description().mask)
      return Error{ErrorKind::BadUsage, m_description.title, "cannot hide visits that keep their places",
                   "let it read batch.mask and say takes=[\"mask\"]"};
    const auto take = [&](std::size_t index, const std::vector<float>& row) { fillIn(shortenedParts[index], row); };
    const auto advance = [&](std::size_t done, std::size_t) {
      if (progress) progress(done, parts.size());
    };
    if (const Status asked = forEachRow(shortened, take, cancel, advance); !asked) return asked.error();
    if (const Status asked = forEachMasked(parts, maskedParts, fillIn, cancel,
                                           [&](std::size_t done) { advance(shortened.size() + done, parts.size()); });
        !asked)
      return asked.error();
    return found;
  }

  [[nodiscard]] Status accepts(const SequenceSet& set) const override {
    for (std::size_t row = 0; row < set.size(); ++row)
      if (const Status fits = acceptsSequence(set.sequence(row), "sequence " + std::to_string(row)); !fits) return fits;
    return {};
  }

  [[nodiscard]] std::vector<EmbeddingTable> embeddings() const override { return m_tables; }

  [[nodiscard]] Result<std::vector<double>> gradientTimesInput(const Sequence& sequence, LocationId target,
                                                               const CancelToken& cancel) const override {
    if (const Status fits = acceptsSequence(sequence, "the sequence"); !fits) return fits.error();
    return m_model->gradientTimesInput(sequence, target, cancel);
  }

  void interrupt() const {
    const std::lock_guard lock(m_inspectionMutex);
    m_inspectionCancel.cancel();
  }
  void end() const { m_model->end(); }

 private:
  [[nodiscard]] CancelToken nextInspection() const {
    const std::lock_guard lock(m_inspectionMutex);
    return m_inspectionCancel = CancelToken();
  }

  [[nodiscard]] std::size_t locations() const { return static_cast<std::size_t>(m_description.sizes.locations); }

  /// Where the question that begins at `begin` ends: as many sequences as one question and its answer may hold.
  template <class LengthOf>
  [[nodiscard]] std::size_t endOfQuestion(std::size_t begin, std::size_t count, const LengthOf& lengthOf) const {
    const std::size_t most = std::clamp<std::size_t>(mostNumbersAsked / locations(), 1, mostSequencesAsked);
    std::size_t end = begin + 1, longest = lengthOf(begin);
    for (; end < count && end - begin < most; ++end) {
      longest = std::max(longest, lengthOf(end));
      if (longest * (end - begin + 1) > mostVisitsAsked) break;
    }
    return end;
  }

  /// Asks what is not kept, in batches of like length, and gives every row to `take`.
  template <class Take>
  [[nodiscard]] Status forEachRow(std::span<const Sequence> sequences, const Take& take, const CancelToken& cancel,
                                  const Progress& progress) const {
    std::vector<std::size_t> missing;
    std::vector<std::string> contents(sequences.size());
    std::size_t done = 0;
    for (std::size_t i = 0; i < sequences.size(); ++i) {
      contents[i] = contentOf(sequences[i]);
      if (const Row row = m_kept.find(contents[i])) {
        take(i, *row);
        ++done;
      } else {
        missing.push_back(i);
      }
    }
    std::ranges::stable_sort(missing, {}, [&](std::size_t i) { return sequences[i].visits.size(); });
    const std::size_t width = locations();
    const auto lengthOf = [&](std::size_t i) { return sequences[missing[i]].visits.size(); };
    for (std::size_t begin = 0, end = 0; begin < missing.size(); begin = end) {
      if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
      end = endOfQuestion(begin, missing.size(), lengthOf);
      std::vector<const Sequence*> asked;
      for (std::size_t i = begin; i < end; ++i) asked.push_back(&sequences[missing[i]]);
      const auto answer = m_model->predict(asked, {}, {}, cancel);
      if (!answer) return answer.error();
      for (std::size_t k = 0; k < asked.size(); ++k) {
        const auto first = answer->logProbabilities.begin() + static_cast<std::ptrdiff_t>(k * width);
        const auto row = std::make_shared<const std::vector<float>>(first, first + static_cast<std::ptrdiff_t>(width));
        take(missing[begin + k], *row);
        m_kept.keep(contents[missing[begin + k]], row);
      }
      done += asked.size();
      if (progress) progress(done, sequences.size());
    }
    return {};
  }

  template <class FillIn, class Advance>
  [[nodiscard]] Status forEachMasked(std::span<const PartialSequence> parts, std::span<const std::size_t> which,
                                     const FillIn& fillIn, const CancelToken& cancel, const Advance& advance) const {
    const std::size_t width = locations();
    const auto lengthOf = [&](std::size_t i) { return parts[which[i]].removed.size(); };
    for (std::size_t begin = 0, end = 0; begin < which.size(); begin = end) {
      if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
      end = endOfQuestion(begin, which.size(), lengthOf);
      std::vector<const Sequence*> asked;
      std::vector<VisitMask> masked;
      for (std::size_t i = begin; i < end; ++i) {
        asked.push_back(parts[which[i]].sequence);
        masked.push_back(parts[which[i]].removed);
      }
      const auto answer = m_model->predict(asked, masked, {}, cancel);
      if (!answer) return answer.error();
      for (std::size_t k = 0; k < asked.size(); ++k)
        fillIn(which[begin + k], std::span(answer->logProbabilities).subspan(k * width, width));
      advance(end);
    }
    return {};
  }

  void fill(Inspection& inspection, const Sequence& sequence, const std::vector<float>& row) const {
    inspection.sequence = sequence;
    const std::size_t length = sequence.visits.size();
    for (std::size_t i = 0; i < length; ++i) {
      inspection.encoded.push_back(encode(sequence.visits[i]));
      inspection.positionFromEnd.push_back(static_cast<std::int32_t>(positionFromEnd(i, length)));
    }
    inspection.logProbability = row;
    inspection.generation.resize(row.size());
    std::ranges::transform(row, inspection.generation.begin(), [](float value) { return std::exp(value); });
    for (std::size_t i = 0; i < row.size(); ++i)
      inspection.ranking.push_back({.location = static_cast<LocationId>(i),
                                    .probability = inspection.generation[i],
                                    .logProbability = row[i],
                                    .copied = 0,
                                    .generated = inspection.generation[i]});
    std::ranges::stable_sort(inspection.ranking, std::ranges::greater(), &Candidate::logProbability);
    if (!sequence.target) return;
    const auto found = std::ranges::find(inspection.ranking, *sequence.target, &Candidate::location);
    inspection.targetRank = static_cast<std::size_t>(found - inspection.ranking.begin()) + 1;
  }

  [[nodiscard]] bool knowsLocation(LocationId location) const {
    return location >= 0 && location < m_description.sizes.locations;
  }
  [[nodiscard]] Error unknownLocation(LocationId location, const std::string& where) const {
    return {ErrorKind::BadInput, where,
            "location " + std::to_string(location) + ", but the model knows locations 0 to " +
                std::to_string(m_description.sizes.locations - 1),
            "open the dataset that " + m_description.title + " was trained on"};
  }
  [[nodiscard]] Status acceptsAll(std::span<const Sequence> sequences) const {
    for (std::size_t k = 0; k < sequences.size(); ++k)
      if (Status fits = acceptsSequence(sequences[k], "sequence " + std::to_string(k)); !fits) return fits;
    return {};
  }
  [[nodiscard]] Status acceptsSequence(const Sequence& sequence, const std::string& where) const {
    const ModelSizes& sizes = m_description.sizes;
    if (sequence.visits.empty()) return Error{ErrorKind::BadInput, where, "no visits", "give at least one visit"};
    if (sequence.visits.size() > static_cast<std::size_t>(sizes.maxLength))
      return Error{ErrorKind::BadInput, where,
                   std::to_string(sequence.visits.size()) + " visits, but the model reads at most " +
                       std::to_string(sizes.maxLength),
                   "leave out the oldest visits"};
    for (std::size_t i = 0; i < sequence.visits.size(); ++i)
      if (!knowsLocation(sequence.visits[i].location))
        return unknownLocation(sequence.visits[i].location, where + ", visit " + std::to_string(i));
    if (sequence.target && !knowsLocation(*sequence.target))
      return unknownLocation(*sequence.target, where + ", target");
    if (sizes.users > 0 && (sequence.user < 0 || sequence.user >= sizes.users))
      return Error{ErrorKind::BadInput, where,
                   "user " + std::to_string(sequence.user) + ", but the model knows users 1 to " +
                       std::to_string(sizes.users - 1),
                   "open the dataset that " + m_description.title + " was trained on"};
    return {};
  }

  std::shared_ptr<ProgramModel> m_model;
  ModelDescription m_description;
  std::vector<EmbeddingTable> m_tables;
  mutable KeptRows m_kept;
  mutable std::mutex m_inspectionMutex;
  mutable CancelToken m_inspectionCancel;  ///< of the latest
};

}  // namespace

Result<std::shared_ptr<const Engine>> startProgram(ProgramCommand command, const EngineOptions& options,
                                                   const CancelToken& cancel, std::shared_ptr<LineLog> log) {
  if (options.pseudonyms)
    return Error{ErrorKind::BadUsage, std::string(programPrefix) + command.command,
                 "reads recorded users and places, not pseudonyms", "leave --pseudonyms out, or take a checkpoint"};
  if (command.command.find_first_not_of(' ') == std::string::npos)
    return Error{ErrorKind::BadUsage, std::string(programPrefix), "names no command", "give program:python my_model.py"};
  const std::string name = programNameOf(command);
  if (!log) log = std::make_shared<LineLog>();
  auto model = ProgramModel::start(std::move(command), cancel, std::move(log));
  if (!model) return model.error();
  std::vector<EmbeddingTable> tables;
  if ((*model)->description().tables) {
    auto given = (*model)->tables(cancel);
    if (!given) return given.error();
    tables = std::move(*given);
  }
  return std::shared_ptr<const Engine>(std::make_shared<ProgramEngine>(std::move(*model), name, std::move(tables)));
}

void interruptProgram(const Engine& engine) {
  if (const auto* program = dynamic_cast<const ProgramEngine*>(&engine)) program->interrupt();
}

void endProgram(const Engine& engine) {
  if (const auto* program = dynamic_cast<const ProgramEngine*>(&engine)) program->end();
}

Result<std::shared_ptr<const Engine>> loadModel(const std::filesystem::path& name, const EngineOptions& options,
                                                const Progress& progress, const CancelToken& cancel) {
  if (auto command = programCommandIn(name.native())) {
    ProgramCommand program;
    program.command = std::move(*command);
    return startProgram(std::move(program), options, cancel);
  }
  return Engine::load(name, options, progress, cancel);
}

}  // namespace sojourn
