// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/sent_commands.h"

#include <algorithm>
#include <utility>

#include "model/runs/store/ids_and_times.h"
#include "views/session/runs/run_digest.h"

namespace sojourn::session {
namespace {

/// Older commands are forgotten.
constexpr std::size_t mostCommands = 200;

}  // namespace

bool answersMayCome(const FollowedRun& run) {
  const RunStanding standing = standingOf(run);
  return takesCommands(standing) || standing == RunStanding::Stopping;
}

std::uint64_t SentCommands::add(const std::filesystem::path& run, ControlCommand command, std::optional<double> value) {
  return insert({.run = run, .command = command, .value = value, .wall = wallNow()});
}

void SentCommands::found(const std::filesystem::path& run, const ControlRequest& request) {
  if (!request.order) return;
  if (std::ranges::any_of(m_commands, [&](const auto& one) { return one.second.id == request.id; })) return;
  insert({.run = run,
          .command = *request.order,
          .value = request.value,
          .stage = SentCommand::Stage::Waiting,
          .id = request.id,
          .wall = request.wall});
}

std::uint64_t SentCommands::insert(SentCommand command) {
  const std::uint64_t number = ++m_number;
  m_commands[number] = std::move(command);
  if (m_commands.size() > mostCommands) m_commands.erase(m_commands.begin());
  return number;
}

void SentCommands::written(std::uint64_t number, const Result<std::string>& id) {
  const auto found = m_commands.find(number);
  if (found == m_commands.end()) return;
  SentCommand& command = found->second;
  command.stage = id ? SentCommand::Stage::Waiting : SentCommand::Stage::NotSent;
  if (!id) {
    command.why = id.error().what;
    return;
  }
  command.id = *id;
  // It may have been found in the folder before this was known.
  std::erase_if(m_commands, [&](const auto& one) { return one.first != number && one.second.id == *id; });
}

std::vector<std::filesystem::path> SentCommands::match(
    const std::function<FollowedRunPtr(const std::filesystem::path&)>& seen) {
  std::vector<std::filesystem::path> steered;
  for (auto& [number, command] : m_commands) {
    if (command.stage != SentCommand::Stage::Waiting) continue;
    const FollowedRunPtr run = seen(command.run);
    if (!run || !run->outline) continue;
    for (const auto& control : run->outline->controls) {
      if (control.event.id != command.id) continue;
      command.stage = SentCommand::Stage::Answered;
      command.answer = control.event.answer;
      command.why = control.event.why;
      if (command.command == ControlCommand::SetLearningRate && command.answer == ControlAnswer::Done)
        steered.push_back(command.run);
    }
  }
  return steered;
}

const SentCommand* SentCommands::last(const std::filesystem::path& run) const {
  const SentCommand* last = nullptr;
  for (const auto& [number, command] : m_commands) {
    if (command.run == run && (!last || command.wall >= last->wall)) last = &command;
  }
  return last;
}

}  // namespace sojourn::session
