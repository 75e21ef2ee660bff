#include <stdio.h>
#include <string.h>

#include "launcher.h"

BOOL join_path(WCHAR *path, const WCHAR *folder, const WCHAR *name) {
  int length = _snwprintf(path, PATH_MAX_LENGTH, L"%ls\\%ls", folder, name);
  return length > 0 && length < PATH_MAX_LENGTH;
}

BOOL find_versions(WCHAR *folder) {
  WCHAR program[PATH_MAX_LENGTH];
  DWORD length = GetModuleFileNameW(NULL, program, PATH_MAX_LENGTH);
  if (length == 0 || length == PATH_MAX_LENGTH) return FALSE;
  WCHAR *last = wcsrchr(program, L'\\');
  if (last == NULL) return FALSE;
  *last = L'\0';
  return join_path(folder, program, L"versions");
}

static BOOL get_variable(const WCHAR *name, WCHAR *value) {
  DWORD length = GetEnvironmentVariableW(name, value, PATH_MAX_LENGTH);
  return length > 0 && length < PATH_MAX_LENGTH;
}

/* The same folder as `getAgentFolder` of the agent. */
BOOL find_data_folder(WCHAR *folder) {
  WCHAR local[PATH_MAX_LENGTH];
  if (get_variable(L"BRIDGE_AGENT_FOLDER", folder)) return TRUE;
  return get_variable(L"LOCALAPPDATA", local) && join_path(folder, local, L"BridgeServiceAgent");
}

DWORD read_file(const WCHAR *folder, const WCHAR *name, char *bytes, DWORD size) {
  WCHAR path[PATH_MAX_LENGTH];
  DWORD count = 0;
  if (!join_path(path, folder, name)) return 0;
  HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                            OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
  if (file == INVALID_HANDLE_VALUE) return 0;
  if (!ReadFile(file, bytes, size, &count, NULL)) count = 0;
  CloseHandle(file);
  return count;
}

/* The second line is the name of the state: see `agent-states.ts`. */
static BOOL is_paused(const char *lines) {
  const char *name = strchr(lines, '\n');
  if (name == NULL) return FALSE;
  size_t length = strcspn(name + 1, "\r\n");
  return (length == 6 && memcmp(name + 1, "paused", length) == 0) ||
         (length == 11 && memcmp(name + 1, "quiet-hours", length) == 0);
}

BOOL read_status(const WCHAR *data_folder, WCHAR *status) {
  char bytes[STATUS_MAX_LENGTH];
  DWORD count = read_file(data_folder, L"status.txt", bytes, sizeof bytes - 1);
  bytes[count] = '\0';
  int length = MultiByteToWideChar(CP_UTF8, 0, bytes, (int)count, status, STATUS_MAX_LENGTH - 1);
  status[length] = L'\0';
  status[wcscspn(status, L"\r\n")] = L'\0';
  return is_paused(bytes);
}

BOOL read_page_address(const WCHAR *data_folder, WCHAR *address) {
  const char *start = "http://127.0.0.1:";
  char bytes[PATH_MAX_LENGTH];
  DWORD count = read_file(data_folder, L"status-page", bytes, sizeof bytes - 1);
  bytes[count] = '\0';
  bytes[strcspn(bytes, "\r\n")] = '\0';
  /* It is opened by the program of the user for addresses, which must not get anything else. */
  if (strncmp(bytes, start, strlen(start)) != 0) return FALSE;
  for (const char *next = bytes; *next != '\0'; next++) {
    if (*next <= ' ' || *next > '~' || *next == '"') return FALSE;
  }
  return MultiByteToWideChar(CP_UTF8, 0, bytes, -1, address, PATH_MAX_LENGTH) > 0;
}
