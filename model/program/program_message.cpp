// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/program/program_message.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "model/core/text.h"
#include "model/formats/text/json_reader.h"

namespace sojourn {
namespace {

static_assert(std::endian::native == std::endian::little);
constexpr std::size_t deepest = 8;
constexpr std::size_t mostMembers = 1000;  // of an object or a list that is no array: each key is searched for
constexpr std::int64_t mostNumbers = 1'000'000'000;

using Json = nlohmann::ordered_json;

/// Builds the message while the line is parsed: numbers of nested lists go straight into arrays, since a value of the
/// library's takes many times as much.
class MessageBuilder {
 public:
  explicit MessageBuilder(ProgramMessage& message) : m_message(message) {}

  bool number(double value) {
    if (m_array) return element(static_cast<float>(value));
    return put(value);
  }
  bool put(Json value) {
    if (m_array) return refuse("a list of numbers that holds something else, at " + path());
    if (m_open.empty()) return refuse("no object");
    Json& into = *m_open.back();
    if (into.size() >= mostMembers) return refuse("more members than an answer has, at " + path());
    if (into.is_array())
      into.push_back(std::move(value));
    else
      into[m_key] = std::move(value);
    return true;
  }
  bool key(std::string& name) {
    m_key = std::move(name);
    return true;
  }
  bool beginObject() {
    if (m_array) return refuse("a list of numbers that holds something else, at " + path());
    if (m_open.size() >= deepest) return refuse("nested too deep");
    if (m_open.empty()) {
      m_keys.emplace_back();
      m_open.push_back(&m_root);
      m_root = Json::object();
      return true;
    }
    return open(Json::object());
  }
  bool endObject() { return close(); }
  bool beginList() {
    if (m_open.empty()) return refuse("no object");
    if (m_array) {
      if (m_level + 1 >= deepest) return refuse("nested too deep");
      // A new level comes before the first number, or is known.
      ++m_level;
      if (m_level >= m_array->shape.size()) {
        if (m_started) return refuse("parts of unequal depth, at " + path());
        m_array->shape.push_back(-1);
      }
      m_counts.resize(std::max(m_counts.size(), m_level + 1));
      m_counts[m_level] = 0;
      return true;
    }
    // Lists of objects and texts differ from arrays by their keys: the protocol has three.
    if (m_key == "gives" || m_key == "takes" || m_key == "tables" || m_key == "shape" || m_open.back()->is_array())
      return open(Json::array());
    m_array = &m_message.arrays[path()];
    *m_array = {.shape = {-1}, .values = {}};
    m_level = 0;
    m_started = false;
    m_counts.assign(1, 0);
    return true;
  }
  bool endList() {
    if (!m_array) return close();
    std::int64_t& length = m_array->shape[m_level];
    if (length >= 0 && length != m_counts[m_level]) return refuse("parts of unequal length, at " + path());
    length = m_counts[m_level];
    if (m_level > 0) {
      --m_level;
      ++m_counts[m_level];
    } else {
      m_array = nullptr;
    }
    return true;
  }
  [[nodiscard]] const std::string& fault() const { return m_fault; }
  Json m_root;

 private:
  bool element(float value) {
    if (m_level + 1 != m_array->shape.size()) return refuse("parts of unequal depth, at " + path());
    m_started = true;
    ++m_counts[m_level];
    m_array->values.push_back(value);
    return true;
  }
  bool open(Json value) {
    if (m_open.size() >= deepest) return refuse("nested too deep");
    Json& into = *m_open.back();
    if (into.size() >= mostMembers) return refuse("more members than an answer has, at " + path());
    m_keys.push_back(into.is_array() ? std::to_string(into.size()) : m_key);
    if (into.is_array()) {
      into.push_back(std::move(value));
      m_open.push_back(&into.back());
    } else {
      into[m_key] = std::move(value);
      m_open.push_back(&into[m_key]);
    }
    return true;
  }
  bool close() {
    m_open.pop_back();
    m_keys.pop_back();
    return true;
  }
  [[nodiscard]] std::string path() const {
    std::string path;
    for (std::size_t i = 2; i < m_keys.size(); ++i) path += m_keys[i] + "/";
    return path + m_key;
  }
  bool refuse(std::string fault) {
    m_fault = std::move(fault);
    return false;
  }

  ProgramMessage& m_message;
  std::vector<Json*> m_open;        ///< objects and lists that are not closed
  std::vector<std::string> m_keys;  ///< theirs
  std::string m_key;
  ProgramArray* m_array = nullptr;  ///< that is being read
  std::size_t m_level = 0;
  bool m_started = false;  ///< it has a number
  std::vector<std::int64_t> m_counts;
  std::string m_fault;
};

/// The library calls these by name.
struct MessageHandler {
  MessageBuilder& builder;
  std::string fault = {};

