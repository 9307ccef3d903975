// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/program/program_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "model/core/text.h"

namespace sojourn {
namespace {

constexpr double sumTolerance = 1e-3, repeatTolerance = 1e-5, paddingTolerance = 1e-4;

std::string numberText(double value) {
  constexpr int digits = 6;
  return shortNumber(value, digits);
}

Error wrongAnswer(std::string what, std::string remedy) {
  return {ErrorKind::BadInput, "the model program", std::move(what), std::move(remedy)};
}

Error ended() {
  return {ErrorKind::Failed, "the model program", "was ended", "open it again"};
}

std::string shapeText(std::span<const std::int64_t> shape) {
  std::string text;
  for (const std::int64_t size : shape) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return "[" + text + "]";
}

/// An array of an answer with the shape that it should have.
Result<ProgramArray> arrayOf(ProgramMessage& message, const std::string& name,
                             const std::vector<std::int64_t>& shape) {
  const auto found = message.arrays.find(name);
  if (found == message.arrays.end())
    return wrongAnswer("its answer has no array \"" + name + "\"", "answer with it, of shape " + shapeText(shape));
  const auto fits = [](std::int64_t wanted, std::int64_t given) { return wanted < 0 || wanted == given; };
  if (!std::ranges::equal(shape, found->second.shape, fits))
    return wrongAnswer("\"" + name + "\" has the shape " + shapeText(found->second.shape) + ", " + shapeText(shape) +
                           " is asked for",
                       "answer for each sequence of the question, padded as it is");
  const auto bad = std::ranges::find_if(found->second.values, [](float value) { return std::isnan(value); });
  if (bad != found->second.values.end()) {
    const auto at = bad - found->second.values.begin();
    const std::int64_t width = std::max<std::int64_t>(1, std::ssize(found->second.values) / std::max<std::int64_t>(
                                                            1, found->second.shape.front()));
    return wrongAnswer("\"" + name + "\" of sample " + std::to_string(at / width) + " of the question holds NaN at " +
                           std::to_string(at % width),
                       "see where the model divides by zero or takes the logarithm of 0");
  }
  return std::move(found->second);
}

/// Turns one row of an answer into log-probabilities; how far its sum was from 1, or why it is refused.
Result<double> normalise(std::span<float> row, ProgramDescription::Output output, std::size_t sample) {
  using enum ProgramDescription::Output;
  const auto refuse = [&](const std::string& what) {
    return wrongAnswer("\"output\" of sample " + std::to_string(sample) + " of the question " + what,
                       "say in describe what output is: probabilities, log_probabilities or logits");
  };
  double sum = 0;
  if (output == Probabilities) {
    for (const float value : row) {
      if (value < 0 || value > 1 + sumTolerance) return refuse("holds the probability " + numberText(value));
      sum += static_cast<double>(value);
    }
  } else {
    const float largest = std::ranges::max(row);
    if (!std::isfinite(largest)) return refuse("holds no finite number, or infinity");
    if (output == LogProbabilities && largest > sumTolerance)
      return refuse("holds the log-probability " + numberText(largest));
    const double shift = output == Logits ? static_cast<double>(largest) : 0.0;
    for (const float value : row) sum += std::exp(static_cast<double>(value) - shift);
    if (output == Logits) {
      const auto total = static_cast<float>(shift + std::log(sum));
      for (float& value : row) value -= total;
    }
  }
  if (output != Logits) {
    if (!(std::abs(sum - 1) <= sumTolerance)) return refuse("sums to " + numberText(sum) + ", not to 1");
    const auto total = static_cast<float>(std::log(sum));
    for (float& value : row) value = (output == Probabilities ? std::log(value) : value) - total;
  }
  // As the networks' own floor: a probability of 0 has a logarithm.
  constexpr float floor = -69.0F;
  for (float& value : row) value = std::max(value, floor);
  return output == Logits ? 0.0 : std::abs(sum - 1);
}

Status checkAttention(const ProgramArray& attention, std::span<const Sequence* const> sequences) {
  const auto longest = static_cast<std::size_t>(attention.shape[4]);
  const auto maps = static_cast<std::size_t>(attention.shape[1] * attention.shape[2]);
  for (std::size_t k = 0; k < sequences.size(); ++k) {
    const std::size_t length = sequences[k]->visits.size();
    for (std::size_t map = 0; map < maps; ++map) {
      for (std::size_t query = 0; query < length; ++query) {
        const float* row = attention.values.data() + ((k * maps + map) * longest + query) * longest;
        const double sum = std::accumulate(row, row + length, 0.0);
        // A query that may read nothing has no distribution.
        if (std::abs(sum - 1) > sumTolerance && sum != 0)
          return wrongAnswer("\"attention\" of sample " + std::to_string(k) + " of the question, query " +
                                 std::to_string(query) + ", sums to " + numberText(sum) + ", not to 1",
                             "give each query's distribution over visits, 0 at padding");
      }
    }
  }
  return {};
}

/// One of the tables of an answer.
Result<EmbeddingTable> tableOf(ProgramMessage& message, const nlohmann::ordered_json& said, const std::string& values,
                               const ProgramDescription& model) {
  const auto textAt = [&](const char* key) {
    const auto text = said.is_object() ? said.find(key) : said.end();
    return said.is_object() && text != said.end() && text->is_string() ? text->get<std::string>() : std::string();
  };
  EmbeddingTable table{.kind = {}, .name = escapeForDisplay(textAt("name"), 60), .rows = {}, .minutes = 0};
  const std::string of = textAt("of");
  std::int64_t rows = -1;
  if (of == "location") {
    // As networks have them: what is read, and what scores.
    table.kind = table.name.find("output") == std::string::npos ? EmbeddingKind::Input : EmbeddingKind::Output;
    rows = model.locations;
  } else if (of == "user") {
    table.kind = EmbeddingKind::Users;
    rows = model.users > 0 ? model.users : -1;
  } else if (of == "hour") {
    table.kind = EmbeddingKind::Hours;
    rows = 24;
    table.minutes = 60;
  } else if (of == "weekday") {
    table.kind = EmbeddingKind::Weekdays;
    rows = 7;
  } else {
    return wrongAnswer("table \"" + table.name + "\" is of \"" + escapeForDisplay(of, 40) + "\"",
                       "say \"location\", \"user\", \"hour\" or \"weekday\"");
  }
  auto array = arrayOf(message, values, {rows, -1});
  if (!array) return array.error();
  if (array->shape[1] < 1 || array->shape[1] > 65'536)
    return wrongAnswer("table \"" + table.name + "\" has rows of " + std::to_string(array->shape[1]) + " numbers",
                       "give rows of 1 to 65,536 numbers");
  if (std::ranges::any_of(array->values, [](float value) { return std::isinf(value); }))
    return wrongAnswer("table \"" + table.name + "\" holds infinity", "see where the training went wrong");
  table.rows = {.width = static_cast<std::size_t>(array->shape[1]),
                .values = {array->values.begin(), array->values.end()}};
  return table;
}

std::int64_t wholeNumber(const nlohmann::ordered_json& json, const char* key, std::int64_t least, std::int64_t most,
                         std::string& fault) {
  const auto found = json.find(key);
  if (found == json.end() || found->is_null()) return 0;
  const double value = found->is_number() ? found->get<double>() : NAN;
  if (!(value >= static_cast<double>(least) && value <= static_cast<double>(most)) || value != std::floor(value)) {
    fault = std::string("\"") + key + "\" is no whole number from " + std::to_string(least) + " to " +
            std::to_string(most);
    return 0;
  }
  return static_cast<std::int64_t>(value);
}

bool lists(const nlohmann::ordered_json& json, const char* key, const char* word) {
  const auto found = json.find(key);
  return found != json.end() && found->is_array() &&
         std::ranges::any_of(*found, [word](const auto& item) { return item.is_string() && item == word; });
}

Result<ProgramDescription> descriptionOf(const nlohmann::ordered_json& json) {
  ProgramDescription found;
  std::string fault;
  const auto textAt = [&](const char* key) {
    const auto text = json.find(key);
    return text != json.end() && text->is_string() ? text->get<std::string>() : std::string();
  };
  const auto refused = [](const std::string& why) {
    return wrongAnswer("its description is refused: " + why, "correct what describe answers");
  };
  if (const std::string protocol = textAt("protocol"); protocol != "sojourn.model/1")
    return refused("it speaks " + (protocol.empty() ? "no protocol" : "\"" + escapeForDisplay(protocol, 40) + "\"") +
                   ", not sojourn.model/1");
  found.name = escapeForDisplay(textAt("name"), 60);
  if (found.name.empty()) found.name = "Model program";
  found.locations = wholeNumber(json, "locations", 2, largestId, fault);
  if (fault.empty() && found.locations == 0) fault = "does not say how many locations it knows";
  found.users = wholeNumber(json, "users", 1, largestId, fault);
  if (const std::int64_t longest = wholeNumber(json, "longest", 1, 1'000'000, fault); longest > 0)
    found.longest = longest;
  found.layers = wholeNumber(json, "layers", 0, 1000, fault);
  found.heads = wholeNumber(json, "heads", 0, 1000, fault);
  found.parameters = wholeNumber(json, "parameters", 0, std::int64_t{1} << 50, fault);
  const std::string output = textAt("outputs");
  if (output == "log_probabilities")
    found.output = ProgramDescription::Output::LogProbabilities;
  else if (output == "logits")
    found.output = ProgramDescription::Output::Logits;
  else if (output != "probabilities")
    fault = "\"outputs\" is none of probabilities, log_probabilities, logits";
  found.attention = lists(json, "gives", "attention");
  found.embedding = lists(json, "gives", "embedding");
  found.tables = lists(json, "gives", "tables");
  found.gradients = lists(json, "gives", "gradients");
  found.mask = lists(json, "takes", "mask");
  if (found.attention && (found.layers == 0 || found.heads == 0)) fault = "gives attention, but no layers and heads";
  if (const auto trained = json.find("trained_on"); trained != json.end() && trained->is_object()) {
    if (const auto dataset = trained->find("dataset"); dataset != trained->end() && dataset->is_string())
      found.trainedOn.prefix = dataset->get<std::string>();
  }
  if (!fault.empty()) return refused(fault);
  return found;
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
