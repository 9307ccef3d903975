// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/bytes/file_kind.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "model/core/files.h"
#include "model/core/text.h"

namespace sojourn {
namespace {

using namespace std::string_view_literals;

/// A format that begins with the same bytes in every file.
struct Signature {
  std::string_view bytes;
  std::string_view what;
  std::string_view remedy;
  std::size_t at = 0;
};

constexpr std::string_view convertToGpx = "convert it to GPX, for example with GPSBabel or where it was recorded";
constexpr std::string_view saveAsCsv = "open it there and save it as CSV (UTF-8)";
constexpr std::string_view rightFile = "check that this is the right file";

constexpr std::array signatures{
    Signature{"\x1f\x8b"sv, "is packed with gzip", "unpack it first: gunzip, or tar -xzf where it is a .tar.gz"},
    Signature{"BZh"sv, "is packed with bzip2", "unpack it first: bunzip2"},
    Signature{"\xfd"
              "7zXZ\0"sv,
              "is packed with xz", "unpack it first: unxz"},
    Signature{"\x28\xb5\x2f\xfd"sv, "is packed with Zstandard (zstd)", "unpack it first: unzstd"},
    Signature{"\x04\x22\x4d\x18"sv, "is packed with LZ4", "unpack it first: unlz4"},
    Signature{"7z\xbc\xaf\x27\x1c"sv, "is a 7-Zip archive", "unpack it first: 7z x"},
    Signature{"Rar!\x1a\x07"sv, "is a RAR archive", "unpack it first: unrar x"},
    Signature{"ustar"sv, "is a tar archive", "unpack it first: tar -xf", 257},
    Signature{".FIT"sv, "is a FIT file of a sports watch", convertToGpx, 8},
    Signature{"PAR1"sv, "is a Parquet file", "write it as CSV: pandas.read_parquet(f).to_csv(g, index=False)"},
    Signature{"ARROW1"sv, "is an Arrow file", "write it as CSV: pandas.read_feather(f).to_csv(g, index=False)"},
    Signature{"\x89HDF\r\n\x1a\n"sv, "is an HDF5 file", "save the weights with torch.save, a table as CSV"},
    Signature{"SQLite format 3\0"sv, "is an SQLite database", "export the table that you need as CSV"},
    Signature{"\x93NUMPY"sv, "is a NumPy array (.npy)", "save a dataset as pickles, weights with torch.save"},
    Signature{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv, "is a document of an old Excel or Word (.xls, .doc)", saveAsCsv},
    Signature{"GGUF"sv, "is a model in GGUF", "save the state dict with torch.save"},
    Signature{"%PDF-"sv, "is a PDF document", rightFile},
    Signature{"\x89PNG\r\n\x1a\n"sv, "is a PNG picture", rightFile},
    Signature{"\xff\xd8\xff"sv, "is a JPEG picture", rightFile},
    Signature{"\x7f"
              "ELF"sv,
              "is a program", rightFile},
    Signature{"\0\x05\x16\x07"sv, "is a Mac's AppleDouble file (its name begins with ._), which holds no data",
              "open the file of the same name without ._"},
};

/// In a zip archive the name of the first file stands at byte 30.
constexpr std::array zipKinds{
    Signature{"[Content_Types].xml"sv, "is an Excel or Word document (.xlsx, .docx)", saveAsCsv, 30},
    Signature{"mimetypeapplication/vnd.oasis"sv, "is an OpenDocument file (.ods, .odt)", saveAsCsv, 30},
    Signature{"doc.kml"sv, "is a KMZ file, which is KML packed as zip", convertToGpx, 30},
};

bool fits(const Signature& signature, std::string_view beginning) {
  return beginning.size() > signature.at && beginning.substr(signature.at).starts_with(signature.bytes);
}

template <std::size_t count>
std::optional<FileKind> find(const std::array<Signature, count>& among, std::string_view beginning) {
  const auto found = std::ranges::find_if(among, [&](const Signature& one) { return fits(one, beginning); });
  if (found == among.end()) return std::nullopt;
  return FileKind{std::string(found->what), std::string(found->remedy)};
}

std::string lower(std::string_view text) {
  std::string made(text);
  for (char& c : made) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return made;
}

std::string_view withoutBlanks(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

/// What stands between <name> and the next <, quoted and in brackets; empty where there is no such element.
std::string elementShown(std::string_view text, std::string_view name) {
  const std::string small = lower(text);
  std::size_t begin = small.find("<" + std::string(name));
  if (begin == std::string::npos) return {};
  begin = small.find('>', begin);
  if (begin == std::string::npos) return {};
  const std::string_view inside = text.substr(begin + 1, small.find('<', begin + 1) - begin - 1);
  const std::size_t first = inside.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return " (\"" + escapeForDisplay(inside.substr(first, inside.find_last_not_of(" \t\r\n") - first + 1), 80) + "\")";
}

/// The name of the first element of XML, in small letters; empty where there is none.
std::string rootElement(std::string_view head) {
  while (head.starts_with("<?") || head.starts_with("<!")) {
    const std::string_view end = head.starts_with("<?") ? "?>" : head.starts_with("<!--") ? "-->" : ">";
    const std::size_t at = head.find(end);
    if (at == std::string_view::npos) return {};
    head = withoutBlanks(head.substr(at + end.size()));
  }
  if (!head.starts_with('<')) return {};
  std::string name(head.substr(1, head.find_first_of(" \t\r\n/>", 1) - 1));
  return name.substr(name.find(':') + 1);  // without a name space's prefix
}

/// Texts that a server, a browser or git put where the file should be.
std::optional<FileKind> recogniseText(std::string_view beginning) {
  const std::string_view text = withoutBlanks(beginning);
  constexpr std::string_view downloadAgain =
      "download it again; where the page asks for a confirmation or a login, do that in a browser";
  if (text.starts_with("version https://git-lfs.github.com/spec/")) {
    std::string size;
    if (const std::size_t at = text.find("\nsize "); at != std::string_view::npos) {
      const std::string_view digits = text.substr(at + 6);
      if (const auto bytes = plainNumber<std::uint64_t>(digits.substr(0, digits.find_first_not_of("0123456789"))))
        size = ", which has " + humanBytes(*bytes);
    }
    return FileKind{"is a Git LFS pointer and not the file itself" + size,
                    "run git lfs pull in the repository that it is from"};
  }
  const std::string head = lower(text.substr(0, 512));
  const std::string root = rootElement(head);
  if (root == "html" || head.starts_with("<!doctype html"))
    return FileKind{"is a web page" + elementShown(text, "title") + " and not the file itself",
                    std::string(downloadAgain)};
  if (root == "error")
    return FileKind{"is a server's error message" + elementShown(text, "message") + " and not the file itself",
                    "download it again"};
  if (root == "kml") return FileKind{"is a KML file, whose positions rarely have times", std::string(convertToGpx)};
  if (root == "trainingcenterdatabase") return FileKind{"is a TCX file", std::string(convertToGpx)};
  const bool json = head.starts_with("{");
  for (const char* key : {R"("error")", R"("message")", R"("detail")"}) {
    if (const std::size_t at = head.find(key); json && at != std::string::npos && at < 40)
      return FileKind{
          "is a server's answer in JSON (" + escapeForDisplay(text.substr(0, 80)) + ") and not the file itself",
          "download it again; check the address and whether it needs a login"};
  }
  return std::nullopt;
}

}  // namespace

std::string beginningOf(const std::filesystem::path& file, std::size_t most) {
  const auto source = FileSource::open(file, ~std::uint64_t{0});
  if (!source) return {};
  std::string beginning(most, '\0');
  const auto read = (*source)->read(std::as_writable_bytes(std::span(beginning)));
  beginning.resize(read ? *read : 0);
  return beginning;
}

std::optional<FileKind> recogniseFile(std::span<const std::byte> beginning) {
  const std::string_view bytes = asText(beginning).substr(0, fileKindBytes);
  if (bytes.empty()) return FileKind{"is empty", "copy or save the file again"};
  if (bytes.size() >= 16 && std::ranges::all_of(bytes, [](char c) { return c == '\0'; }))
    return FileKind{"begins with nothing but zeros, as a file does that was not copied to its end",
                    "copy or download it again"};
  if (auto kind = find(signatures, bytes)) return kind;
  if (bytes.starts_with("PK\x03\x04")) return find(zipKinds, bytes);
  return recogniseText(bytes);
}

Error wrongFile(std::string where, std::span<const std::byte> beginning, std::string what, std::string remedy) {
  if (auto kind = recogniseFile(beginning))
    return {ErrorKind::BadInput, std::move(where), std::move(kind->what), std::move(kind->remedy)};
  const std::string_view text = asText(beginning).substr(0, fileKindBytes);
  if (text.starts_with("PK\x03\x04")) {
    what += ", but a zip archive";
  } else if (text.starts_with("\x80") && text.size() > 1 && text[1] >= 2 && text[1] <= 5) {
    what += ", but a pickle of Python";
  } else if (text.find('\0') == std::string_view::npos) {
    constexpr std::size_t longest = 60;
    const std::string_view line = withoutBlanks(text);
    what += ", but text that begins \"" + escapeForDisplay(line.substr(0, line.find_first_of("\r\n")), longest) + "\"";
  }
  return {ErrorKind::BadInput, std::move(where), std::move(what), std::move(remedy)};
}

}  // namespace sojourn
