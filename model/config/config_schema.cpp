// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/config/config_schema.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <type_traits>
#include <utility>

#include "model/config/trainable_models.h"
#include "model/core/text.h"

namespace sojourn {
namespace {

/// From the smallest to the largest number, both included unless said.
struct Range {
  double minimum = 0, maximum = 0;
  bool above = false, below = false;
};

constexpr Range above(double minimum, double maximum) {
  return {.minimum = minimum, .maximum = maximum, .above = true};
}

constexpr Range below(double minimum, double maximum) {
  return {.minimum = minimum, .maximum = maximum, .below = true};
}

enum class Effect { Normal, Ignored, OnResume };
constexpr auto ignored = Effect::Ignored;
constexpr auto onResume = Effect::OnResume;

/// `member` finds the value in a configuration.
template <class Member>
ConfigField fieldAt(std::string_view key, ConfigType type, const Member& member, std::string_view help, Range range,
                    Effect effect = Effect::Normal) {
  using T = std::decay_t<decltype(member(std::declval<TrainingConfig&>()))>;
  return {.key = std::string(key),
          .type = type,
          .minimum = range.minimum,
          .maximum = range.maximum,
          .above = range.above,
          .below = range.below,
          .choices = {},
          .ignored = effect == Effect::Ignored,
          .onResume = effect == Effect::OnResume,
          .help = std::string(help),
          .get = [=](const TrainingConfig& config) { return ConfigValue(member(config)); },
          .set = [=](TrainingConfig& config, const ConfigValue& value) { member(config) = std::get<T>(value); }};
}

template <class Section, class T>
ConfigField field(std::string_view key, ConfigType type, Section TrainingConfig::*section, T Section::*member,
                  std::string_view help, Range range = {}, Effect effect = Effect::Normal) {
  const auto find = [=](auto& config) -> auto& {
    return config.*section.*member;
  };
  return fieldAt(key, type, find, help, range, effect);
}

ConfigField oneOf(ConfigField made, std::vector<std::string> choices) {
  made.choices = std::move(choices);
  return made;
}

std::vector<std::string> modelNames() {
  std::vector<std::string> names;
  for (const TrainableModel& model : trainableModels()) names.push_back(model.name());
  return names;
}

std::vector<ConfigField> makeFields() {
  using enum ConfigType;
  using C = TrainingConfig;
  using D = TrainingConfig::Data;
  using M = TrainingConfig::Model;
  using T = TrainingConfig::Training;
  const auto seed = [](auto& config) -> auto& {
    return config.seed;
  };
  return {
      fieldAt("seed", Integer, seed, "seed of initialisation, shuffling and dropout", {0, 4294967295.0}),

      field("data.data_dir", Text, &C::data, &D::dataDir, "ignored: --data names the dataset", {}, ignored),
      field("data.dataset_prefix", Text, &C::data, &D::datasetPrefix,
            "which dataset of the folder, if there are several"),
      field("data.dataset", Text, &C::data, &D::dataset, "a title for the record"),
      field("data.experiment_root", Text, &C::data, &D::experimentRoot, "ignored: --run-dir names the run", {},
            ignored),
      field("data.num_workers", Integer, &C::data, &D::numWorkers, "ignored: batches are made in place", {0, 4096},
            ignored),

      oneOf(field("model.name", Choice, &C::model, &M::name, "which network"), modelNames()),
      oneOf(field("model.ablation", Choice, &C::model, &M::ablation, "which part of Pointer V45 is removed"),
            {"full_model", "no_user_emb", "no_time_emb", "no_weekday_emb", "no_recency_emb", "no_duration_emb",
             "no_pos_from_end", "no_temporal", "no_sinusoidal_pos", "no_position_bias", "no_pointer", "no_generation",
             "no_gate", "single_layer"}),
      field("model.d_model", Integer, &C::model, &M::dModel, "width of the encoder, or of the embeddings", {4, 4096}),
      field("model.nhead", Integer, &C::model, &M::nhead, "attention heads per layer", {1, 256}),
      field("model.num_layers", Integer, &C::model, &M::numLayers, "encoder or LSTM layers", {1, 64}),
      field("model.dim_feedforward", Integer, &C::model, &M::dimFeedforward, "width of the feed-forward part",
            {1, 65536}),
      field("model.hidden_size", Integer, &C::model, &M::hiddenSize, "width of the hidden state of an LSTM or GRU",
            {1, 4096}),
      field("model.dropout", Real, &C::model, &M::dropout, "share of activations dropped in training", below(0, 1)),

      field("training.batch_size", Integer, &C::training, &T::batchSize, "sequences per step", {1, 65536}),
      field("training.num_epochs", Integer, &C::training, &T::numEpochs, "maximum number of epochs", {1, 100000},
            onResume),
      field("training.learning_rate", Real, &C::training, &T::learningRate, "base learning rate of the schedule",
            above(0, 10), onResume),
      field("training.weight_decay", Real, &C::training, &T::weightDecay, "strength of weight decay", {0, 10},
            onResume),
      field("training.label_smoothing", Real, &C::training, &T::labelSmoothing,
            "share of the target spread over all locations", below(0, 1)),
      field("training.grad_clip", Real, &C::training, &T::gradClip, "largest norm of the gradient", above(0, 1e9),
            onResume),
      field("training.patience", Integer, &C::training, &T::patience,
            "epochs without a better validation loss before stopping", {1, 100000}, onResume),
      field("training.min_epochs", Integer, &C::training, &T::minEpochs, "epochs before stopping early is allowed",
            {0, 100000}, onResume),
      field("training.warmup_epochs", Integer, &C::training, &T::warmupEpochs,
            "epochs over which the learning rate rises", {0, 100000}, onResume),
      field("training.schedule_epochs", Integer, &C::training, &T::scheduleEpochs,
            "epochs over which the learning rate rises and falls; 0: all of them", {0, 100000}, onResume),
      field("training.use_amp", Boolean, &C::training, &T::useAmp, "mixed precision on a GPU; float32 on a CPU"),
      oneOf(field("training.precision", Choice, &C::training, &T::precision,
                  "matrix products on a GPU; auto: float32, or tf32 with use_amp"),
            {"auto", "float32", "tf32", "bfloat16"}),
      field("training.min_lr", Real, &C::training, &T::minLr, "learning rate at the end of the cosine", {0, 10},
            onResume),
      field("training.probes", IntegerList, &C::training, &T::probes, "validation samples inspected after every epoch",
            {0, 1e9}),
      field("training.keep_epochs", Integer, &C::training, &T::keepEpochs,
            "latest epochs whose weights are kept: 4 bytes per parameter each", {0, 100000}, onResume),
      field("training.keep_every", Integer, &C::training, &T::keepEvery,
            "epochs between weights that are kept for good: 4 bytes per parameter each; 0: never", {0, 100000},
            onResume),
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
  return "one of " + commaList(choices);
}

bool ConfigField::check(const ConfigValue& value) const {
  const auto inRange = [&](double number) {
    return (above ? number > minimum : number >= minimum) && (below ? number < maximum : number <= maximum);
  };
  const auto wholeInRange = [&](std::int64_t number) { return inRange(static_cast<double>(number)); };
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return type == ConfigType::Integer && wholeInRange(*whole);
  if (const auto* real = std::get_if<double>(&value))
    return type == ConfigType::Real && std::isfinite(*real) && inRange(*real);
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value))
    return type == ConfigType::IntegerList && list->size() <= 64 && std::ranges::all_of(*list, wholeInRange);
  if (const auto* text = std::get_if<std::string>(&value)) {
    if (type == ConfigType::Text) return text->size() <= 4096;
    return type == ConfigType::Choice && std::ranges::find(choices, *text) != choices.end();
  }
  return type == ConfigType::Boolean;
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

std::string realText(double value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  std::string text(buffer.data(), end);
  if (text.find_first_of(".n") != std::string::npos) return text;  // "inf" and "nan" have an n
  const std::size_t exponent = text.find('e');
  text.insert(exponent == std::string::npos ? text.size() : exponent, ".0");
  return text;
}

}  // namespace sojourn