  bool null() { return builder.put(nullptr); }
  bool boolean(bool value) { return builder.put(value); }
  bool number_integer(std::int64_t value) { return number(value); }
  bool number_unsigned(std::uint64_t value) { return number(value); }
  bool number_float(double value, const std::string&) { return builder.number(value); }
  bool string(std::string& value) { return builder.put(std::move(value)); }
  bool binary(std::vector<std::uint8_t>&) { return false; }
  bool start_object(std::size_t) { return builder.beginObject(); }
  bool key(std::string& name) { return builder.key(name); }
  bool end_object() { return builder.endObject(); }
  bool start_array(std::size_t) { return builder.beginList(); }
  bool end_array() { return builder.endList(); }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) {
    fault = "no JSON, at byte " + std::to_string(position);
    return false;
  }

 private:
  template <class Integer>
  bool number(Integer value) {
    return builder.number(static_cast<double>(value));
  }
};

std::optional<std::vector<std::byte>> fromBase64(std::string_view text) {
  static const auto table = [] {
    std::array<std::int8_t, 256> values{};
    values.fill(-1);
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < letters.size(); ++i)
      values[static_cast<unsigned char>(letters[i])] = static_cast<std::int8_t>(i);
    return values;
  }();
  if (text.size() % 4 != 0) return std::nullopt;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  std::vector<std::byte> bytes(text.size() / 4 * 3);
  for (std::size_t i = 0, out = 0; i < text.size(); i += 4, out += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const bool isPadding = i + k + padding >= text.size();
      const int value = isPadding ? 0 : table[static_cast<unsigned char>(text[i + k])];
      if (value < 0) return std::nullopt;
      group = group << 6U | static_cast<std::uint32_t>(value);
    }
    for (std::size_t k = 0; k < 3; ++k) bytes[out + k] = static_cast<std::byte>(group >> (16 - 8 * k) & 0xFFU);
  }
  bytes.resize(bytes.size() - padding);
  return bytes;
}

template <class Number>
void append(std::span<const std::byte> bytes, std::vector<float>& values) {
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(Number)) {
    Number number{};
    std::memcpy(&number, bytes.data() + at, sizeof(Number));
    values.push_back(static_cast<float>(number));
  }
}

/// Why an array in base64 is refused; else `into` is it.
std::string readEncoded(const Json& value, ProgramArray& into) {
  const auto dtype = value.find("dtype"), shape = value.find("shape"), text = value.find("base64");
  if (dtype == value.end() || shape == value.end() || text == value.end() || !dtype->is_string() || !shape->is_array() ||
      !text->is_string())
    return "is not an array of dtype, shape and base64";
  std::int64_t count = 1;
  for (const Json& size : *shape) {
    if (!size.is_number() || size.get<double>() < 0 || size.get<double>() > 1e9) return "has a shape that is none";
    into.shape.push_back(size.get<std::int64_t>());
    if (into.shape.back() > 0 && count > mostNumbers / into.shape.back()) return "has a shape that is too large";
    count *= into.shape.back();
  }
  const auto& name = dtype->get_ref<const std::string&>();
  const std::size_t width = name == "float32" || name == "int32" ? 4 : name == "float64" || name == "int64" ? 8 : 0;
  if (width == 0) return "is of dtype " + escapeForDisplay(name, 40) + ": give float32, float64, int32 or int64";
  const auto bytes = fromBase64(text->get_ref<const std::string&>());
  if (!bytes) return "is not base64";
  if (bytes->size() != static_cast<std::size_t>(count) * width)
    return "has " + std::to_string(bytes->size()) + " bytes, and its shape asks for " +
           std::to_string(static_cast<std::size_t>(count) * width);
  into.values.reserve(static_cast<std::size_t>(count));
  if (name == "float32") append<float>(*bytes, into.values);
  if (name == "float64") append<double>(*bytes, into.values);
  if (name == "int32") append<std::int32_t>(*bytes, into.values);
  if (name == "int64") append<std::int64_t>(*bytes, into.values);
  return {};
}

/// Moves arrays in base64 out of the result.
std::string takeEncoded(Json& value, const std::string& path, std::map<std::string, ProgramArray>& arrays) {
  if (value.is_object() && value.contains("base64")) {
    ProgramArray array;
    if (std::string fault = readEncoded(value, array); !fault.empty()) return path + " " + fault;
    arrays[path] = std::move(array);
    value = nullptr;
    return {};
  }
  if (!value.is_structured()) return {};
  std::size_t index = 0;
  for (auto item = value.begin(); item != value.end(); ++item, ++index) {
    const std::string key = value.is_object() ? item.key() : std::to_string(index);
    if (std::string fault = takeEncoded(*item, path.empty() ? key : path + "/" + key, arrays); !fault.empty())
      return fault;
  }
  return {};
}

Error badAnswer(std::string what) {
  return {ErrorKind::BadInput, "the model program", "answered with " + std::move(what),
          "print nothing but answers to standard output; sojourn_model.py does it right"};
}

std::string request(std::int64_t id, const char* method, const std::string& params) {
  return R"({"id":)" + std::to_string(id) + R"(,"method":")" + method + R"(","params":)" + params + "}";
}

