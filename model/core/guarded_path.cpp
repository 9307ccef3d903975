// SPDX-License-Identifier: GPL-3.0-or-later
// Opens what lies below a folder name by name, so that no link is followed on the way.
#include "model/core/guarded_path.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include <dirent.h>
#include <unistd.h>

namespace sojourn {
namespace {

namespace fs = std::filesystem;

constexpr int asFolder = O_PATH | O_DIRECTORY | O_CLOEXEC;

bool isLink(int folder, const std::string& name) {
  struct stat info {};
  return ::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(info.st_mode);
}

/// The system says of a link only that it is no folder.
Descriptor sayingLink(Descriptor opened, int folder, const std::string& name) {
  if (opened.get() < 0 && errno == ENOTDIR) errno = isLink(folder, name) ? ELOOP : ENOTDIR;
  return opened;
}

/// A folder in a folder, which is no link; -1 on failure.
Descriptor openInner(const Descriptor& folder, const std::string& name) {
  Descriptor inner(::openat(folder.get(), name.c_str(), asFolder | O_NOFOLLOW));
  return sayingLink(std::move(inner), folder.get(), name);
}

/// Where a path is opened: the folder that its last name is in, and how much of that is to be followed.
struct Place {
  Descriptor folder{-1};
  std::string name;
  int follow = 0;  ///< O_NOFOLLOW where the name is guarded

  [[nodiscard]] bool found() const { return folder.get() >= 0; }
};

Place placeOf(const GuardedPath& path) {
  std::vector<std::string> names = path.guardedNames();
  Place place;
  errno = ENOENT;
  if (path.empty()) return place;
  if (names.empty()) {
    const fs::path parent = path.parent_path();
    place.folder = Descriptor(::open(parent.empty() ? "." : parent.c_str(), asFolder));
    place.name = path.has_filename() ? path.filename().string() : ".";
    return place;
  }
  place.name = std::move(names.back());
  names.pop_back();
  place.follow = O_NOFOLLOW;
  const fs::path trusted = path.trusted();
  place.folder = Descriptor(::open(trusted.empty() ? "." : trusted.c_str(), asFolder));
  for (const std::string& name : names) {
    if (!place.found()) break;
    place.folder = openInner(place.folder, name);
  }
  return place;
}

/// mkdir below an open folder; what is there already may stay if it is a folder and no link.
Status makeIn(Descriptor& folder, const std::string& name, const GuardedPath& whole) {
  if (::mkdirat(folder.get(), name.c_str(), 0777) != 0 && errno != EEXIST)
    return guardedError(whole, ErrorKind::Failed, "cannot be created", "choose a folder that can be written");
  folder = openInner(folder, name);
  if (folder.get() >= 0) return {};
  return guardedError(whole, ErrorKind::BadInput, "cannot be used as a folder", "remove what has its name");
}

}  // namespace

fs::path GuardedPath::trusted() const {
  fs::path folder = *this;
  for (std::size_t i = 0; i < m_guarded; ++i) folder = folder.parent_path();
  return folder;
}

std::vector<std::string> GuardedPath::guardedNames() const {
  std::vector<std::string> names;
  fs::path folder = *this;
  for (std::size_t i = 0; i < m_guarded; ++i, folder = folder.parent_path())
    names.push_back(folder.filename().string());
  std::ranges::reverse(names);
  return names;
}

Error systemError(const std::filesystem::path& path, ErrorKind kind, const std::string& what,
                  const std::string& remedy) {
  return Error{kind, path.string(), what + " (" + std::strerror(errno) + ")", remedy};
}

Descriptor openGuarded(const GuardedPath& path, int flags, mode_t mode) {
  const Place place = placeOf(path);
  if (!place.found()) return Descriptor(-1);
  // Without waiting, so that a named pipe cannot hang the program; callers refuse what is no regular file.
  Descriptor file(
      ::openat(place.folder.get(), place.name.c_str(), flags | place.follow | O_CLOEXEC | O_NONBLOCK, mode));
  return place.follow == 0 ? std::move(file) : sayingLink(std::move(file), place.folder.get(), place.name);
}

Descriptor openFolderOf(const GuardedPath& path) {
  return placeOf(path).folder;
}

bool statGuarded(const GuardedPath& path, struct stat& info) {
  const Place place = placeOf(path);
  const int follow = place.follow != 0 ? AT_SYMLINK_NOFOLLOW : 0;
  if (!place.found() || ::fstatat(place.folder.get(), place.name.c_str(), &info, follow) != 0) return false;
  if (!S_ISLNK(info.st_mode)) return true;
  errno = ELOOP;
  return false;
}

bool removeGuarded(const GuardedPath& path) {
  const Place place = placeOf(path);
  return place.found() && ::unlinkat(place.folder.get(), place.name.c_str(), 0) == 0;
}

bool renameGuarded(const GuardedPath& from, const GuardedPath& to) {
  const Place source = placeOf(from);
  if (!source.found()) return false;
  const Place target = placeOf(to);
  return target.found() &&
         ::renameat(source.folder.get(), source.name.c_str(), target.folder.get(), target.name.c_str()) == 0;
}

Status checkNoLink(const GuardedPath& path) {
  struct stat info {};
  if (statGuarded(path, info) || errno != ELOOP) return {};
  return guardedError(path, ErrorKind::BadInput, "", "");
}

Error guardedError(const GuardedPath& path, ErrorKind kind, const std::string& what, const std::string& remedy) {
  if (errno != ELOOP) return systemError(path, kind, what, remedy);
  // What was found there is at fault, whatever was to be done with it.
  return Error{ErrorKind::BadInput, path.string(), "is a link or behind one, and links are not followed here",
               "put the file or folder itself there"};
}

Status makeGuardedFolder(const GuardedPath& path) {
  const fs::path trusted = path.trusted();
  std::error_code error;
  if (!trusted.empty()) fs::create_directories(trusted, error);
  if (error)
    return Error{ErrorKind::Failed, path.string(), "cannot be created (" + error.message() + ")",
                 "choose a folder that can be written"};
  Descriptor folder(::open(trusted.empty() ? "." : trusted.c_str(), asFolder));
  if (folder.get() < 0)
    return systemError(path, ErrorKind::Failed, "cannot be created", "choose a folder that can be written");
  for (const std::string& name : path.guardedNames())
    if (const Status made = makeIn(folder, name, path); !made) return made;
  return {};
}

Result<std::vector<std::string>> namesIn(const GuardedPath& folder, std::size_t most) {
  const auto refuse = [&] {
    return guardedError(folder, ErrorKind::BadInput, "cannot be read", "check the folder and its permissions");
  };
  std::vector<std::string> names;
  Descriptor file = openGuarded(folder, O_RDONLY | O_DIRECTORY);
  if (file.get() < 0 && errno == ENOENT) return names;
  if (file.get() < 0) return refuse();
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(file.get()), &::closedir);
  if (!stream) return refuse();
  static_cast<void>(file.release());
  while (names.size() < most) {
    errno = 0;
    const dirent* entry = ::readdir(stream.get());
    if (!entry && errno != 0) return refuse();
    if (!entry) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace sojourn
