// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/files.h"

#include <cerrno>
#include <cstring>

#include "model/core/byte_source.h"
#include "model/core/guarded_path.h"
#include "model/core/staged_file.h"

namespace sojourn {

Error systemError(const std::filesystem::path& path, ErrorKind kind, const std::string& what, const std::string& remedy) {
  return Error{kind, path.string(), what + " (" + std::strerror(errno) + ")", remedy};
}

Result<Bytes> readFile(const std::filesystem::path& path, std::uint64_t maxBytes) {
  return readFile(GuardedPath(path), maxBytes);
}

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

Status writeFileAtomically(const std::filesystem::path& path, std::span<const std::byte> content) {
  return writeWhole(StagedFile::create(path), content);
}

Status writeFileAtomically(const GuardedPath& path, std::span<const std::byte> content) {
  return writeWhole(StagedFile::create(path), content);
}

Status writeFileAtomically(const GuardedPath& path, std::string_view content) {
  return writeFileAtomically(path, asBytes(content));
}

Status writeFileAtomically(const std::filesystem::path& path, std::string_view content) {
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

}  // namespace sojourn
