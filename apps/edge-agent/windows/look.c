#include <stdarg.h>
#include <stdio.h>
#include <wctype.h>

#include "host.h"

#include <tlhelp32.h>

#define PROCESSES_MAX 64
#define WINDOWS_MAX 256
#define LINE_MAX 512
#define TEXT_MAX (64 * 1024)

struct listing {
  WCHAR text[TEXT_MAX];
  size_t length;
  DWORD processes[PROCESSES_MAX];
  size_t process_count, window_count;
};

static void add_line(struct listing *listing, const WCHAR *format, ...) {
  WCHAR line[LINE_MAX];
  va_list values;
  va_start(values, format);
  int length = _vsnwprintf(line, LINE_MAX - 1, format, values);
  va_end(values);
  if (length < 0) length = LINE_MAX - 1;
  if (listing->length + (size_t)length + 1 > TEXT_MAX) return;
  if (listing->length > 0) listing->text[listing->length++] = L'\n';
  memcpy(listing->text + listing->length, line, (size_t)length * sizeof *line);
  listing->length += (size_t)length;
}

static long session_of(DWORD process) {
  DWORD session;
  return ProcessIdToSessionId(process, &session) ? (long)session : -1;
}

static const WCHAR *elevation_of(HANDLE process) {
  TOKEN_ELEVATION elevation;
  DWORD size;
  HANDLE token;
  if (process == NULL || !OpenProcessToken(process, TOKEN_QUERY, &token)) return L"unknown";
  BOOL known = GetTokenInformation(token, TokenElevation, &elevation, sizeof elevation, &size);
  CloseHandle(token);
  if (!known) return L"unknown";
  return elevation.TokenIsElevated ? L"elevated" : L"normal";
}

static void list_process(struct listing *listing, const PROCESSENTRY32W *entry) {
  DWORD id = entry->th32ProcessID;
  if (_wcsnicmp(entry->szExeFile, L"QBW", 3) != 0 || listing->process_count == PROCESSES_MAX) return;
  listing->processes[listing->process_count++] = id;
  add_line(listing, L"process %lu session %ld %ls", id, session_of(id), entry->szExeFile);
  HANDLE process = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, id);
  add_line(listing, L"elevation %lu %ls", id, elevation_of(process));
  if (process != NULL) CloseHandle(process);
}

static HRESULT list_processes(struct listing *listing) {
  PROCESSENTRY32W entry = {.dwSize = sizeof entry};
  HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
  if (snapshot == INVALID_HANDLE_VALUE) return HRESULT_FROM_WIN32(GetLastError());
  for (BOOL found = Process32FirstW(snapshot, &entry); found; found = Process32NextW(snapshot, &entry)) {
    list_process(listing, &entry);
  }
  CloseHandle(snapshot);
  return S_OK;
}

static BOOL is_listed(const struct listing *listing, DWORD process) {
  for (size_t index = 0; index < listing->process_count; index++) {
    if (listing->processes[index] == process) return TRUE;
  }
  return FALSE;
}

static void replace(WCHAR *text, int (*matches)(wint_t), WCHAR with) {
  for (; *text != L'\0'; text++) {
    if (matches(*text)) *text = with;
  }
}

static BOOL CALLBACK list_window(HWND window, LPARAM parameter) {
  struct listing *listing = (struct listing *)parameter;
  WCHAR class_name[64] = L"", title[256] = L"";
  DWORD process = 0;
  GetWindowThreadProcessId(window, &process);
  if (!IsWindowVisible(window) || !is_listed(listing, process)) return TRUE;
  if (listing->window_count++ == WINDOWS_MAX) return FALSE;
  GetClassNameW(window, class_name, ARRAYSIZE(class_name));
  /* Sends no message to a window of another process, so that a program that does not respond cannot block it. */
  GetWindowTextW(window, title, ARRAYSIZE(title));
  replace(class_name, iswspace, L'_');
  replace(title, iswcntrl, L' ');
  add_line(listing, L"window %lu %ls %ls %ls %ls", process, GetWindow(window, GW_OWNER) == NULL ? L"main" : L"owned",
           IsWindowEnabled(window) ? L"enabled" : L"disabled", class_name, title);
  return TRUE;
}

HRESULT look(struct outcome *outcome) {
  /* Only the reader's thread looks. */
  static struct listing listing;
  listing.length = listing.process_count = listing.window_count = 0;
  add_line(&listing, L"host %d-bit session %ld", (int)sizeof(void *) * 8, session_of(GetCurrentProcessId()));
  add_line(&listing, L"version %d protocol %d", HOST_VERSION, HOST_PROTOCOL);
  add_line(&listing, L"elevation host %ls", elevation_of(GetCurrentProcess()));
  HRESULT result = list_processes(&listing);
  if (FAILED(result)) return result;
  EnumWindows(list_window, (LPARAM)&listing);
  outcome->text = SysAllocStringLen(listing.text, (UINT)listing.length);
  return outcome->text == NULL ? E_OUTOFMEMORY : S_OK;
}
