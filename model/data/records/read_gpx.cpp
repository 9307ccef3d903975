// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <type_traits>
#include <vector>

#include <expat.h>

#include "model/core/text.h"
#include "model/data/records/readers.h"
#include "model/formats/bytes/failure.h"
#include "model/formats/text/converted_text.h"

namespace sojourn {
namespace {

constexpr int deepestElement = 64;
constexpr std::size_t longestPointText = 100;  // of a time or a coordinate
constexpr std::size_t longestNamespace = 500;

struct XmlName {
  std::string_view prefix, local;
};

XmlName splitName(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return {{}, name};
  return {name.substr(0, colon), name.substr(colon + 1)};
}

/// The name spaces that the open elements declare, which Expat would do as well, but refuses a prefix that none
/// declares: many programs write extensions so.
class XmlSpaces {
 public:
  void declare(int depth, std::string_view prefix, std::string_view space) {
    m_declared.push_back({depth, std::string(prefix), std::string(space)});
  }
  /// The prefix itself where no element declares it.
  [[nodiscard]] std::string_view of(std::string_view prefix) const {
    const auto last = std::find_if(m_declared.rbegin(), m_declared.rend(),
                                   [prefix](const Declared& one) { return one.prefix == prefix; });
    return last == m_declared.rend() ? prefix : std::string_view(last->space);
  }
  void leave(int depth) {
    while (!m_declared.empty() && m_declared.back().depth >= depth) m_declared.pop_back();
  }
  [[nodiscard]] std::size_t size() const { return m_declared.size(); }

 private:
  struct Declared {
    int depth;
    std::string prefix, space;
  };
  std::vector<Declared> m_declared;
};

struct XmlParserFree {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};

/// Follows the elements of a document and collects each trkpt. Expat calls it from C, so nothing is thrown through it:
/// what goes wrong stops the parser and waits in m_failure.
class GpxParser {
 public:
  GpxParser(const std::string& where, const std::function<bool(const GpxPoint&)>& onPoint)
      : m_where(where), m_onPoint(onPoint), m_parser(XML_ParserCreate(nullptr)) {
    if (!m_parser) throw std::bad_alloc();
    XML_SetUserData(m_parser.get(), this);
    XML_SetElementHandler(
        m_parser.get(),
        [](void* self, const XML_Char* name, const XML_Char** attributes) {
          of(self).guarded([&] { of(self).begin(name, attributes); });
        },
        [](void* self, const XML_Char*) { of(self).guarded([&] { of(self).end(); }); });
    XML_SetCharacterDataHandler(m_parser.get(), [](void* self, const XML_Char* text, int length) {
      of(self).guarded([&] { of(self).add({text, static_cast<std::size_t>(length)}); });
    });
    XML_SetStartDoctypeDeclHandler(
        m_parser.get(), [](void* self, const XML_Char*, const XML_Char*, const XML_Char*, int) {
          of(self).guarded([&] { of(self).fail("has a DOCTYPE, which GPX does not use", "remove that line"); });
        });
  }

  void parse(ByteSource& given, ReadWatch& watch) {
    const std::unique_ptr<ConvertedText> converted = convert(given);
    ByteSource& source = converted ? *converted : given;
    std::size_t got = 0;
    std::size_t read = 0;
    do {
      void* const room = XML_GetBuffer(m_parser.get(), blockBytes);
      if (room == nullptr) throw std::bad_alloc();
      got = watch.read(source, {static_cast<std::byte*>(room), static_cast<std::size_t>(blockBytes)});
      if (read == 0) refuseOtherKinds({static_cast<const char*>(room), got}, m_where);
      read += got;
      if (XML_ParseBuffer(m_parser.get(), static_cast<int>(got), got == 0) == XML_STATUS_ERROR) {
        if (m_failure) std::rethrow_exception(m_failure);
        if (m_stopped) return;
        fail(std::string("is not XML (") + XML_ErrorString(XML_GetErrorCode(m_parser.get())) + ")",
             "check that this is a GPX file and that it is complete");
      }
      // Expat keeps what is unfinished, and looks at it again with every block.
      const XML_Index at = XML_GetCurrentByteIndex(m_parser.get());
      if (got > 0 && at >= 0 && read - static_cast<std::size_t>(at) > longestInputLine + inputBlock) {
        fail("has an element longer than 1 MiB", "check that this is a GPX file");
      }
    } while (got > 0);
  }

 private:
  static constexpr int blockBytes = 1 << 16;
  static GpxParser& of(void* self) { return *static_cast<GpxParser*>(self); }

  /// Converts what Expat itself does not read; null where nothing has to be done.
  std::unique_ptr<ConvertedText> convert(ByteSource& source) {
    std::array<std::byte, 256> first{};
    const std::size_t got = valueOrThrow(source.read(first));
    source.rewind();
    const std::string_view beginning = asText(std::span(first).first(got));
    std::string encoding = declaredEncoding(beginning);
    if (beginning.starts_with("\xff\xfe")) encoding = "UTF-16LE";
    if (beginning.starts_with("\xfe\xff")) encoding = "UTF-16BE";
    for (char& c : encoding) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    if (encoding.empty() || encoding == "UTF-8" || encoding == "UTF8" || encoding == "US-ASCII") return nullptr;
    XML_SetEncoding(m_parser.get(), "UTF-8");  // instead of what the text declares
    auto converted = ConvertedText::open(source, encoding);
    if (converted) return converted;
    throw FormatFailure{{ErrorKind::BadInput, m_where + ", line 1",
                         "is in the encoding \"" + escapeForDisplay(encoding, 40) + "\", which is not known here",
                         "save it as UTF-8"}};
  }

