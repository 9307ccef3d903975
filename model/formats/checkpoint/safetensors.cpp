// SPDX-License-Identifier: GPL-3.0-or-later
// Safetensors in and out; every range is checked against the file, and together they must cover it exactly.
#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "model/core/text.h"
#include "model/formats/bytes/failure.h"
#include "model/formats/bytes/little_endian.h"
#include "model/formats/checkpoint/checkpoint_file.h"
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

struct SafetensorsEntry {
  std::string name;
  std::string dtype;
  std::vector<std::int64_t> shape;
  std::uint64_t begin = 0;  ///< within the data
  std::uint64_t end = 0;
};

/// The first name that stands twice, quoted.
std::optional<std::string> findTwice(std::vector<std::string_view> names) {
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice == names.end()) return std::nullopt;
  return "\"" + escapeForDisplay(*twice, 80) + "\"";
}

/// Knows at each event of the parser what may come: nothing but the three levels that may occur is ever built.
class HeaderListener final : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::vector<SafetensorsEntry> entries;
  std::vector<std::pair<std::string, std::string>> metadata;
  std::string finding;     ///< what is wrong, a sentence fragment
  std::size_t offset = 0;  ///< where in the text, as far as known

  /// False where the text is no header, as `finding` says.
  bool parse(std::string_view json) {
    if (!nlohmann::json::sax_parse(json.begin(), json.end(), this)) return false;
    std::vector<std::string_view> names, keys;
    for (const SafetensorsEntry& entry : entries) names.push_back(entry.name);
    for (const auto& [key, value] : metadata) keys.push_back(key);
    if (const auto twice = findTwice(std::move(names))) return fail("names the tensor " + *twice + " twice");
    if (const auto twice = findTwice(std::move(keys))) return fail("has the metadata " + *twice + " twice");
    return true;
  }

  bool start_object(std::size_t) override {
    if (m_level == 2) return unexpected("an object");
    if (++m_level == 1 || m_inMetadata) return true;
    entries.push_back({.name = m_key, .dtype = {}, .shape = {}});
    m_hasDType = m_hasShape = m_hasOffsets = false;
    m_offsets.clear();
    return true;
  }
  bool key(std::string& name) override {
    if (m_level == 1) {
      m_inMetadata = name == "__metadata__";
    } else if (!m_inMetadata && name != "dtype" && name != "shape" && name != "data_offsets") {
      return fail("has the unknown key \"" + escapeForDisplay(name, 40) + "\" in " + place());
    }
    (m_level == 1 ? m_key : m_field) = name;
    return true;
  }
  bool end_object() override {
    if (m_level == 2 && !m_inMetadata) {
      if (!m_hasDType || !m_hasShape || !m_hasOffsets) return fail("lacks dtype, shape or data_offsets in " + place());
      if (m_offsets.size() != 2) return fail("has data_offsets that are not a pair in " + place());
      entries.back().begin = m_offsets[0];
      entries.back().end = m_offsets[1];
    }
    --m_level;
    m_inMetadata = false;
    return true;
  }
  bool start_array(std::size_t) override {
    if (m_level != 2 || m_inMetadata || m_inArray || m_field == "dtype") return unexpected("a list");
    bool& seen = m_field == "shape" ? m_hasShape : m_hasOffsets;
    if (seen) return fail("has " + m_field + " twice in " + place());
    seen = true;
    m_inArray = true;
    return true;
  }
  bool end_array() override {
    m_inArray = false;
    return true;
  }
  bool number_unsigned(std::uint64_t value) override {
    if (!m_inArray) return unexpected("a number");
    if (value > static_cast<std::uint64_t>(INT64_MAX)) return unexpected("the number " + std::to_string(value));
    constexpr std::size_t mostDimensions = 32;
    auto& shape = entries.back().shape;
    const bool isShape = m_field == "shape";
    if (isShape ? shape.size() >= mostDimensions : m_offsets.size() >= 2) {
      return fail("has too many numbers in " + place());
    }
    if (isShape) {
      shape.push_back(static_cast<std::int64_t>(value));
    } else {
      m_offsets.push_back(value);
    }
    return true;
  }
  bool string(std::string& value) override {
    if (m_level != 2 || m_inArray) return unexpected("a text");
    if (m_inMetadata) {
      metadata.emplace_back(m_field, value);
      return true;
    }
    if (m_field != "dtype" || m_hasDType) return unexpected("a text");
    m_hasDType = true;
    entries.back().dtype = value;
    return true;
  }
  bool number_integer(std::int64_t value) override { return unexpected("the number " + std::to_string(value)); }
  bool number_float(double, const std::string& text) override { return unexpected("the number " + text); }
  bool null() override { return unexpected("null"); }
  bool boolean(bool) override { return unexpected("a truth value"); }
  bool binary(nlohmann::json::binary_t&) override { return unexpected("bytes"); }
  bool parse_error(std::size_t at, const std::string&, const nlohmann::detail::exception&) override {
    if (!finding.empty()) return false;
    offset = at;
    return fail("is not well-formed JSON");
  }

 private:
  [[nodiscard]] std::string place() const { return "\"" + escapeForDisplay(m_key, 80) + "\""; }
  bool fail(std::string what) {
    finding = std::move(what);
    return false;
  }
  bool unexpected(const std::string& what) { return fail("has " + what + " where none belongs, in " + place()); }

  int m_level = 0;  ///< 1: tensors by name; 2: one tensor's facts, or the metadata
  bool m_inMetadata = false;
  bool m_inArray = false;
  bool m_hasDType = false;
  bool m_hasShape = false;
  bool m_hasOffsets = false;
  std::string m_key;
  std::string m_field;
  std::vector<std::uint64_t> m_offsets;
};

