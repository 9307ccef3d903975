// SPDX-License-Identifier: GPL-3.0-or-later
// From values to a CheckpointFile.
#include "model/formats/checkpoint/torch_checkpoint.h"

#include <array>

#include "model/core/text.h"
#include "model/formats/bytes/failure.h"
#include "model/formats/checkpoint/torch_archive.h"
#include "model/formats/pickle/pickle_json.h"

namespace sojourn {
namespace {

constexpr std::array<std::string_view, 3> stateKeys{"model_state_dict", "state_dict", "model"};
constexpr std::array<std::string_view, 2> optimizerKeys{optimizerStateKey, "optimizer"};
constexpr const char* saveStateDict = "save model.state_dict(), bare or under model_state_dict, state_dict or model";

class Interpreter {
 public:
  Interpreter(TorchArchive& archive, const std::string& where, MemoryBudget& budget)
      : m_archive(archive), m_where(where), m_budget(budget) {}

  CheckpointFile read() {
    m_file.container = "torch zip";
    const PickleValue& root = m_archive.root();
    if (!root.is(PickleKind::Dict)) fail("the top", "is " + root.description() + " and no dict", saveStateDict);
    const PickleValue* state = findStateDict(root);
    readTensors(*state, m_file.tensors);
    if (state != &root) readRest(root, state);
    return std::move(m_file);
  }

 private:
  [[noreturn]] void fail(const std::string& place, std::string what, std::string remedy) const {
    throw FormatFailure{{ErrorKind::BadInput, m_where + ", " + place, std::move(what), std::move(remedy)}};
  }

  [[nodiscard]] bool isTensor(const PickleValue& value) const { return m_archive.tensor(value) || value.asArray(); }
  [[nodiscard]] bool holdsTensors(const PickleValue& value) const {
    for (const PickleEntry& entry : value.entries()) {
      if (isTensor(entry.value)) return true;
    }
    return false;
  }

  const PickleValue* findStateDict(const PickleValue& root) {
    for (const std::string_view key : stateKeys) {
      const PickleValue* candidate = root.find(key);
      if (candidate && holdsTensors(*candidate)) {
        m_file.stateKey = key;
        return candidate;
      }
    }
    if (holdsTensors(root)) return &root;
    fail("the top", "holds no state dict" + keysOf(root), saveStateDict);
  }

  static std::string keysOf(const PickleValue& dict) {
    constexpr std::size_t most = 8;
    std::string list;
    std::size_t shown = 0;
    for (const PickleEntry& entry : dict.entries()) {
      if (shown++ == most) return list + ", ...)";
      const auto text = entry.key.asText();
      list += (list.empty() ? " (its keys: " : ", ") + (text ? escapeForDisplay(*text, 40) : entry.key.description());
    }
    return list.empty() ? " (it is empty)" : list + ")";
  }

  NdArray load(const PickleValue& value, const std::string& name) {
    if (const PickleArray* array = value.asArray()) {
      spend(array->data.size(), name);
      return array->toNdArray();
    }
    auto loaded = m_archive.load(*m_archive.tensor(value), name);
    if (!loaded) throw FormatFailure{loaded.error()};
    return std::move(*loaded);
  }

  /// For what is copied out of the pickle, which may refer to one array many times.
  void spend(std::uint64_t bytes, const std::string& name) {
    constexpr std::uint64_t bookkeeping = 512;
    if (m_budget.take(bytes + bookkeeping)) return;
    fail("tensor " + escapeForDisplay(name, 80), "needs more memory than one file may take",
         "save fewer or smaller tensors");
  }

  std::string nameOfEntry(const PickleEntry& entry) const {
    const auto name = entry.key.asText();
    if (!name || !isValidUtf8(*name)) {
      fail("the state dict", "has " + entry.key.description() + " as the name of a tensor", saveStateDict);
    }
    return std::string(*name);
  }

  void readTensors(const PickleValue& state, std::vector<NamedArray>& tensors) {
    for (const PickleEntry& entry : state.entries()) {
      std::string name = nameOfEntry(entry);
      if (!isTensor(entry.value)) {
        leaveOut(name, entry.value);
        continue;
      }
      NdArray array = load(entry.value, name);
      tensors.push_back({std::move(name), std::move(array)});
    }
  }

