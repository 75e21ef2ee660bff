/* The COM host of the edge agent: owns one QBXMLRP2.RequestProcessor and calls it for the agent. PROTOCOL.md describes
 * what it reads and writes. The order of calls, repeats and the meaning of failures are the agent's. */
#define COBJMACROS
#include <windows.h>

#include <oleauto.h>
#include <stdlib.h>
#include <string.h>

#include "frames.h"
#include "host.h"

#define WAITING_MAX 16
#define BUSY_SERVER_MS 30000
#define BUSY_SERVER_RETRY_MS 250
#ifndef END_MS
#define END_MS (10 * 60 * 1000)
#endif

enum exit_code { EXIT_CLOSED = 0, EXIT_NO_START = 1, EXIT_INVALID_FRAME = 2, EXIT_BLOCKED = 3 };

static struct {
  CRITICAL_SECTION lock;
  struct frame frames[WAITING_MAX];
  size_t first, count;
  BOOL ended;
  HANDLE changed;
} waiting;

static CRITICAL_SECTION output_lock;
static HANDLE output;
static IDispatch *processor;

/* Responses */

static BOOL write_all(const char *bytes, size_t length) {
  while (length > 0) {
    DWORD written = 0;
    if (!WriteFile(output, bytes, length > 1 << 20 ? 1 << 20 : (DWORD)length, &written, NULL)) return FALSE;
    bytes += written;
    length -= written;
  }
  return TRUE;
}

static BOOL respond(unsigned long id, const char *word, const struct part *parts, size_t count) {
  char header[FRAME_HEADER_MAX];
  size_t length = frame_header(header, id, word, parts, count);
  if (length == 0) return FALSE;
  EnterCriticalSection(&output_lock);
  /* A pipe that breaks has lost its agent, which the reader notices. */
  BOOL written = write_all(header, length);
  for (size_t index = 0; written && index < count; index++) written = write_all(parts[index].bytes, parts[index].length);
  LeaveCriticalSection(&output_lock);
  return TRUE;
}

static void respond_failed(unsigned long id, HRESULT result, BSTR text) {
  char code[11];
  struct part parts[2] = {{code, 10}, {NULL, 0}};
  wsprintfA(code, "0x%08X", (unsigned)result);
  if (text == NULL || FAILED(text_to_utf8(text, SysStringLen(text), &parts[1]))) parts[1].length = 0;
  respond(id, "failed", parts, 2);
  free(parts[1].bytes);
}

static void finish(unsigned long id, HRESULT result, const struct outcome *outcome) {
  struct part text = {NULL, 0};
  if (SUCCEEDED(result)) result = text_to_utf8(outcome->text, SysStringLen(outcome->text), &text);
  if (SUCCEEDED(result) && !respond(id, "ok", &text, 1)) result = E_OUTOFMEMORY;
  if (FAILED(result)) {
    BSTR message = outcome->text != NULL && outcome->is_error ? SysAllocString(outcome->text) : describe(result);
    respond_failed(id, result, message);
    SysFreeString(message);
  }
  /* May be a secret. */
  if (text.bytes != NULL) SecureZeroMemory(text.bytes, text.length);
  free(text.bytes);
}

/* Requests to the object */

static void release_processor(void) {
  if (processor != NULL) IDispatch_Release(processor);
  processor = NULL;
}

static HRESULT create_processor(void) {
  CLSID class_id;
  release_processor();
  HRESULT result = CLSIDFromProgID(L"QBXMLRP2.RequestProcessor", &class_id);
  if (FAILED(result)) return result;
  return CoCreateInstance(&class_id, NULL, CLSCTX_INPROC_SERVER | CLSCTX_LOCAL_SERVER, &IID_IDispatch, (void **)&processor);
}

static HRESULT call_processor(const struct frame *frame, struct outcome *outcome) {
  return processor == NULL ? CO_E_OBJNOTCONNECTED : call_method(processor, frame, outcome);
}

