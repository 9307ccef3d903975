// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/network/encoder_blocks.h"

#include <utility>

namespace sojourn {

void addEncoderBlocks(std::vector<ModelBlock>& blocks, const ModelSizes& sizes, const std::string& style) {
  const std::string heads = std::to_string(sizes.heads) + (sizes.heads == 1 ? " head" : " heads");
  for (std::int64_t i = 0; i < sizes.layers; ++i) {
    ModelBlock block{.id = "layer." + std::to_string(i),
                     .title = "Encoder layer " + std::to_string(i),
                     .detail = heads + ", " + style + ", GELU, feed-forward " + std::to_string(sizes.feedForward),
                     .inputs = {blocks.back().id},
                     .outputShape = {-1, sizes.width},
                     .tensors = {},
                     .view = "attention"};
    blocks.push_back(std::move(block));
  }
}

std::string encoderBlockOf(std::string_view tensor, std::string_view prefix) {
  if (!tensor.starts_with(prefix)) return {};
  const std::string_view rest = tensor.substr(prefix.size());
  return "layer." + std::string(rest.substr(0, rest.find('.')));
}

}  // namespace sojourn
