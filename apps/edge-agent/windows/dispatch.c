#define COBJMACROS
#include <stdlib.h>

#include "host.h"

#define ARGUMENTS_MAX (FRAME_PARTS_MAX - 1)

/* Takes HRESULT and text of a raised exception, and frees the rest. */
static HRESULT take_exception(EXCEPINFO *exception, struct outcome *outcome) {
  if (exception->pfnDeferredFillIn != NULL) exception->pfnDeferredFillIn(exception);
  SysFreeString(exception->bstrSource);
  SysFreeString(exception->bstrHelpFile);
  outcome->text = exception->bstrDescription;
  outcome->is_error = TRUE;
  if (FAILED(exception->scode)) return exception->scode;
  return exception->wCode != 0 ? MAKE_HRESULT(SEVERITY_ERROR, FACILITY_ITF, exception->wCode) : E_FAIL;
}

static HRESULT invoke(IDispatch *object, WCHAR *name, WORD kind, DISPPARAMS *arguments, VARIANT *value,
                      struct outcome *outcome) {
  DISPID id;
  EXCEPINFO exception;
  UINT argument;
  HRESULT result = IDispatch_GetIDsOfNames(object, &IID_NULL, &name, 1, LOCALE_USER_DEFAULT, &id);
  if (FAILED(result)) return result;
  ZeroMemory(&exception, sizeof exception);
  result = IDispatch_Invoke(object, id, &IID_NULL, LOCALE_USER_DEFAULT, kind, arguments, value, &exception, &argument);
  return result == DISP_E_EXCEPTION ? take_exception(&exception, outcome) : result;
}

static HRESULT parse_argument(const struct part *part, VARIANT *value) {
  if (part->length > 1 && part->bytes[0] == 'i') {
    char *end;
    V_VT(value) = VT_I4;
    V_I4(value) = strtol(part->bytes + 1, &end, 10);
    return *end == '\0' ? S_OK : E_INVALIDARG;
  }
  if (part->length == 0 || part->bytes[0] != 's') return E_INVALIDARG;
  BSTR text;
  HRESULT result = text_from_utf8(part->bytes + 1, part->length - 1, &text);
  if (FAILED(result)) return result;
  V_VT(value) = VT_BSTR;
  V_BSTR(value) = text;
  return S_OK;
}

/* Reads an element of an array of strings, or of an array of variants that hold strings. */
static HRESULT read_string(SAFEARRAY *strings, VARTYPE type, LONG index, VARIANT *element) {
  if (type == VT_VARIANT) {
    HRESULT result = SafeArrayGetElement(strings, &index, element);
    return SUCCEEDED(result) ? VariantChangeType(element, element, 0, VT_BSTR) : result;
  }
  HRESULT result = SafeArrayGetElement(strings, &index, &V_BSTR(element));
  if (SUCCEEDED(result)) V_VT(element) = VT_BSTR;
  return result;
}

/* Writes one string per line. */
static HRESULT join_strings(SAFEARRAY *strings, BSTR *text) {
  LONG first, last;
  VARTYPE type;
  if (SafeArrayGetDim(strings) != 1) return DISP_E_TYPEMISMATCH;
  HRESULT result = SafeArrayGetVartype(strings, &type);
  if (SUCCEEDED(result) && type != VT_BSTR && type != VT_VARIANT) result = DISP_E_TYPEMISMATCH;
  if (SUCCEEDED(result)) result = SafeArrayGetLBound(strings, 1, &first);
  if (SUCCEEDED(result)) result = SafeArrayGetUBound(strings, 1, &last);
  if (FAILED(result)) return result;
  for (LONG index = first; SUCCEEDED(result) && index <= last; index++) {
    VARIANT element;
    VariantInit(&element);
    result = read_string(strings, type, index, &element);
    if (SUCCEEDED(result) && index > first) result = append_text(text, L"\n", 1);
    if (SUCCEEDED(result)) result = append_text(text, V_BSTR(&element), SysStringLen(V_BSTR(&element)));
    VariantClear(&element);
  }
  return result;
}

static HRESULT to_text(VARIANT *value, BSTR *text) {
  if (V_VT(value) == VT_EMPTY || V_VT(value) == VT_NULL) return S_OK;
  if (V_VT(value) & VT_BYREF) return DISP_E_TYPEMISMATCH;
  if (V_VT(value) & VT_ARRAY) return join_strings(V_ARRAY(value), text);
  HRESULT result = VariantChangeTypeEx(value, value, LOCALE_INVARIANT, 0, VT_BSTR);
  if (FAILED(result)) return result;
  *text = V_BSTR(value);
  V_VT(value) = VT_EMPTY;
  return S_OK;
}

HRESULT call_method(IDispatch *object, const struct frame *frame, struct outcome *outcome) {
  VARIANT arguments[ARGUMENTS_MAX], value;
  BSTR method;
  if (frame->count == 0) return E_INVALIDARG;
  UINT count = (UINT)frame->count - 1;
  HRESULT result = text_from_utf8(frame->parts[0].bytes, frame->parts[0].length, &method);
  if (FAILED(result)) return result;
  for (UINT index = 0; index < count; index++) VariantInit(&arguments[index]);
  /* The last argument comes first. */
  for (UINT index = 0; SUCCEEDED(result) && index < count; index++) {
    result = parse_argument(&frame->parts[index + 1], &arguments[count - 1 - index]);
  }
  if (SUCCEEDED(result)) {
    DISPPARAMS parameters = {arguments, NULL, count, 0};
    VariantInit(&value);
    result = invoke(object, method, DISPATCH_METHOD | DISPATCH_PROPERTYGET, &parameters, &value, outcome);
    if (SUCCEEDED(result)) result = to_text(&value, &outcome->text);
    VariantClear(&value);
  }
  for (UINT index = 0; index < count; index++) VariantClear(&arguments[index]);
  SysFreeString(method);
  return result;
}

HRESULT get_object(IDispatch *object, WCHAR *property, IDispatch **value, struct outcome *outcome) {
  DISPPARAMS none = {NULL, NULL, 0, 0};
  VARIANT variant;
  VariantInit(&variant);
  HRESULT result = invoke(object, property, DISPATCH_PROPERTYGET, &none, &variant, outcome);
  if (FAILED(result)) return result;
  if (V_VT(&variant) != VT_DISPATCH || V_DISPATCH(&variant) == NULL) {
    VariantClear(&variant);
    return DISP_E_TYPEMISMATCH;
  }
  *value = V_DISPATCH(&variant);
  return S_OK;
}
