// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/text/converted_text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <iconv.h>

namespace sojourn {
namespace {

constexpr std::size_t pieceBytes = 1 << 16;
constexpr std::string_view replacement = "\xef\xbf\xbd";

}  // namespace

std::unique_ptr<ConvertedText> ConvertedText::open(ByteSource& source, const std::string& encoding) {
  const iconv_t converter = ::iconv_open("UTF-8", encoding.c_str());
  // NOLINTNEXTLINE(performance-no-int-to-ptr, cppcoreguidelines-pro-type-cstyle-cast): what the C library answers
  if (converter == reinterpret_cast<iconv_t>(-1)) return nullptr;
  return std::unique_ptr<ConvertedText>(new ConvertedText(source, converter));
}

ConvertedText::~ConvertedText() {
  ::iconv_close(m_converter);
}

void ConvertedText::rewind() {
  m_source.rewind();
  ::iconv(m_converter, nullptr, nullptr, nullptr, nullptr);
  m_given.clear();
  m_made.clear();
  m_ended = false;
}

Result<bool> ConvertedText::fill() {
  if (!m_ended) {
    const std::size_t before = m_given.size();
    m_given.resize(before + pieceBytes);
    const auto got = m_source.read(std::as_writable_bytes(std::span(m_given).subspan(before)));
    if (!got) return got.error();
    m_given.resize(before + *got);
    m_ended = *got == 0;
  }
  if (m_given.empty()) return false;
  std::array<char, pieceBytes> room;
  char* from = m_given.data();
  std::size_t left = m_given.size();
  for (;;) {
    char* to = room.data();
    std::size_t free = room.size();
    const std::size_t done = ::iconv(m_converter, &from, &left, &to, &free);
    const int problem = done == static_cast<std::size_t>(-1) ? errno : 0;
    m_made.append(room.data(), to);
    if (problem == E2BIG) continue;
    // Half a character at the end of a piece waits for the next one.
    const bool half = problem == EINVAL;
    if (problem == 0 || (half && !m_ended)) break;
    m_made += replacement;
    if (half || left == 0) {
      left = 0;
      break;
    }
    ++from;
    --left;
  }
  m_given.erase(0, m_given.size() - left);
  return true;
}

Result<std::size_t> ConvertedText::read(std::span<std::byte> into) {
  while (m_made.size() < into.size()) {
    const auto more = fill();
    if (!more) return more.error();
    if (!*more) break;
  }
  const std::size_t count = std::min(into.size(), m_made.size());
  std::memcpy(into.data(), m_made.data(), count);
  m_made.erase(0, count);
  return count;
}

std::string declaredEncoding(std::string_view beginning) {
  constexpr std::size_t longest = 40;
  if (beginning.starts_with("\xef\xbb\xbf")) beginning.remove_prefix(3);
  if (!beginning.starts_with("<?xml")) return {};
  const std::string_view declaration = beginning.substr(0, beginning.find("?>"));
  const std::size_t word = declaration.find("encoding");
  if (word == std::string_view::npos) return {};
  const std::size_t quote = declaration.find_first_of("\"'", word);
  if (quote == std::string_view::npos) return {};
  const std::size_t end = declaration.find(declaration[quote], quote + 1);
  if (end == std::string_view::npos || end - quote > longest) return {};
  return std::string(declaration.substr(quote + 1, end - quote - 1));
}

}  // namespace sojourn
