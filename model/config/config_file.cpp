// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/config/config_file.h"

#include <algorithm>
#include <map>
#include <type_traits>
#include <vector>

#include <nlohmann/json.hpp>
#include <yaml-cpp/emitter.h>
#include <yaml-cpp/stlemitter.h>

#include "model/config/config_schema.h"
#include "model/config/trainable_models.h"
#include "model/config/yaml_settings.h"
#include "model/core/files.h"
#include "model/core/text.h"
#include "model/core/typing_errors.h"

namespace sojourn {
namespace {

constexpr std::uint64_t maxConfigBytes = 65'536;

/// Numbers of heads that split a width into heads of two numbers or more; the smallest, as far as a person reads.
std::vector<std::string> possibleHeads(std::int64_t width) {
  constexpr std::size_t most = 8;
  std::vector<std::string> heads;
  for (std::int64_t n = 1; n <= std::max<std::int64_t>(1, width / 2) && heads.size() < most; ++n)
    if (width % n == 0) heads.push_back(std::to_string(n));
  return heads;
}

std::vector<std::string> modelsReading(std::string_view key) {
  std::vector<std::string> names;
  for (const TrainableModel& model : trainableModels())
    if (model.reads(key)) names.push_back(model.name());
  return names;
}

/// The key that was probably meant, else those of the section that the unknown one names, else all sections.
std::string alternatives(const std::string& key) {
  const std::string section = key.substr(0, key.find('.'));
  std::vector<std::string> inSection, sections, keys;
  for (const ConfigField& field : configFields()) {
    keys.push_back(field.key);
    if (field.section() == section && !section.empty()) inSection.emplace_back(field.name());
    const std::string top(field.section().empty() ? field.name() : field.section());
    if (sections.empty() || sections.back() != top) sections.push_back(top);
  }
  if (const std::string meant = nearestWord(key, keys); !meant.empty()) return "did you mean " + meant + "?";
  return inSection.empty() ? "the top level has " + commaList(sections) : section + " has " + commaList(inSection);
}

std::string placeOf(const std::string& where, const Setting& setting) {
  return setting.value.line > 0 ? where + ", line " + std::to_string(setting.value.line) : where;
}

Status apply(TrainingConfig& config, const Setting& setting, const std::string& where) {
  const std::string place = placeOf(where, setting);
  const ConfigField* field = findConfigField(setting.key);
  if (!field) {
    return Error{ErrorKind::BadInput, place,
                 "unknown key " + setting.key + " (its value is " + setting.value.shown() + ")",
                 alternatives(setting.key)};
  }
  const auto value = interpret(*field, setting.value);
  if (!value || !field->check(*value)) {
    return Error{ErrorKind::BadInput, place, setting.key + " is " + setting.value.shown(),
                 "it must be " + field->allowed()};
  }
  field->set(config, *value);
  return {};
}

Result<Setting> parseOverride(const std::string& text) {
  const std::string where = "--set " + text;
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    return Error{ErrorKind::BadUsage, where, "is not of the form section.key=value",
                 "for example --set training.batch_size=64"};
  }
  Setting setting{.key = text.substr(0, equals), .value = {}};
  const std::string value = text.substr(equals + 1);
  const ConfigField* field = findConfigField(setting.key);
  if (field && field->type == ConfigType::Text) {  // a text stands for itself, whatever YAML would make of it
    setting.value.items = {value};
    return setting;
  }
  auto parsed = parseYamlValue(value, where);
  if (!parsed) {
    Error error = parsed.error();
    error.kind = ErrorKind::BadUsage;
    return error;
  }
  setting.value = std::move(*parsed);
  return setting;
}

/// The YAML parser would read UTF-16 too, which every other program would then fail to read from the run's record.
Status checkText(std::string_view yaml, const std::string& where) {
  const auto refuse = [&](const char* what) {
    return Error{ErrorKind::BadInput, where, what, "save it as UTF-8 text"};
  };
  if (yaml.starts_with("\xff\xfe") || yaml.starts_with("\xfe\xff")) return refuse("is UTF-16 text");
  const std::size_t zero = yaml.find('\0');
  if (zero < 4) return refuse("is UTF-16 or UTF-32 text");  // an ASCII character of either has a zero beside it
  if (zero != std::string_view::npos || !isValidUtf8(yaml)) return refuse("is not UTF-8 text");
  return {};
}

/// The model decides which recipe fills the gaps, so its name is looked up before anything is applied.
std::string modelName(const std::vector<Setting>& fromFile, const std::vector<Setting>& fromCommandLine) {
  std::string name;
  for (const auto* settings : {&fromFile, &fromCommandLine}) {
    for (const Setting& setting : *settings) {
      if (setting.key == "model.name" && !setting.value.list) name = setting.value.items.front();
    }
  }
  return name;
}

void emit(YAML::Emitter& out, const ConfigValue& value) {
  std::visit(
      [&](const auto& plain) {
        using T = std::decay_t<decltype(plain)>;
        if constexpr (std::is_same_v<T, double>) {
          out << realText(plain);
        } else if constexpr (std::is_same_v<T, std::string>) {
          out << YAML::DoubleQuoted << plain;  // a text that looks like a number stays a text
        } else if constexpr (std::is_same_v<T, std::vector<std::int64_t>>) {
          out << YAML::Flow << plain;
        } else {
          out << plain;
        }
      },
      value);
}

}  // namespace

