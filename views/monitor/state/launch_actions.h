// SPDX-License-Identifier: GPL-3.0-or-later
// The actions of buttons that begin trainings, as Action::id; the argument is a run's folder unless noted.
#pragma once

namespace sojourn::monitor::act {

inline constexpr const char* again = "again";
inline constexpr const char* againLowerRate = "againLowerRate";     ///< with a tenth of its learning rate
inline constexpr const char* launchFrom = "launchFrom";             ///< a recipe or a file to begin with; no argument
inline constexpr const char* setField = "launchSet";                ///< "KEY TEXT"
inline constexpr const char* resetField = "launchReset";            ///< a key
inline constexpr const char* launch = "launch";                     ///< no argument
inline constexpr const char* closeLaunch = "launchClose";           ///< no argument; what was typed stays
inline constexpr const char* saveForm = "launchSaveAs";             ///< asks for a file; no argument
inline constexpr const char* saveYaml = "launchSave";               ///< no argument
inline constexpr const char* replaceYaml = "launchSaveReplace";     ///< no argument
inline constexpr const char* closeSave = "launchSaveClose";         ///< no argument
inline constexpr const char* resumeRun = "resumeRun";               ///< where its trainer has left it
inline constexpr const char* startQueue = "startQueue";             ///< for what waits; no argument
inline constexpr const char* withdraw = "withdraw";                 ///< an entry's id
inline constexpr const char* dismiss = "dismiss";                   ///< an entry's id
inline constexpr const char* clearProblems = "launchProblemsRead";  ///< no argument

}  // namespace sojourn::monitor::act
