#include <stdlib.h>

#include "host.h"

#include <dpapi.h>
#include <wincrypt.h>

static HRESULT last_error(void) { return HRESULT_FROM_WIN32(GetLastError()); }

static HRESULT to_base64(const DATA_BLOB *blob, BSTR *text) {
  const DWORD format = CRYPT_STRING_BASE64 | CRYPT_STRING_NOCRLF;
  DWORD size = 0;
  if (!CryptBinaryToStringW(blob->pbData, blob->cbData, format, NULL, &size)) return last_error();
  *text = SysAllocStringLen(NULL, size - 1);
  if (*text == NULL) return E_OUTOFMEMORY;
  return CryptBinaryToStringW(blob->pbData, blob->cbData, format, *text, &size) ? S_OK : last_error();
}

HRESULT seal(const struct part *secret, struct outcome *outcome) {
  DATA_BLOB plain = {(DWORD)secret->length, (BYTE *)secret->bytes}, sealed;
  if (!CryptProtectData(&plain, L"Bridge Service", NULL, NULL, NULL, CRYPTPROTECT_UI_FORBIDDEN, &sealed)) {
    return last_error();
  }
  HRESULT result = to_base64(&sealed, &outcome->text);
  LocalFree(sealed.pbData);
  return result;
}

static HRESULT open_bytes(DATA_BLOB *sealed, struct outcome *outcome) {
  DATA_BLOB plain;
  if (!CryptUnprotectData(sealed, NULL, NULL, NULL, NULL, CRYPTPROTECT_UI_FORBIDDEN, &plain)) return last_error();
  HRESULT result = text_from_utf8((char *)plain.pbData, plain.cbData, &outcome->text);
  SecureZeroMemory(plain.pbData, plain.cbData);
  LocalFree(plain.pbData);
  return result;
}

HRESULT open_sealed(const struct part *sealed, struct outcome *outcome) {
  DATA_BLOB blob = {(DWORD)sealed->length, malloc(sealed->length + 1)};
  if (blob.pbData == NULL) return E_OUTOFMEMORY;
  BOOL decoded = CryptStringToBinaryA(sealed->bytes, (DWORD)sealed->length, CRYPT_STRING_BASE64, blob.pbData,
                                      &blob.cbData, NULL, NULL);
  HRESULT result = decoded ? open_bytes(&blob, outcome) : last_error();
  free(blob.pbData);
  return result;
}