Result<TrainingConfig> parseTrainingConfig(std::string_view yaml, const std::string& where,
                                           std::span<const std::string> overrides) {
  if (yaml.size() > maxConfigBytes) {
    return Error{ErrorKind::BadInput, where, "is larger than the 64 kB that a configuration may have",
                 "check that this is the right file"};
  }
  if (const Status text = checkText(yaml, where); !text) return text.error();
  const auto fromFile = parseYamlSettings(yaml, where);
  if (!fromFile) return fromFile.error();
  std::vector<Setting> fromCommandLine;
  for (const std::string& text : overrides) {
    auto setting = parseOverride(text);
    if (!setting) return setting.error();
    fromCommandLine.push_back(std::move(*setting));
  }

  TrainingConfig config = recipeFor(modelName(*fromFile, fromCommandLine));
  std::map<std::string, int> lineOf;
  for (const Setting& setting : *fromFile) {
    const auto [first, isNew] = lineOf.emplace(setting.key, setting.value.line);
    if (!isNew) {
      return Error{ErrorKind::BadInput, placeOf(where, setting),
                   setting.key + " is given twice (also in line " + std::to_string(first->second) + ")",
                   "keep one of them"};
    }
    if (const Status status = apply(config, setting, where); !status) return status.error();
  }
  for (const Setting& setting : fromCommandLine) {
    if (const Status status = apply(config, setting, "--set " + setting.key); !status) {
      return status.error();
    }
  }
  const auto problems = combinationProblems(config);
  if (problems.empty()) return config;
  return Error{ErrorKind::BadInput, where, problems.front().what, problems.front().remedy};
}

Result<TrainingConfig> readTrainingConfig(const std::filesystem::path& file, std::span<const std::string> overrides) {
  const auto bytes = readFile(file, maxConfigBytes);
  if (!bytes) return bytes.error();
  return parseTrainingConfig(asText(*bytes), file.string(), overrides);
}

std::vector<CombinationProblem> combinationProblems(const TrainingConfig& config) {
  std::vector<CombinationProblem> problems;
  const auto& model = config.model;
  const TrainableModel* kind = findTrainableModel(model.name);
  const bool hasHeads = kind && kind->reads("model.nhead");
  if (hasHeads && model.dModel % model.nhead != 0) {
    problems.push_back({"model.nhead",
                        "model.d_model " + std::to_string(model.dModel) + " cannot be split into model.nhead " +
                            std::to_string(model.nhead) + " equal heads",
                        "try " + commaList(possibleHeads(model.dModel))});
  }
  if (hasHeads && model.dModel % 2 != 0) {
    problems.push_back({"model.d_model", "model.d_model " + std::to_string(model.dModel) + " is odd",
                        "choose an even width: sinusoidal positions come in pairs"});
  }
  if (kind && !kind->reads("model.ablation") && model.ablation != "full_model") {
    problems.push_back({"model.ablation",
                        "model.ablation " + model.ablation + " does not exist for model.name " + model.name,
                        "use full_model, or " + commaList(modelsReading("model.ablation"))});
  }
  if (kind && kind->normalisesBatches && config.training.batchSize < 2) {
    problems.push_back({"training.batch_size",
                        "training.batch_size 1 does not suffice for model.name " + model.name +
                            ", whose batch normalisation takes the variance over the sequences of a batch",
                        "choose 2 or more"});
  }
  if (config.training.minLr > config.training.learningRate) {
    problems.push_back({"training.min_lr",
                        "training.min_lr " + realText(config.training.minLr) + " is above training.learning_rate " +
                            realText(config.training.learningRate),
                        "the rate falls to min_lr: make it the smaller one"});
  }
  return problems;
}

std::vector<CombinationProblem> combinationWarnings(const TrainingConfig& config) {
  const TrainingConfig::Training& training = config.training;
  if (training.warmupEpochs <= training.numEpochs) return {};
  const double reached =
      training.learningRate * static_cast<double>(training.numEpochs) / static_cast<double>(training.warmupEpochs);
  return {{"training.warmup_epochs",
           "training.warmup_epochs " + std::to_string(training.warmupEpochs) + " is more than training.num_epochs " +
               std::to_string(training.numEpochs) + ": the learning rate reaches " + shortNumber(reached, 4) +
               ", not " + shortNumber(training.learningRate, 4),
           "choose fewer warmup_epochs"}};
}

std::string toYaml(const TrainingConfig& config) {
  YAML::Emitter out;
  out << YAML::BeginMap;
  std::string_view open;
  for (const ConfigField& field : configFields()) {
    if (field.section() != open) {
      if (!open.empty()) out << YAML::EndMap;
      open = field.section();
      out << YAML::Key << std::string(open) << YAML::Value << YAML::BeginMap;
    }
    out << YAML::Key << std::string(field.name()) << YAML::Value;
    emit(out, field.get(config));
  }
  if (!open.empty()) out << YAML::EndMap;
  out << YAML::EndMap;
  return std::string(out.c_str(), out.size()) + "\n";
}

nlohmann::ordered_json toJson(const TrainingConfig& config) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const ConfigField& field : configFields()) {
    auto& parent = field.section().empty() ? json : json[std::string(field.section())];
    std::visit([&](const auto& plain) { parent[std::string(field.name())] = plain; }, field.get(config));
  }
  return json;
}

}  // namespace sojourn
