// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/nd_array.h"

namespace sojourn {

std::size_t sizeOf(DType type) {
  switch (type) {
    case DType::Bool:
    case DType::UInt8:
    case DType::Int8: return 1;
    case DType::UInt16:
    case DType::Int16:
    case DType::Float16:
    case DType::BFloat16: return 2;
    case DType::UInt32:
    case DType::Int32:
    case DType::Float32: return 4;
    case DType::UInt64:
    case DType::Int64:
    case DType::Float64: return 8;
  }
  return 1;
}

}  // namespace sojourn
