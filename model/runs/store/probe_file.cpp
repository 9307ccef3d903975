// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/store/probe_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <new>
#include <string_view>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/formats/checkpoint/checkpoint_file.h"

namespace sojourn {
namespace {

constexpr const char* remedy = "resume the run to write it again, or copy the file again";
/// A softmax in float32 may end a hair above 1.
constexpr float mostProbability = 1.001F;
constexpr std::size_t mostCandidates = 1000;
constexpr std::size_t mostBins = 1000;

/// "3/gate" -> 3 and "gate"; nothing for a name of another kind.
struct PartName {
  std::size_t probe = 0;
  std::string_view part;
};
std::optional<PartName> partName(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == 0 || slash == std::string_view::npos || slash > 3) return std::nullopt;
  if (slash > 1 && name.front() == '0') return std::nullopt;
  PartName made{.probe = 0, .part = name.substr(slash + 1)};
  const auto [end, failed] = std::from_chars(name.data(), name.data() + slash, made.probe);
  if (failed != std::errc() || end != name.data() + slash) return std::nullopt;
  return made;
}

/// Takes the tensors one by one and remembers the first thing that is wrong.
class Decoder {
 public:
  explicit Decoder(const std::string& where) : m_where(where) {}

  Result<ProbeFile> decode(const std::vector<NamedArray>& tensors) {
    for (const NamedArray& tensor : tensors) {
      take(tensor);
      if (m_error) return *m_error;
    }
    for (std::size_t k = 0; k < m_file.probes.size() && !m_error; ++k) checkProbe(k);
    if (m_error) return *m_error;
    return std::move(m_file);
  }

 private:
  void refuse(const std::string& name, std::string what) {
    if (!m_error)
      m_error = Error{ErrorKind::BadInput, m_where + ", " + escapeForDisplay(name, 80), std::move(what), remedy};
  }

  /// Refuses the tensor with `what` unless it is `right`, which it answers.
  bool expect(bool right, const NamedArray& tensor, std::string what) {
    if (!right) refuse(tensor.name, std::move(what));
    return right;
  }

  void take(const NamedArray& tensor) {
    if (tensor.name == "position_bias") {
      if (hasShape(tensor, 1)) m_file.positionBias = numbers(tensor, -INFINITY, INFINITY);
    } else if (tensor.name == "gate_histogram") {
      takeHistogram(tensor);
    } else if (const auto name = partName(tensor.name)) {
      if (!expect(name->probe < mostProbes, tensor,
                  "is beyond the " + std::to_string(mostProbes) + " probes that a run may have"))
        return;
      if (name->probe >= m_file.probes.size()) m_file.probes.resize(name->probe + 1);
      takePart(tensor, name->part, m_file.probes[name->probe]);
    }
  }

  void takePart(const NamedArray& tensor, std::string_view part, ProbeSnapshot& probe) {
    if (part == "pointer_weight" && hasShape(tensor, 1) && agrees(tensor, probe, tensor.array.shape[0]))
      probe.pointerWeight = numbers(tensor, 0, mostProbability);
    if (part == "attention") takeMaps(tensor, probe);
    if (part == "gate") probe.gate = scalar(tensor);
    if (part == "target_probability") probe.targetProbability = scalar(tensor);
    if (part == "top_location" && hasShape(tensor, 1) && isShort(tensor, mostCandidates))
      probe.topLocation = integers(tensor);
    if (part == "top_probability" && hasShape(tensor, 1) && isShort(tensor, mostCandidates))
      probe.topProbability = numbers(tensor, 0, mostProbability);
  }

  void takeMaps(const NamedArray& tensor, ProbeSnapshot& probe) {
    const auto& shape = tensor.array.shape;
    if (!hasShape(tensor, 4) || !expect(shape[2] == shape[3], tensor, isOfShape(tensor) + ", not square")) return;
    if (!agrees(tensor, probe, shape[2])) return;
    probe.layers = static_cast<std::size_t>(shape[0]);
    probe.heads = static_cast<std::size_t>(shape[1]);
    probe.attention = numbers(tensor, 0, mostProbability);
  }

  void takeHistogram(const NamedArray& tensor) {
    if (!hasShape(tensor, 2) || !isShort(tensor, 2 * mostBins)) return;
    if (!expect(tensor.array.shape[0] == 2, tensor, isOfShape(tensor) + ", not [2, bins]")) return;
    std::vector<std::int64_t> counts = integers(tensor);
    const auto middle = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
    m_file.gateHistogram = GateCounts{.right = {counts.begin(), middle}, .wrong = {middle, counts.end()}};
  }

