/* Invoke checks the arguments against the type library of QBXMLRP2 and sends the call to the test as a frame
 * `1 call METHOD s… i…`. The test, which holds the sessions, responds `ok TEXT` or `failed HRESULT TEXT`, or not at all, or
 * ends the process with `crash TEXT`. Before the first call, it sends the path of its program as `1 program PATH`. */
#define COBJMACROS
#include <winsock2.h>

#include "processor.h"

#include <stdio.h>
#include <stdlib.h>

#include "../frames.h"
#include "../host.h"

struct member {
  DISPID id;
  const WCHAR *name;
  WORD kind;
  /* One letter per argument: `s` for a string, `i` for a 32-bit integer. */
  const char *arguments;
  VARTYPE result;
};

/* IRequestProcessor5: names, dispatch IDs and kinds of the type library. */
static const struct member processor_members[] = {
    {1, L"ProcessRequest", DISPATCH_METHOD, "ss", VT_BSTR},
    {2, L"OpenConnection", DISPATCH_METHOD, "ss", VT_EMPTY},
    {3, L"CloseConnection", DISPATCH_METHOD, "", VT_EMPTY},
    {4, L"BeginSession", DISPATCH_METHOD, "si", VT_BSTR},
    {5, L"EndSession", DISPATCH_METHOD, "s", VT_EMPTY},
    {6, L"GetCurrentCompanyFileName", DISPATCH_METHOD, "s", VT_BSTR},
    {7, L"MajorVersion", DISPATCH_PROPERTYGET, "", VT_I2},
    {8, L"MinorVersion", DISPATCH_PROPERTYGET, "", VT_I2},
    {9, L"ReleaseLevel", DISPATCH_PROPERTYGET, "", VT_I4},
    {10, L"ReleaseNumber", DISPATCH_PROPERTYGET, "", VT_I2},
    {11, L"QBXMLVersionsForSession", DISPATCH_PROPERTYGET, "s", VT_ARRAY | VT_BSTR},
    {12, L"ConnectionType", DISPATCH_PROPERTYGET, "", VT_I4},
    {13, L"ProcessSubscription", DISPATCH_METHOD, "s", VT_BSTR},
    {14, L"QBXMLVersionsForSubscription", DISPATCH_PROPERTYGET, "", VT_ARRAY | VT_BSTR},
    {15, L"OpenConnection2", DISPATCH_METHOD, "ssi", VT_EMPTY},
    {16, L"AuthPreferences", DISPATCH_PROPERTYGET, "", VT_DISPATCH},
    {17, L"GetQBLastError", DISPATCH_METHOD, "", VT_BSTR},
    {0},
};

/* IAuthPreferences. */
static const struct member preference_members[] = {
    {1, L"WasAuthPreferencesObeyed", DISPATCH_METHOD, "s", VT_BOOL},
    {2, L"GetIsReadOnly", DISPATCH_METHOD, "s", VT_BOOL},
    {3, L"PutIsReadOnly", DISPATCH_METHOD, "i", VT_EMPTY},
    {4, L"GetUnattendedModePref", DISPATCH_METHOD, "s", VT_I4},
    {5, L"PutUnattendedModePref", DISPATCH_METHOD, "i", VT_EMPTY},
    {6, L"GetPersonalDataPref", DISPATCH_METHOD, "s", VT_I4},
    {7, L"PutPersonalDataPref", DISPATCH_METHOD, "i", VT_EMPTY},
    {8, L"PutAuthFlags", DISPATCH_METHOD, "i", VT_EMPTY},
    {0},
};

struct object {
  IDispatch dispatch;
  LONG references;
  const struct member *members;
};

static IDispatchVtbl object_methods;
static SOCKET test = INVALID_SOCKET;
static struct frame_reader responses;

static HRESULT create_object(const struct member *members, IDispatch **created) {
  struct object *object = malloc(sizeof *object);
  if (object == NULL) return E_OUTOFMEMORY;
  object->dispatch.lpVtbl = &object_methods;
  object->references = 1;
  object->members = members;
  *created = &object->dispatch;
  return S_OK;
}

/* Connection to the test */

static size_t receive(void *socket, char *bytes, size_t size) {
  int length = recv(*(SOCKET *)socket, bytes, (int)size, 0);
  return length > 0 ? (size_t)length : 0;
}

static BOOL send_all(const char *bytes, size_t length) {
  while (length > 0) {
    int sent = send(test, bytes, length > 1 << 20 ? 1 << 20 : (int)length, 0);
    if (sent <= 0) return FALSE;
    bytes += sent;
    length -= (size_t)sent;
  }
  return TRUE;
}

