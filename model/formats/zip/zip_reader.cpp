// SPDX-License-Identifier: GPL-3.0-or-later
// From the end of the file to the directory, from the directory to each header, from there to the contents.
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include <zlib.h>

#include "model/core/text.h"
#include "model/formats/bytes/failure.h"
#include "model/formats/bytes/little_endian.h"
#include "model/formats/zip/zip_archive.h"
#include "model/formats/zip/zip_layout.h"

namespace sojourn {
namespace {

constexpr const char* damaged = "the file is damaged or cut short; copy or save it again";
constexpr const char* crafted = "do not trust this file; save the checkpoint again with torch.save";
constexpr const char* severalDisks = "is one part of an archive on several disks";
constexpr const char* oneFile = "save the checkpoint again with torch.save, as one file";
constexpr std::uint64_t mostEntries = 200'000;
/// Deflate never makes more than 1032 bytes of one.
constexpr std::uint64_t greatestRatio = 1032;

/// The directory while it is checked.
class DirectoryReader {
 public:
  DirectoryReader(std::span<const std::byte> bytes, const std::string& where) : m_bytes(bytes), m_where(where) {}

  std::vector<ZipEntry> read() {
    findDirectory();
    std::uint64_t at = m_directoryOffset;
    std::vector<ZipEntry> entries;
    entries.reserve(m_count);
    for (std::uint64_t i = 0; i < m_count; ++i) {
      const Central central = readCentral(at);
      at += central.recordSize;
      entries.push_back(readLocal(central));
    }
    if (at != m_directoryOffset + m_directorySize) fail(at, "holds a directory longer than its entries", damaged);
    checkOverlaps(entries);
    return entries;
  }

 private:
  /// An entry of the directory. Where its packed bytes begin is known from its local header only.
  struct Central {
    ZipEntry entry;
    std::uint16_t flags = 0;
    std::uint16_t method = 0;
    std::uint64_t localOffset = 0;
    std::uint64_t recordSize = 0;
  };
  struct Extent {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::size_t entry = 0;  ///< its index in the directory
  };

  [[noreturn]] void fail(std::uint64_t at, std::string what, std::string remedy) const {
    throw FormatFailure{
        {ErrorKind::BadInput, m_where + ", byte " + std::to_string(at), std::move(what), std::move(remedy)}};
  }
  [[noreturn]] void failEntry(const std::string& name, std::string what, std::string remedy) const {
    throw FormatFailure{
        {ErrorKind::BadInput, m_where + ", record " + escapeForDisplay(name, 80), std::move(what), std::move(remedy)}};
  }

  /// `size` bytes at `at`, with the signature that must stand there.
  std::span<const std::byte> record(std::uint64_t at, std::uint64_t size, std::uint32_t signature, const char* what) {
    if (at > m_bytes.size() || size > m_bytes.size() - at) {
      fail(at, std::string("ends where ") + what + " should be", damaged);
    }
    const auto found = m_bytes.subspan(at, size);
    if (readLittle<std::uint32_t>(found, 0) != signature) {
      fail(at, std::string("holds something else where ") + what + " should be", damaged);
    }
    return found;
  }

  void findDirectory() {
    constexpr std::size_t longestComment = 0xFFFF;
    if (m_bytes.size() < zip::endSize) fail(0, "is too short for a zip archive", damaged);
    const std::size_t last = m_bytes.size() - zip::endSize;
    const std::size_t first = last > longestComment ? last - longestComment : 0;
    for (std::size_t at = last + 1; at-- > first;) {
      if (readLittle<std::uint32_t>(m_bytes, at) != zip::endSignature) continue;
      if (at + zip::endSize + readLittle<std::uint16_t>(m_bytes, at + 20) != m_bytes.size()) continue;
      return readEnd(at);
    }
    fail(m_bytes.size(), "is a zip archive without its directory", damaged);
  }

