// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/log/event_json.h"

#include <array>
#include <charconv>
#include <cmath>

#include "model/core/text.h"
#include "model/runs/store/name_table.h"

namespace sojourn {
namespace {

using Json = nlohmann::ordered_json;

constexpr NameTable<3> answerNames{"done", "refused", "expired"};

/// Bytes of a text in an event; escaped it may take six times as many, and a line holds at most three.
constexpr std::size_t longestText = 3'000;

/// Puts a JSON object together without building a tree: a step event costs half a microsecond and no allocation but
/// the line's.
class LineBuilder {
 public:
  LineBuilder() { m_line.reserve(256); }

  LineBuilder& add(std::string_view key, std::int64_t value) {
    begin(key);
    std::array<char, 24> digits{};
    m_line.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
    return *this;
  }
  LineBuilder& add(std::string_view key, double value) {
    begin(key);
    if (!std::isfinite(value)) {
      m_line += jsonReal(value).dump();
      return *this;
    }
    std::array<char, 32> digits{};
    m_line.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
    return *this;
  }
  LineBuilder& add(std::string_view key, std::string_view text) {
    begin(key);
    const std::string shown = text.size() > longestText ? escapeForDisplay(text, longestText) : std::string(text);
    m_line += Json(shown).dump(-1, ' ', false, Json::error_handler_t::replace);
    return *this;
  }
  /// null where there is none.
  template <class T>
  LineBuilder& addIfAny(std::string_view key, const std::optional<T>& value) {
    return value ? add(key, *value) : addJson(key, nullptr);
  }
  LineBuilder& addJson(std::string_view key, const Json& json) {
    begin(key);
    m_line += json.dump();
    return *this;
  }
  /// Microseconds are enough, and shorter.
  LineBuilder& addTime(std::string_view key, double seconds) {
    if (!std::isfinite(seconds)) return add(key, seconds);
    begin(key);
    std::array<char, 352> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), seconds, std::chars_format::fixed, 6).ptr;
    m_line.append(digits.data(), end);
    return *this;
  }
  [[nodiscard]] std::string finish() {
    m_line += "}\n";
    return std::move(m_line);
  }

 private:
  void begin(std::string_view key) {
    m_line += m_line.empty() ? "{\"" : ",\"";
    m_line += key;
    m_line += "\":";
  }

  std::string m_line;
};

void addBody(LineBuilder& line, const StepEvent& event) {
  line.add("step", event.step)
      .add("epoch", event.epoch)
      .add("loss", event.loss)
      .add("learning_rate", event.learningRate)
      .add("gradient_norm", event.gradientNorm)
      .add("clipped_gradient_norm", event.clippedGradientNorm)
      .add("sequences_per_s", event.sequencesPerSecond)
      .add("tokens_per_s", event.tokensPerSecond);
}
void addBody(LineBuilder& line, const EpochEvent& event) {
  line.add("epoch", event.epoch).add("train_loss", event.trainLoss).add("seconds", event.seconds);
}
void addBody(LineBuilder& line, const EvalEvent& event) {
  line.add("epoch", event.epoch)
      .add("split", event.split)
      .addJson("metrics", toJson(event.metrics))
      .add("batch_mean_loss", event.batchMeanLoss);
  if (event.requested) line.addJson("requested", true);
}
void addBody(LineBuilder& line, const ProbeEvent& event) {
  line.add("epoch", event.epoch).add("file", event.file);
}
void addBody(LineBuilder& line, const CheckpointEvent& event) {
  line.add("epoch", event.epoch).add("step", event.step).add("file", event.file).add("why", event.why);
}
void addBody(LineBuilder& line, const StateEvent& event) {
  line.add("state", runStateName(event.state)).add("why", event.why);
}
void addBody(LineBuilder& line, const ControlEvent& event) {
  line.add("id", event.id)
      .add("command", event.command)
      .addIfAny("value", event.value)
      .add("answer", controlAnswerName(event.answer))
      .add("why", event.why);
}
void addBody(LineBuilder& line, const RewindEvent& event) {
  line.add("step", event.step);
  if (event.lastLoggedStep) line.add("last_logged_step", *event.lastLoggedStep);
}
void addBody(LineBuilder& line, const SystemEvent& event) {
  line.add("cpu", event.cpu)
      .add("memory_bytes", event.memoryBytes)
      .addIfAny("gpu", event.gpu)
      .addIfAny("gpu_memory_bytes", event.gpuMemoryBytes);
}
void addBody(LineBuilder& line, const LogEvent& event) {
  line.add("level", event.level).add("text", event.text);
}

StepEvent readStep(JsonFields& fields) {
  return {.step = fields.count("step"),
          .epoch = fields.count("epoch"),
          .loss = fields.real("loss"),
          .learningRate = fields.real("learning_rate"),
          .gradientNorm = fields.real("gradient_norm"),
          .clippedGradientNorm = fields.real("clipped_gradient_norm"),
          .sequencesPerSecond = fields.real("sequences_per_s"),
          .tokensPerSecond = fields.real("tokens_per_s")};
}

EvalEvent readEval(JsonFields& fields) {
  EvalEvent event;
  event.epoch = fields.count("epoch");
  event.split = fields.text("split");
  JsonFields metrics = fields.object("metrics");
  event.metrics = readFigures(metrics);
  fields.take(metrics);
  event.batchMeanLoss = fields.real("batch_mean_loss");
  event.requested = fields.has("requested") && fields.truth("requested");
  return event;
}

StateEvent readState(JsonFields& fields) {
  const auto state = runStateNamed(fields.text("state"));
  if (!state) fields.refuse("state", "is not a known state");
  return {.state = state.value_or(RunState::Starting), .why = fields.text("why")};
}

