/*
 * The program that QuickBooks calls when people change something, in the Windows session of its user. The agent starts
 * it, and ends it by closing its standard input. It writes `listening` to its standard output, and `changed` for each
 * event. What an event says is not read: the service looks into the company file.
 *
 * Intuit's sdkevent.dll, which QuickBooks registers, has the type library by which Windows carries the calls.
 */
#define COBJMACROS
#include <windows.h>

#include <oleauto.h>

#include "events.h"

/* How long it serves a QuickBooks that starts it without an agent, so that QuickBooks does not wait for it. */
#define WITHOUT_AGENT_MS 60000

static void write_line(const char *line, DWORD length) {
  DWORD written;
  /* A pipe that breaks has lost its agent, which ends this program. */
  WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), line, length, &written, NULL);
}

/* IQBEventCallback. There is one object, which lives as long as the program. */

static HRESULT STDMETHODCALLTYPE callback_query(struct event_callback *self, REFIID id, void **object) {
  BOOL known = IsEqualIID(id, &IID_IUnknown) || IsEqualIID(id, &event_callback_id);
  *object = known ? self : NULL;
  return known ? S_OK : E_NOINTERFACE;
}

static ULONG STDMETHODCALLTYPE callback_reference(struct event_callback *self) {
  (void)self;
  return 1;
}

static HRESULT STDMETHODCALLTYPE callback_inform(struct event_callback *self, BSTR event) {
  (void)self, (void)event;
  write_line("changed\n", 8);
  return S_OK;
}

static struct event_callback_methods callback_methods = {callback_query, callback_reference, callback_reference,
                                                         callback_inform};
static struct event_callback callback = {&callback_methods};

/* IClassFactory */

static HRESULT STDMETHODCALLTYPE factory_query(IClassFactory *self, REFIID id, void **object) {
  BOOL known = IsEqualIID(id, &IID_IUnknown) || IsEqualIID(id, &IID_IClassFactory);
  *object = known ? self : NULL;
  return known ? S_OK : E_NOINTERFACE;
}

static ULONG STDMETHODCALLTYPE factory_reference(IClassFactory *self) {
  (void)self;
  return 1;
}

static HRESULT STDMETHODCALLTYPE factory_create(IClassFactory *self, IUnknown *outer, REFIID id, void **object) {
  (void)self;
  *object = NULL;
  return outer == NULL ? callback_query(&callback, id, object) : CLASS_E_NOAGGREGATION;
}

static HRESULT STDMETHODCALLTYPE factory_lock(IClassFactory *self, BOOL lock) {
  (void)self, (void)lock;
  return S_OK;
}

static IClassFactoryVtbl factory_methods = {factory_query, factory_reference, factory_reference, factory_create,
                                            factory_lock};
static IClassFactory factory = {&factory_methods};

/* Registers this program for the user. A later version replaces the path. */
static BOOL register_program(void) {
  WCHAR path[MAX_PATH], quoted[MAX_PATH + 2];
  DWORD length = GetModuleFileNameW(NULL, path, MAX_PATH);
  if (length == 0 || length == MAX_PATH) return FALSE;
  DWORD size = ((DWORD)wsprintfW(quoted, L"\"%s\"", path) + 1) * sizeof *quoted;
  return RegSetKeyValueW(HKEY_CURRENT_USER, LISTENER_KEY L"\\LocalServer32", NULL, REG_SZ, quoted, size) ==
         ERROR_SUCCESS;
}

static void wait_for_agent(void) {
  char bytes[64];
  DWORD length = 0;
  HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
  while (ReadFile(input, bytes, sizeof bytes, &length, NULL) && length > 0) {
  }
}

int WINAPI wWinMain(HINSTANCE instance, HINSTANCE previous, WCHAR *command_line, int show) {
  DWORD registration;
  (void)instance, (void)previous, (void)show;
  if (FAILED(CoInitializeEx(NULL, COINIT_MULTITHREADED)) || !register_program()) return 1;
  HRESULT result = CoRegisterClassObject(&listener_class, (IUnknown *)&factory, CLSCTX_LOCAL_SERVER,
                                         REGCLS_MULTIPLEUSE, &registration);
  if (FAILED(result)) return 1;
  write_line("listening\n", 10);
  if (wcsstr(command_line, L"-Embedding") != NULL) Sleep(WITHOUT_AGENT_MS);
  else wait_for_agent();
  CoRevokeClassObject(registration);
  CoUninitialize();
  return 0;
}
