/*
 * The launcher: starts the current version of the agent without a window, starts it again after a failure, returns to the
 * previous version if a new one does not work, and shows the state in the notification area. `bridge-agent.exe --quit`
 * stops the launcher and its agent, and waits for their end. Other options choose from the menu of the running launcher.
 */
#include <stdio.h>

#include "launcher.h"

#include <shellapi.h>

#define NAME L"BridgeServiceAgent"
#define INSTANCE L"Local\\BridgeServiceAgent"

#define STATUS_INTERVAL_MS 2000
#define DELAY_FIRST_MS 1000
#define DELAY_MAX_MS 60000
/* An agent that ran for this long had started well. */
#define HEALTHY_AFTER_MS 60000
/* The agent waits up to 30 seconds for a call of QuickBooks, and stores its response. */
#define STOP_MAX_MS 60000
#define QUIT_MAX_MS 90000
/* An agent decides within two minutes whether its version works. One that has not done so hangs. Tests shorten it. */
#ifndef TRIAL_MAX_MS
#define TRIAL_MAX_MS 300000
#endif

#define EXIT_NOT_STARTED 1
#define EXIT_STILL_RUNNING 3

enum state {
  RUNNING,   /* the agent runs */
  WAITING,   /* it failed, and starts again after a delay */
  ENDED,     /* it gave a reason, such as a refused token, that only a person can remove */
  RETURNING, /* it was asked to stop, so that the previous version starts */
  QUITTING,  /* it was asked to stop, and the launcher ends with it */
};

static struct {
  HWND window;
  enum state state;
  struct agent_process agent;
  /* A command of the agent that runs, such as `pause`, and what the user chose. */
  struct agent_process command;
  enum command chosen;
  BOOL is_paused;
  WCHAR versions[PATH_MAX_LENGTH], data_folder[PATH_MAX_LENGTH], status[STATUS_MAX_LENGTH];
  /* The version that was started last. */
  WCHAR version[VERSION_MAX_LENGTH];
  BOOL is_started;
  DWORD exit_code, delay;
  ULONGLONG started_at;
  UINT taskbar_created;
} launcher;

enum timer { TIMER_STATUS = 1, TIMER_START, TIMER_STOP, TIMER_TRIAL };

static BOOL has_agent(void) { return launcher.agent.process != NULL; }

static void show_status(void) {
  WCHAR status[STATUS_MAX_LENGTH];
  if (launcher.state == WAITING && !launcher.is_started) {
    _snwprintf(status, ARRAYSIZE(status),
               L"The agent cannot start. Run its installer again. The next attempt is in up to %lu seconds.",
               launcher.delay / 1000);
  } else if (launcher.state == WAITING && launcher.exit_code == EXIT_IN_USE) {
    lstrcpynW(status, L"The agent runs in another Windows session. It starts here after that one has ended.",
              ARRAYSIZE(status));
  } else if (launcher.state == WAITING) {
    _snwprintf(status, ARRAYSIZE(status), L"The agent ended (code %lu). It starts again in up to %lu seconds.",
               launcher.exit_code, launcher.delay / 1000);
  } else if (launcher.state == RETURNING || launcher.state == QUITTING) {
    lstrcpynW(status, L"The agent is stopping.", ARRAYSIZE(status));
  } else {
    launcher.is_paused = read_status(launcher.data_folder, status);
    if (status[0] == L'\0') lstrcpynW(status, L"The agent is starting.", ARRAYSIZE(status));
  }
  if (wcscmp(status, launcher.status) == 0) return;
  lstrcpynW(launcher.status, status, ARRAYSIZE(launcher.status));
  update_tray_icon(launcher.window, launcher.status);
}

/* Starts the agent after a delay, which doubles each time. */
static void start_later(void) {
  launcher.delay = launcher.delay == 0 ? DELAY_FIRST_MS : launcher.delay * 2;
  if (launcher.delay > DELAY_MAX_MS) launcher.delay = DELAY_MAX_MS;
  launcher.state = WAITING;
  SetTimer(launcher.window, TIMER_START, launcher.delay, NULL);
}

/* Starts the agent again after a failure. A version on trial has failed for good. */
static void repeat_start(void) {
  BOOL was_healthy = launcher.is_started && GetTickCount64() - launcher.started_at >= HEALTHY_AFTER_MS;
  if (give_up_version(launcher.versions) || was_healthy) launcher.delay = 0;
  start_later();
}

