// SPDX-License-Identifier: GPL-3.0-or-later
// Text of any encoding as UTF-8, piece by piece.
#pragma once

#include <memory>
#include <string>

#include "model/core/files.h"

namespace sojourn {

/// Another source's text, which must outlive this, converted by the C library's iconv. A character that the encoding
/// does not have becomes U+FFFD, as half a character at the end does.
class ConvertedText final : public ByteSource {
 public:
  /// Null where iconv does not know the encoding.
  [[nodiscard]] static std::unique_ptr<ConvertedText> open(ByteSource& source, const std::string& encoding);
  ~ConvertedText() override;

  /// Of the text before it is converted.
  [[nodiscard]] std::uint64_t size() const override { return m_source.size(); }
  [[nodiscard]] Result<std::size_t> read(std::span<std::byte> into) override;
  void rewind() override;

 private:
  ConvertedText(ByteSource& source, void* converter) : m_source(source), m_converter(converter) {}
  /// Whether there are more bytes to convert.
  [[nodiscard]] Result<bool> fill();

  ByteSource& m_source;
  void* m_converter;     ///< an iconv_t
  std::string m_given;   ///< not converted yet
  std::string m_made;    ///< converted and not handed out
  bool m_ended = false;  ///< of the source
};

/// The encoding that an XML declaration at the beginning of a text names; empty where there is none.
[[nodiscard]] std::string declaredEncoding(std::string_view beginning);

}  // namespace sojourn
