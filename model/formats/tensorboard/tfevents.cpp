// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes event files.
#include "model/formats/tensorboard/tfevents.h"

#include <algorithm>
#include <bit>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/core/files.h"
#include "model/core/guarded_path.h"
#include "model/formats/bytes/little_endian.h"
#include "model/formats/tensorboard/protobuf.h"

namespace sojourn {
namespace {

using tfevents::footerBytes;
using tfevents::headerBytes;

constexpr std::uint64_t largestRecord = 16U << 20U;
/// Bytes of damaged records that are checksummed for each byte of the file, beside the first largestRecord.
constexpr std::uint64_t searchPerByte = 4;
constexpr std::size_t mostTags = 10'000;
constexpr std::size_t longestTag = 4096;
constexpr std::size_t pieceBytes = 4U << 20U;

double floatOf(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

/// The one number of a tensor that holds one float or double, as TensorFlow 2 writes scalars.
std::optional<double> scalarOfTensor(std::span<const std::byte> tensor) {
  std::uint64_t dtype = 0;
  std::span<const std::byte> content, floats, doubles;
  std::optional<std::uint64_t> plain;
  ProtobufReader fields(tensor);
  while (fields.next()) {
    if (fields.is(tfevents::tensor::dtype, WireType::Varint)) dtype = fields.number();
    if (fields.is(tfevents::tensor::content, WireType::Sized)) content = fields.bytes();
    if (fields.is(tfevents::tensor::floats, WireType::Sized)) floats = fields.bytes();
    if (fields.is(tfevents::tensor::doubles, WireType::Sized)) doubles = fields.bytes();
    if (fields.is(tfevents::tensor::floats, WireType::Fixed32)) plain = fields.number();
    if (fields.is(tfevents::tensor::doubles, WireType::Fixed64)) plain = fields.number();
  }
  if (fields.failed()) return std::nullopt;
  if (dtype == tfevents::tensor::dtypeFloat) {
    const auto bytes = content.empty() ? floats : content;
    if (bytes.size() == 4) return readLittle<float>(bytes, 0);
    if (plain) return floatOf(*plain);
  }
  if (dtype == tfevents::tensor::dtypeDouble) {
    const auto bytes = content.empty() ? doubles : content;
    if (bytes.size() == 8) return readLittle<double>(bytes, 0);
    if (plain) return std::bit_cast<double>(*plain);
  }
  return std::nullopt;
}

void putWall(Bytes& event, double wall) {
  putKey(event, tfevents::event::wallTime, WireType::Fixed64);
  appendLittle(event, wall);
}

void putRecord(Bytes& file, const Bytes& data) {
  const std::size_t begin = file.size();
  appendLittle<std::uint64_t>(file, data.size());
  appendLittle(file, tfevents::maskedCrc(std::span(file).subspan(begin, 8)));
  appendBytes(file, data);
  appendLittle(file, tfevents::maskedCrc(data));
}

}  // namespace

void TfEventsParser::feed(std::span<const std::byte> piece) {
  if (m_pending.empty()) {
    piece = piece.subspan(consume(piece));
    m_pending.assign(piece.begin(), piece.end());
  } else {
    appendBytes(m_pending, piece);
    m_pending.erase(m_pending.begin(), m_pending.begin() + static_cast<std::ptrdiff_t>(consume(m_pending)));
  }
  m_events.tornBytes = m_pending.size();
}

std::size_t TfEventsParser::consume(std::span<const std::byte> bytes) {
  const std::size_t done = readRecords(bytes);
  m_consumed += done;
  return done;
}

std::size_t TfEventsParser::readRecords(std::span<const std::byte> bytes) {
  std::size_t at = 0;
  const auto bad = [&](std::size_t step) {
    if (!m_lost) ++m_events.badRecords;
    m_lost = true;  // a damaged stretch counts once
    at += step;
  };
  while (true) {
    if (m_skip > 0) {
      const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(m_skip, bytes.size() - at));
      m_skip -= step;
      at += step;
    }
    const auto left = bytes.subspan(at);
    if (m_skip > 0 || left.size() < headerBytes) return at;
    const auto length = readLittle<std::uint64_t>(left, 0);
    if (readLittle<std::uint32_t>(left, 8) != tfevents::maskedCrc(left.first(8))) {
      bad(1);  // without a length the next record has to be looked for
      continue;
    }
    if (length > largestRecord) {
      if (length >= UINT64_MAX / 2) {
        bad(headerBytes);
        continue;
      }
      m_lost = false;
      ++m_events.otherValues;
      m_skip = headerBytes + length + footerBytes;
      continue;
    }
    if (left.size() < headerBytes + length + footerBytes) return at;
    const auto data = left.subspan(headerBytes, length);
    if (readLittle<std::uint32_t>(left, headerBytes + length) != tfevents::maskedCrc(data)) {
      // The next record may begin before this one's end, where a writer was killed. Looking for it costs a checksum of
      // up to 16 MB for each header, so that is done in proportion to the file, and then whole records are passed over.
      const bool lookInside = m_searched <= largestRecord + searchPerByte * (m_consumed + at);
      m_searched += length;
      bad(lookInside ? headerBytes : headerBytes + length + footerBytes);
      continue;
    }
    m_lost = false;
    readEvent(data);
    at += headerBytes + length + footerBytes;
  }
}

void TfEventsParser::readEvent(std::span<const std::byte> record) {
  double wall = 0;
  std::int64_t step = 0;
  ProtobufReader facts(record);
  while (facts.next()) {
    if (facts.is(tfevents::event::wallTime, WireType::Fixed64)) wall = std::bit_cast<double>(facts.number());
    if (facts.is(tfevents::event::step, WireType::Varint)) step = static_cast<std::int64_t>(facts.number());
  }
  if (facts.failed()) {
    ++m_events.badRecords;
    return;
  }
  ++m_events.records;
  for (ProtobufReader fields(record); fields.next();) {
    if (!fields.is(tfevents::event::summary, WireType::Sized)) continue;
    for (ProtobufReader values(fields.bytes()); values.next();) {
      if (values.is(tfevents::summary::value, WireType::Sized)) addValue(values.bytes(), wall, step);
    }
  }
}

void TfEventsParser::addValue(std::span<const std::byte> value, double wall, std::int64_t step) {
  std::string_view tag;
  std::optional<double> scalar;
  ProtobufReader fields(value);
  while (fields.next()) {
    if (fields.is(tfevents::value::tag, WireType::Sized)) tag = fields.text();
    if (fields.is(tfevents::value::simpleValue, WireType::Fixed32)) scalar = floatOf(fields.number());
    if (fields.is(tfevents::value::tensor, WireType::Sized)) scalar = scalarOfTensor(fields.bytes());
  }
  // The number in a value of the page HParams says nothing.
  const bool curve = scalar && !fields.failed() && !tag.starts_with("_hparams_/");
  ScalarSeries* series = curve ? seriesOf(tag) : nullptr;
  if (!series) {
    ++m_events.otherValues;
    return;
  }
  series->wall.push_back(wall);
  series->step.push_back(step);
  series->value.push_back(*scalar);
}

ScalarSeries* TfEventsParser::seriesOf(std::string_view tag) {
  auto& series = m_events.series;
  if (m_nextGuess >= series.size() || series[m_nextGuess].tag != tag) {
    const auto found = m_byTag.find(tag);
    if (found != m_byTag.end()) {
      m_nextGuess = found->second;
    } else {
      if (series.size() >= mostTags || tag.size() > longestTag) return nullptr;
      m_nextGuess = series.size();
      m_byTag.emplace(tag, m_nextGuess);
      series.push_back({.tag = std::string(tag), .wall = {}, .step = {}, .value = {}});
    }
  }
  ScalarSeries& answer = series[m_nextGuess];
  m_nextGuess = m_nextGuess + 1 < series.size() ? m_nextGuess + 1 : 0;
  return &answer;
}

Result<TfEvents> readTfEvents(const std::filesystem::path& path, const CancelToken& cancel) {
  constexpr const char* remedy = "check the path and its permissions";
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return systemError(path, ErrorKind::BadInput, "cannot be opened", remedy);
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return systemError(path, ErrorKind::BadInput, "cannot be examined", remedy);
  if (!S_ISREG(info.st_mode)) {
    return Error{ErrorKind::BadInput, path.string(), "is not a regular file", "name a file"};
  }
  TfEventsParser parser;
  Bytes piece(pieceBytes);
  std::uint64_t size = 0;
  while (true) {
    if (cancel.cancelled()) return Error{ErrorKind::Cancelled, path.string(), "was not read to its end", ""};
    const ssize_t n = ::read(file.get(), piece.data(), piece.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return systemError(path, ErrorKind::BadInput, "cannot be read", remedy);
    if (n == 0) break;
    size += static_cast<std::uint64_t>(n);
    parser.feed(std::span(piece).first(static_cast<std::size_t>(n)));
  }
  if (size > 0 && parser.events().records == 0) {
    return Error{ErrorKind::BadInput, path.string(), "holds not one whole TensorBoard record",
                 "name a file whose name contains tfevents, written by TensorBoard or by this program"};
  }
  return std::move(parser).take();
}

TfEventsWriter::TfEventsWriter(double wall) {
  putWall(m_event, wall);
  putBytes(m_event, tfevents::event::fileVersion, asBytes(tfevents::fileVersion));
  putRecord(m_bytes, m_event);
}

void TfEventsWriter::add(std::string_view tag, double wall, std::int64_t step, double value) {
  m_value.clear();
  putBytes(m_value, tfevents::value::tag, asBytes(tag));
  putKey(m_value, tfevents::value::simpleValue, WireType::Fixed32);
  appendLittle(m_value, static_cast<float>(value));
  putEvent(wall, step);
}

/// The value that has been put together, as an event of its own.
void TfEventsWriter::putEvent(double wall, std::int64_t step) {
  m_event.clear();
  putWall(m_event, wall);
  putKey(m_event, tfevents::event::step, WireType::Varint);
  putVarint(m_event, static_cast<std::uint64_t>(step));
  m_summary.clear();
  putBytes(m_summary, tfevents::summary::value, m_value);
  putBytes(m_event, tfevents::event::summary, m_summary);
  putRecord(m_bytes, m_event);
}

void TfEventsWriter::addCharts(double wall, std::string_view category, const std::vector<Chart>& charts) {
  namespace layout = tfevents::layout;
  Bytes all, one;
  putBytes(one, layout::title, asBytes(category));
  for (const Chart& chart : charts) {
    Bytes tags, described;
    for (const std::string& tag : chart.tags) putBytes(tags, layout::tag, asBytes(tag));
    putBytes(described, layout::title, asBytes(chart.title));
    putBytes(described, layout::multiline, tags);
    putBytes(one, layout::chart, described);
  }
  putBytes(all, layout::category, one);

  Bytes tensor, plugin, metadata;
  putKey(tensor, tfevents::tensor::dtype, WireType::Varint);
  putVarint(tensor, tfevents::tensor::dtypeString);
  putBytes(tensor, tfevents::tensor::shape, {});
  putBytes(tensor, tfevents::tensor::strings, all);
  putBytes(plugin, tfevents::metadata::pluginName, asBytes("custom_scalars"));
  putBytes(metadata, tfevents::metadata::pluginData, plugin);
  m_value.clear();
  putBytes(m_value, tfevents::value::tag, asBytes("custom_scalars__config__"));
  putBytes(m_value, tfevents::value::metadata, metadata);
  putBytes(m_value, tfevents::value::tensor, tensor);
  putEvent(wall, 0);
}

void TfEventsWriter::addSettings(double wall, std::string_view run, const std::vector<Setting>& settings) {
  namespace hparams = tfevents::hparams;
  Bytes start;
  for (const auto& [name, setting] : settings) {
    Bytes value, entry;
    if (const auto* number = std::get_if<double>(&setting)) {
      putKey(value, hparams::number, WireType::Fixed64);
      appendLittle(value, *number);
    } else if (const auto* truth = std::get_if<bool>(&setting)) {
      putKey(value, hparams::truth, WireType::Varint);
      putVarint(value, *truth ? 1 : 0);
    } else {
      putBytes(value, hparams::text, asBytes(std::get<std::string>(setting)));
    }
    putBytes(entry, hparams::key, asBytes(name));
    putBytes(entry, hparams::value, value);
    putBytes(start, hparams::hparam, entry);
  }
  putBytes(start, hparams::groupName, asBytes(run));
  putKey(start, hparams::startTime, WireType::Fixed64);
  appendLittle(start, wall);
  Bytes content, plugin, metadata;
  putBytes(content, hparams::sessionStart, start);
  putBytes(plugin, tfevents::metadata::pluginName, asBytes("hparams"));
  putBytes(plugin, tfevents::metadata::content, content);
  putBytes(metadata, tfevents::metadata::pluginData, plugin);
  m_value.clear();
  putBytes(m_value, tfevents::value::tag, asBytes("_hparams_/session_start_info"));
  putBytes(m_value, tfevents::value::metadata, metadata);
  // TensorBoard keeps no value without a tensor.
  Bytes tensor;
  putKey(tensor, tfevents::tensor::dtype, WireType::Varint);
  putVarint(tensor, tfevents::tensor::dtypeFloat);
  putBytes(tensor, tfevents::tensor::shape, {});
  putKey(tensor, tfevents::tensor::floats, WireType::Fixed32);
  appendLittle(tensor, 0.0F);
  putBytes(m_value, tfevents::value::tensor, tensor);
  putEvent(wall, 0);
}

}  // namespace sojourn