/* Tells the test in which program this runs: QuickBooks knows programs by their path. */
static BOOL send_program(void) {
  WCHAR path[MAX_PATH];
  char header[FRAME_HEADER_MAX];
  struct part part = {NULL, 0};
  DWORD path_length = GetModuleFileNameW(NULL, path, MAX_PATH);
  if (path_length == 0 || path_length == MAX_PATH || FAILED(text_to_utf8(path, path_length, &part))) return FALSE;
  size_t length = frame_header(header, 1, "program", &part, 1);
  BOOL sent = length > 0 && send_all(header, length) && send_all(part.bytes, part.length);
  free(part.bytes);
  return sent;
}

BOOL processor_connect(void) {
  WSADATA data;
  char port[8];
  struct sockaddr_in address = {.sin_family = AF_INET};
  if (test != INVALID_SOCKET) return TRUE;
  if (GetEnvironmentVariableA("STAND_IN_PORT", port, sizeof port) == 0) return FALSE;
  if (WSAStartup(MAKEWORD(2, 2), &data) != 0) return FALSE;
  address.sin_port = htons((u_short)atoi(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  test = socket(AF_INET, SOCK_STREAM, 0);
  frame_reader_open(&responses, receive, &test);
  BOOL yes = TRUE;
  setsockopt(test, IPPROTO_TCP, TCP_NODELAY, (char *)&yes, sizeof yes);
  return connect(test, (struct sockaddr *)&address, sizeof address) == 0 && send_program();
}

/* Calls */

static HRESULT encode_argument(VARIANT *argument, char type, struct part *part) {
  VARIANT value;
  VariantInit(&value);
  HRESULT result = VariantChangeType(&value, argument, 0, type == 's' ? VT_BSTR : VT_I4);
  if (FAILED(result)) return DISP_E_TYPEMISMATCH;
  if (type == 'i') result = VariantChangeType(&value, &value, 0, VT_BSTR);
  BSTR marked = SysAllocString(type == 's' ? L"s" : L"i");
  if (SUCCEEDED(result)) result = append_text(&marked, V_BSTR(&value), SysStringLen(V_BSTR(&value)));
  if (SUCCEEDED(result)) result = text_to_utf8(marked, SysStringLen(marked), part);
  SysFreeString(marked);
  VariantClear(&value);
  return result;
}

static HRESULT exchange(const struct part *parts, size_t count, struct frame *response) {
  char header[FRAME_HEADER_MAX];
  if (!processor_connect()) return RPC_E_SERVER_DIED;
  size_t length = frame_header(header, 1, "call", parts, count);
  BOOL sent = length > 0 && send_all(header, length);
  for (size_t index = 0; sent && index < count; index++) sent = send_all(parts[index].bytes, parts[index].length);
  BOOL received = sent && frame_read(&responses, response) == FRAME_READ && response->count > 0;
  if (received && strcmp(response->word, "crash") == 0) processor_crash();
  return received ? S_OK : RPC_E_SERVER_DIED;
}

static HRESULT raise(const struct frame *response, EXCEPINFO *exception) {
  if (exception == NULL) return E_FAIL;
  ZeroMemory(exception, sizeof *exception);
  exception->scode = (SCODE)strtoul(response->parts[0].bytes, NULL, 16);
  exception->bstrSource = SysAllocString(L"QBXMLRP2.RequestProcessor");
  if (response->count > 1 && response->parts[1].length > 0) {
    text_from_utf8(response->parts[1].bytes, response->parts[1].length, &exception->bstrDescription);
  }
  return DISP_E_EXCEPTION;
}

static HRESULT split_lines(BSTR text, VARIANT *value) {
  ULONG count = 1;
  for (WCHAR *each = text; *each != 0; each++) count += *each == L'\n';
  SAFEARRAY *lines = SafeArrayCreateVector(VT_BSTR, 0, count);
  if (lines == NULL) return E_OUTOFMEMORY;
  WCHAR *line = text;
  for (LONG index = 0; index < (LONG)count; index++) {
    size_t length = wcscspn(line, L"\n");
    BSTR copy = SysAllocStringLen(line, (UINT)length);
    SafeArrayPutElement(lines, &index, copy);
    SysFreeString(copy);
    line += length + 1;
  }
  V_VT(value) = VT_ARRAY | VT_BSTR;
  V_ARRAY(value) = lines;
  return S_OK;
}

static HRESULT decode_result(const struct frame *response, VARTYPE type, VARIANT *value) {
  BSTR text;
  if (type == VT_EMPTY || value == NULL) return S_OK;
  HRESULT result = text_from_utf8(response->parts[0].bytes, response->parts[0].length, &text);
  if (FAILED(result)) return result;
  if (type & VT_ARRAY) {
    result = split_lines(text, value);
    SysFreeString(text);
    return result;
  }
  V_VT(value) = VT_BSTR;
  V_BSTR(value) = text;
  return VariantChangeType(value, value, 0, type);
}

static HRESULT forward(const struct member *member, DISPPARAMS *parameters, VARIANT *value, EXCEPINFO *exception) {
  struct part parts[FRAME_PARTS_MAX] = {0};
  struct frame response = {0};
  UINT count = parameters->cArgs;
  if (count != strlen(member->arguments)) return DISP_E_BADPARAMCOUNT;
  HRESULT result = text_to_utf8(member->name, wcslen(member->name), &parts[0]);
  for (UINT index = 0; SUCCEEDED(result) && index < count; index++) {
    result = encode_argument(&parameters->rgvarg[count - 1 - index], member->arguments[index], &parts[index + 1]);
  }
  if (SUCCEEDED(result)) result = exchange(parts, count + 1, &response);
  if (SUCCEEDED(result)) {
    BOOL succeeded = strcmp(response.word, "ok") == 0;
    result = succeeded ? decode_result(&response, member->result, value) : raise(&response, exception);
  }
  for (UINT index = 0; index <= count; index++) free(parts[index].bytes);
  frame_clear(&response);
  return result;
}

/* IDispatch */

static HRESULT STDMETHODCALLTYPE object_query(IDispatch *self, REFIID id, void **object) {
  BOOL known = IsEqualIID(id, &IID_IUnknown) || IsEqualIID(id, &IID_IDispatch);
  *object = known ? self : NULL;
  if (known) IDispatch_AddRef(self);
  return known ? S_OK : E_NOINTERFACE;
}

static ULONG STDMETHODCALLTYPE object_add_reference(IDispatch *self) {
  return (ULONG)InterlockedIncrement(&((struct object *)self)->references);
}

static ULONG STDMETHODCALLTYPE object_release(IDispatch *self) {
  LONG references = InterlockedDecrement(&((struct object *)self)->references);
  if (references == 0) free(self);
  return (ULONG)references;
}

static HRESULT STDMETHODCALLTYPE object_count_types(IDispatch *self, UINT *count) {
  (void)self;
  *count = 0;
  return S_OK;
}

static HRESULT STDMETHODCALLTYPE object_get_type(IDispatch *self, UINT index, LCID locale, ITypeInfo **type) {
  (void)self, (void)index, (void)locale;
  *type = NULL;
  return DISP_E_BADINDEX;
}

static HRESULT STDMETHODCALLTYPE object_find(IDispatch *self, REFIID id, LPOLESTR *names, UINT count, LCID locale,
                                             DISPID *ids) {
  (void)id, (void)locale;
  for (UINT index = 0; index < count; index++) ids[index] = DISPID_UNKNOWN;
  for (const struct member *member = ((struct object *)self)->members; count > 0 && member->name != NULL; member++) {
    if (_wcsicmp(member->name, names[0]) != 0) continue;
    ids[0] = member->id;
    return count == 1 ? S_OK : DISP_E_UNKNOWNNAME;
  }
  return DISP_E_UNKNOWNNAME;
}

static HRESULT STDMETHODCALLTYPE object_invoke(IDispatch *self, DISPID id, REFIID riid, LCID locale, WORD kind,
                                               DISPPARAMS *parameters, VARIANT *value, EXCEPINFO *exception,
                                               UINT *argument) {
  (void)riid, (void)locale, (void)argument;
  const struct member *member = ((struct object *)self)->members;
  while (member->name != NULL && member->id != id) member++;
  if (member->name == NULL || !(member->kind & kind)) return DISP_E_MEMBERNOTFOUND;
  if (member->result != VT_DISPATCH) return forward(member, parameters, value, exception);
  V_VT(value) = VT_DISPATCH;
  return create_object(preference_members, &V_DISPATCH(value));
}

static IDispatchVtbl object_methods = {object_query,    object_add_reference, object_release, object_count_types,
                                       object_get_type, object_find,          object_invoke};

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
  IDispatch *created;
  (void)self;
  *object = NULL;
  if (outer != NULL) return CLASS_E_NOAGGREGATION;
  HRESULT result = create_object(processor_members, &created);
  if (FAILED(result)) return result;
  result = IDispatch_QueryInterface(created, id, object);
  IDispatch_Release(created);
  return result;
}

static HRESULT STDMETHODCALLTYPE factory_lock(IClassFactory *self, BOOL lock) {
  (void)self, (void)lock;
  return S_OK;
}

IClassFactory *processor_factory(void) {
  static IClassFactoryVtbl methods = {factory_query, factory_reference, factory_reference, factory_create, factory_lock};
  static IClassFactory factory = {&methods};
  return &factory;
}
