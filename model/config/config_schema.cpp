// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/config/config_schema.h"

#include <algorithm>
#include <cmath>

#include "model/config/config_text.h"

namespace sojourn {
namespace {

/// Get and set through a chain of members: &TrainingConfig::model, &TrainingConfig::Model::nhead.
template <class Section, class T>
ConfigField field(std::string key, ConfigType type, Section TrainingConfig::*section, T Section::*member,
                  std::string help) {
  ConfigField made;
  made.key = std::move(key);
  made.type = type;
  made.help = std::move(help);
  made.get = [=](const TrainingConfig& config) { return ConfigValue(config.*section.*member); };
  made.set = [=](TrainingConfig& config, const ConfigValue& value) { config.*section.*member = std::get<T>(value); };
  return made;
}

ConfigField within(ConfigField made, double minimum, double maximum) {
  made.minimum = minimum;
  made.maximum = maximum;
  return made;
}

/// The lower bound itself is not allowed.
ConfigField above(ConfigField made, double minimum, double maximum) {
  made = within(std::move(made), minimum, maximum);
  made.above = true;
  return made;
}

/// The upper bound itself is not allowed.
ConfigField below(ConfigField made, double minimum, double maximum) {
  made = within(std::move(made), minimum, maximum);
  made.below = true;
  return made;
}

ConfigField oneOf(ConfigField made, std::vector<std::string> choices) {
  made.choices = std::move(choices);
  return made;
}

ConfigField ignored(ConfigField made) {
  made.ignored = true;
  return made;
}

ConfigField onResume(ConfigField made) {
  made.onResume = true;
  return made;
}

ConfigField seedField() {
  ConfigField made;
  made.key = "seed";
  made.type = ConfigType::Integer;
  made.help = "seed of initialisation, shuffling and dropout";
  made.get = [](const TrainingConfig& config) { return ConfigValue(config.seed); };
  made.set = [](TrainingConfig& config, const ConfigValue& value) { config.seed = std::get<std::int64_t>(value); };
  return within(std::move(made), 0, 4294967295.0);
}

std::vector<ConfigField> makeFields() {
  using enum ConfigType;
  using C = TrainingConfig;
  using D = TrainingConfig::Data;
  using M = TrainingConfig::Model;
  using T = TrainingConfig::Training;
  return {
      seedField(),

      ignored(field("data.data_dir", Text, &C::data, &D::dataDir, "ignored: --data names the dataset")),
      field("data.dataset_prefix", Text, &C::data, &D::datasetPrefix,
            "which dataset of the folder, if there are several"),
      field("data.dataset", Text, &C::data, &D::dataset, "a title for the record"),
      ignored(field("data.experiment_root", Text, &C::data, &D::experimentRoot, "ignored: --run-dir names the run")),
      ignored(within(field("data.num_workers", Integer, &C::data, &D::numWorkers, "ignored: batches are made in place"),
                     0, 4096)),

      oneOf(field("model.name", Choice, &C::model, &M::name, "which network"), {"pointer_v45", "mhsa"}),
      oneOf(field("model.ablation", Choice, &C::model, &M::ablation, "which part of the pointer network is removed"),
            {"full_model", "no_user_emb", "no_time_emb", "no_weekday_emb", "no_recency_emb", "no_duration_emb",
             "no_pos_from_end", "no_temporal", "no_sinusoidal_pos", "no_position_bias", "no_pointer", "no_generation",
             "no_gate", "single_layer"}),
      within(field("model.d_model", Integer, &C::model, &M::dModel, "width of the encoder"), 4, 4096),
      within(field("model.nhead", Integer, &C::model, &M::nhead, "attention heads per layer"), 1, 256),
      within(field("model.num_layers", Integer, &C::model, &M::numLayers, "encoder layers"), 1, 64),
      within(field("model.dim_feedforward", Integer, &C::model, &M::dimFeedforward, "width of the feed-forward part"),
             1, 65536),
      below(field("model.dropout", Real, &C::model, &M::dropout, "share of activations dropped in training"), 0, 1),

      within(field("training.batch_size", Integer, &C::training, &T::batchSize, "sequences per step"), 1, 65536),
      onResume(within(field("training.num_epochs", Integer, &C::training, &T::numEpochs, "maximum number of epochs"), 1,
                      100000)),
      onResume(above(
          field("training.learning_rate", Real, &C::training, &T::learningRate, "base learning rate of the schedule"),
          0, 10)),
      onResume(within(field("training.weight_decay", Real, &C::training, &T::weightDecay, "strength of weight decay"),
                      0, 10)),
      below(field("training.label_smoothing", Real, &C::training, &T::labelSmoothing,
                  "share of the target spread over all locations"),
            0, 1),
      onResume(
          above(field("training.grad_clip", Real, &C::training, &T::gradClip, "largest norm of the gradient"), 0, 1e9)),
      onResume(within(field("training.patience", Integer, &C::training, &T::patience,
                            "epochs without a better validation loss before stopping"),
                      1, 100000)),
      onResume(within(
          field("training.min_epochs", Integer, &C::training, &T::minEpochs, "epochs before stopping early is allowed"),
          0, 100000)),
      onResume(within(field("training.warmup_epochs", Integer, &C::training, &T::warmupEpochs,
                            "epochs over which the learning rate rises"),
                      0, 100000)),
      onResume(within(field("training.schedule_epochs", Integer, &C::training, &T::scheduleEpochs,
                            "epochs over which the learning rate rises and falls; 0: all of them"),
                      0, 100000)),
      field("training.use_amp", Boolean, &C::training, &T::useAmp, "mixed precision on a GPU; float32 on a CPU"),
      onResume(within(field("training.min_lr", Real, &C::training, &T::minLr, "learning rate at the end of the cosine"),
                      0, 10)),
      within(field("training.probes", IntegerList, &C::training, &T::probes,
                   "validation samples inspected after every epoch"),
             0, 1e9),
      onResume(within(field("training.keep_epochs", Integer, &C::training, &T::keepEpochs,
                            "latest epochs whose weights are kept: 4 bytes per parameter each"),
                      0, 100000)),
      onResume(within(field("training.keep_every", Integer, &C::training, &T::keepEvery,
                            "epochs between weights that are kept for good: 4 bytes per parameter each; 0: never"),
                      0, 100000)),
  };
}

}  // namespace

std::string_view ConfigField::section() const {
  const std::size_t dot = key.find('.');
  return dot == std::string::npos ? std::string_view() : std::string_view(key).substr(0, dot);
}

std::string_view ConfigField::name() const {
  const std::size_t dot = key.find('.');
  return dot == std::string::npos ? std::string_view(key) : std::string_view(key).substr(dot + 1);
}

std::string ConfigField::allowed() const {
  const auto bound = [&](double value) {
    return type == ConfigType::Real ? realText(value) : std::to_string(std::llround(value));
  };
  const auto range = [&] {
    if (above) return "above " + bound(minimum) + ", up to " + bound(maximum);
    if (below) return "from " + bound(minimum) + " to below " + bound(maximum);
    return "from " + bound(minimum) + " to " + bound(maximum);
  };
  switch (type) {
    case ConfigType::Integer:
      return "a whole number " + range();
    case ConfigType::Real:
      return "a number " + range();
    case ConfigType::Boolean:
      return "true or false";
    case ConfigType::Text:
      return "a text of at most 4096 bytes";
    case ConfigType::IntegerList:
      return "a list of at most 64 whole numbers, each " + range();
    case ConfigType::Choice:
      break;
  }
  std::string text = "one of ";
  for (const std::string& choice : choices) {
    if (&choice != &choices.front()) text += ", ";
    text += choice;
  }
  return text;
}

bool ConfigField::check(const ConfigValue& value) const {
  const auto inRange = [&](double number) {
    return (above ? number > minimum : number >= minimum) && (below ? number < maximum : number <= maximum);
  };
  switch (type) {
    case ConfigType::Integer: {
      const auto* number = std::get_if<std::int64_t>(&value);
      return number && inRange(static_cast<double>(*number));
    }
    case ConfigType::Real: {
      const auto* number = std::get_if<double>(&value);
      return number && std::isfinite(*number) && inRange(*number);
    }
    case ConfigType::Boolean:
      return std::holds_alternative<bool>(value);
    case ConfigType::Text: {
      const auto* text = std::get_if<std::string>(&value);
      return text && text->size() <= 4096;
    }
    case ConfigType::Choice: {
      const auto* text = std::get_if<std::string>(&value);
      return text && std::ranges::find(choices, *text) != choices.end();
    }
    case ConfigType::IntegerList: {
      const auto* list = std::get_if<std::vector<std::int64_t>>(&value);
      return list && list->size() <= 64 &&
             std::ranges::all_of(*list, [&](std::int64_t number) { return inRange(static_cast<double>(number)); });
    }
  }
  return false;
}

std::span<const ConfigField> configFields() {
  static const std::vector<ConfigField> fields = makeFields();
  return fields;
}

std::vector<const ConfigField*> differingFields(const TrainingConfig& a, const TrainingConfig& b) {
  std::vector<const ConfigField*> differing;
  for (const ConfigField& field : configFields())
    if (field.get(a) != field.get(b)) differing.push_back(&field);
  return differing;
}

const ConfigField* findConfigField(std::string_view key) {
  const auto fields = configFields();
  const auto found = std::ranges::find(fields, key, &ConfigField::key);
  return found == fields.end() ? nullptr : &*found;
}

}  // namespace sojourn
