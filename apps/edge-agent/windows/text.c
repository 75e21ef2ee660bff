#include <stdlib.h>
#include <string.h>

#include "host.h"

void clear_outcome(struct outcome *outcome) {
  if (outcome->text != NULL) SecureZeroMemory(outcome->text, SysStringByteLen(outcome->text));
  SysFreeString(outcome->text);
  outcome->text = NULL;
  outcome->is_error = FALSE;
}

HRESULT text_to_utf8(const WCHAR *text, size_t length, struct part *part) {
  /* Three bytes of UTF-8 are the most for a code unit, so that a longer text may still fit. */
  if (length > FRAME_BYTES_MAX) return E_OUTOFMEMORY;
  int size = length == 0 ? 0 : WideCharToMultiByte(CP_UTF8, 0, text, (int)length, NULL, 0, NULL, NULL);
  if (length > 0 && size <= 0) return HRESULT_FROM_WIN32(GetLastError());
  part->bytes = malloc((size_t)size + 1);
  if (part->bytes == NULL) return E_OUTOFMEMORY;
  if (size > 0) WideCharToMultiByte(CP_UTF8, 0, text, (int)length, part->bytes, size, NULL, NULL);
  part->length = (size_t)size;
  return S_OK;
}

HRESULT text_from_utf8(const char *bytes, size_t length, BSTR *text) {
  int size = length == 0 ? 0 : MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, bytes, (int)length, NULL, 0);
  if (length > 0 && size <= 0) return E_INVALIDARG;
  *text = SysAllocStringLen(NULL, (UINT)size);
  if (*text == NULL) return E_OUTOFMEMORY;
  if (size > 0) MultiByteToWideChar(CP_UTF8, 0, bytes, (int)length, *text, size);
  return S_OK;
}

HRESULT append_text(BSTR *text, const WCHAR *more, size_t length) {
  UINT before = SysStringLen(*text);
  BSTR joined = SysAllocStringLen(NULL, before + (UINT)length);
  if (joined == NULL) return E_OUTOFMEMORY;
  if (before > 0) memcpy(joined, *text, before * sizeof *joined);
  if (length > 0) memcpy(joined + before, more, length * sizeof *joined);
  SysFreeString(*text);
  *text = joined;
  return S_OK;
}

BSTR describe(HRESULT result) {
  WCHAR text[512];
  DWORD length = FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, (DWORD)result, 0, text,
                                ARRAYSIZE(text), NULL);
  while (length > 0 && text[length - 1] <= L' ') length--;
  return length == 0 ? NULL : SysAllocStringLen(text, length);
}
