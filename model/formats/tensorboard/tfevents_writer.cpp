// SPDX-License-Identifier: GPL-3.0-or-later
#include <bit>

#include "model/formats/tensorboard/protobuf.h"
#include "model/formats/tensorboard/tfevents.h"
#include "model/formats/tensorboard/tfevents_layout.h"

namespace sojourn {
namespace {

void putWall(Bytes& event, double wall) {
  putKey(event, tfevents::event::wallTime, WireType::Fixed64);
  appendLittle(event, std::bit_cast<std::uint64_t>(wall));
}

void putRecord(Bytes& file, const Bytes& data) {
  const std::size_t begin = file.size();
  appendLittle<std::uint64_t>(file, data.size());
  appendLittle(file, tfevents::maskedCrc(std::span(file).subspan(begin, 8)));
  file.insert(file.end(), data.begin(), data.end());
  appendLittle(file, tfevents::maskedCrc(data));
}

}  // namespace

TfEventsWriter::TfEventsWriter(double wall) {
  putWall(m_event, wall);
  putBytes(m_event, tfevents::event::fileVersion, asBytes(tfevents::fileVersion));
  putRecord(m_bytes, m_event);
}

void TfEventsWriter::add(std::string_view tag, double wall, std::int64_t step, double value) {
  m_value.clear();
  putBytes(m_value, tfevents::value::tag, asBytes(tag));
  putKey(m_value, tfevents::value::simpleValue, WireType::Fixed32);
  appendLittle(m_value, std::bit_cast<std::uint32_t>(static_cast<float>(value)));

  m_event.clear();
  putWall(m_event, wall);
  putKey(m_event, tfevents::event::step, WireType::Varint);
  putVarint(m_event, static_cast<std::uint64_t>(step));
  m_summary.clear();
  putBytes(m_summary, tfevents::summary::value, m_value);
  putBytes(m_event, tfevents::event::summary, m_summary);
  putRecord(m_bytes, m_event);
}

}  // namespace sojourn
