#include <stdlib.h>
#include <string.h>

#include "launcher.h"

#define TEXT_MAX_BYTES (1024 * 1024)

/* Converts UTF-8 with line feeds to UTF-16 with the line ends of Windows, in memory for the clipboard. */
static HGLOBAL create_text(const char *bytes, int count) {
  int length = MultiByteToWideChar(CP_UTF8, 0, bytes, count, NULL, 0);
  WCHAR *text = malloc(((size_t)length + 1) * sizeof *text);
  HGLOBAL memory = GlobalAlloc(GMEM_MOVEABLE, (2 * (size_t)length + 1) * sizeof *text);
  WCHAR *target = memory == NULL ? NULL : GlobalLock(memory);
  if (text == NULL || target == NULL) {
    free(text);
    if (memory != NULL) GlobalFree(memory);
    return NULL;
  }
  MultiByteToWideChar(CP_UTF8, 0, bytes, count, text, length);
  for (int index = 0; index < length; index++) {
    if (text[index] == L'\n') *target++ = L'\r';
    if (text[index] != L'\r') *target++ = text[index];
  }
  *target = L'\0';
  GlobalUnlock(memory);
  free(text);
  return memory;
}

static BOOL set_clipboard(HWND window, const char *bytes, int count) {
  HGLOBAL memory = count == 0 ? NULL : create_text(bytes, count);
  if (memory == NULL) return FALSE;
  BOOL is_open = OpenClipboard(window);
  BOOL is_set = is_open && EmptyClipboard() && SetClipboardData(CF_UNICODETEXT, memory) != NULL;
  if (is_open) CloseClipboard();
  /* The clipboard owns the memory if it was set. */
  if (!is_set) GlobalFree(memory);
  return is_set;
}

BOOL copy_file(HWND window, const WCHAR *folder, const WCHAR *name) {
  char *bytes = malloc(TEXT_MAX_BYTES);
  if (bytes == NULL) return FALSE;
  BOOL is_set = set_clipboard(window, bytes, (int)read_file(folder, name, bytes, TEXT_MAX_BYTES));
  free(bytes);
  return is_set;
}
