/* Raises events at a local server, as QuickBooks does: creates the subscription's class and calls `inform`. Windows
 * carries the calls by the type library of Intuit's sdkevent.dll; this registers one with the same IDs. */
#define COBJMACROS
#include "raise-events.h"

#include <oleauto.h>
#include <stdlib.h>

#include "../events.h"

static const GUID library_id = {0x941bd791, 0x06c1, 0x4d4d, {0x8f, 0x6a, 0x8f, 0x68, 0x58, 0x10, 0xdd, 0x5e}};
static const GUID standard_library_id = {0x00020430, 0, 0, {0xc0, 0, 0, 0, 0, 0, 0, 0x46}};
static const WCHAR event[] =
    L"<?xml version=\"1.0\"?><QBXML><QBXMLEvents><DataEvent><CompanyFilePath>C:\\Müller.qbw</CompanyFilePath><TxnEvent>"
    L"<TxnEventType>Invoice</TxnEventType><TxnEventOperation>Add</TxnEventOperation><TxnID>1-1</TxnID></TxnEvent>"
    L"</DataEvent></QBXMLEvents></QBXML>";

/* Adds `HRESULT inform([in] BSTR eventXML)`, the first method after those of IUnknown. */
static HRESULT add_inform(ICreateTypeInfo *type) {
  WCHAR *names[] = {(WCHAR *)L"inform", (WCHAR *)L"eventXML"};
  ELEMDESC argument = {.tdesc = {.vt = VT_BSTR}, .paramdesc = {.wParamFlags = PARAMFLAG_FIN}};
  FUNCDESC method = {
      .memid = 0x60010000,
      .lprgelemdescParam = &argument,
      .funckind = FUNC_PUREVIRTUAL,
      .invkind = INVOKE_FUNC,
      .callconv = CC_STDCALL,
      .cParams = 1,
      .elemdescFunc = {.tdesc = {.vt = VT_HRESULT}},
  };
  HRESULT result = ICreateTypeInfo_AddFuncDesc(type, 0, &method);
  if (SUCCEEDED(result)) result = ICreateTypeInfo_SetFuncAndParamNames(type, 0, names, 2);
  return result;
}

static HRESULT add_base(ICreateTypeInfo *type) {
  ITypeLib *standard;
  ITypeInfo *unknown;
  HREFTYPE reference;
  HRESULT result = LoadRegTypeLib(&standard_library_id, 2, 0, LOCALE_NEUTRAL, &standard);
  if (FAILED(result)) return result;
  result = ITypeLib_GetTypeInfoOfGuid(standard, &IID_IUnknown, &unknown);
  ITypeLib_Release(standard);
  if (FAILED(result)) return result;
  result = ICreateTypeInfo_AddRefTypeInfo(type, unknown, &reference);
  ITypeInfo_Release(unknown);
  return SUCCEEDED(result) ? ICreateTypeInfo_AddImplType(type, 0, reference) : result;
}

static HRESULT add_interface(ICreateTypeLib2 *library) {
  ICreateTypeInfo *type;
  HRESULT result = ICreateTypeLib2_CreateTypeInfo(library, (WCHAR *)L"IQBEventCallback", TKIND_INTERFACE, &type);
  if (FAILED(result)) return result;
  result = ICreateTypeInfo_SetGuid(type, &event_callback_id);
  if (SUCCEEDED(result)) result = ICreateTypeInfo_SetTypeFlags(type, TYPEFLAG_FOLEAUTOMATION);
  if (SUCCEEDED(result)) result = add_base(type);
  if (SUCCEEDED(result)) result = add_inform(type);
  if (SUCCEEDED(result)) result = ICreateTypeInfo_LayOut(type);
  ICreateTypeInfo_Release(type);
  return result;
}

static HRESULT create_library(WCHAR *path) {
  ICreateTypeLib2 *library;
  HRESULT result = CreateTypeLib2(sizeof(void *) == 8 ? SYS_WIN64 : SYS_WIN32, path, &library);
  if (FAILED(result)) return result;
  result = ICreateTypeLib2_SetGuid(library, &library_id);
  if (SUCCEEDED(result)) result = ICreateTypeLib2_SetName(library, (WCHAR *)L"QBSDKEVENTLib");
  if (SUCCEEDED(result)) result = ICreateTypeLib2_SetVersion(library, 1, 0);
  if (SUCCEEDED(result)) result = add_interface(library);
  if (SUCCEEDED(result)) result = ICreateTypeLib2_SaveAllChanges(library);
  ICreateTypeLib2_Release(library);
  return result;
}

static HRESULT register_library(void) {
  WCHAR path[MAX_PATH + 16];
  ITypeLib *library;
  GetTempPathW(MAX_PATH, path);
  wcscat(path, L"sdkevent.tlb");
  HRESULT result = create_library(path);
  if (SUCCEEDED(result)) result = LoadTypeLibEx(path, REGKIND_NONE, &library);
  if (FAILED(result)) return result;
  result = RegisterTypeLib(library, path, NULL);
  ITypeLib_Release(library);
  return result;
}

static HRESULT inform(const CLSID *class_id, int count) {
  struct event_callback *callback;
  HRESULT result = CoCreateInstance(class_id, NULL, CLSCTX_LOCAL_SERVER, &event_callback_id, (void **)&callback);
  if (FAILED(result)) return result;
  BSTR text = SysAllocString(event);
  for (int index = 0; SUCCEEDED(result) && index < count; index++) result = callback->methods->inform(callback, text);
  SysFreeString(text);
  callback->methods->release(callback);
  return result;
}

int raise_events(const WCHAR *arguments) {
  CLSID class_id;
  WCHAR class_text[40];
  const WCHAR *space = wcschr(arguments, L' ');
  if (space == NULL || space - arguments != 38) return 2;
  lstrcpynW(class_text, arguments, 39);
  if (FAILED(CLSIDFromString(class_text, &class_id)) || FAILED(CoInitializeEx(NULL, COINIT_APARTMENTTHREADED))) return 3;
  if (FAILED(register_library())) return 4;
  HRESULT result = inform(&class_id, (int)wcstol(space, NULL, 10));
  CoUninitialize();
  return FAILED(result) ? 5 : 0;
}