ControlEvent readControl(JsonFields& fields) {
  ControlEvent event{
      .id = fields.text("id"), .command = fields.text("command"), .value = fields.realIfAny("value"), .why = {}};
  const auto answer = valueNamed<ControlAnswer>(answerNames, fields.text("answer"));
  if (!answer) fields.refuse("answer", "is none of done, refused and expired");
  event.answer = answer.value_or(ControlAnswer::Refused);
  event.why = fields.text("why");
  return event;
}

EventBody readBody(const std::string& kind, JsonFields& fields) {
  if (kind == StepEvent::kind) return readStep(fields);
  if (kind == EpochEvent::kind) {
    return EpochEvent{fields.count("epoch"), fields.real("train_loss"), fields.real("seconds")};
  }
  if (kind == EvalEvent::kind) return readEval(fields);
  if (kind == ProbeEvent::kind) return ProbeEvent{fields.count("epoch"), fields.text("file")};
  if (kind == CheckpointEvent::kind) {
    return CheckpointEvent{fields.count("epoch"), fields.count("step"), fields.text("file"), fields.text("why")};
  }
  if (kind == StateEvent::kind) return readState(fields);
  if (kind == ControlEvent::kind) return readControl(fields);
  if (kind == RewindEvent::kind) return RewindEvent{fields.count("step"), fields.countIfAny("last_logged_step")};
  if (kind == SystemEvent::kind) {
    return SystemEvent{fields.real("cpu"), fields.count("memory_bytes"), fields.realIfAny("gpu"),
                       fields.countIfAny("gpu_memory_bytes")};
  }
  if (kind == LogEvent::kind) return LogEvent{fields.text("level"), fields.text("text")};
  return UnknownEvent{.version = eventVersion, .kind = kind};
}

std::string cutoffKey(const char* name, std::size_t index) {
  return name + std::to_string(evalCutoffs.at(index));
}

EvalFigures readGroup(JsonFields& fields) {
  EvalFigures figures;
  figures.n = fields.count("n");
  if (figures.n == 0) return figures;
  for (std::size_t k = 0; k < evalCutoffs.size(); ++k) {
    figures.correct[k] = fields.count(cutoffKey("correct@", k).c_str());
    figures.accuracy[k] = fields.real(cutoffKey("acc@", k).c_str());
  }
  figures.mrr = fields.real("mrr");
  figures.ndcg10 = fields.real("ndcg@10");
  figures.f1 = fields.real("f1");
  figures.loss = fields.realIfAny("loss");
  figures.crossEntropy = fields.realIfAny("cross_entropy");
  return figures;
}

}  // namespace

std::string_view controlAnswerName(ControlAnswer answer) {
  return nameIn(answerNames, answer);
}

std::string eventLine(const Event& event) {
  LineBuilder line;
  line.add("v", eventVersion).add("seq", event.seq);
  std::visit(
      [&](const auto& body) {
        line.add("t", std::string_view(body.kind)).addTime("wall", event.wall);
        if constexpr (!std::is_same_v<std::decay_t<decltype(body)>, UnknownEvent>) addBody(line, body);
      },
      event.body);
  return line.finish();
}

Result<Event> parseEventLine(std::string_view line, const std::string& where) {
  if (line.size() > maxEventLineBytes) {
    return Error{ErrorKind::BadInput, where, "is longer than an event may be", "it was not written by this program"};
  }
  const auto json = parseJsonObject(line, where);
  if (!json) return json.error();
  JsonFields fields(*json, where);
  const std::int64_t version = fields.count("v");
  Event event{.seq = fields.count("seq"), .wall = 0, .body = UnknownEvent{}};
  const std::string kind = fields.text("t");
  event.wall = fields.real("wall");
  if (!fields.error()) {
    event.body = version == eventVersion ? readBody(kind, fields) : UnknownEvent{.version = version, .kind = kind};
  }
  if (fields.error()) return *fields.error();
  return event;
}

Json toJson(const EvalFigures& figures) {
  const bool counted = figures.n > 0;
  const auto real = [&](const std::optional<double>& value) {
    // What an imported log does not tell is not there; what came out as no number is.
    const bool present = value && figures.n != 0 && (counted || !std::isnan(*value));
    return present ? jsonReal(*value) : Json(nullptr);
  };
  Json json;
  json["n"] = figures.n == EvalFigures::missing ? Json(nullptr) : Json(figures.n);
  for (std::size_t k = 0; k < evalCutoffs.size(); ++k) {
    json[cutoffKey("correct@", k)] = counted ? Json(figures.correct[k]) : Json(nullptr);
  }
  for (std::size_t k = 0; k < evalCutoffs.size(); ++k) json[cutoffKey("acc@", k)] = real(figures.accuracy[k]);
  json["mrr"] = real(figures.mrr);
  json["ndcg@10"] = real(figures.ndcg10);
  json["f1"] = real(figures.f1);
  json["loss"] = real(figures.loss);
  json["cross_entropy"] = real(figures.crossEntropy);
  return json;
}

Json toJson(const EvalFiguresByTarget& figures) {
  return {{"all", toJson(figures.all)}, {"known", toJson(figures.known)}, {"unseen", toJson(figures.unseen)}};
}

EvalFiguresByTarget readFigures(JsonFields& fields) {
  EvalFiguresByTarget figures;
  for (const auto& [key, group] :
       {std::pair{"all", &figures.all}, {"known", &figures.known}, {"unseen", &figures.unseen}}) {
    JsonFields part = fields.object(key);
    *group = readGroup(part);
    fields.take(part);
  }
  return figures;
}

}  // namespace sojourn