static BOOL find_current_folder(WCHAR *version, WCHAR *folder) {
  return find_current_version(launcher.versions, version) && join_path(folder, launcher.versions, version);
}

static void start(void) {
  WCHAR folder[PATH_MAX_LENGTH];
  struct agent_folders folders = {folder, launcher.versions, launcher.data_folder};
  KillTimer(launcher.window, TIMER_START);
  if (has_agent()) return;
  launcher.state = RUNNING;
  launcher.started_at = GetTickCount64();
  launcher.is_started = find_current_folder(launcher.version, folder) && start_agent(&launcher.agent, &folders);
  if (!launcher.is_started) {
    repeat_start();
    return;
  }
  register_version(launcher.versions, launcher.version);
  if (is_on_trial(launcher.versions)) SetTimer(launcher.window, TIMER_TRIAL, TRIAL_MAX_MS, NULL);
}

static void stop(enum state state) {
  KillTimer(launcher.window, TIMER_START);
  launcher.state = state;
  if (has_agent()) {
    request_stop(&launcher.agent);
    SetTimer(launcher.window, TIMER_STOP, STOP_MAX_MS, NULL);
  } else if (state == QUITTING) {
    PostQuitMessage(0);
  }
}

/* Gives up a version that neither works nor ends. */
static void end_trial(void) {
  KillTimer(launcher.window, TIMER_TRIAL);
  if (launcher.state == RUNNING && give_up_version(launcher.versions)) stop(RETURNING);
}

/* Whether the agent gave a reason for its end that only a person can remove. */
static BOOL is_explained(DWORD exit_code) {
  /* The previous version was connected. An update that is too old, or finds no token, does not work. */
  if (exit_code == EXIT_UPDATE_NEEDED || exit_code == EXIT_NOT_SET_UP) return !is_on_trial(launcher.versions);
  return exit_code == EXIT_TOKEN_REFUSED || exit_code == EXIT_SUPERSEDED || exit_code == EXIT_REALM_DELETED;
}

/* Whether the agent made another version the current one. Otherwise, it would end again at once. */
static BOOL has_other_version(void) {
  WCHAR current[VERSION_MAX_LENGTH];
  return find_current_version(launcher.versions, current) && wcscmp(current, launcher.version) != 0;
}

/* Decides by the exit code: a failure is repeated, an explained end waits for a person. */
static void handle_end(void) {
  KillTimer(launcher.window, TIMER_STOP);
  KillTimer(launcher.window, TIMER_TRIAL);
  launcher.exit_code = finish_agent(&launcher.agent);
  if (launcher.state == RETURNING) {
    start();
  } else if (launcher.state == QUITTING || launcher.exit_code == EXIT_STOPPED) {
    PostQuitMessage(0);
  } else if (is_explained(launcher.exit_code)) {
    launcher.state = ENDED;
  } else if (launcher.exit_code == EXIT_IN_USE) {
    /* No fault of the version: the same user is signed in twice, and its agent runs in the other session. */
    start_later();
  } else if (launcher.exit_code == EXIT_OTHER_VERSION && has_other_version()) {
    start();
  } else {
    repeat_start();
  }
}

/* Runs a command of the agent, such as `doctor`, in a console that stays open, where `edge-agent` runs others. */
static void run_in_console(const WCHAR *command) {
  WCHAR system[MAX_PATH], shell[PATH_MAX_LENGTH], arguments[5 * PATH_MAX_LENGTH];
  WCHAR version[VERSION_MAX_LENGTH], folder[PATH_MAX_LENGTH];
  if (!find_current_folder(version, folder)) return;
  int length = _snwprintf(arguments, ARRAYSIZE(arguments),
                          L"/s /k \"doskey edge-agent=\"%ls\\node.exe\" \"%ls\\agent.cjs\" $*"
                          L"&\"%ls\\node.exe\" \"%ls\\agent.cjs\" %ls\"",
                          folder, folder, folder, folder, command);
  if (length < 0 || length >= (int)ARRAYSIZE(arguments)) return;
  if (GetSystemDirectoryW(system, MAX_PATH) == 0 || !join_path(shell, system, L"cmd.exe")) return;
  ShellExecuteW(launcher.window, L"open", shell, arguments, NULL, SW_SHOWNORMAL);
}

