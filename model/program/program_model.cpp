// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/program/program_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/core/text.h"
#include "model/program/program_answer.h"

namespace sojourn {
namespace {

constexpr double repeatTolerance = 1e-5, paddingTolerance = 1e-4;

Error ended() {
  return {ErrorKind::Failed, "the model program", "was ended", "open it again"};
}

/// Visits to places that every model knows.
Sequence inventedSequence(std::int64_t locations, std::size_t length) {
  Sequence sequence{.user = 1, .visits = {}, .target = std::nullopt};
  const auto known = std::max<std::int64_t>(1, std::min<std::int64_t>(locations - 2, 7));
  for (std::size_t i = 0; i < length; ++i) {
    const auto step = static_cast<std::int32_t>(i);
    const auto place = static_cast<LocationId>(locations > 2 ? 2 + std::int64_t{step} * 3 % known : 1);
    sequence.visits.push_back({.location = place,
                               .weekday = step % 7,
                               .startMinute = (480 + 173 * step) % 1440,
                               .durationMinutes = 30.0 * (1 + step),
                               .daysAgo = static_cast<std::int32_t>(length - i) / 2});
  }
  return sequence;
}

/// The largest difference of two rows of probabilities, and where it is.
std::pair<double, std::size_t> furthest(std::span<const float> a, std::span<const float> b) {
  std::pair<double, std::size_t> most{0, 0};
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double apart = std::abs(std::exp(static_cast<double>(a[i])) - std::exp(static_cast<double>(b[i])));
    if (apart > most.first) most = {apart, i};
  }
  return most;
}

}  // namespace

Result<std::shared_ptr<ProgramModel>> ProgramModel::start(ProgramCommand command, const CancelToken& cancel,
                                                          std::shared_ptr<LineLog> log) {
  std::shared_ptr<ProgramModel> model(new ProgramModel(std::move(command), std::move(log)));
  const std::lock_guard lock(model->m_mutex);
  if (const Status begun = model->begin(cancel); !begun) return begun.error();
  if (const Status tried = model->tryOut(cancel); !tried) return tried.error();
  return model;
}

Status ProgramModel::begin(const CancelToken& cancel) {
  auto process = ProgramProcess::start(m_command.command, m_command.folder, m_log);
  if (!process) return process.error();
  {
    const std::lock_guard lock(m_processMutex);
    m_process = std::move(*process);
  }
  m_cutQuestion = false;
  if (m_over) m_process->kill();
  auto answer = askOnce(describeRequest, std::chrono::seconds(m_command.describeSeconds), cancel);
  if (!answer) return answer.error();
  auto description = descriptionOf(answer->result);
  if (!description) return failure(description.error());
  const bool again = m_description.locations > 0;
  if (again && description->locations != m_description.locations)
    return failure(wrongAnswer("was started again and knows " + std::to_string(description->locations) +
                                   " locations, before " + std::to_string(m_description.locations),
                               "open it again"));
  m_description = std::move(*description);
  return {};
}

Error ProgramModel::failure(const Error& error) const {
  Error named = error;
  const std::string name = m_description.name.empty() ? escapeForDisplay(m_command.command, 80) : m_description.name;
  if (named.where == "the model program" || named.where.empty()) named.where = name;
  return named;
}

Result<ProgramMessage> ProgramModel::askOnce(const std::function<std::string(std::int64_t id)>& request,
                                             std::chrono::seconds limit, const CancelToken& cancel) {
  const std::int64_t id = m_next++;
  const auto until = std::chrono::steady_clock::now() + limit;
  m_cutQuestion = true;
  if (const Status sent = m_process->write(request(id), until, cancel); !sent) return failure(sent.error());
  m_cutQuestion = false;
  for (;;) {
    const auto line = m_process->read(until, cancel);
    if (!line) return failure(line.error());
    auto message = readProgramMessage(*line);
    if (!message) return failure(message.error());
    // An answer to what was cancelled before.
    if (message->id > 0 && message->id < id) continue;
    if (message->id != id)
      return failure(wrongAnswer("answered question " + std::to_string(message->id) + ", which nobody asked",
                                 "answer with the id of the question"));
    if (!message->error.empty())
      return failure(Error{ErrorKind::BadInput, "the model program",
                           (message->sample ? "sample " + std::to_string(*message->sample) + " of the question: " : "") +
                               escapeForDisplay(message->error, 300),
                           "see its log"});
    return message;
  }
}

Result<ProgramMessage> ProgramModel::ask(const std::function<std::string(std::int64_t id)>& request,
                                         std::chrono::seconds limit, const CancelToken& cancel) {
  const auto until = std::chrono::steady_clock::now() + limit;
  if (m_over) return failure(ended());
  // What follows half of a question would be read as its end.
  if (m_cutQuestion)
    if (const Status begun = begin(cancel); !begun) return begun.error();
  auto answer = askOnce(request, limit, cancel);
  if (m_over) return failure(ended());
  if (answer || answer.error().kind == ErrorKind::Cancelled) return answer;
  // One that died is asked once more; one that is late may hang, and the next question finds a new one.
  const bool died = m_process->isEnded();
  const bool late = std::chrono::steady_clock::now() >= until;
  if (!died && !late) return answer;
  if (const Status begun = begin(cancel); !begun) return begun.error();
  return died ? askOnce(request, limit, cancel) : answer;
}

Result<ProgramPrediction> ProgramModel::predict(std::span<const Sequence* const> sequences,
                                                std::span<const VisitMask> masked, const ProgramWish& wish,
                                                const CancelToken& cancel) {
  const std::lock_guard lock(m_mutex);
  return predictNow(sequences, masked, wish, cancel);
}

