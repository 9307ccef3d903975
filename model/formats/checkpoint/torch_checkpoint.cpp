// SPDX-License-Identifier: GPL-3.0-or-later
// Reads torch.save archives: finds the records, and in the pickle the state dict, the optimizer and plain settings.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>

#include "model/core/text.h"
#include "model/formats/bytes/failure.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/formats/checkpoint/torch_allow_list.h"
#include "model/formats/pickle/pickle_json.h"
#include "model/formats/pickle/pickle_reader.h"
#include "model/formats/zip/zip_archive.h"

namespace sojourn {
namespace {

constexpr std::string_view pickleRecord = "/data.pkl";
constexpr std::uint64_t largestMetadata = std::uint64_t{64} << 20U;
/// Bytes that a tensor costs beside its elements: empty ones must not come for nothing either.
constexpr std::uint64_t bookkeeping = 512;
/// Keys of state dicts, those of the plain weights before their moving averages.
constexpr std::array<std::string_view, 15> stateKeys{
    "model_state_dict", "state_dict", "model",     "model_state",    "net",       "network", "module",    "weights",
    "model_weights",    "params",     "ema_model", "ema_state_dict", "model_ema", "ema",     "best_model"};
constexpr std::array<std::string_view, 2> optimizerKeys{optimizerStateKey, "optimizer"};
constexpr const char* saveAgain = "save it again with torch.save";
constexpr const char* saveStateDict = "save model.state_dict(), bare or under model_state_dict";
constexpr const char* damagedOptimizer = "save optimizer.state_dict() again, or leave it out";

class TorchReader {
 public:
  TorchReader(std::span<const std::byte> bytes, const std::string& where, const std::string& part, MemoryBudget& budget)
      : m_where(where), m_part(part), m_budget(budget), m_zip(valueOrThrow(ZipArchive::open(bytes, where))) {}

