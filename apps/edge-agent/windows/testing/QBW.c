/* A stand-in for QuickBooks: a main window, with `dialog` a modal dialog over it, and with `-Embedding` the request
 * processor as a COM server in a process of its own, which a test can end inside a call. `raise CLASS COUNT` only raises
 * events at a class. */
#include "processor.h"

#include <wchar.h>

#include "raise-events.h"

static const CLSID processor_class = {0x45f5708e, 0x3b43, 0x4fa8, {0xbe, 0x7e, 0xa5, 0xf1, 0x84, 0x92, 0x14, 0xcb}};

static DWORD registration;

static HRESULT serve(void) {
  HRESULT result = CoInitializeEx(NULL, COINIT_APARTMENTTHREADED);
  if (FAILED(result)) return result;
  result = CoRegisterClassObject(&processor_class, (IUnknown *)processor_factory(), CLSCTX_LOCAL_SERVER,
                                 REGCLS_MULTIPLEUSE, &registration);
  if (SUCCEEDED(result)) processor_connect();
  return result;
}

void processor_crash(void) {
  /* Wine would lead later calls to a process that ended without this. */
  if (registration != 0) CoRevokeClassObject(registration);
  TerminateProcess(GetCurrentProcess(), 1);
}

static LRESULT CALLBACK process_message(HWND window, UINT message, WPARAM first, LPARAM second) {
  if (message == WM_DESTROY) PostQuitMessage(0);
  return DefWindowProcW(window, message, first, second);
}

int WINAPI wWinMain(HINSTANCE instance, HINSTANCE previous, WCHAR *command_line, int show) {
  (void)previous, (void)show;
  if (wcsncmp(command_line, L"raise ", 6) == 0) return raise_events(command_line + 6);
  WNDCLASSW main_class = {.lpfnWndProc = process_message, .hInstance = instance, .lpszClassName = L"Maui Frame"};
  RegisterClassW(&main_class);
  HWND window = CreateWindowW(main_class.lpszClassName, L"Müller & Söhne 株式会社 - QuickBooks", WS_OVERLAPPEDWINDOW | WS_VISIBLE,
                              0, 0, 640, 480, NULL, NULL, instance, NULL);
  if (wcsstr(command_line, L"-Embedding") != NULL && FAILED(serve())) return 1;
  if (wcsstr(command_line, L"dialog") != NULL) MessageBoxW(window, L"Update the file?", L"Update Company File", MB_YESNO);
  MSG message;
  while (GetMessageW(&message, NULL, 0, 0) > 0) {
    TranslateMessage(&message);
    DispatchMessageW(&message);
  }
  if (registration != 0) CoRevokeClassObject(registration);
  return 0;
}
