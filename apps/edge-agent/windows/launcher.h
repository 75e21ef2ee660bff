/* The parts of the launcher, which starts the agent and shows its state in the notification area. */
#ifndef LAUNCHER_H
#define LAUNCHER_H

#include <windows.h>

#define PATH_MAX_LENGTH 1024
#define STATUS_MAX_LENGTH 512
/* Such as 0.2.0, with the end of its line. */
#define VERSION_MAX_LENGTH 20

/* Exit codes of the agent: see `edge-agent --help`. */
#define EXIT_STOPPED 0
#define EXIT_TOKEN_REFUSED 2
#define EXIT_SUPERSEDED 3
#define EXIT_REALM_DELETED 4
#define EXIT_UPDATE_NEEDED 5
#define EXIT_OTHER_VERSION 6
#define EXIT_NOT_SET_UP 7
#define EXIT_IN_USE 8

/* agent-process.c: node.exe with the agent, without a window. Every process that it starts ends with the launcher. */
struct agent_process {
  HANDLE job, process, input;
};

/* Where a start finds the agent. What it prints goes to the logs in `data`. */
struct agent_folders {
  const WCHAR *version, *versions, *data;
};

BOOL start_agent(struct agent_process *agent, const struct agent_folders *folders);
/* Starts a command of the agent, such as `pause`. What it prints goes to COMMAND_OUTPUT in the logs. */
#define COMMAND_OUTPUT L"command.txt"
BOOL start_agent_command(struct agent_process *command, const struct agent_folders *folders, const WCHAR *arguments);
/* Ends the standard input of the agent, which stops after the call that QuickBooks is working on. */
void request_stop(struct agent_process *agent);
/* Returns the exit code of an agent that has ended, and frees what belongs to it. */
DWORD finish_agent(struct agent_process *agent);

/* folders.c */
BOOL join_path(WCHAR *path, const WCHAR *folder, const WCHAR *name);
/* The folder of the versions, next to this program. */
BOOL find_versions(WCHAR *folder);
BOOL find_data_folder(WCHAR *folder);
/* Reads the first bytes of a file. Returns their number: 0 if it cannot be read. */
DWORD read_file(const WCHAR *folder, const WCHAR *name, char *bytes, DWORD size);
/* Reads the first line of the status file; an empty text if there is none. Returns whether the agent is paused. */
BOOL read_status(const WCHAR *data_folder, WCHAR *status);
/* Reads the address of the status page. FALSE if there is none. */
BOOL read_page_address(const WCHAR *data_folder, WCHAR *address);

/* clipboard.c: copies a text file in UTF-8. FALSE if it is empty, or if the clipboard cannot be used. */
BOOL copy_file(HWND window, const WCHAR *folder, const WCHAR *name);

/* versions.c: the installed versions and the files next to them, which the agent changes, too: see `versions.ts`. */
BOOL find_current_version(const WCHAR *versions, WCHAR *version);
/* Whether the current version has not been welcomed by the service yet, and there is one to return to. */
BOOL is_on_trial(const WCHAR *versions);
/* Returns from the version on trial to the previous one, which becomes the current one. FALSE without a trial. */
BOOL give_up_version(const WCHAR *versions);

/* registration.c: shows the version in the list of installed programs, if the installer has put this one there. */
void register_version(const WCHAR *versions, const WCHAR *version);

/* icon.c: the mark of the product, or the icon of any program if it cannot be drawn. */
HICON find_brand_icon(void);

/* tray.c: the icon in the notification area. */
#define WM_TRAY (WM_APP + 1)
enum command {
  COMMAND_OPEN_PAGE = 1,
  COMMAND_PAUSE,
  COMMAND_RESUME,
  COMMAND_QUIET_HOURS,
  COMMAND_COPY_REPORT,
  COMMAND_CHECK,
  COMMAND_OPEN_FOLDER,
  COMMAND_START,
  COMMAND_QUIT,
  COMMAND_VERIFY,
};
void add_tray_icon(HWND window);
void update_tray_icon(HWND window, const WCHAR *status);
void remove_tray_icon(HWND window);
/* Shows a sentence next to the icon for some seconds. */
void show_message(HWND window, const WCHAR *sentence);
/* Shows the menu at the pointer. Returns the chosen command, or 0. */
int choose_command(HWND window, const WCHAR *status, BOOL is_running, BOOL is_paused);

#endif
