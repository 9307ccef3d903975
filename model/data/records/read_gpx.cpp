// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <exception>
#include <memory>
#include <type_traits>

#include <expat.h>

#include "model/core/text.h"
#include "model/data/records/readers.h"
#include "model/formats/bytes/failure.h"

namespace sojourn {
namespace {

constexpr char namespaceMark = ' ';  // stands in no name of XML
constexpr int deepestElement = 64;
constexpr std::size_t longestPointText = 100;  // of a time or a coordinate
// Expat copies it for each attribute that has a prefix, and hands it out with each element.
constexpr std::size_t longestNamespace = 500;

struct XmlName {
  std::string_view space, local;
};

struct XmlParserFree {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};

XmlName splitName(const char* name) {
  const std::string_view whole(name);
  const std::size_t mark = whole.rfind(namespaceMark);
  if (mark == std::string_view::npos) return {{}, whole};
  return {whole.substr(0, mark), whole.substr(mark + 1)};
}

/// Follows the elements of a document and collects each trkpt. Expat calls it from C, so nothing is thrown through it:
/// what goes wrong stops the parser and waits in m_failure.
class GpxParser {
 public:
  GpxParser(const std::string& where, const std::function<bool(const GpxPoint&)>& onPoint)
      : m_where(where), m_onPoint(onPoint), m_parser(XML_ParserCreateNS(nullptr, namespaceMark)) {
    if (!m_parser) throw std::bad_alloc();
    XML_SetUserData(m_parser.get(), this);
    XML_SetElementHandler(
        m_parser.get(),
        [](void* self, const XML_Char* name, const XML_Char** attributes) {
          of(self).guarded([&] { of(self).begin(name, attributes); });
        },
        [](void* self, const XML_Char*) { of(self).guarded([&] { of(self).end(); }); });
    XML_SetStartNamespaceDeclHandler(m_parser.get(), [](void* self, const XML_Char*, const XML_Char* space) {
      of(self).guarded([&] {
        if (space != nullptr && std::string_view(space).size() > longestNamespace)
          of(self).fail("has a name space of more than 500 bytes", "check that this is a GPX file");
      });
    });
    XML_SetCharacterDataHandler(m_parser.get(), [](void* self, const XML_Char* text, int length) {
      of(self).guarded([&] { of(self).add({text, static_cast<std::size_t>(length)}); });
    });
    XML_SetStartDoctypeDeclHandler(
        m_parser.get(), [](void* self, const XML_Char*, const XML_Char*, const XML_Char*, int) {
          of(self).guarded([&] { of(self).fail("has a DOCTYPE, which GPX does not use", "remove that line"); });
        });
  }

  void parse(ByteSource& source, ReadWatch& watch) {
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
    const XmlName element = splitName(name);
    ++m_depth;
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
  std::string m_space;   ///< its name space
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

void readGpx(ByteSource& source, const std::string& where, ReadWatch& watch, const RowChecks& checks, ReadTally& tally,
             std::vector<Fix>& fixes) {
  parseGpx(source, where, watch, [&](const GpxPoint& point) {
    ++tally.rows;
    Fix fix;
    const DropReason reason = gpxFix(point, checks, fix);
    if (reason == DropReason::None) {
      fixes.push_back(fix);
    } else {
      tally.drop(reason, where, point.line);
    }
    return true;
  });
}

}  // namespace sojourn
