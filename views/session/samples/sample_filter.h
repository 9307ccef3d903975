// SPDX-License-Identifier: GPL-3.0-or-later
// The filter line of the Samples view: "user:3 wrong gate<0.5 len:8..20 target:"Bakery, Elm Street"".
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/result.h"
#include "views/session/place_names/place_naming.h"
#include "views/session/samples/sample_notes.h"
#include "views/session/samples/sample_table.h"

namespace sojourn::session {

/// Where the text is wrong and why, to be drawn under the word. Offsets are bytes of the UTF-8 text.
struct FilterError {
  std::size_t position = 0;
  std::size_t length = 0;
  std::string message;  ///< "gate< needs a number from 0 to 1, as in gate<0.5"
};

/// One offer of the completion list.
struct FilterSuggestion {
  std::string text;     ///< what to insert: "gate<0.5"
  std::string caption;  ///< what it does: "gate below a value"
};

struct FilterCompletion {
  std::size_t position = 0;  ///< the bytes [position, position + length) are replaced by the chosen text
  std::size_t length = 0;
  std::vector<FilterSuggestion> suggestions = {};  ///< best first; those that fit what is typed stand before the rest
};

struct FilterTerm;

/// What a model predicts for every row of the split.
using OutcomesPtr = std::shared_ptr<const std::vector<Outcome>>;
/// Of the models that Compare names A, B, ...; null where a model has no predictions yet.
using OutcomesOfModels = std::vector<OutcomesPtr>;

/// A parsed filter: all terms must hold. Terms about the model's answer do not hold for rows it has not reached yet.
///
///   wrong right known unseen          the mark, and what the target is
///   in-history:yes|no                 whether the target occurs in the window
///   user: index: len: rank:           a number, a list 3,5 or a range 8..20 (either end may be missing)
///   hour: weekday:                    when the last visit began, as times are shown; weekday:mon or weekday:sat..sun
///   last-seen: hours-before:          visits ago that the target was visited last (0: not in the window), and hours
///                                     from the begin of any visit to the end of the last one
///   stays:yes|no                      whether the target is the last visit's place
///   error>1km error:200m..2km         kilometres from the predicted place to the target, where both have coordinates
///   index len rank gate copy p        compared with < <= > >= =; p is P(target), copy the copy share of the prediction
///   target: predicted:                a place by id, or by name in quotes
///   A:right B:wrong C:top5 D:top10    a model of Compare by its letter
///   A:0.5..0.6                        P of the model's first place
///   bookmarked noted tag:             what a person has noted on the sample; tag:odd,strange is any of these
class SampleFilter {
 public:
  /// The empty filter: everything.
  SampleFilter();

  struct Parsed;
  /// `naming` resolves names in quotes (may be null: then only ids are known). Hours and weekdays are those of a clock
  /// `zoneOffsetMinutes` ahead of the recorded one. Never throws, whatever the text.
  [[nodiscard]] static Parsed parse(std::string_view text, const PlaceNaming* naming,
                                    const NotesOfRows* notes = nullptr, const OutcomesOfModels* models = nullptr,
                                    std::int32_t zoneOffsetMinutes = 0);

  [[nodiscard]] bool empty() const;
  /// Whether a term asks a model of Compare.
  [[nodiscard]] bool readsModels() const;
  /// The same without those terms.
  [[nodiscard]] SampleFilter withoutModels() const;
  /// Whether a term asks for the model's answer, so that arriving outcomes can add rows.
  [[nodiscard]] bool needsOutcomes() const;
  /// All matching rows in order of index.
  [[nodiscard]] std::vector<SampleIndex> apply(const SampleTable& table) const;
  [[nodiscard]] bool matches(const SampleTable& table, SampleIndex row) const;

 private:
  std::shared_ptr<const std::vector<FilterTerm>> m_terms;
};

/// A filter, or nothing but an error where the text is wrong.
struct SampleFilter::Parsed {
  SampleFilter filter = {};
  std::optional<FilterError> error = {};
  [[nodiscard]] bool ok() const { return !error; }
};

/// What could stand at the cursor. `naming`, `table`, `notes` and `models` provide places, users, tags and letters and
/// may be null.
[[nodiscard]] FilterCompletion completeFilter(std::string_view text, std::size_t cursor, const PlaceNaming* naming,
                                              const SampleTable* table, const NotesOfRows* notes = nullptr,
                                              const OutcomesOfModels* models = nullptr);

}  // namespace sojourn::session