  template <class Work>
  void guarded(const Work& work) {
    if (m_failure || m_stopped) return;
    try {
      work();
    } catch (...) {
      m_failure = std::current_exception();
      XML_StopParser(m_parser.get(), XML_FALSE);
    }
  }

  [[noreturn]] void fail(std::string what, std::string remedy) const {
    throw FormatFailure{{ErrorKind::BadInput,
                         m_where + ", line " + std::to_string(XML_GetCurrentLineNumber(m_parser.get())) + ", byte " +
                             std::to_string(XML_GetCurrentByteIndex(m_parser.get())),
                         std::move(what), std::move(remedy)}};
  }

  void begin(const XML_Char* name, const XML_Char** attributes) {
    const XmlName named = splitName(name);
    ++m_depth;
    for (const XML_Char** at = attributes; *at != nullptr; at += 2) {
      const XmlName attribute = splitName(*at);
      const bool ofAll = attribute.prefix.empty() && attribute.local == "xmlns";
      if (!ofAll && attribute.prefix != "xmlns") continue;
      constexpr std::size_t mostSpaces = 1000;
      if (std::string_view(at[1]).size() > longestNamespace || m_spaces.size() >= mostSpaces)
        fail("has a name space of more than 500 bytes, or over 1000 of them", "check that this is a GPX file");
      m_spaces.declare(m_depth, ofAll ? std::string_view() : attribute.local, at[1]);
    }
    const struct { std::string_view space, local; } element{m_spaces.of(named.prefix), named.local};
    if (m_depth > deepestElement) fail("is nested deeper than 64 elements", "check that this is a GPX file");
    if (m_depth == 1 && element.local != "gpx") {
      fail("is XML, but begins with <" + escapeForDisplay(element.local) + "> and not with <gpx>", "name a GPX file");
    }
    if (m_pointDepth == 0 && element.local == "trkpt" && isGpxSpace(element.space)) {
      m_pointDepth = m_depth;
      m_space = element.space;
      m_hasTime = false;
      m_point.latitude.clear();
      m_point.longitude.clear();
      m_point.time.clear();
      m_point.line = XML_GetCurrentLineNumber(m_parser.get());
      for (; *attributes != nullptr; attributes += 2) {
        const std::string_view attribute = attributes[0];
        if (attribute == "lat") m_point.latitude = std::string_view(attributes[1]).substr(0, longestPointText);
        if (attribute == "lon") m_point.longitude = std::string_view(attributes[1]).substr(0, longestPointText);
      }
    } else if (m_pointDepth != 0 && m_depth == m_pointDepth + 1 && !m_hasTime && element.local == "time" &&
               element.space == m_space) {
      m_hasTime = m_inTime = true;
    }
  }

  void end() {
    if (m_inTime && m_depth == m_pointDepth + 1) m_inTime = false;
    if (m_depth == m_pointDepth) {
      m_pointDepth = 0;
      if (!m_onPoint(m_point)) {
        m_stopped = true;
        XML_StopParser(m_parser.get(), XML_FALSE);
      }
    }
    m_spaces.leave(m_depth);
    --m_depth;
  }

  void add(std::string_view text) {
    if (!m_inTime || m_depth != m_pointDepth + 1) return;
    m_point.time += text.substr(0, longestPointText - std::min(m_point.time.size(), longestPointText));
  }

  static bool isGpxSpace(std::string_view space) {
    return space.empty() || space.find("topografix.com/GPX") != std::string_view::npos;
  }

  const std::string& m_where;
  const std::function<bool(const GpxPoint&)>& m_onPoint;
  std::unique_ptr<std::remove_pointer_t<XML_Parser>, XmlParserFree> m_parser;
  std::exception_ptr m_failure;
  bool m_stopped = false;
  int m_depth = 0;
  int m_pointDepth = 0;  ///< of the trkpt that is open; 0: none is
  XmlSpaces m_spaces;
  std::string m_space;  ///< its name space
  bool m_hasTime = false;
  bool m_inTime = false;
  GpxPoint m_point;
};

/// Line ends around a time are no part of it.
std::string_view withoutLineEnds(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

}  // namespace

void parseGpx(ByteSource& source, const std::string& where, ReadWatch& watch,
              const std::function<bool(const GpxPoint&)>& onPoint) {
  GpxParser(where, onPoint).parse(source, watch);
}

DropReason gpxFix(const GpxPoint& point, const RowChecks& checks, Fix& fix) {
  return checks.fix(withoutLineEnds(point.time), point.latitude, point.longitude, fix);
}

void readGpx(ByteSource& source, const std::string& where, const std::string& user, ReadWatch& watch,
             const RowChecks& checks, ReadTally& tally, std::vector<Fix>& fixes) {
  parseGpx(source, where, watch, [&](const GpxPoint& point) {
    ++tally.rows;
    Fix fix;
    const DropReason reason = gpxFix(point, checks, fix);
    if (reason == DropReason::None) {
      tally.ledger.keep(0, writtenHour(point.time));
      tally.inFuture += fix.time > tally.newest ? 1 : 0;
      fixes.push_back(fix);
    } else {
      tally.drop({.reason = reason,
                  .user = user,
                  .hour = writtenHour(point.time),
                  .text = wrongField(reason, point.time, point.latitude, point.longitude)},
                 where, point.line);
    }
    return true;
  });
}

}  // namespace sojourn
