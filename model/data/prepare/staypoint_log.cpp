// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/prepare/staypoint_log.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <system_error>

#include <nlohmann/json.hpp>

#include "model/core/sha256.h"
#include "model/data/prepare/output_folder.h"
#include "model/data/records/readers.h"
#include "model/data/records/stamps.h"
#include "model/formats/bytes/failure.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largestLog = std::uint64_t{1} << 36;

std::string logHeader(const std::string& fingerprint) {
  return "sojourn.staypoints/2 " + fingerprint + "\n";
}

/// FNV-1a: enough to notice a record that was cut off.
std::uint64_t checksumOf(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

template <class T>
void putRaw(std::string& out, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void putText(std::string& out, std::string_view text) {
  putRaw(out, std::uint64_t{text.size()});
  out += text;
}

/// Takes values off the front of a record; `right` falls where there are too few bytes.
struct RecordBytes {
  std::string_view rest;
  bool right = true;

  template <class T>
  T raw() {
    T value{};
    right = right && rest.size() >= sizeof value;
    if (!right) return value;
    std::memcpy(&value, rest.data(), sizeof value);
    rest.remove_prefix(sizeof value);
    return value;
  }
  std::string_view text() {
    const auto size = raw<std::uint64_t>();
    right = right && size <= rest.size();
    if (!right) return {};
    const std::string_view text = rest.substr(0, size);
    rest.remove_prefix(size);
    return text;
  }
};

std::string recordOf(const UserStays& user) {
  std::string record;
  putText(record, user.user);
  putRaw(record, std::uint64_t{user.report.counts.size()});
  for (const auto& [name, count] : user.report.counts) {
    putText(record, name);
    putRaw(record, count);
  }
  putText(record, user.report.firstDrop);
  putRaw(record, std::uint64_t{user.report.problems.size()});
  for (const Problem& problem : user.report.problems) {
    putRaw(record, static_cast<std::uint8_t>(problem.severity));
    for (const std::string* text : {&problem.where, &problem.what, &problem.remedy}) putText(record, *text);
  }
  putRaw(record, user.first);
  putRaw(record, user.last);
  putRaw(record, std::uint64_t{user.stays.size()});
  record.append(reinterpret_cast<const char*>(user.stays.data()), user.stays.size() * sizeof(Staypoint));
  return record;
}

bool isPossible(const Staypoint& stay) {
  return isTimeInRange(stay.start) && isTimeInRange(stay.end) && isTimeInRange(stay.lastInside) &&
         stay.start <= stay.lastInside && stay.lastInside <= stay.end && std::abs(stay.centre.latitude) <= 90 &&
         std::abs(stay.centre.longitude) <= 180;
}

std::optional<UserStays> userOf(std::string_view record) {
  RecordBytes bytes{record};
  UserStays user;
  user.user = bytes.text();
  for (auto counts = bytes.raw<std::uint64_t>(); bytes.right && counts > 0; --counts) {
    const std::string name(bytes.text());
    user.report.counts[name] = bytes.raw<std::int64_t>();
  }
  user.report.firstDrop = bytes.text();
  for (auto problems = bytes.raw<std::uint64_t>(); bytes.right && problems > 0; --problems) {
    Problem& problem = user.report.problems.emplace_back();
    problem.severity =
        bytes.raw<std::uint8_t>() == static_cast<std::uint8_t>(Severity::Notice) ? Severity::Notice : Severity::Warning;
    for (std::string* text : {&problem.where, &problem.what, &problem.remedy}) *text = bytes.text();
  }
  user.first = bytes.raw<EpochMs>();
  user.last = bytes.raw<EpochMs>();
  const auto stays = bytes.raw<std::uint64_t>();
  if (!bytes.right || stays != bytes.rest.size() / sizeof(Staypoint) || bytes.rest.size() % sizeof(Staypoint) != 0)
    return std::nullopt;
  user.stays.resize(stays);
  if (stays > 0) std::memcpy(user.stays.data(), bytes.rest.data(), bytes.rest.size());
  // A forged record has a right checksum, and later steps compute with these numbers.
  if (!isTimeInRange(user.first) || !isTimeInRange(user.last) || !std::ranges::all_of(user.stays, isPossible))
    return std::nullopt;
  return user;
}

/// Reads the whole records of a log's text after its header; gives where they end.
std::size_t readRecords(std::string_view text, std::size_t at, std::vector<UserStays>& users) {
  for (;;) {
    RecordBytes bytes{text.substr(at)};
    const auto checksum = bytes.raw<std::uint64_t>();
    const std::string_view record = bytes.text();
    if (!bytes.right || checksumOf(record) != checksum) return at;
    auto user = userOf(record);
    if (!user) return at;
    users.push_back(std::move(*user));
    at = text.size() - bytes.rest.size();
  }
}

Status writeFully(const Descriptor& file, std::string_view text, const fs::path& path) {
  while (!text.empty()) {
    const ssize_t written = ::write(file.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return systemError(path, ErrorKind::Failed, "cannot be written", "check the disk");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

void describeFile(const fs::path& path, nlohmann::ordered_json& into) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return;
  into.push_back({path.string(), info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec});
}

}  // namespace

Result<std::string> preparationFingerprint(const PrepareSettings& settings) {
  const InputSettings& input = settings.input;
  nlohmann::ordered_json all{{"version", 2},
                             {"settings", parametersAsJson(settings)},
                             {"format", inputFormatName(input.format)},
                             {"recipe", nameIn(recipeNames, settings.recipe)},
                             {"columns", input.columns},
                             {"header", input.header},
                             {"user", input.user},
                             {"accept_bad", input.acceptBad},
                             {"name", settings.name}};
  if (!settings.pseudonyms.empty()) all["pseudonyms"] = sha256(asBytes("sojourn preparation: " + settings.pseudonyms));
  return errorsAsValues(input.input.string(), [&]() -> Result<std::string> {
    // The very files that are read, wherever links lead.
    std::vector<UserFiles> users;
    if (input.format == InputFormat::Geolife)
      users = geolifeFiles(input);
    else if (input.format == InputFormat::Gpx)
      users = gpxFiles(input);
    else
      users = {{.user = {}, .files = {input.input}}};
    std::error_code error;
    auto described = nlohmann::ordered_json::array();
    for (const UserFiles& user : users)
      for (const fs::path& file : user.files) describeFile(fs::weakly_canonical(file, error), described);
    all["files"] = std::move(described);
    return sha256(asBytes(all.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace)));
  });
}

Result<StaypointLog> StaypointLog::open(const fs::path& out, const std::string& fingerprint, bool resume) {
  const GuardedPath folder = OutputFolder::workFolder(out);
  if (const Status made = makeGuardedFolder(folder); !made) return made.error();
  const GuardedPath path = folder / std::string("staypoints");
  Descriptor file = openGuarded(path, O_RDWR | O_CREAT | O_APPEND);
  if (file.get() < 0) return guardedError(path, ErrorKind::Failed, "cannot be written", "choose a writable folder");
  StaypointLog log(folder, std::move(file));
  const std::string header = logHeader(fingerprint);
  std::size_t end = 0;
  if (resume) {
    const auto bytes = readFile(path, largestLog);
    if (!bytes) return bytes.error();
    const std::string_view text = asText(*bytes);
    if (text.size() >= header.size() && !text.starts_with(header))
      return Error{ErrorKind::BadInput, out.string(),
                   "holds the begin of a preparation with other settings, or of an input that has changed",
                   "repeat that command as it was, or start again with --force"};
    if (text.starts_with(header)) end = readRecords(text, header.size(), log.m_finished);
  }
  if (::ftruncate(log.m_file.get(), static_cast<off_t>(end)) != 0)
    return systemError(path, ErrorKind::Failed, "cannot be written", "check the disk");
  if (end == 0)
    if (const Status written = writeFully(log.m_file, header, path); !written) return written.error();
  return log;
}

Status StaypointLog::add(const UserStays& user) {
  const std::string record = recordOf(user);
  std::string framed;
  putRaw(framed, checksumOf(record));
  putText(framed, record);
  return writeFully(m_file, framed, m_folder);
}

}  // namespace sojourn