  static std::string isOfShape(const NamedArray& tensor) { return "has the shape " + tensor.array.shapeText(); }
  /// That many dimensions, none of them empty.
  bool hasShape(const NamedArray& tensor, std::size_t dimensions) {
    const auto& shape = tensor.array.shape;
    const bool good = shape.size() == dimensions && std::ranges::all_of(shape, [](auto extent) { return extent > 0; });
    return expect(good, tensor,
                  isOfShape(tensor) + ", not " + std::to_string(dimensions) + " dimensions that hold something");
  }
  bool isShort(const NamedArray& tensor, std::size_t most) {
    return expect(tensor.array.elements() <= most, tensor, "holds more than " + std::to_string(most) + " elements");
  }
  /// The first part that has visits decides how many they are.
  bool agrees(const NamedArray& tensor, ProbeSnapshot& probe, std::int64_t visits) {
    const auto length = static_cast<std::size_t>(visits);
    if (probe.length == 0) probe.length = length;
    return expect(
        probe.length == length, tensor,
        "is of " + std::to_string(length) + " visits, another part of this probe of " + std::to_string(probe.length));
  }

  std::vector<float> numbers(const NamedArray& tensor, float least, float most) {
    if (!expect(isFloating(tensor.array.dtype), tensor, isOfType(tensor) + ", not a floating one")) return {};
    std::vector<float> values = tensor.array.toFloats();
    const auto bad = std::ranges::find_if(
        values, [&](float value) { return !std::isfinite(value) || value < least || value > most; });
    if (bad == values.end()) return values;
    refuse(tensor.name, std::isfinite(*bad) ? "holds " + shortNumber(*bad, 6) + ", which is not a probability"
                                            : "holds a number that is not finite");
    return {};
  }
  std::optional<float> scalar(const NamedArray& tensor) {
    if (!expect(tensor.array.shape.empty(), tensor, isOfShape(tensor) + ", not []")) return std::nullopt;
    const std::vector<float> value = numbers(tensor, 0, mostProbability);
    return value.empty() ? std::nullopt : std::optional(value.front());
  }
  std::vector<std::int64_t> integers(const NamedArray& tensor) {
    const NdArray& array = tensor.array;
    std::vector<std::int64_t> values(array.elements());
    const bool whole = !isFloating(array.dtype) && copyAsIntegers(array.dtype, array.data, values);
    if (!expect(whole, tensor, isOfType(tensor) + ", not a whole one")) return {};
    const bool counts = std::ranges::all_of(values, [](std::int64_t value) { return value >= 0; });
    return expect(counts, tensor, "holds a number below 0") ? values : std::vector<std::int64_t>();
  }
  static std::string isOfType(const NamedArray& tensor) {
    return std::string("has the type ") + nameOf(tensor.array.dtype);
  }

  void checkProbe(std::size_t k) {
    const ProbeSnapshot& probe = m_file.probes[k];
    const std::string name = std::to_string(k) + "/";
    const bool nothing = probe.length == 0 && probe.topLocation.empty() && probe.topProbability.empty() &&
                         !probe.gate && !probe.targetProbability;
    if (nothing) return refuse(name, "has no parts, though a later probe does");
    if (probe.topLocation.size() != probe.topProbability.size())
      return refuse(name + "top_probability", "holds " + std::to_string(probe.topProbability.size()) +
                                                  " elements, top_location " +
                                                  std::to_string(probe.topLocation.size()));
    const ProbeSnapshot& first = m_file.probes.front();
    if (probe.layers != first.layers || probe.heads != first.heads)
      return refuse(name + "attention", "is of other layers and heads than the first probe's");
  }

  const std::string& m_where;
  ProbeFile m_file;
  std::optional<Error> m_error;
};

}  // namespace

std::size_t ProbeFile::mapBytes() const {
  std::size_t bytes = 0;
  for (const ProbeSnapshot& probe : probes) bytes += probe.attention.size() * sizeof(float);
  return bytes;
}

Status checkProbes(std::span<const std::int64_t> probes, std::size_t sequences, const std::string& where) {
  if (probes.size() > mostProbes)
    return Error{ErrorKind::BadInput, where,
                 "names " + std::to_string(probes.size()) + " probes, more than the " + std::to_string(mostProbes) +
                     " that a run may have",
                 "name fewer"};
  for (const std::int64_t probe : probes) {
    if (probe >= 0 && static_cast<std::size_t>(probe) < sequences) continue;
    const std::string there =
        sequences == 0 ? std::string("no sequences") : "the sequences 0 to " + std::to_string(sequences - 1);
    return Error{ErrorKind::BadInput, where,
                 "names the probe " + std::to_string(probe) + ", but validation has " + there, "name others"};
  }
  return {};
}

Result<ProbeFile> decodeProbeFile(std::span<const std::byte> bytes, const std::string& where) {
  try {
    // The tensors' bytes once more, and their floats.
    MemoryBudget budget(2 * largestProbeFile);
    const auto file = readSafetensors(bytes, where, budget);
    if (!file) return file.error();
    return Decoder(where).decode(file->tensors);
  } catch (const std::bad_alloc&) {
    return Error{ErrorKind::Failed, where, "needs more memory than there is", "close other programs"};
  }
}

Result<ProbeFile> readProbeFile(const GuardedPath& file) {
  const auto bytes = readFile(file, largestProbeFile);
  if (!bytes) return bytes.error();
  return decodeProbeFile(*bytes, file.string());
}

}  // namespace sojourn