/// `write` appends the text of a visit's number.
template <class Write>
void putRows(std::string& text, const char* name, std::span<const Sequence* const> sequences, std::size_t longest,
             const Write& write) {
  text += std::string(",\"") + name + "\":[";
  for (std::size_t row = 0; row < sequences.size(); ++row) {
    text += row > 0 ? ",[" : "[";
    const auto& visits = sequences[row]->visits;
    for (std::size_t i = 0; i < longest; ++i) {
      if (i > 0) text += ',';
      if (i < visits.size())
        write(row, i, visits[i]);
      else
        text += '0';
    }
    text += ']';
  }
  text += ']';
}

}  // namespace

Result<ProgramMessage> readProgramMessage(std::string_view line) {
  ProgramMessage message;
  MessageBuilder builder(message);
  MessageHandler handler{builder};
  const bool whole = Json::sax_parse(line, &handler);
  const std::string beginning = ": \"" + escapeForDisplay(line.substr(0, 60), 60) + "\"";
  if (!handler.fault.empty() && line.find("NaN") != std::string_view::npos)
    return badAnswer("NaN, which is no number in JSON" + beginning);
  if (!handler.fault.empty()) return badAnswer(handler.fault + beginning);
  if (!whole) return badAnswer((builder.fault().empty() ? "no answer" : builder.fault()) + beginning);
  Json& root = builder.m_root;
  const auto id = root.find("id");
  if (id == root.end() || !id->is_number() || std::abs(id->get<double>()) > 1e15)
    return badAnswer("a line without an id" + beginning);
  message.id = static_cast<std::int64_t>(id->get<double>());
  if (const auto error = root.find("error"); error != root.end() && error->is_object()) {
    const auto words = error->find("message"), sample = error->find("sample");
    message.error = words != error->end() && words->is_string() ? words->get<std::string>() : "an error without words";
    if (message.error.empty()) message.error = "an error without words";
    if (sample != error->end() && sample->is_number() && std::abs(sample->get<double>()) < 1e15)
      message.sample = static_cast<std::int64_t>(sample->get<double>());
    return message;
  }
  const auto result = root.find("result");
  if (result == root.end() || !result->is_object()) return badAnswer("neither a result nor an error" + beginning);
  if (const std::string fault = takeEncoded(*result, "", message.arrays); !fault.empty())
    return badAnswer("an array that cannot be read: " + fault);
  message.result = std::move(*result);
  return message;
}

std::string describeRequest(std::int64_t id) {
  return request(id, "describe", R"({"protocol":"sojourn.model/1"})");
}

std::string tablesRequest(std::int64_t id) {
  return request(id, "tables", "{}");
}

namespace {

/// The params of a question about sequences, without their closing brace.
std::string paramsOf(std::span<const Sequence* const> sequences, std::span<const VisitMask> masked,
                     const ProgramWish& wish) {
  std::size_t longest = 0;
  std::string user, length;
  for (const Sequence* sequence : sequences) {
    longest = std::max(longest, sequence->visits.size());
    user += (user.empty() ? "" : ",") + std::to_string(sequence->user);
    length += (length.empty() ? "" : ",") + std::to_string(sequence->visits.size());
  }
  std::string params = "{\"user\":[" + user + "],\"length\":[" + length + "]";
  const auto put = [&](const char* name, const auto& number) {
    putRows(params, name, sequences, longest,
            [&](std::size_t, std::size_t, const Visit& visit) { params += number(visit); });
  };
  put("location", [](const Visit& visit) { return std::to_string(visit.location); });
  put("weekday", [](const Visit& visit) { return std::to_string(visit.weekday); });
  put("start_minute", [](const Visit& visit) { return std::to_string(visit.startMinute); });
  constexpr int exactly = 15;  // digits
  put("duration_minutes", [](const Visit& visit) { return shortNumber(visit.durationMinutes, exactly); });
  put("days_ago", [](const Visit& visit) { return std::to_string(visit.daysAgo); });
  params += ",\"history\":null";
  if (masked.empty())
    params += ",\"mask\":null";
  else
    putRows(params, "mask", sequences, longest, [&](std::size_t row, std::size_t i, const Visit&) {
      params += masked[row][i] ? '1' : '0';
    });
  params += ",\"want\":[";
  if (wish.attention) params += "\"attention\"";
  if (wish.embedding) params += wish.attention ? ",\"embedding\"" : "\"embedding\"";
  return params + "]";
}

}  // namespace

std::string predictRequest(std::int64_t id, std::span<const Sequence* const> sequences,
                           std::span<const VisitMask> masked, const ProgramWish& wish) {
  return request(id, "predict", paramsOf(sequences, masked, wish) + "}");
}

std::string gradientsRequest(std::int64_t id, const Sequence& sequence, LocationId target) {
  const Sequence* const asked = &sequence;
  return request(id, "gradients",
                 paramsOf(std::span(&asked, 1), {}, {}) + ",\"target\":[" + std::to_string(target) + "]}");
}

}  // namespace sojourn
