// SPDX-License-Identifier: GPL-3.0-or-later
// What a pickle may name of NumPy: arrays in each of the ways NumPy 1 and 2 write them, scalars, dtypes.
#include <algorithm>
#include <array>

#include "model/core/text.h"
#include "model/formats/pickle/pickle_allow_list.h"

namespace sojourn {
namespace {

constexpr std::size_t mostDimensions = 32;
constexpr std::array<std::int64_t, 1> emptyShape{0};

PickleValue makeType(PickleBuilder& builder, const PickleName& name, std::span<const PickleValue> arguments) {
  auto code = arguments.empty() ? std::nullopt : arguments[0].asText();
  if (!code || code->empty()) builder.failArguments(name);
  PickleNumpyType type;
  if (code->front() == '<' || code->front() == '>' || code->front() == '=' || code->front() == '|') {
    type.bigEndian = code->front() == '>';
    code->remove_prefix(1);
  }
  type.code = *code;
  type.element = dtypeNamed(&DTypeNames::numpy, *code);
  return builder.numpyType(type);
}

/// A dtype's state: (version, byte order, subtype, names, fields, item size, alignment, flags).
void setTypeState(PickleBuilder& builder, const PickleValue& object, const PickleValue& state) {
  const auto parts = state.items();
  const auto order = parts.size() >= 5 ? parts[1].asText() : std::nullopt;
  if (!order || order->size() != 1 || std::string_view("<>=|").find(*order) == std::string_view::npos)
    builder.failDamaged("gives a NumPy type a state that is none");
  PickleNumpyType& type = PickleBuilder::mutableNumpyType(object);
  type.bigEndian = *order == ">";
  if (!parts[2].isNone() || !parts[3].isNone()) type.element.reset();  // a subarray or a record
}

/// How the elements of an array lie in its bytes.
struct Layout {
  bool fortran = false;
  std::span<const PickleValue> axisOrder{};  ///< transposes after a C-ordered reshape; empty: none
};

class ArrayMaker {
 public:
  ArrayMaker(PickleBuilder& builder, const PickleNumpyType& type) : m_builder(builder), m_type(type) {}

  PickleArray make(const PickleValue& shapeValue, std::span<const std::byte> data, const Layout& layout) {
    const DType element = *m_type.element;
    readShape(shapeValue);
    const std::size_t itemSize = sizeOf(element);
    const auto count = checkedElements(m_shape);
    if (!count || *count > data.size() / itemSize || *count * itemSize != data.size()) {
      m_builder.failDamaged("holds an array " + std::string(nameOf(element)) + " " + shapeText(m_shape) + " with " +
                            std::to_string(data.size()) + " bytes of data");
    }
    PickleArray array{.dtype = element, .shape = m_shape, .data = data};
    if (m_shape.size() > 1 && (layout.fortran || !layout.axisOrder.empty())) reorder(array, layout);
    if (m_type.bigEndian && itemSize > 1) swapBytes(array, itemSize);
    return array;
  }

 private:
  void readShape(const PickleValue& value) {
    const auto whole = value.asInteger();  // NumPy's own habit: a single number for one axis
    const std::span<const PickleValue> extents = whole ? std::span(&value, 1) : value.items();
    if ((!whole && !value.isSequence()) || extents.size() > mostDimensions) {
      m_builder.failDamaged("holds an array whose shape is " + value.description());
    }
    auto* shape = m_builder.allocate<std::int64_t>(extents.size());
    for (std::size_t i = 0; i < extents.size(); ++i) {
      const auto extent = extents[i].asInteger();
      if (!extent || *extent < 0) {
        m_builder.failDamaged("holds an array with " + extents[i].description() + " in its shape");
      }
      shape[i] = *extent;
    }
    m_shape = {shape, extents.size()};
  }

  void reorder(PickleArray& array, const Layout& layout) {
    const std::size_t axes = m_shape.size();
    std::array<std::int64_t, mostDimensions> strides{};
    auto* shape = m_builder.allocate<std::int64_t>(axes);
    if (layout.fortran) {
      std::ranges::copy(m_shape, shape);
      std::int64_t stride = 1;
      for (std::size_t axis = 0; axis < axes; ++axis) {
        strides[axis] = stride;
        stride *= m_shape[axis];
      }
    } else {
      transpose(layout.axisOrder, shape, strides);
    }
    auto* ordered = m_builder.allocate<std::byte>(array.data.size());
    gatherElements(array.dtype, array.data, 0, {shape, axes}, std::span(strides).first(axes),
                   {ordered, array.data.size()});
    array.shape = {shape, axes};
    array.data = {ordered, array.data.size()};
  }

  /// NumPy 2: reshape in C order, then transpose(order).
  void transpose(std::span<const PickleValue> order, std::int64_t* shape,
                 std::array<std::int64_t, mostDimensions>& strides) {
    std::array<std::int64_t, mostDimensions> plain{};
    std::int64_t stride = 1;
    for (std::size_t axis = m_shape.size(); axis-- > 0;) {
      plain[axis] = stride;
      stride *= m_shape[axis];
    }
    std::array<bool, mostDimensions> used{};
    if (order.size() != m_shape.size()) m_builder.failDamaged("transposes an array by an order that is none");
    for (std::size_t axis = 0; axis < order.size(); ++axis) {
      const auto from = order[axis].asInteger();
      const bool valid = from && *from >= 0 && static_cast<std::size_t>(*from) < order.size();
      if (!valid || used[static_cast<std::size_t>(*from)]) {
        m_builder.failDamaged("transposes an array by an order that is none");
      }
      const auto source = static_cast<std::size_t>(*from);
      used[source] = true;
      shape[axis] = m_shape[source];
      strides[axis] = plain[source];
    }
  }