static HRESULT call_preferences(const struct frame *frame, struct outcome *outcome) {
  IDispatch *preferences = NULL;
  if (processor == NULL) return CO_E_OBJNOTCONNECTED;
  HRESULT result = get_object(processor, L"AuthPreferences", &preferences, outcome);
  if (FAILED(result)) return result;
  result = call_method(preferences, frame, outcome);
  IDispatch_Release(preferences);
  return result;
}

static HRESULT process(const struct frame *frame, struct outcome *outcome) {
  if (strcmp(frame->word, "new") == 0) return create_processor();
  if (strcmp(frame->word, "call") == 0) return call_processor(frame, outcome);
  if (strcmp(frame->word, "prefs") == 0) return call_preferences(frame, outcome);
  release_processor();
  return S_OK;
}

static void process_and_respond(struct frame *frame) {
  struct outcome outcome = {NULL, FALSE};
  HRESULT result = process(frame, &outcome);
  finish(frame->id, result, &outcome);
  clear_outcome(&outcome);
  frame_clear(frame);
}

/* Ends the process from the reader thread. ExitProcess would run the code of DLLs, which may wait for the blocked call. */
static void end_at_once(enum exit_code code) { TerminateProcess(GetCurrentProcess(), code); }

/* Reader thread: responds to what needs no object, and queues the rest. */

static size_t read_input(void *input, char *bytes, size_t size) {
  DWORD length = 0;
  return ReadFile((HANDLE)input, bytes, (DWORD)size, &length, NULL) ? length : 0;
}

static BOOL enqueue(const struct frame *frame) {
  EnterCriticalSection(&waiting.lock);
  BOOL fits = waiting.count < WAITING_MAX;
  if (fits) waiting.frames[(waiting.first + waiting.count++) % WAITING_MAX] = *frame;
  LeaveCriticalSection(&waiting.lock);
  if (fits) SetEvent(waiting.changed);
  return fits;
}

/* Moves the next request to `frame`. Requests that wait when the input ends are not executed. */
static BOOL dequeue(struct frame *frame) {
  EnterCriticalSection(&waiting.lock);
  BOOL found = waiting.count > 0 && !waiting.ended;
  if (found) {
    *frame = waiting.frames[waiting.first];
    waiting.first = (waiting.first + 1) % WAITING_MAX;
    waiting.count--;
  }
  LeaveCriticalSection(&waiting.lock);
  return found;
}

static BOOL has_ended(void) {
  EnterCriticalSection(&waiting.lock);
  BOOL ended = waiting.ended;
  LeaveCriticalSection(&waiting.lock);
  return ended;
}

static BOOL needs_object(const char *word) {
  return strcmp(word, "new") == 0 || strcmp(word, "call") == 0 || strcmp(word, "prefs") == 0 ||
         strcmp(word, "drop") == 0;
}

static HRESULT respond_at_once(const struct frame *frame, struct outcome *outcome) {
  if (strcmp(frame->word, "look") == 0) return look(outcome);
  if (frame->count != 1) return E_INVALIDARG;
  if (strcmp(frame->word, "seal") == 0) return seal(&frame->parts[0], outcome);
  if (strcmp(frame->word, "open") == 0) return open_sealed(&frame->parts[0], outcome);
  return E_INVALIDARG;
}

static DWORD WINAPI read_requests(void *input) {
  static struct frame_reader reader;
  struct frame frame;
  enum frame_status status;
  frame_reader_open(&reader, read_input, input);
  while ((status = frame_read(&reader, &frame)) == FRAME_READ) {
    HRESULT result = HRESULT_FROM_WIN32(ERROR_BUSY);
    struct outcome outcome = {NULL, FALSE};
    BOOL queues = needs_object(frame.word);
    if (queues && enqueue(&frame)) continue;
    if (!queues) result = respond_at_once(&frame, &outcome);
    finish(frame.id, result, &outcome);
    clear_outcome(&outcome);
    frame_clear(&frame);
  }
  if (status != FRAME_END) end_at_once(EXIT_INVALID_FRAME);
  EnterCriticalSection(&waiting.lock);
  waiting.ended = TRUE;
  LeaveCriticalSection(&waiting.lock);
  SetEvent(waiting.changed);
  Sleep(END_MS);
  end_at_once(EXIT_BLOCKED);
  return 0;
}

