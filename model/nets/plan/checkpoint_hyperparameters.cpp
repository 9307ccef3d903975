// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/plan/checkpoint_hyperparameters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

#include <yaml-cpp/yaml.h>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/formats/pickle/pickle_json.h"
#include "model/formats/text/json_reader.h"

namespace sojourn {
namespace {

using Json = nlohmann::ordered_json;
using Keys = std::initializer_list<const char*>;

/// Bytes; published files have under a thousand. The nodes of YAML take up to 600 times as much memory as their text.
constexpr std::uint64_t largestYaml = 64 * 1024;
constexpr std::uint64_t largestJson = 1'000'000;
constexpr std::size_t mostCandidates = 64;
constexpr std::size_t mostEntries = 10'000;

/// The first of the keys found as a number, at the top level or in one of the sections.
std::optional<double> number(const std::vector<const Json*>& sections, Keys keys) {
  for (const Json* section : sections)
    for (const char* key : keys)
      if (const auto found = section->find(key); found != section->end() && found->is_number())
        return found->get<double>();
  return std::nullopt;
}

std::optional<std::int64_t> whole(const std::vector<const Json*>& sections, Keys keys) {
  const std::optional<double> value = number(sections, keys);
  if (!value || !(*value >= 1 && *value <= 1e9) || *value != std::floor(*value)) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

/// Scalars and sections of scalars of a YAML file, to a depth and up to `budget` entries: aliases cannot multiply.
Json shallowJson(const YAML::Node& node, int depth, std::size_t& budget) {
  Json object = Json::object();
  for (const auto& item : node) {
    if (budget == 0) break;
    --budget;
    if (!item.first.IsScalar()) continue;
    const std::string& key = item.first.Scalar();
    if (item.second.IsMap() && depth > 0) {
      appendMember(object, key, shallowJson(item.second, depth - 1, budget));
    } else if (item.second.IsScalar()) {
      double value = 0;
      const bool number =
          item.second.Tag() != "!" && YAML::convert<double>::decode(item.second, value) && std::isfinite(value);
      appendMember(object, key, number ? Json(value) : Json(item.second.Scalar()));
    }
  }
  return object;
}

/// What the text of a configuration says, or why it cannot be read. Nothing where it is of another content.
std::optional<NeighbourConfig> readNeighbour(const std::filesystem::path& file, const std::string& text) {
  const auto unreadable = [&](const std::string& fault) -> std::optional<NeighbourConfig> {
    if (text.find("nhead") == std::string::npos) return std::nullopt;  // not necessarily a configuration
    return NeighbourConfig{.file = file, .hyperparameters = {}, .fault = fault};
  };
  if (file.extension() == ".json") {
    const ParsedJson parsed = parseJson(text);
    if (parsed.fault)
      return unreadable(parsed.fault->detail.empty() ? parsed.fault->what
                                                     : parsed.fault->what + " (" + parsed.fault->detail + ")");
    return NeighbourConfig{.file = file, .hyperparameters = readHyperparameters(parsed.value), .fault = {}};
  }
  try {
    const YAML::Node node = YAML::Load(text);
    if (!node.IsMap()) return std::nullopt;
    std::size_t budget = mostEntries;
    return NeighbourConfig{
        .file = file, .hyperparameters = readHyperparameters(shallowJson(node, 2, budget)), .fault = {}};
  } catch (const std::exception& error) {
    return unreadable(std::string("is not YAML (") + error.what() + ")");
  }
}

std::size_t sharedPrefix(const std::string& a, const std::string& b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

/// The number of heads, or what is given in its place.
void readHeads(const std::vector<const Json*>& sections, CheckpointHyperparameters& hyperparameters) {
  for (const Json* section : sections)
    for (const char* key : {"nhead", "heads", "num_heads", "n_heads"}) {
      const auto found = section->find(key);
      if (found == section->end() || found->is_null()) continue;
      hyperparameters.heads = whole({section}, {key});
      if (!hyperparameters.heads)
        hyperparameters.unusableHeads =
            std::string(key) + " is " +
            escapeForDisplay(found->dump(-1, ' ', false, Json::error_handler_t::replace), 40);
      return;
    }
}

}  // namespace

CheckpointHyperparameters readHyperparameters(const Json& config) {
  std::vector<const Json*> sections;
  const auto add = [&](const Json& object) {
    if (object.is_object()) sections.push_back(&object);
  };
  const auto addSections = [&](const Json& object) {
    if (!object.is_object()) return;
    for (const char* name : {"model", "training"})
      if (const auto found = object.find(name); found != object.end()) add(*found);
    add(object);
  };
  // As Lightning, argparse's users and the Hugging Face libraries call them.
  constexpr std::array names{"config", "hyper_parameters", "hparams", "args", "cfg"};
  const auto within = [&](const Json& object) {
    if (!object.is_object()) return;
    for (const char* name : names)
      if (const auto inner = object.find(name); inner != object.end()) addSections(*inner);
  };
  if (config.is_object())
    for (const char* name : names)
      if (const auto inner = config.find(name); inner != config.end()) within(*inner);
  within(config);
  addSections(config);

  CheckpointHyperparameters hyperparameters{.heads = {},
                                            .width = whole(sections, {"d_model", "base_emb_size"}),
                                            .layers = whole(sections, {"num_layers", "num_encoder_layers"}),
                                            .feedForward = whole(sections, {"dim_feedforward"}),
                                            .locations = whole(sections, {"total_loc_num", "num_locations"}),
                                            .users = whole(sections, {"total_user_num", "num_users"}),
                                            .unusableHeads = {},
                                            .labelSmoothing = number(sections, {"label_smoothing"}),
                                            .ablation = {}};
  readHeads(sections, hyperparameters);
  if (hyperparameters.labelSmoothing && !(*hyperparameters.labelSmoothing >= 0 && *hyperparameters.labelSmoothing < 1))
    hyperparameters.labelSmoothing.reset();
  for (const Json* section : sections)
    for (const char* key : {"ablation_name", "ablation"})
      if (const auto found = section->find(key);
          hyperparameters.ablation.empty() && found != section->end() && found->is_string())
        hyperparameters.ablation = found->get<std::string>();
  return hyperparameters;
}

bool contradicts(const CheckpointHyperparameters& hyperparameters, const ModelSizes& sizes) {
  const auto differs = [](const std::optional<std::int64_t>& said, std::int64_t is) {
    return said && is > 0 && *said != is;
  };
  return differs(hyperparameters.width, sizes.width) || differs(hyperparameters.feedForward, sizes.feedForward) ||
         differs(hyperparameters.locations, sizes.locations) || differs(hyperparameters.users, sizes.users) ||
         (sizes.layers != 1 && differs(hyperparameters.layers, sizes.layers));
}

NeighbourSearch findNeighbourConfig(const std::filesystem::path& checkpoint, const ModelSizes& sizes) {
  struct Candidate {
    std::size_t shared;
    std::filesystem::path file;
  };
  std::vector<Candidate> candidates;
  const std::filesystem::path folder = checkpoint.has_parent_path() ? checkpoint.parent_path() : ".";
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string extension = it->path().extension().string();
    if (extension != ".yaml" && extension != ".yml" && extension != ".json") continue;
    candidates.push_back(
        {.shared = sharedPrefix(checkpoint.filename().string(), it->path().filename().string()), .file = it->path()});
  }
  std::ranges::sort(candidates, [](const Candidate& a, const Candidate& b) {
    return a.shared != b.shared ? a.shared > b.shared : a.file < b.file;
  });
  if (candidates.size() > mostCandidates) candidates.resize(mostCandidates);
  NeighbourSearch search;
  for (const Candidate& candidate : candidates) {
    const std::uint64_t largest = candidate.file.extension() == ".json" ? largestJson : largestYaml;
    if (const std::uint64_t size = std::filesystem::file_size(candidate.file, error); !error && size > largest) {
      search.tooLarge.push_back(candidate.file);
      continue;
    }
    const Result<Bytes> bytes = readFile(candidate.file, largest);
    if (!bytes) continue;
    std::string text(bytes->size(), '\0');
    std::ranges::transform(*bytes, text.begin(), [](std::byte b) { return static_cast<char>(b); });
    std::optional<NeighbourConfig> read = readNeighbour(candidate.file, text);
    if (!read) continue;
    const bool namesHeads =
        read->hyperparameters.heads || !read->hyperparameters.unusableHeads.empty() || !read->fault.empty();
    if (!namesHeads || contradicts(read->hyperparameters, sizes)) continue;
    search.found = std::move(read);
    break;
  }
  return search;
}

}  // namespace sojourn
