// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a checkpoint; and as the data.pkl of an otherwise sound archive, whose checksum is then right.
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/formats/zip/zip_archive.h"
#include "tests/fuzz/touch.h"

namespace {

using namespace sojourn;

void readAndTouch(std::span<const std::byte> bytes) {
  const auto checkpoint = readCheckpoint(bytes, "fuzz.pt");
  if (!checkpoint) return fuzz::touch(checkpoint.error());
  static_cast<void>(checkpoint->metadata.dump());
  for (const NamedArray& tensor : checkpoint->tensors) {
    fuzz::touch(tensor.array.data);
    if (tensor.array.elements() * sizeOf(tensor.array.dtype) != tensor.array.data.size()) {
      throw std::logic_error("a tensor whose shape and data disagree");
    }
  }
  const auto written = encodeTorchCheckpoint(*checkpoint);
  if (!written) return fuzz::touch(written.error());
  const auto again = readCheckpoint(*written, "again.pt");
  if (!again || again->tensors.size() != checkpoint->tensors.size()) {
    throw std::logic_error("what was written cannot be read");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  readAndTouch(bytes);
  ZipWriter zip;
  zip.add("archive/data.pkl", bytes);
  for (const char* key : {"0", "1", "2"}) zip.add(std::string("archive/data/") + key, Bytes(48));
  zip.add("archive/byteorder", asBytes("little"));
  zip.add("archive/version", asBytes("3\n"));
  readAndTouch(*zip.finish());
  return 0;
}
