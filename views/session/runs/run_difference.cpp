// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/run_difference.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string_view>

#include "model/core/text.h"
#include "model/core/translation.h"

namespace sojourn::session {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view seed = "seed";
constexpr std::size_t longestValue = 60;
/// A larger norm than this is never met: clipping to it clips nothing.
constexpr double noClipping = 1e6;

/// They say where files lie and what is kept of a run, and a title.
constexpr std::array<std::string_view, 8> withoutEffect{
    "data.data_dir",    "data.dataset",    "data.dataset_prefix",  "data.experiment_root",
    "data.num_workers", "training.probes", "training.keep_epochs", "training.keep_every",
};

/// What people call a key whose own name is longer.
struct ShortName {
  std::string_view key, name;
  std::string_view off = {};  ///< said instead of the value 0
};
constexpr std::array shortNames{
    ShortName{"training.learning_rate", "lr"},
    ShortName{"training.batch_size", "batch"},
    ShortName{"training.num_epochs", "epochs"},
    ShortName{"training.weight_decay", "weight decay", "no weight decay"},
    ShortName{"training.label_smoothing", "smoothing", "no label smoothing"},
    ShortName{"training.grad_clip", "clip"},
    ShortName{"training.warmup_epochs", "warm-up", "no warm-up"},
    ShortName{"model.dim_feedforward", "ff"},
    ShortName{"model.dropout", "dropout", "no dropout"},
};

/// The shortest digits that give the number again: "0.02", "1e-4".
std::string numberText(double value) {
  std::array<char, 40> digits{};
  std::string text(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
  const std::size_t exponent =
      text.find_first_of("+-", text.find('e') == std::string::npos ? text.size() : text.find('e'));
  if (exponent != std::string::npos) {
    while (exponent + 2 < text.size() && text[exponent + 1] == '0') text.erase(exponent + 1, 1);
    if (text[exponent] == '+') text.erase(exponent, 1);
  }
  return text;
}

std::string valueText(const Json& value) {
  if (value.is_number_float()) return numberText(value.get<double>());
  if (value.is_string()) return escapeForDisplay(value.get<std::string>(), longestValue);
  return escapeForDisplay(value.dump(-1, ' ', false, Json::error_handler_t::replace), longestValue);
}

/// Members of members as "section.key"; the seed last.
void flatten(const Json& object, const std::string& prefix, std::vector<std::pair<std::string, std::string>>& into) {
  for (const auto& [key, value] : object.items()) {
    const std::string path = prefix + key;
    if (value.is_object()) {
      flatten(value, path + ".", into);
    } else if (path != seed && std::ranges::find(withoutEffect, path) == withoutEffect.end()) {
      into.emplace_back(escapeForDisplay(path, longestValue), valueText(value));
    }
  }
}

const std::string* find(const std::vector<std::pair<std::string, std::string>>& settings, const std::string& key) {
  const auto found = std::ranges::find(settings, key, &std::pair<std::string, std::string>::first);
  return found == settings.end() ? nullptr : &found->second;
}

std::string wordsOf(const std::string& key, const std::string& value) {
  if (key == "model.name") return value;
  if (key == "model.ablation") {
    std::string text = value;
    std::ranges::replace(text, '_', ' ');
    return text;
  }
  double number = 0;
  const bool isNumber = std::from_chars(value.data(), value.data() + value.size(), number).ec == std::errc();
  if (key == "training.grad_clip" && isNumber && number >= noClipping) return tr("no clipping");
  const auto known = std::ranges::find(shortNames, key, &ShortName::key);
  if (known == shortNames.end()) {
    const std::size_t dot = key.rfind('.');
    return (dot == std::string::npos ? key : key.substr(dot + 1)) + " " + value;
  }
  if (isNumber && number == 0 && !known->off.empty()) return tr(known->off);
  return tr(known->name) + " " + value;
}

/// A log of another program has none, and an unreadable run.json none that is known.
bool hasConfig(const RunRecord* record) {
  return record && record->config.is_object() && !record->config.empty();
}

}  // namespace

std::vector<std::pair<std::string, std::string>> settingsOf(const RunRecord& record) {
  std::vector<std::pair<std::string, std::string>> settings;
  std::string dataset = escapeForDisplay(record.dataset.prefix, longestValue);
  if (!record.dataset.fingerprint.empty())
    dataset += " (" + escapeForDisplay(record.dataset.fingerprint.substr(0, 8)) + ")";
  settings.emplace_back("dataset", dataset);
  if (record.config.is_object()) flatten(record.config, "", settings);
  // A configuration without its own word for the network: an imported log.
  if (!find(settings, "model.name")) settings.emplace_back("model.name", escapeForDisplay(record.model, longestValue));
  if (const std::string number = seedOf(record); !number.empty()) settings.emplace_back(seed, number);
  return settings;
}

std::string seedOf(const RunRecord& record) {
  if (!record.config.is_object()) return {};
  const auto found = record.config.find(seed);
  return found == record.config.end() || found->is_null() ? std::string() : valueText(*found);
}

std::string recordDifferenceText(const RunRecord& record, const RunRecord& reference, bool withSeed) {
  const auto own = settingsOf(record);
  const auto other = settingsOf(reference);
  std::string text;
  for (const auto& [key, value] : own) {
    const std::string* was = find(other, key);
    // What only one of two kinds of network has says nothing beyond which kind it is.
    if (!was || *was == value || (key == seed && !withSeed)) continue;
    text += (text.empty() ? "" : ", ");
    if (key == "dataset")
      text += record.dataset.prefix == reference.dataset.prefix
                  ? tr("other data with that name")
                  : tr("on %1", {escapeForDisplay(record.dataset.prefix, longestValue)});
    else
      text += wordsOf(key, value);
  }
  return text;
}

std::vector<DifferingSetting> differingSettings(std::span<const RunRecord* const> records) {
  std::vector<std::vector<std::pair<std::string, std::string>>> settings;
  std::vector<std::string> keys;
  for (const RunRecord* record : records) {
    settings.push_back(record ? settingsOf(*record) : std::vector<std::pair<std::string, std::string>>());
    for (const auto& [key, value] : settings.back()) {
      if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    }
  }
  std::vector<DifferingSetting> differing;
  for (const std::string& key : keys) {
    DifferingSetting setting{.key = key};
    std::set<std::optional<std::string>> values;
    for (std::size_t i = 0; i < records.size(); ++i) {
      const std::string* value = find(settings[i], key);
      setting.values.push_back(value ? std::optional(*value) : std::nullopt);
      if (hasConfig(records[i])) values.insert(setting.values.back());
    }
    if (values.size() > 1) differing.push_back(std::move(setting));
  }
  return differing;
}

std::string seedGroupKey(const RunRecord& record) {
  if (seedOf(record).empty()) return {};
  Json parts = Json::array({record.model, record.dataset.prefix, record.dataset.fingerprint});
  for (const auto& [key, value] : settingsOf(record)) {
    if (key != seed && key != "dataset") parts.push_back(Json::array({key, value}));
  }
  return parts.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace sojourn::session
