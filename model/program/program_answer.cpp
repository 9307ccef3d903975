// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/program/program_answer.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "model/core/text.h"

namespace sojourn {
namespace {

constexpr double sumTolerance = 1e-3;

std::string shapeText(std::span<const std::int64_t> shape) {
  std::string text;
  for (const std::int64_t size : shape) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return "[" + text + "]";
}

std::int64_t wholeNumber(const nlohmann::ordered_json& json, const char* key, std::int64_t least, std::int64_t most,
                         std::string& fault) {
  const auto found = json.find(key);
  if (found == json.end() || found->is_null()) return 0;
  const double value = found->is_number() ? found->get<double>() : NAN;
  if (!(value >= static_cast<double>(least) && value <= static_cast<double>(most)) || value != std::floor(value)) {
    fault =
        std::string("\"") + key + "\" is no whole number from " + std::to_string(least) + " to " + std::to_string(most);
    return 0;
  }
  return static_cast<std::int64_t>(value);
}

bool lists(const nlohmann::ordered_json& json, const char* key, const char* word) {
  const auto found = json.find(key);
  return found != json.end() && found->is_array() &&
         std::ranges::any_of(*found, [word](const auto& item) { return item.is_string() && item == word; });
}

}  // namespace

std::string numberText(double value) {
  constexpr int digits = 6;
  return shortNumber(value, digits);
}

Error wrongAnswer(std::string what, std::string remedy) {
  return {ErrorKind::BadInput, "the model program", std::move(what), std::move(remedy)};
}

Result<ProgramArray> arrayOf(ProgramMessage& message, const std::string& name, const std::vector<std::int64_t>& shape) {
  const auto found = message.arrays.find(name);
  if (found == message.arrays.end())
    return wrongAnswer("its answer has no array \"" + name + "\"", "answer with it, of shape " + shapeText(shape));
  const auto fits = [](std::int64_t wanted, std::int64_t given) { return wanted < 0 || wanted == given; };
  if (!std::ranges::equal(shape, found->second.shape, fits))
    return wrongAnswer(
        "\"" + name + "\" has the shape " + shapeText(found->second.shape) + ", " + shapeText(shape) + " is asked for",
        "answer for each sequence of the question, padded as it is");
  const auto bad = std::ranges::find_if(found->second.values, [](float value) { return std::isnan(value); });
  if (bad != found->second.values.end()) {
    const auto at = bad - found->second.values.begin();
    const std::int64_t width = std::max<std::int64_t>(
        1, std::ssize(found->second.values) / std::max<std::int64_t>(1, found->second.shape.front()));
    return wrongAnswer("\"" + name + "\" of sample " + std::to_string(at / width) + " of the question holds NaN at " +
                           std::to_string(at % width),
                       "see where the model divides by zero or takes the logarithm of 0");
  }
  return std::move(found->second);
}

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

}  // namespace sojourn
