/*
 * A stand-in for node.exe in tests of the launcher and of the installer. It adds its arguments as a line to
 * `starts.txt` in STAND_IN_FOLDER and obeys the line of the same number in `script.txt`: an exit code; `stdin`, with
 * which it runs until its standard input ends, and then writes `stopped`; `file`, with which it runs until the file
 * `exit` has an exit code; or `print`, with which it prints two lines. Without a line it exits with 0. `running` exists
 * while it runs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include <windows.h>

static FILE *open_file(const WCHAR *name, const WCHAR *mode) {
  WCHAR path[1024];
  _snwprintf(path, ARRAYSIZE(path), L"%ls\\%ls", _wgetenv(L"STAND_IN_FOLDER"), name);
  return _wfopen(path, mode);
}

static int count_starts(void) {
  int count = 0;
  FILE *file = open_file(L"starts.txt", L"rb");
  for (int next; file != NULL && (next = fgetc(file)) != EOF;) count += next == '\n';
  if (file != NULL) fclose(file);
  return count;
}

static void record_start(int count, WCHAR **arguments) {
  FILE *file = open_file(L"starts.txt", L"ab");
  if (file == NULL) exit(99);
  for (int index = 1; index < count; index++) {
    char text[4096];
    WideCharToMultiByte(CP_UTF8, 0, arguments[index], -1, text, sizeof text, NULL, NULL);
    fprintf(file, index == 1 ? "%s" : "\t%s", text);
  }
  fputc('\n', file);
  fclose(file);
}

static void mark_running(void) {
  WCHAR path[1024];
  _snwprintf(path, ARRAYSIZE(path), L"%ls\\running", _wgetenv(L"STAND_IN_FOLDER"));
  CreateFileW(path, GENERIC_WRITE | DELETE, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, CREATE_ALWAYS,
              FILE_FLAG_DELETE_ON_CLOSE, NULL);
}

static int wait_for_exit_code(void) {
  for (;; Sleep(50)) {
    int code;
    FILE *file = open_file(L"exit", L"rb");
    if (file == NULL) continue;
    BOOL is_complete = fscanf(file, "%d", &code) == 1;
    fclose(file);
    if (is_complete) return code;
  }
}

int wmain(int count, WCHAR **arguments) {
  char line[64] = "0";
  int start = count_starts();
  FILE *script = open_file(L"script.txt", L"rb");
  for (int index = 0; script != NULL && index <= start; index++) {
    if (fgets(line, sizeof line, script) == NULL) strcpy(line, "0");
  }
  if (script != NULL) fclose(script);
  mark_running();
  record_start(count, arguments);
  if (strncmp(line, "file", 4) == 0) return wait_for_exit_code();
  if (strncmp(line, "print", 5) == 0) return printf("Report of M\xc3\xbcller\n\xe6\xbc\xa2\xe5\xad\x97\n") < 0;
  if (strncmp(line, "stdin", 5) != 0) return atoi(line);
  while (getchar() != EOF) continue;
  FILE *stopped = open_file(L"stopped", L"wb");
  if (stopped != NULL) fclose(stopped);
  return 0;
}