Result<ProgramPrediction> ProgramModel::predictNow(std::span<const Sequence* const> sequences,
                                                   std::span<const VisitMask> masked, const ProgramWish& wish,
                                                   const CancelToken& cancel) {
  const auto count = static_cast<std::int64_t>(sequences.size());
  std::size_t longest = 0;
  for (const Sequence* sequence : sequences) longest = std::max(longest, sequence->visits.size());
  const std::chrono::seconds limit(m_command.predictSeconds + m_command.predictPerThousand * (count / 1000));
  auto answer = ask([&](std::int64_t id) { return predictRequest(id, sequences, masked, wish); }, limit, cancel);
  if (!answer) return answer.error();
  ProgramPrediction prediction;
  auto output = arrayOf(*answer, "output", {count, m_description.locations});
  if (!output) return failure(output.error());
  const auto width = static_cast<std::size_t>(m_description.locations);
  double apart = 0;
  for (std::size_t k = 0; k < sequences.size(); ++k) {
    const auto off = normalise(std::span(output->values).subspan(k * width, width), m_description.output, k);
    if (!off) return failure(off.error());
    apart = std::max(apart, *off);
  }
  constexpr double rounding = 1e-5;  // of float32
  if (apart > rounding && m_notices.empty())
    m_notices.push_back({Severity::Notice, m_description.name,
                         "its probabilities sum to 1 but for " + numberText(apart) + "; they are divided by their sum",
                         ""});
  prediction.logProbabilities = std::move(output->values);
  const auto cells = static_cast<std::int64_t>(longest);
  if (wish.attention && m_description.attention) {
    auto attention =
        arrayOf(*answer, "attention", {count, m_description.layers, m_description.heads, cells, cells});
    if (!attention) return failure(attention.error());
    if (const Status sums = checkAttention(*attention, sequences); !sums) return failure(sums.error());
    prediction.attention = std::move(*attention);
  }
  if (wish.embedding && m_description.embedding) {
    auto embedding = arrayOf(*answer, "embedding", {count, -1});
    if (!embedding) return failure(embedding.error());
    prediction.embedding = std::move(*embedding);
  }
  return prediction;
}

Result<std::vector<EmbeddingTable>> ProgramModel::tables(const CancelToken& cancel) {
  const std::lock_guard lock(m_mutex);
  auto answer = ask(tablesRequest, std::chrono::seconds(m_command.predictSeconds), cancel);
  if (!answer) return answer.error();
  std::vector<EmbeddingTable> tables;
  const auto listed = answer->result.find("tables");
  const std::size_t count = listed != answer->result.end() && listed->is_array() ? listed->size() : 0;
  for (std::size_t i = 0; i < count; ++i) {
    auto table = tableOf(*answer, (*listed)[i], "tables/" + std::to_string(i) + "/values", m_description);
    if (!table) return failure(table.error());
    tables.push_back(std::move(*table));
  }
  return tables;
}

Result<std::vector<double>> ProgramModel::gradientTimesInput(const Sequence& sequence, LocationId target,
                                                             const CancelToken& cancel) {
  const std::lock_guard lock(m_mutex);
  auto answer = ask([&](std::int64_t id) { return gradientsRequest(id, sequence, target); },
                    std::chrono::seconds(m_command.predictSeconds), cancel);
  if (!answer) return answer.error();
  const auto length = static_cast<std::int64_t>(sequence.visits.size());
  auto gradient = arrayOf(*answer, "gradient_x_input", {1, length});
  if (!gradient) return failure(gradient.error());
  return std::vector<double>(gradient->values.begin(), gradient->values.end());
}

Status ProgramModel::tryOut(const CancelToken& cancel) {
  const auto longest = static_cast<std::size_t>(std::min<std::int64_t>(m_description.longest.value_or(9), 9));
  const std::size_t little = std::min<std::size_t>(longest, 4);
  const Sequence brief = inventedSequence(m_description.locations, little);
  const Sequence full = inventedSequence(m_description.locations, longest);
  const auto answerTo = [&](const std::vector<const Sequence*>& sequences) {
    return predictNow(sequences, {}, {}, cancel);
  };
  const auto width = static_cast<std::size_t>(m_description.locations);
  const auto once = answerTo({&brief}), twice = answerTo({&brief}), beside = answerTo({&full, &brief});
  for (const auto* answer : {&once, &twice, &beside})
    if (!*answer) return answer->error();
  if (const auto [apart, at] = furthest(once->logProbabilities, twice->logProbabilities); apart > repeatTolerance)
    return failure(wrongAnswer("is not deterministic: the same sequence asked twice has P " +
                                   numberText(std::exp(once->logProbabilities[at])) + " and " +
                                   numberText(std::exp(twice->logProbabilities[at])) + " at location " +
                                   std::to_string(at),
                               "call eval(), and take no random numbers"));
  const auto padded = std::span(beside->logProbabilities).subspan(width, width);
  if (const auto [apart, at] = furthest(once->logProbabilities, padded); apart > paddingTolerance)
    return failure(wrongAnswer("padding changes the prediction: a sequence of " + std::to_string(little) +
                                   " visits has P " + numberText(std::exp(once->logProbabilities[at])) +
                                   " alone, and " + numberText(std::exp(padded[at])) + " beside one of " +
                                   std::to_string(longest) + ", at location " + std::to_string(at),
                               "mask the padding, and read the last visit at length - 1"));
  return {};
}

void ProgramModel::end() {
  m_over = true;
  const std::lock_guard lock(m_processMutex);
  if (m_process) m_process->kill();
}

}  // namespace sojourn
