// SPDX-License-Identifier: GPL-3.0-or-later
// Safetensors in and out; every range is checked against the file, and together they must cover it exactly.
#include "model/formats/checkpoint/safetensors.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <unordered_set>

#include "model/core/text.h"
#include "model/formats/bytes/little_endian.h"
#include "model/formats/checkpoint/safetensors_header.h"
#include "model/formats/pickle/pickle_json.h"
#include "model/formats/text/json_reader.h"

namespace sojourn {
namespace {

constexpr std::uint64_t lengthSize = 8;
constexpr std::uint64_t longestHeader = std::uint64_t{16} << 20U;
/// Metadata texts beyond this sum stay texts: parsed JSON takes many times its length.
constexpr std::size_t longestParsedMetadata = std::size_t{1} << 20U;
constexpr const char* damaged = "the file is damaged or cut short; copy or save it again";
constexpr const char* metadataKey = "__metadata__";

constexpr std::array<std::pair<const char*, DType>, 13> dtypeNames{{{"BOOL", DType::Bool},
                                                                    {"U8", DType::UInt8},
                                                                    {"I8", DType::Int8},
                                                                    {"U16", DType::UInt16},
                                                                    {"I16", DType::Int16},
                                                                    {"U32", DType::UInt32},
                                                                    {"I32", DType::Int32},
                                                                    {"U64", DType::UInt64},
                                                                    {"I64", DType::Int64},
                                                                    {"F16", DType::Float16},
                                                                    {"BF16", DType::BFloat16},
                                                                    {"F32", DType::Float32},
                                                                    {"F64", DType::Float64}}};

/// A metadata text as the value it stands for. One that is no JSON, or beyond the limits, stays a text.
nlohmann::ordered_json valueOf(const std::string& text) {
  ParsedJson parsed = parseJson(text, {.levels = 64});
  if (parsed.fault || parsed.value.is_string()) return text;
  return std::move(parsed.value);
}

class Reader {
 public:
  Reader(std::span<const std::byte> bytes, const std::string& where, MemoryBudget& budget)
      : m_bytes(bytes), m_where(where), m_budget(budget) {}

  Result<CheckpointFile> read() {
    if (m_bytes.size() < lengthSize) return refusal("byte 0", "is too short for safetensors", damaged);
    const auto length = readLittle<std::uint64_t>(m_bytes, 0);
    if (length > longestHeader && length <= m_bytes.size()) {
      return refusal(
          "byte 0",
          "has a header of " + humanBytes(length) + ", more than the " + humanBytes(longestHeader) + " that are read",
          "check that this is the right file");
    }
    if (length > m_bytes.size() - lengthSize) {
      return refusal("byte 0",
                     "announces a header of " + std::to_string(length) + " bytes where " +
                         std::to_string(m_bytes.size() - lengthSize) + " follow",
                     damaged);
    }
    const auto text = m_bytes.subspan(lengthSize, length);
    auto parsed = parseSafetensorsHeader({reinterpret_cast<const char*>(text.data()), text.size()});
    if (!parsed.header) {
      return refusal("byte " + std::to_string(lengthSize + parsed.offset), "has a header that " + parsed.finding,
                     "save it again with safetensors");
    }
    m_data = m_bytes.subspan(lengthSize + length);
    if (auto error = checkCover(parsed.header->entries)) return *error;
    CheckpointFile file{.container = "safetensors", .stateKey = {}, .tensors = {}, .optimizer = {}, .problems = {}};
    for (const SafetensorsEntry& entry : parsed.header->entries) {
      auto array = readTensor(entry);
      if (!array) return array.error();
      file.tensors.push_back({entry.name, std::move(*array)});
    }
    std::size_t parsedLeft = longestParsedMetadata;
    for (const auto& [key, value] : parsed.header->metadata) {
      const bool parse = value.size() <= parsedLeft;
      if (parse) parsedLeft -= value.size();
      appendMember(file.metadata, key, parse ? valueOf(value) : nlohmann::ordered_json(value));
    }
    return file;
  }

 private:
  [[nodiscard]] Error refusal(const std::string& place, std::string what, std::string remedy) const {
    return {ErrorKind::BadInput, m_where + ", " + place, std::move(what), std::move(remedy)};
  }
  [[nodiscard]] static std::string tensorPlace(const SafetensorsEntry& entry) {
    return "tensor " + escapeForDisplay(entry.name, 80);
  }