  /// The first few are named; a crafted file may hold a million.
  void leaveOut(const std::string& name, const PickleValue& value) {
    constexpr std::size_t mostNamed = 20;
    if (m_file.problems.size() > mostNamed) return;
    const bool named = m_file.problems.size() < mostNamed;
    m_file.problems.push_back({Severity::Notice,
                               m_where + (named ? ", tensor " + escapeForDisplay(name, 80) : ", the state dict"),
                               named ? "is " + value.description() + " and not a tensor, so it is skipped"
                                     : "holds more entries that are not tensors; they are skipped too",
                               "save tensors only in the state dict"});
  }

  void readRest(const PickleValue& root, const PickleValue* state) {
    PickleToJson json;
    for (const PickleEntry& entry : root.entries()) {
      if (&entry.value == state) continue;
      const auto text = entry.key.asText();
      const std::string key = text && isValidUtf8(*text) ? std::string(*text) : entry.key.description();
      if (key == bestStateKey && m_file.bestTensors.empty() && holdsTensors(entry.value)) {
        readTensors(entry.value, m_file.bestTensors);
        continue;
      }
      const bool named = !m_file.optimizer && (key == optimizerKeys[0] || key == optimizerKeys[1]);
      if (named && entry.value.find("state") && entry.value.find("param_groups")) {
        readOptimizer(entry.value, key, json);
        continue;
      }
      appendMember(m_file.metadata, key, json.convert(entry.value, m_where + ", key " + escapeForDisplay(key, 80)));
    }
  }

  void readOptimizer(const PickleValue& value, const std::string& key, PickleToJson& json) {
    const std::string place = "key " + key;
    OptimizerState optimizer;
    const PickleValue& groups = *value.find("param_groups");
    if (!groups.isSequence()) fail(place, "has param_groups that are " + groups.description(), damagedOptimizer);
    optimizer.paramGroups = json.convert(groups, m_where + ", " + place);
    for (const PickleEntry& entry : value.find("state")->entries()) {
      const auto parameter = entry.key.asInteger();
      if (!parameter || !entry.value.is(PickleKind::Dict)) {
        fail(place, "has a state for " + entry.key.description() + " that is " + entry.value.description(),
             damagedOptimizer);
      }
      OptimizerSlot slot{.parameter = *parameter, .tensors = {}};
      for (const PickleEntry& item : entry.value.entries()) {
        if (auto tensor = slotTensor(item, place)) slot.tensors.push_back(std::move(*tensor));
      }
      optimizer.slots.push_back(std::move(slot));
    }
    m_file.optimizer = std::move(optimizer);
  }

  /// A tensor, or a number as older torch kept the step; None is left out.
  std::optional<NamedArray> slotTensor(const PickleEntry& entry, const std::string& place) {
    if (entry.value.isNone()) return std::nullopt;
    std::string name = nameOfEntry(entry);
    if (isTensor(entry.value)) {
      NdArray array = load(entry.value, name);
      return NamedArray{std::move(name), std::move(array)};
    }
    spend(sizeof(double), name);
    if (const auto whole = entry.value.asInteger())
      return NamedArray{std::move(name), makeArray({}, std::array{*whole})};
    if (const auto number = entry.value.asNumber())
      return NamedArray{std::move(name), makeArray({}, std::array{*number})};
    fail(place, "keeps " + entry.value.description() + " as " + escapeForDisplay(name, 40), damagedOptimizer);
  }

  static constexpr const char* damagedOptimizer = "save optimizer.state_dict() again, or leave it out";

  TorchArchive& m_archive;
  const std::string& m_where;
  MemoryBudget& m_budget;
  CheckpointFile m_file;
};

}  // namespace

Result<CheckpointFile> readTorchCheckpoint(std::span<const std::byte> bytes, const std::string& where,
                                           MemoryBudget& budget) {
  auto archive = TorchArchive::open(bytes, where, budget);
  if (!archive) return archive.error();
  try {
    return Interpreter(**archive, where, budget).read();
  } catch (const FormatFailure& failure) {
    return failure.error;
  }
}

}  // namespace sojourn