  void swapBytes(PickleArray& array, std::size_t itemSize) {
    auto* swapped = m_builder.allocate<std::byte>(array.data.size());
    for (std::size_t at = 0; at < array.data.size(); at += itemSize) {
      std::reverse_copy(array.data.data() + at, array.data.data() + at + itemSize, swapped + at);
    }
    array.data = {swapped, array.data.size()};
  }

  PickleBuilder& m_builder;
  const PickleNumpyType& m_type;
  std::span<const std::int64_t> m_shape;
};

/// numpy._frombuffer(buffer, dtype, shape, order[, axis order]): protocol 5.
PickleValue fromBuffer(PickleBuilder& builder, const PickleName& name, std::span<const PickleValue> arguments) {
  if (arguments.size() < 4 || arguments.size() > 5) builder.failArguments(name);
  const PickleNumpyType* type = arguments[1].asNumpyType();
  const auto order = arguments[3].asText();
  if (!type || !order || !arguments[0].is(PickleKind::Binary)) builder.failArguments(name);
  if (!type->element) return builder.array({.otherType = type->code});
  // "C" and "F"; and "K" with the order of the axes, which NumPy 2 writes for arrays that are neither.
  const bool byAxes = *order == "K" && arguments.size() == 5 && arguments[4].isSequence();
  if (*order != "C" && *order != "F" && !byAxes)
    builder.failDamaged("holds an array in the order \"" + escapeForDisplay(*order, 20) +
                        "\", where C, F and K with its axes are known");
  Layout layout{.fortran = *order == "F"};
  if (byAxes) layout.axisOrder = arguments[4].items();
  return builder.array(ArrayMaker(builder, *type).make(arguments[2], arguments[0].bytes(), layout));
}

/// One element as a Python number.
PickleValue scalar(PickleBuilder& builder, const PickleName& name, std::span<const PickleValue> arguments) {
  if (arguments.size() != 2) builder.failArguments(name);
  const PickleNumpyType* type = arguments[0].asNumpyType();
  if (!type) builder.failArguments(name);
  if (!type->element)
    return builder.copied(PickleKind::Opaque, "a value of NumPy type " + escapeForDisplay(type->code, 20));
  const PickleArray one = ArrayMaker(builder, *type).make(builder.tuple({}), arguments[1].bytes(), {});
  if (isFloating(one.dtype)) {
    double value = 0;
    copyAsDoubles(one.dtype, one.data, {&value, 1});
    return PickleValue::real(value);
  }
  std::int64_t value = 0;
  if (!copyAsIntegers(one.dtype, one.data, {&value, 1})) {  // beyond 2^63: a ninth byte keeps it positive
    return builder.copied(PickleKind::BigInteger, std::string(asText(one.data)) + '\0');
  }
  return one.dtype == DType::Bool ? PickleValue::boolean(value != 0) : PickleValue::integer(value);
}

/// An array's state: (version, shape, dtype, is Fortran, data).
void setArrayState(PickleBuilder& builder, const PickleValue& object, const PickleValue& state) {
  auto parts = state.items();
  if (parts.size() == 5) parts = parts.subspan(1);  // the oldest state has no version
  const PickleNumpyType* type = parts.size() == 4 ? parts[1].asNumpyType() : nullptr;
  const auto fortran = parts.size() == 4 ? parts[2].asInteger() : std::nullopt;
  if (!type || !fortran) builder.failDamaged("gives an array a state that is none");
  if (*fortran != 0 && *fortran != 1)
    builder.failDamaged("holds an array in the order " + std::to_string(*fortran) +
                        ", where 0 (C) and 1 (Fortran) are known");
  if (!type->element) {
    PickleBuilder::mutableArray(object) = {.otherType = type->code};
    return;
  }
  if (!parts[3].is(PickleKind::Binary) && !parts[3].is(PickleKind::Text)) {
    builder.failDamaged("gives an array " + parts[3].description() + " as its data");
  }
  PickleBuilder::mutableArray(object) =
      ArrayMaker(builder, *type).make(parts[0], parts[3].bytes(), {.fortran = *fortran != 0});
}

/// An array until its state arrives.
PickleValue reconstruct(PickleBuilder& builder, const PickleName&, std::span<const PickleValue>) {
  return builder.array({.shape = emptyShape});
}

/// numpy.ndarray is named, and never called by what NumPy writes.
PickleValue neverCalledArray(PickleBuilder& builder, const PickleName& name, std::span<const PickleValue>) {
  builder.failArguments(name);
}

constexpr std::array allNumpyNames{
    PickleName{"numpy", "ndarray", neverCalledArray},
    PickleName{"numpy", "dtype", makeType},
    PickleName{"numpy.core.multiarray", "_reconstruct", reconstruct},
    PickleName{"numpy._core.multiarray", "_reconstruct", reconstruct},
    PickleName{"numpy.core.numeric", "_frombuffer", fromBuffer},
    PickleName{"numpy._core.numeric", "_frombuffer", fromBuffer},
    PickleName{"numpy.core.multiarray", "scalar", scalar},
    PickleName{"numpy._core.multiarray", "scalar", scalar},
};

}  // namespace

std::span<const PickleName> numpyNames() {
  return allNumpyNames;
}

bool setNumpyState(PickleBuilder& builder, const PickleValue& object, const PickleValue& state) {
  if (object.is(PickleKind::NumpyType)) setTypeState(builder, object, state);
  if (object.is(PickleKind::Array)) setArrayState(builder, object, state);
  return object.is(PickleKind::NumpyType) || object.is(PickleKind::Array);
}

}  // namespace sojourn