/* Message filter: repeats a call that a busy server rejected, and keeps waiting for a call that blocks. */

static HRESULT STDMETHODCALLTYPE filter_query(IMessageFilter *self, REFIID id, void **object) {
  BOOL known = IsEqualIID(id, &IID_IUnknown) || IsEqualIID(id, &IID_IMessageFilter);
  *object = known ? self : NULL;
  return known ? S_OK : E_NOINTERFACE;
}

static ULONG STDMETHODCALLTYPE filter_reference(IMessageFilter *self) {
  (void)self;
  return 1;
}

static DWORD STDMETHODCALLTYPE filter_incoming(IMessageFilter *self, DWORD type, HTASK task, DWORD ticks,
                                               INTERFACEINFO *info) {
  (void)self, (void)type, (void)task, (void)ticks, (void)info;
  return SERVERCALL_ISHANDLED;
}

static DWORD STDMETHODCALLTYPE filter_rejected(IMessageFilter *self, HTASK task, DWORD ticks, DWORD reason) {
  (void)self, (void)task, (void)reason;
  return ticks < BUSY_SERVER_MS ? BUSY_SERVER_RETRY_MS : (DWORD)-1;
}

static DWORD STDMETHODCALLTYPE filter_pending(IMessageFilter *self, HTASK task, DWORD ticks, DWORD type) {
  (void)self, (void)task, (void)ticks, (void)type;
  return PENDINGMSG_WAITDEFPROCESS;
}

static IMessageFilterVtbl filter_methods = {filter_query,    filter_reference, filter_reference,
                                            filter_incoming, filter_rejected,  filter_pending};
static IMessageFilter filter = {&filter_methods};

/* Returns a standard handle that no program inherits, such as a QuickBooks that COM starts: the agent would wait for it. */
static HANDLE own_handle(DWORD name) {
  HANDLE handle = GetStdHandle(name);
  SetHandleInformation(handle, HANDLE_FLAG_INHERIT, 0);
  return handle;
}

/* Main thread: a single-threaded apartment that processes messages between requests. */

static void process_messages(void) {
  MSG message;
  while (PeekMessageW(&message, NULL, 0, 0, PM_REMOVE)) {
    TranslateMessage(&message);
    DispatchMessageW(&message);
  }
}

static void close_connection(void) {
  struct frame frame = {.word = "call", .count = 1, .parts = {{"CloseConnection", 15}}};
  struct outcome outcome = {NULL, FALSE};
  if (processor != NULL) call_method(processor, &frame, &outcome);
  clear_outcome(&outcome);
  release_processor();
}

int main(void) {
  IMessageFilter *previous = NULL;
  struct frame frame;
  InitializeCriticalSection(&waiting.lock);
  InitializeCriticalSection(&output_lock);
  waiting.changed = CreateEventW(NULL, FALSE, FALSE, NULL);
  output = own_handle(STD_OUTPUT_HANDLE);
  if (waiting.changed == NULL || FAILED(CoInitializeEx(NULL, COINIT_APARTMENTTHREADED))) return EXIT_NO_START;
  CoRegisterMessageFilter(&filter, &previous);
  if (CreateThread(NULL, 0, read_requests, own_handle(STD_INPUT_HANDLE), 0, NULL) == NULL) return EXIT_NO_START;
  while (!has_ended()) {
    MsgWaitForMultipleObjectsEx(1, &waiting.changed, INFINITE, QS_ALLINPUT, MWMO_INPUTAVAILABLE);
    process_messages();
    while (dequeue(&frame)) process_and_respond(&frame);
  }
  close_connection();
  CoUninitialize();
  ExitProcess(EXIT_CLOSED);
}
