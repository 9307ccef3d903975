// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/config/yaml_settings.h"

#include <algorithm>
#include <array>
#include <map>
#include <sstream>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "model/core/text.h"

namespace sojourn {
namespace {

/// The words that YAML 1.1, and so PyYAML, takes for truth values.
std::optional<bool> parseBoolean(std::string_view text) {
  static constexpr std::array yes{"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"};
  static constexpr std::array no{"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"};
  if (std::ranges::find(yes, text) != yes.end()) return true;
  if (std::ranges::find(no, text) != no.end()) return false;
  return std::nullopt;
}

/// Carries a refusal out of the parser's callbacks; never leaves this file.
struct Refusal {
  YAML::Mark mark;
  std::string what;
  std::string remedy;
};

/// Follows the events of a document of the form `key: value` and `section: {key: value}`. The state is the path of
/// open containers, which is never longer than root map, section map, list.
class SettingsHandler : public YAML::EventHandler {
 public:
  std::vector<Setting> settings;
  std::string prefix;        ///< nonempty: the document is one value of that key
  bool holdsNothing = true;  ///< not even an empty map

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    if (m_depth == 0 && prefix.empty()) return;  // an empty document, which holdsNothing shows
    if (m_depth == 1 && m_haveKey) {             // "section:" with nothing below it
      m_haveKey = false;
      return;
    }
    scalar(mark, "?", "null");
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    if (anchor != YAML::NullAnchor) m_anchors[anchor] = {tag, value};
    scalar(mark, tag, value);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = m_anchors.find(anchor);
    if (found == m_anchors.end()) throw Refusal{mark, "has an alias of a section or list", "write the values out"};
    const auto [tag, value] = found->second;
    scalar(mark, tag, value);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    if (m_inList || !expectsValue()) throw tooDeep(mark);
    m_inList = true;
    settings.push_back({takePath(), RawValue{.items = {}, .list = true, .quoted = false, .line = mark.line + 1}});
  }
  void OnSequenceEnd() override { m_inList = false; }

  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    if (m_inList || !prefix.empty()) throw tooDeep(mark);
    holdsNothing = false;
    if (m_depth == 1) {
      if (!m_haveKey) throw Refusal{mark, "has a map as a key", "use plain words as keys"};
      m_section = m_key;
      m_haveKey = false;
    } else if (m_depth > 1) {
      throw tooDeep(mark);
    }
    ++m_depth;
  }
  void OnMapEnd() override {
    --m_depth;
    if (m_depth == 1) m_section.clear();
  }

 private:
  [[nodiscard]] bool expectsValue() const { return m_haveKey || (!prefix.empty() && m_depth == 0); }

  static Refusal tooDeep(const YAML::Mark& mark) {
    return {mark, "has a map or list where a single value belongs",
            "write sections with keys below them, and plain values"};
  }

  std::string takePath() {
    if (!prefix.empty()) return prefix;
    m_haveKey = false;
    return m_section.empty() ? m_key : m_section + "." + m_key;
  }

  void scalar(const YAML::Mark& mark, const std::string& tag, const std::string& value) {
    if (m_inList) {
      settings.back().value.items.push_back(value);
    } else if (expectsValue()) {
      // The parser marks quoted scalars with the tag "!".
      settings.push_back(
          {takePath(), RawValue{.items = {value}, .list = false, .quoted = tag == "!", .line = mark.line + 1}});
    } else if (m_depth == 0) {
      throw Refusal{mark, "is not a map of sections", "start from the published configuration files"};
    } else {
      m_key = value;
      m_haveKey = true;
    }
  }

  int m_depth = 0;  ///< open maps
  bool m_inList = false;
  bool m_haveKey = false;  ///< a key was read, its value comes next
  std::string m_section;
  std::string m_key;
  std::map<YAML::anchor_t, std::pair<std::string, std::string>> m_anchors;  ///< tag and text of anchored scalars
};

std::string placeOf(const std::string& where, const YAML::Mark& mark) {
  return mark.is_null() ? where : where + ", line " + std::to_string(mark.line + 1);
}

Status run(SettingsHandler& handler, std::string_view yaml, const std::string& where) {
  try {
    std::istringstream stream{std::string(yaml)};
    YAML::Parser parser(stream);
    if (parser.HandleNextDocument(handler) && parser.HandleNextDocument(handler)) {
      return Error{ErrorKind::BadInput, where, "holds more than one YAML document", "keep one configuration in a file"};
    }
    return {};
  } catch (const Refusal& refusal) {
    return Error{ErrorKind::BadInput, placeOf(where, refusal.mark), refusal.what, refusal.remedy};
  } catch (const YAML::Exception& error) {
    return Error{ErrorKind::BadInput, placeOf(where, error.mark), "is not YAML (" + error.msg + ")",
                 "correct the syntax at that line"};
  }
}

}  // namespace

std::string RawValue::shown() const {
  if (list) return "[" + commaList(items) + "]";
  return quoted ? '"' + items.front() + '"' : items.front();
}

std::optional<ConfigValue> interpret(const ConfigField& field, const RawValue& raw) {
  if (raw.list != (field.type == ConfigType::IntegerList)) return std::nullopt;
  if (raw.list) {
    std::vector<std::int64_t> numbers;
    for (const std::string& item : raw.items) {
      const auto number = numberFrom<std::int64_t>(item);
      if (!number) return std::nullopt;
      numbers.push_back(*number);
    }
    return ConfigValue(std::move(numbers));
  }
  const std::string& text = raw.items.front();
  if (field.type == ConfigType::Text || field.type == ConfigType::Choice) return ConfigValue(text);
  if (raw.quoted) return std::nullopt;
  if (field.type == ConfigType::Integer) {
    if (const auto number = numberFrom<std::int64_t>(text)) return ConfigValue(*number);
  } else if (field.type == ConfigType::Real) {
    if (const auto number = numberFrom<double>(text)) return ConfigValue(*number);
  } else if (const auto truth = parseBoolean(text)) {
    return ConfigValue(*truth);
  }
  return std::nullopt;
}

Result<std::vector<Setting>> parseYamlSettings(std::string_view yaml, const std::string& where) {
  SettingsHandler handler;
  if (const Status status = run(handler, yaml, where); !status) return status.error();
  if (handler.holdsNothing)
    return Error{ErrorKind::BadInput, where, "holds no settings",
                 "start from the published configuration files, or write {} for the published recipe"};
  return std::move(handler.settings);
}

Result<RawValue> parseYamlValue(std::string_view text, const std::string& where) {
  SettingsHandler handler;
  handler.prefix = "value";
  if (const Status status = run(handler, text, where); !status) return status.error();
  if (handler.settings.size() != 1) {
    return Error{ErrorKind::BadInput, where, "has no value", "write key=value"};
  }
  RawValue value = std::move(handler.settings.front().value);
  value.line = 0;
  return value;
}

}  // namespace sojourn