  CheckpointFile read() {
    const ZipEntry& pickle = findPickle();
    checkFormat();
    const ZipContent content = valueOrThrow(m_zip.read(pickle, m_budget));
    const PickleLimits limits{.memoryBytes = std::min(m_budget.left(), largestMetadata)};
    const PickleDocument document = valueOrThrow(readPickleView(
        content.bytes(), m_where + ", record " + escapeForDisplay(pickle.name, 80), &m_allowList, limits));
    const PickleValue& root = document.root();
    m_file.container = "torch zip";
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

  const ZipEntry& findPickle() {
    const ZipEntry* pickle = nullptr;
    for (const ZipEntry& entry : m_zip.entries()) {
      const bool inFolder = entry.name.find('/') + pickleRecord.size() == entry.name.size();
      if (inFolder && entry.name.ends_with(pickleRecord)) pickle = &entry;
    }
    if (!pickle) {
      fail("record data.pkl", "is not there, so this zip archive is not a checkpoint",
           "give the file that torch.save wrote");
    }
    m_prefix = pickle->name.substr(0, pickle->name.size() - pickleRecord.size() + 1);
    if (m_zip.find(m_prefix + "constants.pkl")) {
      fail("record " + escapeForDisplay(m_prefix, 80) + "constants.pkl",
           "marks a TorchScript program, which is code and not only weights",
           "load it in Python with torch.jit.load and save its state_dict() with torch.save");
    }
    return *pickle;
  }

  /// The text of a small record; nothing where it is not there.
  std::optional<std::string> textOf(const std::string& record) {
    const ZipEntry* entry = m_zip.find(m_prefix + record);
    if (!entry) return std::nullopt;
    return std::string(asText(valueOrThrow(m_zip.read(*entry, m_budget)).bytes()));
  }

  void checkFormat() {
    if (const auto order = textOf("byteorder")) {
      if (*order == "big") {
        fail("record byteorder", "says that the numbers are big-endian, which is not read",
             "save it again on a little-endian machine");
      }
      if (*order != "little") fail("record byteorder", "says \"" + escapeForDisplay(*order, 20) + "\"", saveAgain);
    }
    auto version = textOf("version");
    if (!version) version = textOf(".data/version");
    if (!version) fail("record version", "is not there", saveAgain);
    const bool known = !version->empty() && version->front() >= '1' && version->front() <= '9' &&
                       (version->size() == 1 || version->substr(1) == "\n" || version->substr(1) == "0\n");
    if (!known) {
      fail("record version", "says \"" + escapeForDisplay(*version, 20) + "\", where 1 to 10 are known", saveAgain);
    }
  }

  [[nodiscard]] bool isTensor(const PickleValue& value) const { return m_allowList.tensor(value) || value.asArray(); }
  [[nodiscard]] bool holdsTensors(const PickleValue& value) const {
    return std::ranges::any_of(value.entries(), [&](const PickleEntry& entry) { return isTensor(entry.value); });
  }

  /// A dict with tensors, by the keys that lead to it.
  struct StateDict {
    std::string key;  ///< empty: the root itself
    const PickleValue* value = nullptr;
    std::size_t tensors = 0;
    std::size_t rank = 0;  ///< by its keys: the known ones in their order, the root, others
  };

  static std::size_t rankOf(std::string_view key) {
    const auto known = std::ranges::find(stateKeys, key);
    return known != stateKeys.end() ? static_cast<std::size_t>(known - stateKeys.begin()) : stateKeys.size() + 1;
  }

  /// Whether there can be weights under the key: an optimizer's tensors are none.
  static bool mayHoldWeights(std::string_view key) {
    return key != bestStateKey && key.find("optimizer") == std::string_view::npos;
  }

  /// Dicts with tensors, at most two levels below the root; each dict once, whatever refers to it.
  std::vector<StateDict> stateDicts(const PickleValue& root) {
    std::vector<StateDict> found;
    std::set<const PickleEntry*> seen;
    const auto look = [&](const auto& self, const PickleValue& dict, const std::string& key, std::size_t rank,
                          int level) -> void {
      if (!dict.is(PickleKind::Dict) || dict.entries().empty() || !seen.insert(dict.entries().data()).second) return;
      const auto isOne = [&](const PickleEntry& entry) { return isTensor(entry.value); };
      const auto tensors = static_cast<std::size_t>(std::ranges::count_if(dict.entries(), isOne));
      if (tensors > 0) found.push_back({key, &dict, tensors, rank});
      constexpr int deepest = 2;
      if (level == deepest) return;
      for (const PickleEntry& entry : dict.entries()) {
        const auto name = entry.key.asText();
        if (!name || !isValidUtf8(*name) || !mayHoldWeights(*name)) continue;
        self(self, entry.value, key.empty() ? std::string(*name) : key + "." + std::string(*name),
             level == 0 ? rankOf(*name) : std::min(rank, rankOf(*name)), level + 1);
      }
    };
    look(look, root, {}, stateKeys.size(), 0);
    return found;
  }

  const PickleValue* findStateDict(const PickleValue& root) {
    std::vector<StateDict> found = stateDicts(root);
    if (found.empty()) fail("the top", "holds no state dict" + keysOf(root), saveStateDict);
    // Beside a whole state dict single tensors, such as a logged loss, are none.
    const std::size_t most = std::ranges::max_element(found, {}, &StateDict::tensors)->tensors;
    std::erase_if(found, [&](const StateDict& one) { return 2 * one.tensors < most; });
    std::ranges::stable_sort(found, [](const StateDict& a, const StateDict& b) {
      return a.rank != b.rank ? a.rank < b.rank : a.rank > stateKeys.size() && a.tensors > b.tensors;
    });
    auto chosen = std::ranges::find(found, m_part, &StateDict::key);
    if (chosen == found.end() || m_part.empty()) {
      chosen = found.begin();
      m_file.wantedPrefix = m_part;
    }
    m_file.stateKey = chosen->key;
    if (m_part.empty() && found.size() > 1) sayChoice(found);
    return chosen->value;
  }

  void sayChoice(const std::vector<StateDict>& found) {
    constexpr std::size_t mostNamed = 5;
    std::vector<std::string> others;
    for (const StateDict& one : std::span(found).subspan(1, std::min(found.size() - 1, mostNamed)))
      others.push_back(one.key.empty() ? "the top" : escapeForDisplay(one.key, 80));
    const std::string file = m_where.substr(m_where.rfind('/') + 1);
    m_file.problems.push_back({Severity::Notice, m_where,
                               "holds several state dicts; shown is " +
                                   (found[0].key.empty() ? "the top's" : escapeForDisplay(found[0].key, 80)) +
                                   ", others are " + commaList(others),
                               "for another one open " + escapeForDisplay(file, 120) + "#" +
                                   (found[1].key.empty() ? "KEY" : escapeForDisplay(found[1].key, 80))});
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
    // The allow list has checked shape, offset and strides against the storage's count, and storageBytes that count
    // against the record.
    const TorchTensor& tensor = *m_allowList.tensor(value);
    const auto bytes = storageBytes(m_allowList.storages()[tensor.storage]);
    const std::uint64_t size = *checkedElements(tensor.shape) * sizeOf(tensor.dtype);
    if (!m_budget.take(size + bookkeeping)) {
      fail("tensor " + escapeForDisplay(name, 80), "unfolds to " + humanBytes(size) + ", more than one file may take",
           "save the tensors with clone() and without expand()");
    }
    NdArray array{.dtype = tensor.dtype, .shape = {tensor.shape.begin(), tensor.shape.end()}, .data = Bytes(size)};
    gatherElements(tensor.dtype, bytes, tensor.offset, tensor.shape, tensor.strides, array.data);
    return array;
  }

  /// The record is read, and its checksum verified, when it is first needed.
  std::span<const std::byte> storageBytes(const TorchStorage& storage) {
    const std::string name = m_prefix + "data/" + std::string(storage.key);
    const std::string place = "record " + escapeForDisplay(name, 80);
    auto known = m_storages.find(storage.key);
    if (known == m_storages.end()) {
      const ZipEntry* entry = m_zip.find(name);
      if (!entry) fail(place, "is not there, though a tensor needs it", saveAgain);
      known = m_storages.emplace(std::string(storage.key), valueOrThrow(m_zip.read(*entry, m_budget))).first;
    }
    const auto bytes = known->second.bytes();
    const std::uint64_t itemSize = storage.element ? sizeOf(*storage.element) : 1;
    if (static_cast<std::uint64_t>(storage.count) > bytes.size() / itemSize) {
      fail(place,
           "holds " + std::to_string(bytes.size()) + " bytes, too few for the " + std::to_string(storage.count) +
               " elements of its storage",
           "the file is damaged or cut short; copy or save it again");
    }
    return bytes;
  }

  /// For what is copied out of the pickle, which may refer to one array many times.
  void spend(std::uint64_t bytes, const std::string& name) {
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

  const std::string& m_where;
  const std::string& m_part;
  MemoryBudget& m_budget;
  ZipArchive m_zip;
  std::string m_prefix;  ///< "archive/"
  TorchAllowList m_allowList;
  std::map<std::string, ZipContent, std::less<>> m_storages;  ///< by key; those read so far
  CheckpointFile m_file;
};

}  // namespace

Result<CheckpointFile> readTorchCheckpoint(std::span<const std::byte> bytes, const std::string& where,
                                           const std::string& part, MemoryBudget& budget) {
  return errorsAsValues(where,
                        [&]() -> Result<CheckpointFile> { return TorchReader(bytes, where, part, budget).read(); });
}

}  // namespace sojourn
