/* Prints the text in the clipboard as UTF-8, for tests of the launcher. Exits with 1 if there is none. */
#include <fcntl.h>
#include <io.h>
#include <stdio.h>

#include <windows.h>

int wmain(void) {
  char text[4096];
  _setmode(_fileno(stdout), _O_BINARY);
  if (!OpenClipboard(NULL)) return 1;
  HANDLE memory = GetClipboardData(CF_UNICODETEXT);
  const WCHAR *content = memory == NULL ? NULL : GlobalLock(memory);
  if (content == NULL) return 1;
  int length = WideCharToMultiByte(CP_UTF8, 0, content, -1, text, sizeof text, NULL, NULL);
  if (length > 0) fwrite(text, 1, (size_t)length - 1, stdout);
  GlobalUnlock(memory);
  CloseClipboard();
  return length == 0;
}