  void readEnd(std::uint64_t at) {
    const auto end = m_bytes.subspan(at, zip::endSize);
    m_count = readLittle<std::uint16_t>(end, 10);
    const bool sameCount = readLittle<std::uint16_t>(end, 8) == m_count;
    m_directorySize = readLittle<std::uint32_t>(end, 12);
    m_directoryOffset = readLittle<std::uint32_t>(end, 16);
    std::uint64_t directoryEnd = at;
    const bool needs64 =
        m_count == zip::elsewhere16 || m_directorySize == zip::elsewhere || m_directoryOffset == zip::elsewhere;
    const bool has64 = at >= zip::locator64Size &&
                       readLittle<std::uint32_t>(m_bytes, at - zip::locator64Size) == zip::locator64Signature;
    if (has64) {
      directoryEnd = readEnd64(at - zip::locator64Size);
    } else if (needs64) {
      fail(at, "lacks the ZIP64 record that its end refers to", damaged);
    }
    // With a ZIP64 record the plain fields may refer to it.
    const auto isFirst = [&](std::uint16_t disk) { return disk == 0 || (has64 && disk == zip::elsewhere16); };
    if (!isFirst(readLittle<std::uint16_t>(end, 4)) || !isFirst(readLittle<std::uint16_t>(end, 6)) || !sameCount)
      fail(at, severalDisks, oneFile);
    if (m_count > mostEntries) {
      fail(at,
           "holds " + std::to_string(m_count) + " records, more than the " + std::to_string(mostEntries) +
               " that are read",
           crafted);
    }
    if (m_directoryOffset > directoryEnd || m_directorySize != directoryEnd - m_directoryOffset) {
      fail(at, "gives a wrong place for its directory", damaged);
    }
    if (m_count * zip::centralSize > m_directorySize)
      fail(at, "announces more records than its directory has", damaged);
  }

  /// Reads the ZIP64 end record through its locator; says where the record begins.
  std::uint64_t readEnd64(std::uint64_t locatorAt) {
    const auto locator = m_bytes.subspan(locatorAt, zip::locator64Size);
    const auto at = readLittle<std::uint64_t>(locator, 8);
    const auto end = record(at, zip::end64Size, zip::end64Signature, "the ZIP64 end record");
    const auto length = readLittle<std::uint64_t>(end, 4);
    if (length > m_bytes.size() || at + 12 + length != locatorAt)
      fail(at, "has a ZIP64 end record of a wrong length", damaged);
    // This disk, the directory's disk, the disk of this record and the number of disks, where some writers say 0.
    if (readLittle<std::uint32_t>(end, 16) != 0 || readLittle<std::uint32_t>(end, 20) != 0 ||
        readLittle<std::uint32_t>(locator, 4) != 0 || readLittle<std::uint32_t>(locator, 16) > 1)
      fail(at, severalDisks, oneFile);
    const auto count = readLittle<std::uint64_t>(end, 32);
    const auto size = readLittle<std::uint64_t>(end, 40);
    const auto offset = readLittle<std::uint64_t>(end, 48);
    const bool agrees = (m_count == zip::elsewhere16 || m_count == count) &&
                        (m_directorySize == zip::elsewhere || m_directorySize == size) &&
                        (m_directoryOffset == zip::elsewhere || m_directoryOffset == offset) &&
                        readLittle<std::uint64_t>(end, 24) == count;
    if (!agrees) fail(at, "has two end records that contradict each other", crafted);
    m_count = count;
    m_directorySize = size;
    m_directoryOffset = offset;
    return at;
  }

  Central readCentral(std::uint64_t at) {
    const auto fixed = record(at, zip::centralSize, zip::centralSignature, "an entry of the directory");
    const std::uint64_t nameSize = readLittle<std::uint16_t>(fixed, 28);
    const std::uint64_t extraSize = readLittle<std::uint16_t>(fixed, 30);
    const std::uint64_t commentSize = readLittle<std::uint16_t>(fixed, 32);
    Central central;
    central.recordSize = zip::centralSize + nameSize + extraSize + commentSize;
    const std::uint64_t directoryEnd = m_directoryOffset + m_directorySize;
    if (central.recordSize > directoryEnd - at) fail(at, "ends within an entry of its directory", damaged);
    ZipEntry& entry = central.entry;
    entry.name = asText(m_bytes.subspan(at + zip::centralSize, nameSize));
    central.flags = readLittle<std::uint16_t>(fixed, 8);
    central.method = readLittle<std::uint16_t>(fixed, 10);
    entry.deflated = central.method == zip::deflated;
    entry.crc = readLittle<std::uint32_t>(fixed, 16);
    entry.packedSize = readLittle<std::uint32_t>(fixed, 20);
    entry.size = readLittle<std::uint32_t>(fixed, 24);
    central.localOffset = readLittle<std::uint32_t>(fixed, 42);
    if (readLittle<std::uint16_t>(fixed, 34) != 0) failEntry(entry.name, "begins on another disk", oneFile);
    const auto extra = m_bytes.subspan(at + zip::centralSize + nameSize, extraSize);
    if (!widen(extra, {&entry.size, &entry.packedSize, &central.localOffset})) {
      failEntry(entry.name, "lacks the 64-bit sizes that its entry refers to", damaged);
    }
    checkCentral(central);
    return central;
  }

