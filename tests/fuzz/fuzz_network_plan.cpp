// SPDX-License-Identifier: GPL-3.0-or-later
// Any list of names and shapes as a network: what is planned has every tensor, in proportion to the file.
#include <algorithm>

#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/nets/plan/checkpoint_plan.h"
#include "tests/fuzz/described_checkpoint.h"
#include "tests/fuzz/touch.h"

namespace {

using namespace sojourn;

void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

void plan(const CheckpointFile& checkpoint, std::optional<int> heads) {
  const auto planned = planNetwork(checkpoint, "no-such-folder/fuzz.pt", heads);
  if (!planned) {
    fuzz::touch(planned.error());
    return;
  }
  const ModelSizes& sizes = planned->sizes;
  if (planned->kind->defaultHeads == 0)
    require(sizes.heads == 0, "heads of a network that has none");
  else
    require(sizes.heads >= 1 && sizes.width % sizes.heads == 0, "heads that do not divide the width");
  require(planned->report.wrongShape.empty(), "a wrong shape was accepted");
  if (checkpoint.sourceBytes > 0)
    require(planned->networkBytes <= networkMemory(checkpoint.sourceBytes), "a network out of proportion to its file");
  std::uint64_t numbers = 0;
  for (const ExpectedTensor& expected : planned->kind->expected(planned->shapes, sizes)) {
    const auto found = std::ranges::find(checkpoint.tensors, expected.name, &NamedArray::name);
    require(found != checkpoint.tensors.end() || expected.optional, "a tensor is missing");
    require(found == checkpoint.tensors.end() || found->array.shape == expected.shape, "a shape is wrong");
    const auto elements = checkedElements(expected.shape);
    require(elements && *elements > 0, "an empty tensor was accepted");
    numbers += *elements;
  }
  require(planned->networkBytes >= numbers * sizeof(float), "the memory is underestimated");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto described = fuzz::describedCheckpoint(text, false, 0)) {
    plan(*described, std::nullopt);
    plan(*described, size % 9);
  }
  const auto read = readCheckpoint(std::as_bytes(std::span(data, size)), "fuzz.pt");
  if (read) plan(*read, std::nullopt);
  return 0;
}
