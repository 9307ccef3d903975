// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/formats/zip_bytes.h"

#include <zlib.h>

#include "model/formats/bytes/little_endian.h"
#include "model/formats/zip/zip_layout.h"

namespace sojourn::test {
namespace {

std::string deflated(const std::string& content) {
  z_stream stream{};
  ::deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string packed(::deflateBound(&stream, content.size()), '\0');
  std::string input = content;
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  ::deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  ::deflateEnd(&stream);
  return packed;
}

void appendText(Bytes& bytes, const std::string& text) {
  for (const char c : text) bytes.push_back(static_cast<std::byte>(c));
}

std::uint32_t narrow(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}

/// The ZIP64 extra field of sizes, or nothing.
Bytes extraOf(const ZipRecord& record, std::uint64_t size, std::uint64_t packedSize) {
  Bytes extra;
  if (!record.zip64) return extra;
  appendLittle(extra, zip::extra64);
  appendLittle(extra, std::uint16_t{16});
  appendLittle(extra, size);
  appendLittle(extra, packedSize);
  return extra;
}

}  // namespace

Bytes buildZip(const std::vector<ZipRecord>& records, const ZipOptions& options) {
  Bytes bytes;
  Bytes directory;
  appendText(bytes, options.before);
  for (const ZipRecord& record : records) {
    const std::string packed = record.deflate ? deflated(record.content) : record.content;
    const std::uint32_t crc = record.crc.value_or(narrow(
        ::crc32(0, reinterpret_cast<const Bytef*>(record.content.data()), static_cast<uInt>(record.content.size()))));
    const std::uint16_t method = record.deflate ? zip::deflated : record.method;
    const bool described = (record.flags & zip::descriptorFlag) != 0;
    const std::string& localName = record.localName.empty() ? record.name : record.localName;
    const auto offset = narrow(bytes.size());
    const Bytes extra = extraOf(record, record.content.size(), packed.size());

    appendLittle(bytes, zip::localSignature);
    for (const std::uint16_t value : {std::uint16_t{45}, record.flags, method, std::uint16_t{0}, std::uint16_t{33}}) {
      appendLittle(bytes, value);
    }
    appendLittle(bytes, described ? 0 : crc);
    appendLittle(bytes, record.zip64 ? zip::elsewhere : described ? 0 : narrow(packed.size()));
    appendLittle(bytes, record.zip64 ? zip::elsewhere : described ? 0 : narrow(record.content.size()));
    appendLittle(bytes, static_cast<std::uint16_t>(localName.size()));
    appendLittle(bytes, static_cast<std::uint16_t>(extra.size()));
    appendText(bytes, localName);
    bytes.insert(bytes.end(), extra.begin(), extra.end());
    appendText(bytes, packed);
    if (described) {
      if (record.descriptorWithSignature) appendLittle(bytes, zip::descriptorSignature);
      appendLittle(bytes, crc);
      for (const std::uint64_t size : {std::uint64_t{packed.size()}, std::uint64_t{record.content.size()}}) {
        if (record.zip64) {
          appendLittle(bytes, size);
        } else {
          appendLittle(bytes, narrow(size));
        }
      }
    }

    appendLittle(directory, zip::centralSignature);
    for (const std::uint16_t value :
         {std::uint16_t{45}, std::uint16_t{45}, record.flags, method, std::uint16_t{0}, std::uint16_t{33}}) {
      appendLittle(directory, value);
    }
    appendLittle(directory, crc);
    appendLittle(directory, record.zip64 ? zip::elsewhere : record.directoryPackedSize.value_or(narrow(packed.size())));
    appendLittle(directory,
                 record.zip64 ? zip::elsewhere : record.directorySize.value_or(narrow(record.content.size())));
    appendLittle(directory, static_cast<std::uint16_t>(record.name.size()));
    appendLittle(directory, static_cast<std::uint16_t>(extra.size()));
    for (int i = 0; i < 5; ++i) appendLittle(directory, std::uint16_t{0});
    appendLittle(directory, record.directoryOffset.value_or(offset));
    appendText(directory, record.name);
    directory.insert(directory.end(), extra.begin(), extra.end());
  }
  const std::uint64_t at = bytes.size();
  const std::uint64_t count = records.size() + static_cast<std::uint64_t>(options.countChange);
  const std::uint64_t offset = at + static_cast<std::uint64_t>(options.offsetChange);
  bytes.insert(bytes.end(), directory.begin(), directory.end());
  if (options.zip64End) {
    const std::uint64_t end64 = bytes.size();
    appendLittle(bytes, zip::end64Signature);
    appendLittle(bytes, std::uint64_t{zip::end64Size - 12});
    appendLittle(bytes, std::uint32_t{45 | 45 << 16});
    appendLittle(bytes, std::uint64_t{0});
    for (const std::uint64_t value : {count, count, std::uint64_t{directory.size()}, offset})
      appendLittle(bytes, value);
    appendLittle(bytes, zip::locator64Signature);
    appendLittle(bytes, std::uint32_t{0});
    appendLittle(bytes, end64);
    appendLittle(bytes, std::uint32_t{1});
  }
  appendLittle(bytes, zip::endSignature);
  appendLittle(bytes, std::uint32_t{0});
  for (int i = 0; i < 2; ++i)
    appendLittle(bytes, options.zip64End ? zip::elsewhere16 : static_cast<std::uint16_t>(count));
  appendLittle(bytes, options.zip64End ? zip::elsewhere : narrow(directory.size()));
  appendLittle(bytes, options.zip64End ? zip::elsewhere : narrow(offset));
  appendLittle(bytes, static_cast<std::uint16_t>(options.comment.size()));
  appendText(bytes, options.comment);
  return bytes;
}

}  // namespace sojourn::test
