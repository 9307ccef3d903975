// SPDX-License-Identifier: GPL-3.0-or-later
// Building values inside the budget.
#include "model/formats/pickle/pickle_allow_list.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "model/core/text.h"

namespace sojourn {

std::string qualifiedName(const PickleName& name) {
  return std::string(name.module) + "." + std::string(name.name);
}

void PickleBuilder::fail(std::string what, std::string remedy) const {
  throw FormatFailure{
      {ErrorKind::BadInput, m_where + ", byte " + std::to_string(m_offset), std::move(what), std::move(remedy)}};
}

void PickleBuilder::failDamaged(std::string what) const {
  fail(std::move(what), "the file is damaged or cut short; copy or save it again");
}

void PickleBuilder::failArguments(const PickleName& name) const {
  failDamaged("calls " + qualifiedName(name) + " with arguments that it does not take");
}

void PickleBuilder::failTooLarge() const {
  fail("its values need more memory than one file may take", "split the file into smaller ones");
}

void PickleBuilder::work(std::size_t bytes) {
  if (bytes > m_workLeft) fail("asks for the same work again and again", "save plain data, without shared bytes");
  m_workLeft -= bytes;
}

template <class Item>
Item* PickleBuilder::room(PickleNode<Item>& node, std::size_t more) {
  const std::size_t needed = node.size + more;
  if (needed > std::numeric_limits<std::uint32_t>::max()) failTooLarge();
  if (needed > node.capacity) {
    const std::size_t capacity = std::max<std::size_t>(needed, std::size_t{node.capacity} * 2);
    auto* items = allocate<Item>(capacity);
    std::copy_n(node.items, node.size, items);
    node.items = items;
    node.capacity = static_cast<std::uint32_t>(std::min<std::size_t>(capacity, UINT32_MAX));
  }
  Item* end = node.items + node.size;
  node.size = static_cast<std::uint32_t>(needed);
  return end;
}

PickleValue PickleBuilder::tuple(std::span<const PickleValue> items) {
  if (items.size() > std::numeric_limits<std::uint32_t>::max()) failTooLarge();
  // A tuple never grows, so its elements lie behind its node.
  using Node = PickleNode<PickleValue>;
  static_assert(sizeof(Node) % alignof(PickleValue) == 0);
  auto* place = allocate<std::byte>(sizeof(Node) + items.size_bytes());
  auto* elements = reinterpret_cast<PickleValue*>(place + sizeof(Node));
  std::uninitialized_copy(items.begin(), items.end(), elements);
  PickleValue value(PickleKind::Tuple, 0);
  value.m_node = new (place) Node;
  value.m_node->items = elements;
  value.m_node->size = value.m_node->capacity = static_cast<std::uint32_t>(items.size());
  return value;
}

PickleValue PickleBuilder::sequence(PickleKind kind) {
  PickleValue value(kind, 0);
  value.m_node = new (allocate<PickleNode<PickleValue>>(1)) PickleNode<PickleValue>{};
  return value;
}

PickleValue PickleBuilder::dict(DictRole role) {
  PickleValue value(PickleKind::Dict, 0, static_cast<std::uint32_t>(role));
  value.m_dict = new (allocate<PickleNode<PickleEntry>>(1)) PickleNode<PickleEntry>{};
  return value;
}

DictRole PickleBuilder::roleOf(const PickleValue& value) {
  return value.is(PickleKind::Dict) ? static_cast<DictRole>(value.m_size) : DictRole::Plain;
}

PickleValue PickleBuilder::array(PickleArray array) {
  PickleValue value(PickleKind::Array, 0);
  value.m_array = new (allocate<PickleArray>(1)) PickleArray(array);
  return value;
}

PickleValue PickleBuilder::numpyType(PickleNumpyType type) {
  PickleValue value(PickleKind::NumpyType, 0);
  value.m_type = new (allocate<PickleNumpyType>(1)) PickleNumpyType(type);
  return value;
}

PickleValue PickleBuilder::name(const PickleName& name) {
  PickleValue value(PickleKind::Name, 0);
  value.m_name = &name;
  return value;
}

PickleValue PickleBuilder::copied(PickleKind kind, std::string_view text) {
  auto* place = allocate<std::byte>(text.size());
  std::ranges::copy(asBytes(text), place);
  return PickleValue::run(kind, {place, text.size()});
}

void PickleBuilder::append(const PickleValue& sequence, std::span<const PickleValue> items) {
  if (!items.empty()) std::ranges::copy(items, room(*sequence.m_node, items.size()));
}

void PickleBuilder::setItems(const PickleValue& dict, std::span<const PickleValue> keysAndValues) {
  if (keysAndValues.empty()) return;
  PickleEntry* end = room(*dict.m_dict, keysAndValues.size() / 2);
  for (std::size_t i = 0; i + 1 < keysAndValues.size(); i += 2) {
    *end++ = PickleEntry{keysAndValues[i], keysAndValues[i + 1]};
  }
}

}  // namespace sojourn