/// A metadata text as the value it stands for. One that is no JSON, or beyond the limits, stays a text.
nlohmann::ordered_json valueOf(const std::string& text) {
  ParsedJson parsed = parseJson(text, {.levels = 64});
  if (parsed.fault || parsed.value.is_string()) return text;
  return std::move(parsed.value);
}

class SafetensorsReader {
 public:
  SafetensorsReader(std::span<const std::byte> bytes, const std::string& where, MemoryBudget& budget)
      : m_bytes(bytes), m_where(where), m_budget(budget) {}

  CheckpointFile read() {
    if (m_bytes.size() < lengthSize) fail("byte 0", "is too short for safetensors", damaged);
    const auto length = readLittle<std::uint64_t>(m_bytes, 0);
    if (length > longestHeader && length <= m_bytes.size()) {
      fail("byte 0",
           "has a header of " + humanBytes(length) + ", more than the " + humanBytes(longestHeader) + " that are read",
           "check that this is the right file");
    }
    if (length > m_bytes.size() - lengthSize) {
      fail("byte 0",
           "announces a header of " + std::to_string(length) + " bytes where " +
               std::to_string(m_bytes.size() - lengthSize) + " follow",
           damaged);
    }
    const auto text = m_bytes.subspan(lengthSize, length);
    HeaderListener header;
    if (!header.parse(asText(text))) {
      fail("byte " + std::to_string(lengthSize + header.offset), "has a header that " + header.finding,
           "save it again with safetensors");
    }
    m_data = m_bytes.subspan(lengthSize + length);
    checkCover(header.entries);
    CheckpointFile file{.container = "safetensors", .stateKey = {}, .tensors = {}, .optimizer = {}, .problems = {}};
    for (const SafetensorsEntry& entry : header.entries) {
      file.tensors.push_back({entry.name, readTensor(entry)});
    }
    std::size_t parsedLeft = longestParsedMetadata;
    for (const auto& [key, value] : header.metadata) {
      const bool parse = value.size() <= parsedLeft;
      if (parse) parsedLeft -= value.size();
      appendMember(file.metadata, key, parse ? valueOf(value) : nlohmann::ordered_json(value));
    }
    return file;
  }

 private:
  [[noreturn]] void fail(const std::string& place, std::string what, std::string remedy) const {
    throw FormatFailure{{ErrorKind::BadInput, m_where + ", " + place, std::move(what), std::move(remedy)}};
  }
  [[nodiscard]] static std::string tensorPlace(const SafetensorsEntry& entry) {
    return "tensor " + escapeForDisplay(entry.name, 80);
  }

