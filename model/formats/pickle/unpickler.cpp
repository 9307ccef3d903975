// SPDX-License-Identifier: GPL-3.0-or-later
// What each instruction is, by its code.
#include "model/formats/pickle/unpickler.h"

#include <bit>

namespace sojourn {

void Unpickler::run() {
  start();
  bool going = true;
  for (std::uint64_t instructions = 0; going; ++instructions) {
    m_builder.setOffset(m_input.offset());
    if (instructions == m_limits.instructions) {
      m_builder.fail("takes more than " + std::to_string(instructions) + " instructions",
                     "split the file into smaller ones");
    }
    going = step(static_cast<PickleOp>(number<std::uint8_t>()));
  }
  finish();
}

void Unpickler::start() {
  const auto first = m_input.ahead(2);
  if (first.size() == 2 && first[0] == std::byte{0x80}) return;
  if (first.empty()) m_builder.fail("is empty", "copy or save the file again");
  m_builder.fail("does not begin like a pickle of protocol 2 to 5",
                 "check that this is the right file; save it with Python's pickle, protocol 2 or later");
}

void Unpickler::finish() {
  m_state.root = pop();
  if (m_elements) return passOnRoot();
  check(m_state.root);
}

/// One instruction; false after the last.
bool Unpickler::step(PickleOp op) {
  using enum PickleOp;
  switch (op) {
    case Proto:
      if (const auto version = number<std::uint8_t>(); version < 2 || version > 5) {
        m_builder.fail("is a pickle of protocol " + std::to_string(version), "save it with protocol 2, 3, 4 or 5");
      }
      return true;
    case Frame:
      if (const auto length = number<std::uint64_t>(); length > m_input.left()) {
        m_builder.failDamaged("announces " + std::to_string(length) + " bytes where " + std::to_string(m_input.left()) +
                              " are left");
      }
      return true;
    case Stop:
      return false;

    case Mark:
      if (m_marks.size() >= std::size_t{10} * m_limits.height) {
        m_builder.fail("nests containers more than " + std::to_string(m_limits.height) + " deep",
                       "save plain data: a list of dicts, a dict of arrays");
      }
      m_marks.push_back(m_stack.size());
      return true;
    case Pop:
      if (!m_marks.empty() && m_marks.back() == m_stack.size()) {
        m_marks.pop_back();
      } else {
        static_cast<void>(pop());
      }
      return true;
    case PopMark:
      static_cast<void>(aboveMark());
      dropMark();
      return true;
    case Dup:
      needValues(1);
      push(PickleValue(m_stack.back()));
      return true;

    case None:
      push(PickleValue());
      return true;
    case NewTrue:
      push(PickleValue::boolean(true));
      return true;
    case NewFalse:
      push(PickleValue::boolean(false));
      return true;
    case BinInt:
      push(PickleValue::integer(number<std::int32_t>()));
      return true;
    case BinInt1:
      push(PickleValue::integer(number<std::uint8_t>()));
      return true;
    case BinInt2:
      push(PickleValue::integer(number<std::uint16_t>()));
      return true;
    case Long1:
      pushInteger(number<std::uint8_t>());
      return true;
    case Long4:
      pushInteger(number<std::uint32_t>());
      return true;
    case BinFloat:
      push(PickleValue::real(std::bit_cast<double>(__builtin_bswap64(number<std::uint64_t>()))));
      return true;

    case ShortBinUnicode:
      pushRun(PickleKind::Text, number<std::uint8_t>());
      return true;
    case BinUnicode:
      pushRun(PickleKind::Text, number<std::uint32_t>());
      return true;
    case BinUnicode8:
      pushRun(PickleKind::Text, number<std::uint64_t>());
      return true;
    case ShortBinString:
      pushRun(PickleKind::Text, number<std::uint8_t>());
      return true;
    case BinString:
      pushRun(PickleKind::Text, number<std::uint32_t>());
      return true;
    case ShortBinBytes:
      pushRun(PickleKind::Binary, number<std::uint8_t>());
      return true;
    case BinBytes:
      pushRun(PickleKind::Binary, number<std::uint32_t>());
      return true;
    case BinBytes8:
    case ByteArray8:
      pushRun(PickleKind::Binary, number<std::uint64_t>());
      return true;
    case ReadOnlyBuffer:
      needValues(1);
      return true;

    case EmptyTuple:
      push(m_builder.tuple({}));
      return true;
    case Tuple1:
      pushTuple(1);
      return true;
    case Tuple2:
      pushTuple(2);
      return true;
    case Tuple3:
      pushTuple(3);
      return true;
    case Tuple: {
      const PickleValue made = m_builder.tuple(aboveMark());
      dropMark();
      push(made);
      return true;
    }
    case EmptyList:
      push(m_builder.sequence(PickleKind::List));
      return true;
    case EmptySet:
      push(m_builder.sequence(PickleKind::Set));
      return true;
    case EmptyDict:
      push(m_builder.dict());
      return true;
    case List:
      pushSequence(PickleKind::List);
      return true;
    case FrozenSet:
      pushSequence(PickleKind::Set);
      return true;
    case Dict:
      pushDict();
      return true;
    case Append: {
      const PickleValue item = pop();
      needValues(1);
      append(PickleKind::List, {&item, 1}, m_stack.back());
      fold();
      return true;
    }
    case Appends:
    case AddItems: {
      const auto items = aboveMark();
      const PickleValue to = m_marks.back() > 0 ? m_stack[m_marks.back() - 1] : PickleValue();
      append(op == Appends ? PickleKind::List : PickleKind::Set, items, to);
      dropMark();
      fold();
      return true;
    }
    case SetItem: {
      needValues(3);
      const std::array pair{m_stack[m_stack.size() - 2], m_stack.back()};
      m_stack.resize(m_stack.size() - 2);
      setItems(pair, m_stack.back());
      return true;
    }
    case SetItems: {
      const auto items = aboveMark();
      setItems(items, m_marks.back() > 0 ? m_stack[m_marks.back() - 1] : PickleValue());
      dropMark();
      return true;
    }

    case BinGet:
      get(number<std::uint8_t>());
      return true;
    case LongBinGet:
      get(number<std::uint32_t>());
      return true;
    case BinPut:
      put(number<std::uint8_t>());
      return true;
    case LongBinPut:
      put(number<std::uint32_t>());
      return true;
    case Memoize:
      put(m_memo.size());
      return true;

    case Global: {
      const std::string_view module = line();
      pushName(module, line());
      return true;
    }
    case StackGlobal:
      pushNameFromStack();
      return true;
    case Reduce:
    case NewObj:
      call(false);
      return true;
    case NewObjEx:
      call(true);
      return true;
    case Build:
      build();
      return true;
    case BinPersId:
      load();
      return true;

    case Ext1:
    case Ext2:
    case Ext4:
    case NextBuffer:
      break;
  }
  refuse(op);
}

void Unpickler::refuse(PickleOp op) const {
  if (op == PickleOp::NextBuffer) {
    m_builder.fail("keeps its arrays outside of itself", "save it without a buffer callback");
  }
  static constexpr std::array<char, 16> digits{'0', '1', '2', '3', '4', '5', '6', '7',
                                               '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
  const auto code = static_cast<unsigned>(op);
  m_builder.failDamaged(std::string("holds the instruction 0x") + digits[code / 16] + digits[code % 16] +
                        ", which protocols 2 to 5 do not use for data");
}

}  // namespace sojourn
