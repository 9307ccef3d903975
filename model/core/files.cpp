// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/files.h"

#include "model/core/byte_source.h"
#include "model/core/staged_file.h"

namespace sojourn {

Result<Bytes> readFile(const GuardedPath& path, std::uint64_t maxBytes) {
  const auto source = FileSource::open(path, maxBytes);
  if (!source) return source.error();
  Bytes content((*source)->size());
  const auto got = (*source)->read(content);
  if (!got) return got.error();
  content.resize(*got);
  return content;
}

namespace {

Status writeWhole(Result<StagedFile> file, std::span<const std::byte> content) {
  if (!file) return file.error();
  if (const Status written = file->write(content); !written) return written;
  return file->commit();
}

}  // namespace

Status writeFileAtomically(const GuardedPath& path, std::span<const std::byte> content) {
  return writeWhole(StagedFile::create(path), content);
}

Status writeFileAtomically(const GuardedPath& path, std::string_view content) {
  return writeFileAtomically(path, asBytes(content));
}

Status writeOutput(const std::filesystem::path& path, std::span<const std::byte> content) {
  return writeWhole(StagedFile::createOutput(path), content);
}

Status writeOutput(const std::filesystem::path& path, std::string_view content) {
  return writeOutput(path, asBytes(content));
}

std::span<const std::byte> asBytes(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

std::string_view asText(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace sojourn
