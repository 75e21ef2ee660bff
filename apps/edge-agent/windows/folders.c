#include <stdio.h>

#include "launcher.h"

BOOL join_path(WCHAR *path, const WCHAR *folder, const WCHAR *name) {
  int length = _snwprintf(path, PATH_MAX_LENGTH, L"%ls\\%ls", folder, name);
  return length > 0 && length < PATH_MAX_LENGTH;
}

BOOL find_program_folder(WCHAR *folder) {
  DWORD length = GetModuleFileNameW(NULL, folder, PATH_MAX_LENGTH);
  if (length == 0 || length == PATH_MAX_LENGTH) return FALSE;
  WCHAR *last = wcsrchr(folder, L'\\');
  if (last == NULL) return FALSE;
  *last = L'\0';
  return TRUE;
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

void read_status(const WCHAR *data_folder, WCHAR *status) {
  WCHAR path[PATH_MAX_LENGTH];
  char bytes[STATUS_MAX_LENGTH];
  DWORD count = 0;
  status[0] = L'\0';
  if (!join_path(path, data_folder, L"status.txt")) return;
  HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                            OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
  if (file == INVALID_HANDLE_VALUE) return;
  if (!ReadFile(file, bytes, sizeof bytes, &count, NULL)) count = 0;
  CloseHandle(file);
  int length = MultiByteToWideChar(CP_UTF8, 0, bytes, (int)count, status, STATUS_MAX_LENGTH - 1);
  status[length] = L'\0';
  status[wcscspn(status, L"\r\n")] = L'\0';
}
