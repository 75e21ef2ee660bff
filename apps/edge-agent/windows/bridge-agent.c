/*
 * The launcher: starts the agent without a window, starts it again after a failure, and shows its state in the
 * notification area. `bridge-agent.exe --quit` stops the launcher and its agent, and waits for their end.
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

#define EXIT_NOT_STARTED 1
#define EXIT_STILL_RUNNING 3

enum state {
  RUNNING,  /* the agent runs */
  WAITING,  /* it failed, and starts again after a delay */
  ENDED,    /* it gave a reason, such as a refused token, that only a person can remove */
  PAUSING,  /* it was asked to stop; the launcher stays */
  PAUSED,
  QUITTING, /* it was asked to stop, and the launcher ends with it */
};

static struct {
  HWND window;
  enum state state;
  struct agent_process agent;
  WCHAR program_folder[PATH_MAX_LENGTH], data_folder[PATH_MAX_LENGTH], status[STATUS_MAX_LENGTH];
  DWORD exit_code, delay;
  ULONGLONG started_at;
  UINT taskbar_created;
} launcher;

enum timer { TIMER_STATUS = 1, TIMER_START, TIMER_STOP };

static BOOL has_agent(void) { return launcher.agent.process != NULL; }

static void show_status(void) {
  WCHAR status[STATUS_MAX_LENGTH];
  if (launcher.state == WAITING) {
    _snwprintf(status, ARRAYSIZE(status), L"The agent ended (code %lu). It starts again in up to %lu seconds.",
               launcher.exit_code, launcher.delay / 1000);
  } else if (launcher.state == PAUSED) {
    lstrcpynW(status, L"The agent is paused.", ARRAYSIZE(status));
  } else if (launcher.state == PAUSING || launcher.state == QUITTING) {
    lstrcpynW(status, L"The agent is stopping.", ARRAYSIZE(status));
  } else {
    read_status(launcher.data_folder, status);
    if (status[0] == L'\0') lstrcpynW(status, L"The agent is starting.", ARRAYSIZE(status));
  }
  if (wcscmp(status, launcher.status) == 0) return;
  lstrcpynW(launcher.status, status, ARRAYSIZE(launcher.status));
  update_tray_icon(launcher.window, launcher.status);
}

static void wait_to_start(void) {
  launcher.state = WAITING;
  SetTimer(launcher.window, TIMER_START, launcher.delay, NULL);
}

static void lengthen_delay(void) {
  launcher.delay = launcher.delay == 0 ? DELAY_FIRST_MS : launcher.delay * 2;
  if (launcher.delay > DELAY_MAX_MS) launcher.delay = DELAY_MAX_MS;
}

static void start(void) {
  KillTimer(launcher.window, TIMER_START);
  if (has_agent()) return;
  launcher.state = RUNNING;
  launcher.started_at = GetTickCount64();
  if (start_agent(&launcher.agent, launcher.program_folder, launcher.data_folder)) return;
  launcher.exit_code = EXIT_NOT_STARTED;
  lengthen_delay();
  wait_to_start();
}

static void stop(enum state state) {
  KillTimer(launcher.window, TIMER_START);
  launcher.state = state;
  if (has_agent()) {
    request_stop(&launcher.agent);
    SetTimer(launcher.window, TIMER_STOP, STOP_MAX_MS, NULL);
  } else if (state == QUITTING) {
    PostQuitMessage(0);
  } else {
    launcher.state = PAUSED;
  }
}

/* Decides by the exit code: a failure is repeated, an explained end waits for a person. */
static void handle_end(void) {
  KillTimer(launcher.window, TIMER_STOP);
  launcher.exit_code = finish_agent(&launcher.agent);
  if (launcher.state == PAUSING) {
    launcher.state = PAUSED;
  } else if (launcher.state == QUITTING || launcher.exit_code == EXIT_STOPPED) {
    PostQuitMessage(0);
  } else if (launcher.exit_code >= EXIT_EXPLAINED_FIRST && launcher.exit_code <= EXIT_EXPLAINED_LAST) {
    launcher.state = ENDED;
  } else {
    if (GetTickCount64() - launcher.started_at >= HEALTHY_AFTER_MS) launcher.delay = 0;
    lengthen_delay();
    wait_to_start();
  }
}

/* Shows the findings of `doctor` in a console that stays open. */
static void check(void) {
  WCHAR system[MAX_PATH], shell[PATH_MAX_LENGTH], arguments[3 * PATH_MAX_LENGTH];
  int length = _snwprintf(arguments, ARRAYSIZE(arguments), L"/s /k \"\"%ls\\node.exe\" \"%ls\\agent.cjs\" doctor\"",
                          launcher.program_folder, launcher.program_folder);
  if (length < 0 || length >= (int)ARRAYSIZE(arguments)) return;
  if (GetSystemDirectoryW(system, MAX_PATH) == 0 || !join_path(shell, system, L"cmd.exe")) return;
  ShellExecuteW(launcher.window, L"open", shell, arguments, NULL, SW_SHOWNORMAL);
}

static void run_command(int command) {
  switch (command) {
    case COMMAND_CHECK: check(); break;
    case COMMAND_OPEN_FOLDER:
      ShellExecuteW(launcher.window, L"open", launcher.data_folder, NULL, NULL, SW_SHOWNORMAL);
      break;
    case COMMAND_PAUSE: stop(PAUSING); break;
    case COMMAND_START: start(); break;
    case COMMAND_QUIT: stop(QUITTING); break;
  }
}

/* Windows shuts down: waits, so that the response to a write is stored. The user sees why, and can go on. */
static void end_session(void) {
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
        run_command(choose_command(window, launcher.status, launcher.state == RUNNING));
      }
      return 0;
    case WM_TIMER:
      if (first == TIMER_START) start();
      /* It had twice the time that it needs. The job ends it. */
      if (first == TIMER_STOP && has_agent()) handle_end();
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

/* Handles messages and the end of the agent. */
static int run(void) {
  MSG message;
  for (;;) {
    DWORD count = has_agent() ? 1 : 0;
    DWORD signaled = MsgWaitForMultipleObjects(count, &launcher.agent.process, FALSE, INFINITE, QS_ALLINPUT);
    if (count == 1 && signaled == WAIT_OBJECT_0) {
      handle_end();
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

int WINAPI wWinMain(HINSTANCE instance, HINSTANCE previous, WCHAR *arguments, int show) {
  (void)previous;
  (void)show;
  if (wcscmp(arguments, L"--quit") == 0) return quit_running();
  CreateMutexW(NULL, FALSE, INSTANCE);
  if (GetLastError() == ERROR_ALREADY_EXISTS) return 0;
  if (!find_program_folder(launcher.program_folder) || !find_data_folder(launcher.data_folder)) return EXIT_NOT_STARTED;
  if (!create_window(instance)) return EXIT_NOT_STARTED;
  add_tray_icon(launcher.window);
  SetTimer(launcher.window, TIMER_STATUS, STATUS_INTERVAL_MS, NULL);
  start();
  show_status();
  int code = run();
  remove_tray_icon(launcher.window);
  finish_agent(&launcher.agent);
  return code;
}