  void checkCentral(const Central& central) const {
    const std::string& name = central.entry.name;
    const std::uint64_t size = central.entry.size;
    const std::uint64_t packedSize = central.entry.packedSize;
    if (!nameIsSafe(name)) failEntry(name, "has a name that leads outside of the archive", crafted);
    if ((central.flags & zip::encryptedFlags) != 0) {
      failEntry(name, "is encrypted", "save the checkpoint without a password");
    }
    if (central.method != zip::stored && central.method != zip::deflated) {
      failEntry(name, "is packed by method " + std::to_string(central.method) + ", which is not read",
                "save the checkpoint again with torch.save");
    }
    if (central.method == zip::stored && size != packedSize) {
      failEntry(name,
                "is stored with two different sizes, " + std::to_string(size) + " and " + std::to_string(packedSize),
                damaged);
    }
    if (size / greatestRatio > packedSize) {
      failEntry(name, "claims to unfold " + humanBytes(packedSize) + " to " + humanBytes(size), crafted);
    }
  }

  static bool nameIsSafe(std::string_view name) {
    if (name.empty() || name.front() == '/' || name.find('\0') != std::string_view::npos ||
        name.find('\\') != std::string_view::npos || (name.size() > 1 && name[1] == ':') || !isValidUtf8(name)) {
      return false;
    }
    for (std::size_t begin = 0; begin <= name.size();) {
      const std::size_t end = std::min(name.find('/', begin), name.size());
      if (name.substr(begin, end - begin) == "..") return false;
      begin = end + 1;
    }
    return true;
  }

  /// Replaces the fields that say "elsewhere" by the values of the ZIP64 extra field, which has only those, in order.
  static bool widen(std::span<const std::byte> extra, std::initializer_list<std::uint64_t*> fields) {
    std::span<const std::byte> wide;
    while (extra.size() >= 4) {
      const std::size_t size = readLittle<std::uint16_t>(extra, 2);
      if (size > extra.size() - 4) break;
      if (readLittle<std::uint16_t>(extra, 0) == zip::extra64) wide = extra.subspan(4, size);
      extra = extra.subspan(4 + size);
    }
    for (std::uint64_t* field : fields) {
      if (*field != zip::elsewhere) continue;
      if (wide.size() < 8) return false;
      *field = readLittle<std::uint64_t>(wide, 0);
      wide = wide.subspan(8);
    }
    return true;
  }

  ZipEntry readLocal(const Central& central) {
    ZipEntry entry = central.entry;
    const std::uint64_t at = central.localOffset;
    const auto fixed = record(at, zip::localSize, zip::localSignature, "the header of a record");
    const std::uint64_t nameSize = readLittle<std::uint16_t>(fixed, 26);
    const std::uint64_t extraSize = readLittle<std::uint16_t>(fixed, 28);
    entry.dataOffset = at + zip::localSize + nameSize + extraSize;
    if (entry.dataOffset > m_directoryOffset || entry.packedSize > m_directoryOffset - entry.dataOffset) {
      failEntry(entry.name, "reaches beyond the archive's data", damaged);
    }
    std::uint64_t size = readLittle<std::uint32_t>(fixed, 22);
    std::uint64_t packedSize = readLittle<std::uint32_t>(fixed, 18);
    const auto crc = readLittle<std::uint32_t>(fixed, 14);
    const auto extra = m_bytes.subspan(at + zip::localSize + nameSize, extraSize);
    if (!widen(extra, {&size, &packedSize})) {
      failEntry(entry.name, "lacks the 64-bit sizes that its header refers to", damaged);
    }
    const bool described = (central.flags & zip::descriptorFlag) != 0;
    const auto agrees = [&](std::uint64_t here, std::uint64_t there) {
      return here == there || (described && here == 0);
    };
    if (asText(m_bytes.subspan(at + zip::localSize, nameSize)) != entry.name ||
        readLittle<std::uint16_t>(fixed, 6) != central.flags || readLittle<std::uint16_t>(fixed, 8) != central.method ||
        !agrees(crc, entry.crc) || !agrees(size, entry.size) || !agrees(packedSize, entry.packedSize)) {
      failEntry(entry.name, "has a header that contradicts the directory", crafted);
    }
    std::uint64_t end = entry.dataOffset + entry.packedSize;
    if (described) end = descriptorEnd(entry, end);
    m_extents.push_back({at, end, m_extents.size()});
    return entry;
  }

