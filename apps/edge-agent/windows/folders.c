#include <stdio.h>

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

void read_status(const WCHAR *data_folder, WCHAR *status) {
  char bytes[STATUS_MAX_LENGTH];
  DWORD count = read_file(data_folder, L"status.txt", bytes, sizeof bytes);
  int length = MultiByteToWideChar(CP_UTF8, 0, bytes, (int)count, status, STATUS_MAX_LENGTH - 1);
  status[length] = L'\0';
  status[wcscspn(status, L"\r\n")] = L'\0';
}
