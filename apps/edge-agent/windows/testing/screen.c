/*
 * Operates the windows of other programs for tests:
 *   screen.exe texts        prints the texts of visible windows, one per line, and [menu] for an open menu
 *   screen.exe click TEXT   presses the button with this text; `&` marks no key
 *   screen.exe enter N TEXT enters a text in the field of this number, from 0
 *   screen.exe menu         opens the menu of the launcher
 * Exits with 1 if there is no such window.
 */
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include <windows.h>

#define WM_TRAY (WM_APP + 1)
#define TEXT_MAX_LENGTH 1024

struct search {
  BOOL prints;
  const WCHAR *class, *text;
  int number;
  HWND found;
};

static void print(const WCHAR *text) {
  char bytes[4 * TEXT_MAX_LENGTH];
  if (text[0] == L'\0') return;
  WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes, sizeof bytes, NULL, NULL);
  puts(bytes);
}

static void remove_key_mark(WCHAR *text) {
  WCHAR *mark = wcschr(text, L'&');
  if (mark != NULL) memmove(mark, mark + 1, (wcslen(mark + 1) + 1) * sizeof *mark);
}

static BOOL CALLBACK visit(HWND window, LPARAM parameter) {
  struct search *search = (struct search *)parameter;
  WCHAR class[64], text[TEXT_MAX_LENGTH] = L"";
  if (!IsWindowVisible(window)) return TRUE;
  GetClassNameW(window, class, ARRAYSIZE(class));
  SendMessageTimeoutW(window, WM_GETTEXT, TEXT_MAX_LENGTH, (LPARAM)text, SMTO_ABORTIFHUNG, 5000, NULL);
  if (search->prints) {
    /* The entries of a menu can be read by its own program only. */
    print(wcscmp(class, L"#32768") == 0 ? L"[menu]" : text);
    return TRUE;
  }
  remove_key_mark(text);
  if (wcsicmp(class, search->class) != 0 || !IsWindowEnabled(window)) return TRUE;
  if (search->text != NULL && wcscmp(text, search->text) != 0) return TRUE;
  if (search->number-- > 0) return TRUE;
  search->found = window;
  return FALSE;
}

static BOOL CALLBACK visit_with_children(HWND window, LPARAM parameter) {
  struct search *search = (struct search *)parameter;
  if (!IsWindowVisible(window)) return TRUE;
  if (visit(window, parameter)) EnumChildWindows(window, visit, parameter);
  return search->found == NULL;
}

static HWND find(struct search search) {
  EnumWindows(visit_with_children, (LPARAM)&search);
  return search.found;
}

int wmain(int count, WCHAR **arguments) {
  HWND window = NULL;
  if (count == 2 && wcscmp(arguments[1], L"texts") == 0) {
    find((struct search){.prints = TRUE});
    return 0;
  }
  if (count == 2 && wcscmp(arguments[1], L"menu") == 0) {
    window = FindWindowW(L"BridgeServiceAgent", NULL);
    return window == NULL || !PostMessageW(window, WM_TRAY, 0, WM_RBUTTONUP);
  }
  if (count == 3 && wcscmp(arguments[1], L"click") == 0) {
    window = find((struct search){.class = L"Button", .text = arguments[2]});
    return window == NULL || !PostMessageW(window, BM_CLICK, 0, 0);
  }
  if (count == 4 && wcscmp(arguments[1], L"enter") == 0) {
    window = find((struct search){.class = L"Edit", .number = _wtoi(arguments[2])});
    return window == NULL || !SendMessageW(window, WM_SETTEXT, 0, (LPARAM)arguments[3]);
  }
  return 2;
}