  /// The tensors must lie one after the other, without a hole or an overlap, up to the end.
  void checkCover(const std::vector<SafetensorsEntry>& entries) const {
    std::vector<const SafetensorsEntry*> sorted;
    for (const SafetensorsEntry& entry : entries) sorted.push_back(&entry);
    std::ranges::sort(sorted, {}, [](const SafetensorsEntry* entry) { return std::pair(entry->begin, entry->end); });
    std::uint64_t at = 0;
    for (const SafetensorsEntry* entry : sorted) {
      const std::string range = "bytes " + std::to_string(entry->begin) + " to " + std::to_string(entry->end);
      if (entry->end < entry->begin || entry->end > m_data.size()) {
        fail(tensorPlace(*entry), "claims " + range + " of " + std::to_string(m_data.size()), damaged);
      }
      if (entry->begin < at) fail(tensorPlace(*entry), "overlaps the tensor before it, with " + range, damaged);
      if (entry->begin > at) {
        fail(tensorPlace(*entry), "leaves a hole before it, with " + range, "save it again with safetensors");
      }
      at = entry->end;
    }
    if (at == m_data.size()) return;
    fail("byte " + std::to_string(m_bytes.size() - m_data.size() + at), "holds bytes that belong to no tensor",
         "save it again with safetensors");
  }

  NdArray readTensor(const SafetensorsEntry& entry) {
    const auto type = dtypeNamed(&DTypeNames::safetensors, entry.dtype);
    if (!type) {
      fail(tensorPlace(entry), "is of type " + escapeForDisplay(entry.dtype, 20) + ", which is not read",
           "save it as F32, F16 or BF16");
    }
    const std::uint64_t size = entry.end - entry.begin;
    const auto elements = checkedElements(entry.shape);
    if (!elements || *elements * sizeOf(*type) != size) {
      fail(tensorPlace(entry),
           std::string("is ") + nameOf(*type) + " " + shapeText(entry.shape) + " but has " + std::to_string(size) +
               " bytes",
           damaged);
    }
    constexpr std::uint64_t bookkeeping = 512;
    if (!m_budget.take(size + bookkeeping)) {
      fail(tensorPlace(entry), "needs more memory than one file may take", "split the file into smaller ones");
    }
    const auto bytes = m_data.subspan(entry.begin, size);
    return NdArray{.dtype = *type, .shape = entry.shape, .data = {bytes.begin(), bytes.end()}};
  }

  std::span<const std::byte> m_bytes;
  std::span<const std::byte> m_data;
  const std::string& m_where;
  MemoryBudget& m_budget;
};

}  // namespace

bool looksLikeSafetensors(std::span<const std::byte> bytes) {
  if (bytes.size() <= lengthSize || bytes[lengthSize] != std::byte{'{'}) return false;
  return readLittle<std::uint64_t>(bytes, 0) < std::uint64_t{1} << 40U;
}

Result<CheckpointFile> readSafetensors(std::span<const std::byte> bytes, const std::string& where,
                                       MemoryBudget& budget) {
  return errorsAsValues(where,
                        [&]() -> Result<CheckpointFile> { return SafetensorsReader(bytes, where, budget).read(); });
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
                 {{"dtype", namesOf(array.dtype).safetensors},
                  {"shape", array.shape},
                  {"data_offsets", {at, at + array.data.size()}}});
    at += array.data.size();
  }
  std::string text = header.dump();
  text.append((8 - text.size() % 8) % 8, ' ');  // the data begin at a multiple of eight
  Bytes bytes;
  bytes.reserve(lengthSize + text.size() + at);
  appendLittle(bytes, static_cast<std::uint64_t>(text.size()));
  appendBytes(bytes, asBytes(text));
  for (const NamedArray& tensor : checkpoint.tensors) appendBytes(bytes, tensor.array.data);
  return bytes;
}

Status writeSafetensors(const GuardedPath& path, const CheckpointFile& checkpoint) {
  const auto bytes = encodeSafetensors(checkpoint);
  if (!bytes) return bytes.error();
  return writeFileAtomically(path, std::span<const std::byte>(*bytes));
}

}  // namespace sojourn
