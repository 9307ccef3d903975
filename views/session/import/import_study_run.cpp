// SPDX-License-Identifier: GPL-3.0-or-later
// The run of an import, and what it takes to begin one.
#include <cmath>
#include <thread>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/session/import/import_study.h"

namespace sojourn::session {

std::optional<std::string> ImportStudy::suggestedZone() const {
  if (!trials() || m_settings.timeZone != "UTC") return std::nullopt;
  constexpr double degreesOfAnHour = 15;
  double sum = 0;
  std::size_t positions = 0;
  for (const PreparedPlace& place : trials()->chosen.made->places) {
    if (!place.centre) continue;
    sum += place.centre->longitude;
    ++positions;
  }
  if (positions == 0) return std::nullopt;
  const auto hours = static_cast<int>(std::lround(sum / static_cast<double>(positions) / degreesOfAnHour));
  if (hours == 0) return std::nullopt;
  const std::string digits = std::to_string(std::abs(hours));
  return std::string(hours < 0 ? "-" : "+") + (digits.size() < 2 ? "0" : "") + digits + ":00";
}

bool ImportStudy::canRun() const {
  return !reading() && !running() && trials() && !outdated() && !trials()->chosen.made->sequences.users.empty();
}

void ImportStudy::run(const std::filesystem::path& out) {
  PrepareSettings settings = m_settings;
  settings.out = out;
  settings.force = true;
  settings.threads = std::max(1U, std::thread::hardware_concurrency());
  const std::string title = tr("Preparing %1", {escapeForDisplay(settings.name, 60)});
  m_run.forget();
  m_run.ask({.title = title,
             .unit = "bytes",
             .subject = "the dataset",
             .shownAtOnce = true,
             .progressShown = true,
             .failure = "could not be prepared"},
            [settings = std::move(settings)](const CancelToken& cancel, const Progress& progress,
                                             const auto& publish) -> Result<ImportRun> {
              std::string stage;
              const auto report = [&](const char* name, std::size_t done, std::size_t total) {
                if (stage != name) publish(ImportRun{.stage = stage = name, .dataset = {}, .refusal = {}});
                if (progress) progress(done, total);
              };
              auto made = prepareDataset(settings, report, cancel);
              if (!made) return made.error();
              ImportRun run{.stage = "finished", .dataset = {}, .refusal = made->refusal};
              if (!made->refusal) run.dataset = settings.out / made->prefix;
              run.users = static_cast<std::int64_t>(made->users.size());
              run.kept = static_cast<std::int64_t>(made->sequences.users.size());
              for (const SequenceSet& split : made->sequences.splits)
                run.sequences += static_cast<std::int64_t>(split.size());
              run.trainSequences = std::ssize(made->sequences.splits.front().targets());
              return run;
            });
}

}  // namespace sojourn::session