/* Opens the status page, at a part of it. The address works once; the agent replaces it. */
static void open_page(const WCHAR *part) {
  WCHAR address[PATH_MAX_LENGTH], target[PATH_MAX_LENGTH + 32];
  if (!read_page_address(launcher.data_folder, address)) {
    show_message(launcher.window, L"The status page opens when the agent runs.");
    return;
  }
  _snwprintf(target, ARRAYSIZE(target), L"%ls%ls", address, part);
  target[ARRAYSIZE(target) - 1] = L'\0';
  ShellExecuteW(launcher.window, L"open", target, NULL, NULL, SW_SHOWNORMAL);
}

/* Starts a command of the agent, one at a time. */
static void start_command(enum command chosen, const WCHAR *arguments) {
  WCHAR version[VERSION_MAX_LENGTH], folder[PATH_MAX_LENGTH];
  struct agent_folders folders = {folder, launcher.versions, launcher.data_folder};
  if (launcher.command.process != NULL) return;
  launcher.chosen = chosen;
  if (find_current_folder(version, folder) && start_agent_command(&launcher.command, &folders, arguments)) return;
  show_message(launcher.window, L"The agent cannot be started. Run its installer again.");
}

static void handle_command_end(void) {
  WCHAR logs[PATH_MAX_LENGTH];
  BOOL is_done = finish_agent(&launcher.command) == 0;
  if (!is_done) {
    show_message(launcher.window, L"The agent could not do that. Choose Check the connection to see why.");
  } else if (launcher.chosen == COMMAND_COPY_REPORT) {
    BOOL is_copied = join_path(logs, launcher.data_folder, L"logs") && copy_file(launcher.window, logs, COMMAND_OUTPUT);
    show_message(launcher.window, is_copied ? L"The report was copied. Paste it into an email to your support."
                                            : L"The report is in the file command.txt in the logs of the agent.");
  }
}

static void run_command(int command) {
  switch (command) {
    case COMMAND_OPEN_PAGE: open_page(L""); break;
    case COMMAND_QUIET_HOURS: open_page(L"#quiet-hours"); break;
    case COMMAND_PAUSE: start_command(COMMAND_PAUSE, L"pause"); break;
    case COMMAND_RESUME: start_command(COMMAND_RESUME, L"resume"); break;
    case COMMAND_COPY_REPORT: start_command(COMMAND_COPY_REPORT, L"report"); break;
    case COMMAND_CHECK: run_in_console(L"doctor"); break;
    case COMMAND_VERIFY: run_in_console(L"verify"); break;
    case COMMAND_OPEN_FOLDER:
      ShellExecuteW(launcher.window, L"open", launcher.data_folder, NULL, NULL, SW_SHOWNORMAL);
      break;
    case COMMAND_START: start(); break;
    case COMMAND_QUIT: stop(QUITTING); break;
  }
}

/* Windows shuts down: waits, so that the response to a write is stored. The user sees why, and can go on. */
static void end_session(void) {
  KillTimer(launcher.window, TIMER_START);
  launcher.state = QUITTING;
  if (!has_agent()) return;
  ShutdownBlockReasonCreate(launcher.window, L"The outcome of a request to QuickBooks is being stored.");
  request_stop(&launcher.agent);
  WaitForSingleObject(launcher.agent.process, STOP_MAX_MS);
  ShutdownBlockReasonDestroy(launcher.window);
}

static LRESULT CALLBACK handle_message(HWND window, UINT message, WPARAM first, LPARAM second) {
  if (message == launcher.taskbar_created) {
    add_tray_icon(window);
    if (launcher.status[0] != L'\0') update_tray_icon(window, launcher.status);
    return 0;
  }
  switch (message) {
    case WM_CLOSE: stop(QUITTING); return 0;
    case WM_ENDSESSION:
      if (first) end_session();
      return 0;
    case WM_TRAY:
      if (LOWORD(second) == WM_RBUTTONUP || LOWORD(second) == WM_LBUTTONUP) {
        run_command(choose_command(window, launcher.status, launcher.state == RUNNING, launcher.is_paused));
      }
      return 0;
    case WM_COMMAND: run_command(LOWORD(first)); return 0;
    case WM_TIMER:
      if (first == TIMER_START) start();
      /* It had twice the time that it needs. The job ends it. */
      if (first == TIMER_STOP && has_agent()) handle_end();
      if (first == TIMER_TRIAL) end_trial();
      show_status();
      return 0;
    default: return DefWindowProcW(window, message, first, second);
  }
}

