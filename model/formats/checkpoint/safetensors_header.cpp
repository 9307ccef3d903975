// SPDX-License-Identifier: GPL-3.0-or-later
// A listener for nlohmann's parser that knows at each event what may come.
#include "model/formats/checkpoint/safetensors_header.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "model/core/text.h"

namespace sojourn {
namespace {

using Json = nlohmann::json;

class HeaderListener final : public nlohmann::json_sax<Json> {
 public:
  SafetensorsHeader header;
  std::string finding;
  std::size_t offset = 0;

  bool start_object(std::size_t) override {
    if (m_level == 0) {
      m_level = 1;
      return true;
    }
    if (m_level == 1) {
      m_level = 2;
      if (m_inMetadata) return true;
      header.entries.push_back({.name = m_key, .dtype = {}, .shape = {}});
      m_hasDType = m_hasShape = m_hasOffsets = false;
      m_offsets.clear();
      return true;
    }
    return unexpected("an object");
  }
  bool key(std::string& name) override {
    if (m_level == 1) {
      m_inMetadata = name == "__metadata__";
    } else if (!m_inMetadata && name != "dtype" && name != "shape" && name != "data_offsets") {
      return fail("has the unknown key \"" + escapeForDisplay(name, 40) + "\" in " + place());
    }
    (m_level == 1 ? m_key : m_field) = name;
    return true;
  }
  bool end_object() override {
    if (m_level == 2 && !m_inMetadata) {
      if (!m_hasDType || !m_hasShape || !m_hasOffsets) return fail("lacks dtype, shape or data_offsets in " + place());
      if (m_offsets.size() != 2) return fail("has data_offsets that are not a pair in " + place());
      header.entries.back().begin = m_offsets[0];
      header.entries.back().end = m_offsets[1];
    }
    --m_level;
    m_inMetadata = false;
    return true;
  }
  bool start_array(std::size_t) override {
    if (m_level != 2 || m_inMetadata || m_inArray || m_field == "dtype") return unexpected("a list");
    bool& seen = m_field == "shape" ? m_hasShape : m_hasOffsets;
    if (seen) return fail("has " + m_field + " twice in " + place());
    seen = true;
    m_inArray = true;
    return true;
  }
  bool end_array() override {
    m_inArray = false;
    return true;
  }
  bool number_unsigned(std::uint64_t value) override {
    if (!m_inArray) return unexpected("a number");
    if (value > static_cast<std::uint64_t>(INT64_MAX)) return unexpected("the number " + std::to_string(value));
    constexpr std::size_t mostDimensions = 32;
    auto& shape = header.entries.back().shape;
    const bool isShape = m_field == "shape";
    if (isShape ? shape.size() >= mostDimensions : m_offsets.size() >= 2) {
      return fail("has too many numbers in " + place());
    }
    if (isShape) {
      shape.push_back(static_cast<std::int64_t>(value));
    } else {
      m_offsets.push_back(value);
    }
    return true;
  }
  bool string(std::string& value) override {
    if (m_level != 2 || m_inArray) return unexpected("a text");
    if (m_inMetadata) {
      header.metadata.emplace_back(m_field, value);
      return true;
    }
    if (m_field != "dtype" || m_hasDType) return unexpected("a text");
    m_hasDType = true;
    header.entries.back().dtype = value;
    return true;
  }
  bool number_integer(std::int64_t value) override { return unexpected("the number " + std::to_string(value)); }
  bool number_float(double, const std::string& text) override { return unexpected("the number " + text); }
  bool null() override { return unexpected("null"); }
  bool boolean(bool) override { return unexpected("a truth value"); }
  bool binary(Json::binary_t&) override { return unexpected("bytes"); }
  bool parse_error(std::size_t at, const std::string&, const nlohmann::detail::exception&) override {
    if (!finding.empty()) return false;
    offset = at;
    return fail("is not well-formed JSON");
  }

 private:
  [[nodiscard]] std::string place() const { return "\"" + escapeForDisplay(m_key, 80) + "\""; }
  bool fail(std::string what) {
    finding = std::move(what);
    return false;
  }
  bool unexpected(const std::string& what) { return fail("has " + what + " where none belongs, in " + place()); }

  int m_level = 0;  ///< 1: tensors by name; 2: one tensor's facts, or the metadata
  bool m_inMetadata = false;
  bool m_inArray = false;
  bool m_hasDType = false;
  bool m_hasShape = false;
  bool m_hasOffsets = false;
  std::string m_key;
  std::string m_field;
  std::vector<std::uint64_t> m_offsets;
};

/// The first name that stands twice, quoted.
std::optional<std::string> findTwice(std::vector<std::string_view>& names) {
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice == names.end()) return std::nullopt;
  return "\"" + escapeForDisplay(*twice, 80) + "\"";
}

}  // namespace

SafetensorsHeaderResult parseSafetensorsHeader(std::string_view json) {
  HeaderListener listener;
  if (!Json::sax_parse(json.begin(), json.end(), &listener)) {
    return {.header = std::nullopt, .finding = std::move(listener.finding), .offset = listener.offset};
  }
  const SafetensorsHeader& header = listener.header;
  std::vector<std::string_view> names;
  for (const SafetensorsEntry& entry : header.entries) names.push_back(entry.name);
  if (const auto twice = findTwice(names)) return {.header = {}, .finding = "names the tensor " + *twice + " twice"};
  names.clear();
  for (const auto& [key, value] : header.metadata) names.push_back(key);
  if (const auto twice = findTwice(names)) return {.header = {}, .finding = "has the metadata " + *twice + " twice"};
  return {.header = std::move(listener.header), .finding = {}};
}

}  // namespace sojourn
