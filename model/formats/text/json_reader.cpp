// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the values from the events of the library's parser.
#include "model/formats/text/json_reader.h"

#include <map>
#include <vector>

#include "model/core/text.h"

namespace sojourn {
namespace {

using Json = nlohmann::ordered_json;

/// Objects of fewer members are searched from the front, which is quicker than an index.
constexpr std::size_t fewMembers = 16;

class Builder final : public nlohmann::json_sax<Json> {
 public:
  explicit Builder(const JsonLimits& limits) : m_limits(limits) {}

  ParsedJson take() && {
    if (m_fault) return {.value = nullptr, .fault = std::move(m_fault)};
    return {.value = std::move(m_root)};
  }

  bool null() override { return place(nullptr); }
  bool boolean(bool value) override { return place(value); }
  bool number_integer(std::int64_t value) override { return place(value); }
  bool number_unsigned(std::uint64_t value) override { return place(value); }
  bool number_float(double value, const std::string&) override { return place(value); }
  bool string(std::string& value) override { return place(std::move(value)); }
  bool binary(Json::binary_t&) override { return refuse({.kind = JsonFault::Kind::Syntax, .what = "holds bytes"}); }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(std::string& name) override {
    Container& object = m_open.back();
    if (Json* known = find(object, name)) {
      if (!m_limits.repeatedKeys)
        return refuse(
            {.kind = JsonFault::Kind::RepeatedKey, .what = "has the key " + escapeForDisplay(name, 80) + " twice"});
      m_member = known;
      return true;
    }
    auto& members = object.value->get_ref<Json::object_t&>();
    if (members.size() >= m_limits.keys)
      return refuse({.kind = JsonFault::Kind::Keys,
                     .what = "has more than " + std::to_string(m_limits.keys) + " keys in one object"});
    if (members.size() >= fewMembers) object.index.emplace(name, members.size());
    m_member = &members.emplace_back(std::move(name), nullptr).second;
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
    // The library's text begins with its own name in brackets: "[json.exception.parse_error.101] parse error at ...".
    const std::string text = error.what();
    const std::size_t bracket = text.find("] ");
    return refuse({.kind = JsonFault::Kind::Syntax,
                   .what = "is not well-formed JSON",
                   .detail = bracket == std::string::npos ? text : text.substr(bracket + 2)});
  }

 private:
  struct Container {
    Json* value = nullptr;
    std::map<std::string, std::size_t, std::less<>> index;  ///< where the members are; empty while they are few
  };

  static Json* find(Container& object, const std::string& name) {
    auto& members = object.value->get_ref<Json::object_t&>();
    if (members.size() < fewMembers) {
      for (auto& [key, value] : members)
        if (key == name) return &value;
      return nullptr;
    }
    if (object.index.empty())
      for (auto& [key, value] : members) object.index.emplace(key, object.index.size());
    const auto found = object.index.find(name);
    return found == object.index.end() ? nullptr
                                       : &(members.begin() + static_cast<std::ptrdiff_t>(found->second))->second;
  }

  bool place(Json value) {
    if (m_open.empty()) {
      m_root = std::move(value);
    } else if (Json& parent = *m_open.back().value; parent.is_array()) {
      parent.get_ref<Json::array_t&>().push_back(std::move(value));
    } else {
      *m_member = std::move(value);
    }
    return true;
  }

  /// The addresses of open containers stay: nothing is added beside one before it is closed.
  bool open(Json empty) {
    if (m_open.size() >= static_cast<std::size_t>(m_limits.levels))
      return refuse({.kind = JsonFault::Kind::Levels,
                     .what = "is nested more than " + std::to_string(m_limits.levels) + " levels deep"});
    place(std::move(empty));
    Json* value = &m_root;
    if (!m_open.empty()) {
      Json& parent = *m_open.back().value;
      value = parent.is_array() ? &parent.back() : m_member;
    }
    m_open.push_back({.value = value, .index = {}});
    return true;
  }

  bool close() {
    m_open.pop_back();
    return true;
  }

  bool refuse(JsonFault fault) {
    if (!m_fault) m_fault = std::move(fault);
    return false;
  }

  const JsonLimits& m_limits;
  Json m_root;
  std::vector<Container> m_open;
  Json* m_member = nullptr;  ///< what the next value is for, in an object
  std::optional<JsonFault> m_fault;
};

}  // namespace

ParsedJson parseJson(std::string_view text, const JsonLimits& limits) {
  Builder builder(limits);
  static_cast<void>(Json::sax_parse(text.begin(), text.end(), &builder));
  return std::move(builder).take();
}

}  // namespace sojourn
