/* The parts of the launcher, which starts the agent and shows its state in the notification area. */
#ifndef LAUNCHER_H
#define LAUNCHER_H

#include <windows.h>

#define PATH_MAX_LENGTH 1024
#define STATUS_MAX_LENGTH 512

/* Exit codes of the agent: see `edge-agent --help`. */
#define EXIT_STOPPED 0
#define EXIT_EXPLAINED_FIRST 2
#define EXIT_EXPLAINED_LAST 5

/* agent-process.c: node.exe with the agent, without a window. Every process that it starts ends with the launcher. */
struct agent_process {
  HANDLE job, process, input;
};

/* Starts the agent of `program_folder`. What it prints goes to the logs in `data_folder`. */
BOOL start_agent(struct agent_process *agent, const WCHAR *program_folder, const WCHAR *data_folder);
/* Ends the standard input of the agent, which stops after the call that QuickBooks is working on. */
void request_stop(struct agent_process *agent);
/* Returns the exit code of an agent that has ended, and frees what belongs to it. */
DWORD finish_agent(struct agent_process *agent);

/* folders.c */
BOOL join_path(WCHAR *path, const WCHAR *folder, const WCHAR *name);
BOOL find_program_folder(WCHAR *folder);
BOOL find_data_folder(WCHAR *folder);
/* Reads the first line of the status file; an empty text if there is none. */
void read_status(const WCHAR *data_folder, WCHAR *status);

/* tray.c: the icon in the notification area. */
#define WM_TRAY (WM_APP + 1)
enum command { COMMAND_OPEN_FOLDER = 1, COMMAND_CHECK, COMMAND_PAUSE, COMMAND_START, COMMAND_QUIT };
void add_tray_icon(HWND window);
void update_tray_icon(HWND window, const WCHAR *status);
void remove_tray_icon(HWND window);
/* Shows the menu at the pointer. Returns the chosen command, or 0. */
int choose_command(HWND window, const WCHAR *status, BOOL is_running);

#endif
