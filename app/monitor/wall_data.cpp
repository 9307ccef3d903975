// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/monitor/wall_data.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <limits>

#include "app/monitor/launch_actions.h"
#include "model/core/shell_word.h"
#include "model/core/text.h"
#include "views/present/run_figures.h"

namespace sojourn::monitor {

using present::PartButton;
using present::TileTone;
using session::NeedRemedy;
using session::RunNeed;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
/// An event a trainer writes at least every second.
constexpr double lateSeconds = 10;

bool isLive(RunNeed need) {
  return need >= RunNeed::Diverging && need <= RunNeed::Running;
}

PartButton buttonOf(NeedRemedy remedy, const std::string& id) {
  switch (remedy) {
    case NeedRemedy::ShowLog:
      return {.text = "Show log", .action = {act::showLog, id}, .question = {}, .enabled = true, .hint = {}};
    case NeedRemedy::CopyResume:
      return {.text = "Copy command",
              .action = {act::copy, resumeCommand(id)},
              .question = {},
              .enabled = true,
              .hint = resumeCommand(id)};
    case NeedRemedy::Stop:
      return {.text = "Stop\u2026",
              .action = {act::stop, id},
              .question = "Stop this training? It writes a checkpoint first and can be resumed.",
              .enabled = true,
              .hint = {}};
    case NeedRemedy::LowerRate:
      return {.text = "Learning rate / 10\u2026",
              .action = {act::lowerRate, id},
              .question =
                  "Set the learning rate to a tenth from now on? The run counts as steered: it is left out of "
                  "the means over seeds.",
              .enabled = true,
              .hint = {}};
  }
  return {};
}

}  // namespace

std::string resumeCommand(const std::string& folder) {
  return "sojourn train --resume --run-dir " + shellWord(folder);
}

PartButton resumeButton(const std::string& folder) {
  return {.text = "Resume\u2026",
          .action = {act::resumeRun, folder},
          .question =
              "Go on with this training from its last checkpoint? It is put into the folder's queue, which "
              "trains here until the training ends; what it did after that checkpoint is done again.",
          .enabled = true,
          .hint = "Puts it into the queue of its folder"};
}

const char* iconOf(RunNeed need) {
  switch (need) {
    case RunNeed::Failed:
    case RunNeed::Unreadable:
    case RunNeed::Vanished:
      return "cross";
    case RunNeed::Stalled:
      return "clock";
    case RunNeed::Diverging:
    case RunNeed::Overfitting:
      return "warn";
    case RunNeed::Plateau:
      return "minus";
    case RunNeed::Running:
      return "play";
    case RunNeed::Paused:
      return "pause";
    case RunNeed::Stopped:
      return "stop";
    case RunNeed::Finished:
      return "check";
    case RunNeed::Imported:
      return "table";
  }
  return "info";
}

TileTone toneOf(RunNeed need) {
  if (need <= RunNeed::Vanished) return TileTone::Bad;
  if (need <= RunNeed::Overfitting) return TileTone::Warning;
  if (need == RunNeed::Plateau) return TileTone::Notice;
  return need == RunNeed::Running ? TileTone::Good : TileTone::Quiet;
}

std::string ageText(double seconds) {
  // Clocks of two machines never agree to the second.
  if (seconds < -2) return "clock ahead " + session::spanWords(-seconds);
  return session::spanWords(std::max(0.0, seconds)) + " ago";
}

std::string clockOf(double wall) {
  // What no calendar holds is no time.
  if (!(wall >= 0 && wall < 2.5e11)) return "--:--:--";
  const auto seconds = static_cast<std::time_t>(wall);
  std::tm local{};
  if (::localtime_r(&seconds, &local) == nullptr) return "--:--:--";
  char text[16];
  std::strftime(text, sizeof text, "%H:%M:%S", &local);
  return text;
}

present::RunTile tileOf(const WatchedRun& watched, double now) {
  const session::RunDigest& digest = watched.digest;
  const RunNeed need = watched.need.need;
  present::RunTile tile;
  tile.id = watched.id();
  tile.name = watched.name;
  tile.word = session::needWord(need);
  tile.icon = iconOf(need);
  tile.tone = toneOf(need);
  tile.reason = watched.need.reason.empty() ? watched.differs : watched.need.reason;
  for (const session::ValidationFigures& figures : digest.validation)
    tile.points.push_back({.epoch = figures.epoch,
                           .loss = figures.loss,
                           .accuracyAll = figures.accuracyAll.value_or(none),
                           .accuracyKnown = figures.accuracyKnown.value_or(none)});
  tile.best = digest.best;
  tile.lossNow = digest.validation.empty() ? none : digest.validation.back().loss;
  const auto& recent = watched.run->recent;
  tile.lossBroken = recent && !recent->loss.empty() && !std::isfinite(recent->loss.back());
  tile.epoch = digest.epoch;
  tile.epochs = digest.epochs;
  tile.live = isLive(need);
  const bool over = need == RunNeed::Finished || need == RunNeed::Imported;
  tile.rest = over ? "done" : tile.live && digest.secondsLeft ? present::spanText(digest.secondsLeft) + " left" : "";
  if (tile.live && watched.speed) {
    tile.speed = groupThousands(std::llround(std::clamp(*watched.speed, 0.0, 1e15))) + " seq/s";
    tile.speedRatio = watched.speedRatio;
  } else if (!over) {
    tile.speed = "no steps now";
  }
  if (watched.lastEvent) {
    tile.age = ageText(now - *watched.lastEvent);
    tile.ageWarns = need == RunNeed::Stalled || (tile.live && now - *watched.lastEvent > lateSeconds);
  }
  return tile;
}

present::RunAlert alertOf(const WatchedRun& watched, double now) {
  const std::string id = watched.id();
  present::RunAlert alert;
  alert.id = id;
  const RunNeed need = watched.need.need;
  const bool verb = need == RunNeed::Failed || need == RunNeed::Stalled || need == RunNeed::Vanished;
  const char* between = verb ? " " : need == RunNeed::Plateau ? " is on a " : " is ";
  alert.title = watched.name + between + std::string(session::needWord(need));
  alert.icon = iconOf(need);
  alert.tone = toneOf(need);
  if (watched.lastEvent) alert.age = ageText(now - *watched.lastEvent);
  alert.reason = watched.need.reason;
  alert.further = watched.need.further;
  if (alert.further.starts_with(alert.reason)) alert.reason = alert.further, alert.further.clear();
  const bool commands = session::takesCommands(session::standingOf(*watched.run));
  for (const NeedRemedy remedy : watched.need.remedies) {
    const bool command = remedy == NeedRemedy::Stop || remedy == NeedRemedy::LowerRate;
    if (remedy == NeedRemedy::CopyResume) alert.buttons.push_back(resumeButton(id));
    if (!command || commands) alert.buttons.push_back(buttonOf(remedy, id));
  }
  if ((need == RunNeed::Failed || need == RunNeed::Diverging) && watched.run->entry.record)
    alert.buttons.push_back({.text = "Again with lr/10\u2026",
                             .action = {act::againLowerRate, id},
                             .question = {},
                             .enabled = true,
                             .hint = "Opens the launch form with this configuration and a tenth of its learning rate"});
  alert.buttons.push_back({.text = "Quiet",
                           .action = {act::quiet, id},
                           .question = {},
                           .enabled = true,
                           .hint = "Do not tell this again; another state is told"});
  return alert;
}

}  // namespace sojourn::monitor
