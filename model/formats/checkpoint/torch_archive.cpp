// SPDX-License-Identifier: GPL-3.0-or-later
// The records of a torch archive: data.pkl, byteorder, version, and one for each storage.
#include "model/formats/checkpoint/torch_archive.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "model/core/text.h"

namespace sojourn {
namespace {

constexpr std::string_view pickleRecord = "/data.pkl";
/// Bytes that a tensor costs beside its elements: empty ones must not come for nothing either.
constexpr std::uint64_t bookkeeping = 512;
constexpr const char* saveAgain = "save it again with torch.save";
constexpr std::uint64_t largestMetadata = std::uint64_t{64} << 20U;

std::string_view textOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Copies `count` elements that lie `stride` elements apart.
template <class T>
void copyRow(const std::byte* from, std::int64_t stride, std::int64_t count, std::byte* to) {
  for (std::int64_t i = 0; i < count; ++i) {
    std::memcpy(to + static_cast<std::size_t>(i) * sizeof(T), from + i * stride * static_cast<std::int64_t>(sizeof(T)),
                sizeof(T));
  }
}

/// Copies the elements of a view into C order, row by row along its last axis.
void gather(const TorchTensor& tensor, std::span<const std::byte> storage, std::span<std::byte> out) {
  const std::size_t itemSize = sizeOf(tensor.dtype);
  const std::size_t outer = tensor.shape.empty() ? 0 : tensor.shape.size() - 1;
  const std::int64_t count = tensor.shape.empty() ? 1 : tensor.shape.back();
  const std::int64_t stride = tensor.strides.empty() ? 1 : tensor.strides.back();
  const std::size_t rowBytes = static_cast<std::size_t>(count) * itemSize;
  std::vector<std::int64_t> index(outer, 0);
  std::int64_t offset = tensor.offset;
  for (std::size_t at = 0; at < out.size(); at += rowBytes) {
    const std::byte* from = storage.data() + static_cast<std::size_t>(offset) * itemSize;
    std::byte* to = out.data() + at;
    switch (stride == 1 ? 0 : itemSize) {
      case 0:
        std::memcpy(to, from, rowBytes);
        break;
      case 1:
        copyRow<std::uint8_t>(from, stride, count, to);
        break;
      case 2:
        copyRow<std::uint16_t>(from, stride, count, to);
        break;
      case 4:
        copyRow<std::uint32_t>(from, stride, count, to);
        break;
      default:
        copyRow<std::uint64_t>(from, stride, count, to);
    }
    for (std::size_t axis = outer; axis-- > 0;) {
      offset += tensor.strides[axis];
      if (++index[axis] < tensor.shape[axis]) break;
      offset -= tensor.strides[axis] * tensor.shape[axis];
      index[axis] = 0;
    }
  }
}

}  // namespace

Result<std::unique_ptr<TorchArchive>> TorchArchive::open(std::span<const std::byte> bytes, const std::string& where,
                                                         MemoryBudget& budget) {
  auto zip = ZipArchive::open(bytes, where);
  if (!zip) return zip.error();
  std::unique_ptr<TorchArchive> archive(new TorchArchive(std::move(*zip), where, budget));
  if (const Status read = archive->readRecords(); !read) return read.error();
  return archive;
}

Error TorchArchive::refusal(const std::string& place, std::string what, std::string remedy) const {
  return {ErrorKind::BadInput, m_where + ", " + place, std::move(what), std::move(remedy)};
}

Status TorchArchive::readRecords() {
  const ZipEntry* pickle = nullptr;
  for (const ZipEntry& entry : m_zip.entries()) {
    const bool inFolder = entry.name.find('/') + pickleRecord.size() == entry.name.size();
    if (inFolder && entry.name.ends_with(pickleRecord)) pickle = &entry;
  }
  if (!pickle) {
    return refusal("record data.pkl", "is not there, so this zip archive is not a checkpoint",
                   "give the file that torch.save wrote");
  }
  m_prefix = pickle->name.substr(0, pickle->name.size() - pickleRecord.size() + 1);
  if (m_zip.find(m_prefix + "constants.pkl")) {
    return refusal("record " + escapeForDisplay(m_prefix, 80) + "constants.pkl",
                   "marks a TorchScript program, which is code and not only weights",
                   "load it in Python with torch.jit.load and save its state_dict() with torch.save");
  }
  if (Status format = checkFormat(m_prefix); !format) return format;

  auto content = m_zip.read(*pickle, *m_budget);
  if (!content) return content.error();
  m_pickle = std::move(*content);
  const PickleLimits limits{.memoryBytes = std::min(m_budget->left(), largestMetadata)};
  auto document = readPickleView(m_pickle->bytes(), m_where + ", record " + escapeForDisplay(pickle->name, 80),
                                 &m_allowList, limits);
  if (!document) return document.error();
  m_document = std::move(*document);
  return {};
}

Status TorchArchive::checkFormat(const std::string& prefix) {
  if (const ZipEntry* order = m_zip.find(prefix + "byteorder")) {
    const auto content = m_zip.read(*order, *m_budget);
    if (!content) return content.error();
    if (textOf(content->bytes()) == "big") {
      return refusal("record byteorder", "says that the numbers are big-endian, which is not read",
                     "save it again on a little-endian machine");
    }
    if (textOf(content->bytes()) != "little") {
      return refusal("record byteorder", "says \"" + escapeForDisplay(textOf(content->bytes()), 20) + "\"", saveAgain);
    }
  }
  const ZipEntry* version = m_zip.find(prefix + "version");
  if (!version) version = m_zip.find(prefix + ".data/version");
  if (!version) return refusal("record version", "is not there", saveAgain);
  const auto content = m_zip.read(*version, *m_budget);
  if (!content) return content.error();
  const std::string_view text = textOf(content->bytes());
  const bool known = !text.empty() && text[0] >= '1' && text[0] <= '9' &&
                     (text.size() == 1 || text.substr(1) == "\n" || text.substr(1) == "0\n");
  if (!known) {
    return refusal("record version", "says \"" + escapeForDisplay(text, 20) + "\", where 1 to 10 are known", saveAgain);
  }
  return {};
}

Result<std::span<const std::byte>> TorchArchive::storageBytes(const TorchStorage& storage) {
  auto known = m_storages.find(storage.key);
  if (known == m_storages.end()) {
    const std::string name = m_prefix + "data/" + std::string(storage.key);
    const ZipEntry* entry = m_zip.find(name);
    if (!entry) {
      return refusal("record " + escapeForDisplay(name, 80), "is not there, though a tensor needs it", saveAgain);
    }
    auto content = m_zip.read(*entry, *m_budget);
    if (!content) return content.error();
    known = m_storages.emplace(std::string(storage.key), std::move(*content)).first;
  }
  const auto bytes = known->second.bytes();
  const std::uint64_t itemSize = storage.element ? sizeOf(*storage.element) : 1;
  if (static_cast<std::uint64_t>(storage.count) > bytes.size() / itemSize) {
    return refusal("record " + escapeForDisplay(m_prefix + "data/" + std::string(storage.key), 80),
                   "holds " + std::to_string(bytes.size()) + " bytes, too few for the " +
                       std::to_string(storage.count) + " elements of its storage",
                   "the file is damaged or cut short; copy or save it again");
  }
  return bytes;
}

Result<NdArray> TorchArchive::load(const TorchTensor& tensor, const std::string& name) {
  const auto bytes = storageBytes(m_allowList.storages()[tensor.storage]);
  if (!bytes) return bytes.error();
  // The allow list has checked shape, offset and strides against the storage's count, and storageBytes that count
  // against the record.
  NdArray array{.dtype = tensor.dtype, .shape = {tensor.shape.begin(), tensor.shape.end()}, .data = {}};
  const std::uint64_t size = *checkedElements(tensor.shape) * sizeOf(tensor.dtype);
  if (!m_budget->take(size + bookkeeping)) {
    return refusal("tensor " + escapeForDisplay(name, 80),
                   "unfolds to " + humanBytes(size) + ", more than one file may take",
                   "save the tensors with clone() and without expand()");
  }
  array.data.resize(size);
  if (size > 0) gather(tensor, *bytes, array.data);
  return array;
}

}  // namespace sojourn