  /// The tensors must lie one after the other, without a hole or an overlap, up to the end.
  std::optional<Error> checkCover(const std::vector<SafetensorsEntry>& entries) const {
    std::vector<const SafetensorsEntry*> sorted;
    for (const SafetensorsEntry& entry : entries) sorted.push_back(&entry);
    std::ranges::sort(sorted, {}, [](const SafetensorsEntry* entry) { return std::pair(entry->begin, entry->end); });
    std::uint64_t at = 0;
    for (const SafetensorsEntry* entry : sorted) {
      const std::string range = "bytes " + std::to_string(entry->begin) + " to " + std::to_string(entry->end);
      if (entry->end < entry->begin || entry->end > m_data.size()) {
        return refusal(tensorPlace(*entry), "claims " + range + " of " + std::to_string(m_data.size()), damaged);
      }
      if (entry->begin < at)
        return refusal(tensorPlace(*entry), "overlaps the tensor before it, with " + range, damaged);
      if (entry->begin > at) {
        return refusal(tensorPlace(*entry), "leaves a hole before it, with " + range, "save it again with safetensors");
      }
      at = entry->end;
    }
    if (at == m_data.size()) return std::nullopt;
    return refusal("byte " + std::to_string(m_bytes.size() - m_data.size() + at),
                   "holds bytes that belong to no tensor", "save it again with safetensors");
  }

  Result<NdArray> readTensor(const SafetensorsEntry& entry) {
    const auto known = std::ranges::find(dtypeNames, entry.dtype, [](const auto& pair) { return pair.first; });
    if (known == dtypeNames.end()) {
      return refusal(tensorPlace(entry), "is of type " + escapeForDisplay(entry.dtype, 20) + ", which is not read",
                     "save it as F32, F16 or BF16");
    }
    const DType type = known->second;
    const std::uint64_t size = entry.end - entry.begin;
    const auto elements = checkedElements(entry.shape);
    if (!elements || *elements * sizeOf(type) != size) {
      return refusal(tensorPlace(entry),
                     std::string("is ") + nameOf(type) + " " + shapeText(entry.shape) + " but has " +
                         std::to_string(size) + " bytes",
                     damaged);
    }
    constexpr std::uint64_t bookkeeping = 512;
    if (!m_budget.take(size + bookkeeping)) {
      return refusal(tensorPlace(entry), "needs more memory than one file may take",
                     "split the file into smaller ones");
    }
    const auto bytes = m_data.subspan(entry.begin, size);
    return NdArray{.dtype = type, .shape = entry.shape, .data = {bytes.begin(), bytes.end()}};
  }

  std::span<const std::byte> m_bytes;
  std::span<const std::byte> m_data;
  const std::string& m_where;
  MemoryBudget& m_budget;
};

const char* safetensorsName(DType type) {
  return std::ranges::find(dtypeNames, type, [](const auto& pair) { return pair.second; })->first;
}

}  // namespace

bool looksLikeSafetensors(std::span<const std::byte> bytes) {
  if (bytes.size() <= lengthSize || bytes[lengthSize] != std::byte{'{'}) return false;
  return readLittle<std::uint64_t>(bytes, 0) < std::uint64_t{1} << 40U;
}

Result<CheckpointFile> readSafetensors(std::span<const std::byte> bytes, const std::string& where,
                                       MemoryBudget& budget) {
  return Reader(bytes, where, budget).read();
}

Result<Bytes> encodeSafetensors(const CheckpointFile& checkpoint) {
  // An ordered object is searched from its beginning for every key: sets of names keep this linear.
  auto header = nlohmann::ordered_json::object();
  if (!checkpoint.metadata.empty()) {
    auto metadata = nlohmann::ordered_json::object();
    std::unordered_set<std::string> keys;
    for (const auto& [key, value] : checkpoint.metadata.items()) {
      if (!keys.insert(key).second) {
        return Error{ErrorKind::BadInput, "metadata " + escapeForDisplay(key, 80),
                     "cannot be written: the key occurs twice", "rename one of them"};
      }
      appendMember(metadata, key, value.is_string() ? value.get<std::string>() : value.dump());
    }
    appendMember(header, metadataKey, std::move(metadata));
  }
  std::unordered_set<std::string_view> names{metadataKey};
  std::uint64_t at = 0;
  for (const auto& [name, array] : checkpoint.tensors) {
    if (!names.insert(name).second || !isValidUtf8(name)) {
      return Error{ErrorKind::BadInput, "tensor " + escapeForDisplay(name, 80),
                   "cannot be written: its name is reserved, taken or no UTF-8", "rename it"};
    }
    appendMember(header, name,
                 {{"dtype", safetensorsName(array.dtype)},
                  {"shape", array.shape},
                  {"data_offsets", {at, at + array.data.size()}}});
    at += array.data.size();
  }
  std::string text = header.dump();
  text.append((8 - text.size() % 8) % 8, ' ');  // the data begin at a multiple of eight
  Bytes bytes;
  bytes.reserve(lengthSize + text.size() + at);
  appendLittle(bytes, static_cast<std::uint64_t>(text.size()));
  const auto raw = asBytes(text);
  bytes.insert(bytes.end(), raw.begin(), raw.end());
  for (const NamedArray& tensor : checkpoint.tensors) {
    bytes.insert(bytes.end(), tensor.array.data.begin(), tensor.array.data.end());
  }
  return bytes;
}

Status writeSafetensors(const GuardedPath& path, const CheckpointFile& checkpoint) {
  const auto bytes = encodeSafetensors(checkpoint);
  if (!bytes) return bytes.error();
  return writeFileAtomically(path, std::span<const std::byte>(*bytes));
}

}  // namespace sojourn