static BOOL create_window(HINSTANCE instance) {
  WNDCLASSW class = {.lpfnWndProc = handle_message, .hInstance = instance, .lpszClassName = NAME};
  launcher.taskbar_created = RegisterWindowMessageW(L"TaskbarCreated");
  if (!RegisterClassW(&class)) return FALSE;
  /* A hidden window, not a message-only one, which would get no broadcasts. */
  launcher.window = CreateWindowW(NAME, L"Bridge Service Agent", WS_OVERLAPPED, 0, 0, 0, 0, NULL, NULL, instance, NULL);
  return launcher.window != NULL;
}

/* Handles messages and the ends of the agent and of its commands. */
static int run(void) {
  MSG message;
  for (;;) {
    HANDLE processes[2];
    DWORD count = 0;
    if (has_agent()) processes[count++] = launcher.agent.process;
    if (launcher.command.process != NULL) processes[count++] = launcher.command.process;
    DWORD signaled = MsgWaitForMultipleObjects(count, processes, FALSE, INFINITE, QS_ALLINPUT);
    if (signaled < count) {
      if (processes[signaled] == launcher.agent.process) handle_end();
      else handle_command_end();
      show_status();
    }
    while (PeekMessageW(&message, NULL, 0, 0, PM_REMOVE)) {
      if (message.message == WM_QUIT) return (int)message.wParam;
      DispatchMessageW(&message);
    }
  }
}

/* Stops the running launcher of this Windows session, and waits until it has ended. */
static int quit_running(void) {
  DWORD process_id = 0;
  HWND window = FindWindowW(NAME, NULL);
  if (window == NULL || GetWindowThreadProcessId(window, &process_id) == 0) return 0;
  HANDLE process = OpenProcess(SYNCHRONIZE, FALSE, process_id);
  if (process == NULL) return GetLastError() == ERROR_INVALID_PARAMETER ? 0 : EXIT_STILL_RUNNING;
  PostMessageW(window, WM_CLOSE, 0, 0);
  DWORD result = WaitForSingleObject(process, QUIT_MAX_MS);
  CloseHandle(process);
  return result == WAIT_OBJECT_0 ? 0 : EXIT_STILL_RUNNING;
}

/* Chooses from the menu of the running launcher of this Windows session. */
static int choose_in_running(enum command command) {
  HWND window = FindWindowW(NAME, NULL);
  return window != NULL && PostMessageW(window, WM_COMMAND, command, 0) ? 0 : EXIT_NOT_STARTED;
}

static const struct {
  const WCHAR *option;
  enum command command;
} options[] = {
    {L"--status-page", COMMAND_OPEN_PAGE},
    {L"--pause", COMMAND_PAUSE},
    {L"--resume", COMMAND_RESUME},
    {L"--quiet-hours", COMMAND_QUIET_HOURS},
    {L"--copy-report", COMMAND_COPY_REPORT},
};

int WINAPI wWinMain(HINSTANCE instance, HINSTANCE previous, WCHAR *arguments, int show) {
  (void)previous;
  (void)show;
  if (wcscmp(arguments, L"--quit") == 0) return quit_running();
  for (size_t index = 0; index < ARRAYSIZE(options); index++) {
    if (wcscmp(arguments, options[index].option) == 0) return choose_in_running(options[index].command);
  }
  CreateMutexW(NULL, FALSE, INSTANCE);
  if (GetLastError() == ERROR_ALREADY_EXISTS) return 0;
  if (!find_versions(launcher.versions) || !find_data_folder(launcher.data_folder)) return EXIT_NOT_STARTED;
  if (!create_window(instance)) return EXIT_NOT_STARTED;
  add_tray_icon(launcher.window);
  SetTimer(launcher.window, TIMER_STATUS, STATUS_INTERVAL_MS, NULL);
  start();
  show_status();
  int code = run();
  remove_tray_icon(launcher.window);
  finish_agent(&launcher.agent);
  finish_agent(&launcher.command);
  return code;
}
