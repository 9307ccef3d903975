// SPDX-License-Identifier: GPL-3.0-or-later
// What an error is in this program, a place, a finding and a remedy in words a person can act on; and a value or the
// Error that stands in its place: how folders answer each other. Exceptions stay inside a folder.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sojourn {

/// Decides the exit code of the command line (SPEC 9) and the tone of the studio's banner.
enum class ErrorKind {
  BadUsage,   ///< what was asked cannot be asked (exit 2)
  BadInput,   ///< a file or value from outside is not usable (exit 3)
  Failed,     ///< the work itself failed: disk full, no such device (exit 4)
  Cancelled,  ///< somebody asked to stop (exit 130); never shown as an error
};

/// One error, handled once: shown or passed on. All texts are plain UTF-8, one sentence fragment each, without a
/// full stop. `where` names the file and, after a comma, the byte, key or record.
struct Error {
  ErrorKind kind = ErrorKind::BadInput;
  std::string where;
  std::string what;
  std::string remedy;

  /// "where: what: remedy", the form of the command line; parts that are empty are left out. Escaped for a terminal.
  [[nodiscard]] std::string sentence() const;
};

enum class Severity { Notice, Warning, Error };

/// A finding that does not stop the work by itself (SPEC 8.3), listed by `sojourn info` and by the studio.
struct Problem {
  Severity severity = Severity::Warning;
  std::string where;
  std::string what;
  std::string remedy;
};

[[nodiscard]] const char* severityName(Severity severity);

/// Holds a T or an Error. Reading the side that is not there is a programming mistake (asserted).
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return m_state.index() == 0; }
  explicit operator bool() const { return ok(); }

  [[nodiscard]] T& value() & { return *std::get_if<0>(&m_state); }
  [[nodiscard]] const T& value() const& { return *std::get_if<0>(&m_state); }
  [[nodiscard]] T&& value() && { return std::move(*std::get_if<0>(&m_state)); }
  [[nodiscard]] T& operator*() & { return value(); }
  [[nodiscard]] const T& operator*() const& { return value(); }
  [[nodiscard]] T&& operator*() && { return std::move(*this).value(); }
  [[nodiscard]] T* operator->() { return &value(); }
  [[nodiscard]] const T* operator->() const { return &value(); }

  [[nodiscard]] const Error& error() const {
    assert(!ok());
    return *std::get_if<1>(&m_state);
  }

 private:
  std::variant<T, Error> m_state;
};

/// Success or an Error, for work that has nothing to give back.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : m_error(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return !m_error.has_value(); }
  explicit operator bool() const { return ok(); }
  [[nodiscard]] const Error& error() const {
    assert(!ok());
    return *m_error;
  }

 private:
  std::optional<Error> m_error;
};

}  // namespace sojourn
