// SPDX-License-Identifier: GPL-3.0-or-later
// The instructions of pickle protocols 2 to 5, by the names that Python's pickletools gives them.
#pragma once

#include <cstdint>

namespace sojourn {

enum class PickleOp : std::uint8_t {
  Mark = '(',
  Stop = '.',
  Pop = '0',
  PopMark = '1',
  Dup = '2',
  BinFloat = 'G',
  BinInt = 'J',
  BinInt1 = 'K',
  BinInt2 = 'M',
  None = 'N',
  BinPersId = 'Q',
  Reduce = 'R',
  BinString = 'T',
  ShortBinString = 'U',
  BinUnicode = 'X',
  EmptyList = ']',
  Append = 'a',
  Build = 'b',
  Global = 'c',
  Dict = 'd',
  Appends = 'e',
  BinGet = 'h',
  LongBinGet = 'j',
  List = 'l',
  BinPut = 'q',
  LongBinPut = 'r',
  SetItem = 's',
  Tuple = 't',
  EmptyTuple = ')',
  SetItems = 'u',
  EmptyDict = '}',
  // protocol 2
  Proto = 0x80,
  NewObj = 0x81,
  Ext1 = 0x82,
  Ext2 = 0x83,
  Ext4 = 0x84,
  Tuple1 = 0x85,
  Tuple2 = 0x86,
  Tuple3 = 0x87,
  NewTrue = 0x88,
  NewFalse = 0x89,
  Long1 = 0x8A,
  Long4 = 0x8B,
  // protocol 3
  BinBytes = 'B',
  ShortBinBytes = 'C',
  // protocol 4
  ShortBinUnicode = 0x8C,
  BinUnicode8 = 0x8D,
  BinBytes8 = 0x8E,
  EmptySet = 0x8F,
  AddItems = 0x90,
  FrozenSet = 0x91,
  NewObjEx = 0x92,
  StackGlobal = 0x93,
  Memoize = 0x94,
  Frame = 0x95,
  // protocol 5
  ByteArray8 = 0x96,
  NextBuffer = 0x97,
  ReadOnlyBuffer = 0x98,
};

}  // namespace sojourn
