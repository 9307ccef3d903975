// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/inspect/device_times.h"

#include <array>
#include <cmath>
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "model/core/files.h"
#include "model/core/processor.h"
#include "model/core/text.h"
#include "model/formats/text/json_fields.h"
#include "model/formats/text/json_reader.h"
#include "model/inspect/engine.h"

namespace sojourn {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* schema = "sojourn.device_times/1";
constexpr std::size_t mostBytes = 1 << 20;
constexpr std::size_t mostEntries = 1000;

struct Field {
  const char* name;
  double DeviceTimes::*value;
};
constexpr std::array fields{Field{"start", &DeviceTimes::start}, Field{"inspection", &DeviceTimes::inspection},
                            Field{"sequence", &DeviceTimes::sequence}, Field{"step", &DeviceTimes::step}};

std::filesystem::path cacheFile() {
  const auto below = [](const char* variable, const char* path) -> std::filesystem::path {
    const char* const folder = std::getenv(variable);
    return folder && *folder == '/' ? std::filesystem::path(folder) / path : std::filesystem::path();
  };
  const std::filesystem::path wanted = below("XDG_CACHE_HOME", "sojourn/device_times.json");
  return wanted.empty() ? below("HOME", ".cache/sojourn/device_times.json") : wanted;
}

/// The entries of the file; none where it is absent or not ours.
Json entriesOf(const std::filesystem::path& file) {
  Json none = Json::object();
  const auto bytes = readFile(file, mostBytes);
  if (!bytes) return none;
  ParsedJson parsed = parseJson(asText(*bytes));
  if (parsed.fault || !parsed.value.is_object() || parsed.value.value("schema", Json()) != schema) return none;
  const auto entries = parsed.value.find("times");
  return entries != parsed.value.end() && entries->is_object() ? *entries : none;
}

}  // namespace

std::string roughSeconds(double seconds) {
  const bool thousandths = seconds < 0.95;
  const double shown = thousandths ? seconds * 1000 : seconds;
  return fixedNumber(shown, shown < 10 ? 1 : 0) + (thousandths ? " ms" : " s");
}

DeviceDecision decideDevice(const DeviceTimes& cpu, const DeviceTimes& gpu, const std::optional<ExpectedWork>& work) {
  if (work) {
    const double onCpu = work->secondsBy(cpu), onGpu = work->secondsBy(gpu);
    const bool takesGpu = onGpu < onCpu;
    return {.inspectionsOnGpu = takesGpu,
            .sequencesOnGpu = takesGpu,
            .reason = "about " + roughSeconds(onCpu) + " on the CPU and " + roughSeconds(onGpu) + " on the GPU"};
  }
  constexpr double many = 1000;
  return {.inspectionsOnGpu = gpu.inspection < cpu.inspection,
          .sequencesOnGpu = gpu.sequence < cpu.sequence,
          .reason = "an inspection takes " + roughSeconds(cpu.inspection) + " on the CPU and " +
                    roughSeconds(gpu.inspection) + " on the GPU, 1,000 sequences " + roughSeconds(many * cpu.sequence) +
                    " and " + roughSeconds(many * gpu.sequence)};
}

DeviceTimesFile::DeviceTimesFile() : m_file(cacheFile()) {}

std::optional<DeviceTimes> DeviceTimesFile::find(const std::string& key) const {
  if (m_file.empty()) return std::nullopt;
  const Json entries = entriesOf(m_file);
  const auto entry = entries.find(key);
  if (entry == entries.end() || !entry->is_object()) return std::nullopt;
  DeviceTimes times;
  for (const auto& [name, value] : fields) {
    const auto number = entry->find(name);
    if (number == entry->end()) continue;
    const std::optional<double> seconds = realOfJson(*number);
    if (!seconds || !std::isfinite(*seconds) || *seconds < 0) return std::nullopt;
    times.*value = *seconds;
  }
  return times;
}

void DeviceTimesFile::keep(const std::string& key, const DeviceTimes& times) const {
  if (m_file.empty()) return;
  Json entries = entriesOf(m_file), entry = Json::object();
  for (const auto& [name, value] : fields) entry[name] = times.*value;
  entries.erase(key);
  while (entries.size() >= mostEntries) entries.erase(entries.begin());
  entries[key] = std::move(entry);
  const std::string text = Json{{"schema", schema}, {"times", std::move(entries)}}.dump(1);
  std::error_code ignored;
  std::filesystem::create_directories(m_file.parent_path(), ignored);
  static_cast<void>(writeFileAtomically(m_file, asBytes(text)));
}

std::string timesKey(const ModelDescription& model, const std::string& deviceName, const std::string& more) {
  const ModelSizes& s = model.sizes;
  std::string key = processorName() + ", " + std::to_string(evaluationThreads()) + " threads | " + deviceName + " | " +
                    model.id + " " + model.ablation;
  for (const std::int64_t size :
       {s.locations, s.users, s.maxLength, s.width, s.heads, s.layers, s.feedForward, s.hidden})
    key += " " + std::to_string(size);
  return more.empty() ? key : key + " | " + more;
}

}  // namespace sojourn
