#include <stdio.h>

#include "launcher.h"

/* The agent lists its last 20 failures. A file that is longer is not its own, and is replaced. */
#define FAILURES_MAX_LENGTH 1024

/* Returns what follows one to five digits, or NULL. */
static const char *skip_number(const char *text) {
  const char *end = text;
  while (*end >= '0' && *end <= '9') end++;
  return end > text && end - text <= 5 ? end : NULL;
}

static BOOL is_version(const char *text) {
  const char *next = skip_number(text);
  for (int part = 1; part < 3 && next != NULL; part++) next = *next == '.' ? skip_number(next + 1) : NULL;
  return next != NULL && *next == '\0';
}

/* Reads a file of one line. Fails if it is missing or has anything but a version, such as a path. */
static BOOL read_version(const WCHAR *versions, const WCHAR *name, WCHAR *version) {
  char text[VERSION_MAX_LENGTH + 1];
  text[read_file(versions, name, text, VERSION_MAX_LENGTH)] = '\0';
  text[strcspn(text, "\r\n")] = '\0';
  return is_version(text) && MultiByteToWideChar(CP_UTF8, 0, text, -1, version, VERSION_MAX_LENGTH) > 0;
}

BOOL find_current_version(const WCHAR *versions, WCHAR *version) { return read_version(versions, L"current", version); }

BOOL is_on_trial(const WCHAR *versions) {
  WCHAR current[VERSION_MAX_LENGTH], previous[VERSION_MAX_LENGTH];
  if (!read_version(versions, L"previous", previous)) return FALSE;
  /* They are the same if the PC stopped during an activation. */
  return !find_current_version(versions, current) || wcscmp(current, previous) != 0;
}

/* Replaces a file by a complete one that is on the disk. */
static BOOL write_file(const WCHAR *folder, const WCHAR *name, const char *bytes, DWORD length) {
  WCHAR path[PATH_MAX_LENGTH], unfinished[PATH_MAX_LENGTH];
  DWORD written = 0;
  if (!join_path(path, folder, name)) return FALSE;
  int path_length = _snwprintf(unfinished, PATH_MAX_LENGTH, L"%ls.unfinished", path);
  if (path_length < 0 || path_length >= PATH_MAX_LENGTH) return FALSE;
  HANDLE file = CreateFileW(unfinished, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
  if (file == INVALID_HANDLE_VALUE) return FALSE;
  BOOL is_complete = WriteFile(file, bytes, length, &written, NULL) && written == length && FlushFileBuffers(file);
  CloseHandle(file);
  return is_complete && MoveFileExW(unfinished, path, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
}

static void record_failure(const WCHAR *versions, const WCHAR *version) {
  char text[FAILURES_MAX_LENGTH + VERSION_MAX_LENGTH + 1];
  DWORD length = read_file(versions, L"failed", text, FAILURES_MAX_LENGTH);
  if (length == FAILURES_MAX_LENGTH) length = 0;
  int added = snprintf(text + length, sizeof text - length, "%ls\n", version);
  if (added > 0) write_file(versions, L"failed", text, length + (DWORD)added);
}

BOOL give_up_version(const WCHAR *versions) {
  WCHAR current[VERSION_MAX_LENGTH], current_path[PATH_MAX_LENGTH], previous_path[PATH_MAX_LENGTH];
  if (!is_on_trial(versions)) return FALSE;
  /* First, so that it is not installed again if the PC stops in between. On a full disk, the return is worth more. */
  if (find_current_version(versions, current)) record_failure(versions, current);
  return join_path(current_path, versions, L"current") && join_path(previous_path, versions, L"previous") &&
         MoveFileExW(previous_path, current_path, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
}