  /// A data descriptor comes with or without signature, with 32-bit or 64-bit sizes; nothing says which, so the one
  /// that agrees with the directory is taken.
  std::uint64_t descriptorEnd(const ZipEntry& entry, std::uint64_t at) const {
    const auto rest = m_bytes.subspan(at, m_directoryOffset - at);
    for (const std::size_t lead : {4, 0}) {
      if (lead == 4 && (rest.size() < 4 || readLittle<std::uint32_t>(rest, 0) != zip::descriptorSignature)) continue;
      const auto body = rest.subspan(lead);
      if (body.size() >= 20 && readLittle<std::uint32_t>(body, 0) == entry.crc &&
          readLittle<std::uint64_t>(body, 4) == entry.packedSize && readLittle<std::uint64_t>(body, 12) == entry.size) {
        return at + lead + 20;
      }
      if (body.size() >= 12 && readLittle<std::uint32_t>(body, 0) == entry.crc &&
          readLittle<std::uint32_t>(body, 4) == entry.packedSize && readLittle<std::uint32_t>(body, 8) == entry.size) {
        return at + lead + 12;
      }
    }
    failEntry(entry.name, "has a data descriptor that contradicts the directory", crafted);
  }

  void checkOverlaps(const std::vector<ZipEntry>& entries) {
    std::ranges::sort(m_extents, {}, &Extent::begin);
    for (std::size_t i = 1; i < m_extents.size(); ++i) {
      const Extent& before = m_extents[i - 1];
      if (m_extents[i].begin >= before.end) continue;
      failEntry(entries[m_extents[i].entry].name,
                "overlaps the record " + escapeForDisplay(entries[before.entry].name, 80), crafted);
    }
  }

  std::span<const std::byte> m_bytes;
  const std::string& m_where;
  std::uint64_t m_count = 0;
  std::uint64_t m_directoryOffset = 0;
  std::uint64_t m_directorySize = 0;
  std::vector<Extent> m_extents;
};

/// Inflates raw deflate data to exactly `size` bytes; nothing where it is damaged, or longer or shorter than that.
std::optional<Bytes> inflateExactly(std::span<const std::byte> packed, std::uint64_t size) {
  Bytes out(size + 1);  // one more, so that a stream that goes on is noticed
  z_stream stream{};
  if (::inflateInit2(&stream, -MAX_WBITS) != Z_OK) return std::nullopt;
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int outcome = ::inflate(&stream, Z_FINISH);
  const bool exact = outcome == Z_STREAM_END && stream.total_out == size && stream.avail_in == 0;
  ::inflateEnd(&stream);
  if (!exact) return std::nullopt;
  out.resize(size);
  return out;
}

std::uint32_t checksum(std::span<const std::byte> bytes) {
  return static_cast<std::uint32_t>(::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace

Result<ZipArchive> ZipArchive::open(std::span<const std::byte> bytes, const std::string& where) {
  return errorsAsValues(where, [&]() -> Result<ZipArchive> {
    ZipArchive archive(bytes, where);
    archive.m_entries = DirectoryReader(bytes, where).read();
    archive.m_byName.resize(archive.m_entries.size());
    std::iota(archive.m_byName.begin(), archive.m_byName.end(), std::size_t{0});
    const auto nameOf = [&](std::size_t i) -> const std::string& { return archive.m_entries[i].name; };
    std::ranges::sort(archive.m_byName, {}, nameOf);
    const auto twice = std::ranges::adjacent_find(archive.m_byName, {}, nameOf);
    if (twice != archive.m_byName.end()) {
      return Error{ErrorKind::BadInput, where + ", record " + escapeForDisplay(nameOf(*twice), 80),
                   "is in the archive twice", crafted};
    }
    return archive;
  });
}

const ZipEntry* ZipArchive::find(std::string_view name) const {
  const auto nameOf = [&](std::size_t i) -> std::string_view { return m_entries[i].name; };
  const auto found = std::ranges::lower_bound(m_byName, name, {}, nameOf);
  if (found == m_byName.end() || nameOf(*found) != name) return nullptr;
  return &m_entries[*found];
}

Result<ZipContent> ZipArchive::read(const ZipEntry& entry, MemoryBudget& budget) const {
  const auto refuse = [&](std::string what, const char* remedy) {
    return Error{ErrorKind::BadInput, m_where + ", record " + escapeForDisplay(entry.name, 80), std::move(what),
                 remedy};
  };
  const auto packed = m_bytes.subspan(entry.dataOffset, entry.packedSize);
  ZipContent content(packed);
  if (entry.deflated) {
    if (!budget.take(entry.size)) {
      return refuse("unfolds to " + humanBytes(entry.size) + ", more than one file may take", crafted);
    }
    auto inflated = inflateExactly(packed, entry.size);
    if (!inflated) return refuse("cannot be unpacked to the size that it announces", damaged);
    content = ZipContent(std::move(*inflated));
  }
  if (checksum(content.bytes()) != entry.crc) return refuse("does not match its checksum", damaged);
  return content;
}

}  // namespace sojourn
