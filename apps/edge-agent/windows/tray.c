#include "launcher.h"

#include <shellapi.h>

#define ICON_ID 1

static NOTIFYICONDATAW describe_icon(HWND window) {
  NOTIFYICONDATAW icon = {.cbSize = sizeof icon, .hWnd = window, .uID = ICON_ID};
  return icon;
}

void add_tray_icon(HWND window) {
  NOTIFYICONDATAW icon = describe_icon(window);
  icon.uFlags = NIF_MESSAGE | NIF_ICON | NIF_TIP;
  icon.uCallbackMessage = WM_TRAY;
  icon.hIcon = find_brand_icon();
  lstrcpynW(icon.szTip, L"Bridge Service Agent", ARRAYSIZE(icon.szTip));
  /* Fails while Explorer is not running. It says so when it has started, and the icon is added then. */
  Shell_NotifyIconW(NIM_ADD, &icon);
}

void update_tray_icon(HWND window, const WCHAR *status) {
  NOTIFYICONDATAW icon = describe_icon(window);
  icon.uFlags = NIF_TIP;
  lstrcpynW(icon.szTip, status, ARRAYSIZE(icon.szTip));
  Shell_NotifyIconW(NIM_MODIFY, &icon);
}

void show_message(HWND window, const WCHAR *sentence) {
  NOTIFYICONDATAW icon = describe_icon(window);
  icon.uFlags = NIF_INFO;
  icon.dwInfoFlags = NIIF_NONE;
  lstrcpynW(icon.szInfoTitle, L"Bridge Service Agent", ARRAYSIZE(icon.szInfoTitle));
  lstrcpynW(icon.szInfo, sentence, ARRAYSIZE(icon.szInfo));
  Shell_NotifyIconW(NIM_MODIFY, &icon);
}

void remove_tray_icon(HWND window) {
  NOTIFYICONDATAW icon = describe_icon(window);
  Shell_NotifyIconW(NIM_DELETE, &icon);
}

/* Adds a text in which `&` marks no key. */
static void append_text_item(HMENU menu, const WCHAR *text) {
  WCHAR escaped[2 * STATUS_MAX_LENGTH];
  size_t length = 0;
  for (; *text != L'\0' && length < ARRAYSIZE(escaped) - 2; text++) {
    if (*text == L'&') escaped[length++] = L'&';
    escaped[length++] = *text;
  }
  escaped[length] = L'\0';
  AppendMenuW(menu, MF_STRING | MF_DISABLED, 0, escaped);
}

int choose_command(HWND window, const WCHAR *status, BOOL is_running, BOOL is_paused) {
  UINT page = is_running ? MF_STRING : MF_STRING | MF_GRAYED;
  POINT point;
  HMENU menu = CreatePopupMenu();
  if (menu == NULL) return 0;
  append_text_item(menu, status);
  AppendMenuW(menu, MF_SEPARATOR, 0, NULL);
  AppendMenuW(menu, page, COMMAND_OPEN_PAGE, L"Open the status p&age");
  if (!is_running) AppendMenuW(menu, MF_STRING, COMMAND_START, L"&Start");
  else if (is_paused) AppendMenuW(menu, MF_STRING, COMMAND_RESUME, L"&Resume");
  else AppendMenuW(menu, MF_STRING, COMMAND_PAUSE, L"&Pause for an hour");
  AppendMenuW(menu, page, COMMAND_QUIET_HOURS, L"Quiet &hours");
  AppendMenuW(menu, MF_SEPARATOR, 0, NULL);
  AppendMenuW(menu, MF_STRING, COMMAND_COPY_REPORT, L"Copy r&eport");
  AppendMenuW(menu, MF_STRING, COMMAND_CHECK, L"&Check the connection");
  AppendMenuW(menu, MF_STRING, COMMAND_VERIFY, L"Check this &QuickBooks");
  AppendMenuW(menu, MF_STRING, COMMAND_OPEN_FOLDER, L"Open the &folder of the agent");
  AppendMenuW(menu, MF_SEPARATOR, 0, NULL);
  AppendMenuW(menu, MF_STRING, COMMAND_QUIT, L"Qui&t");
  GetCursorPos(&point);
  /* Otherwise the menu stays open when the user clicks elsewhere. */
  SetForegroundWindow(window);
  int command = (int)TrackPopupMenu(menu, TPM_RETURNCMD | TPM_NONOTIFY | TPM_RIGHTBUTTON, point.x, point.y, 0, window, NULL);
  PostMessageW(window, WM_NULL, 0, 0);
  DestroyMenu(menu);
  return command;
}
