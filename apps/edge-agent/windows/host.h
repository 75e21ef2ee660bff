/* The parts of the COM host that call Windows. */
#ifndef HOST_H
#define HOST_H

#include <windows.h>

#include <oleauto.h>

#include "frames.h"

/* QuickBooks asks its Admin again for a host with other bytes. A change of the sources raises this version, and
 * host-versions.json has the digest of each version: `npm run windows:record-hosts`. */
#define HOST_VERSION 1
/* The version of PROTOCOL.md. */
#define HOST_PROTOCOL 2

/* The returned value of a call as text, or the text of its failure. NULL is the empty text. */
struct outcome {
  BSTR text;
  BOOL is_error;
};

/* Overwrites and frees the text. */
void clear_outcome(struct outcome *outcome);

/* text.c: conversions. The caller frees `part->bytes` with `free`. */
HRESULT text_to_utf8(const WCHAR *text, size_t length, struct part *part);
HRESULT text_from_utf8(const char *bytes, size_t length, BSTR *text);

/* Replaces a text, or NULL, with a longer one. */
HRESULT append_text(BSTR *text, const WCHAR *more, size_t length);

/* Returns the text that Windows has for a failure, or NULL. The caller frees it. */
BSTR describe(HRESULT result);

/* dispatch.c: late-bound calls. The first part of the frame is the method, the others are its marked arguments. */
HRESULT call_method(IDispatch *object, const struct frame *frame, struct outcome *outcome);
HRESULT get_object(IDispatch *object, WCHAR *property, IDispatch **value, struct outcome *outcome);

/* look.c: lists the processes and windows of QuickBooks, without COM. */
HRESULT look(struct outcome *outcome);

/* secrets.c: DPAPI for the current user. */
HRESULT seal(const struct part *secret, struct outcome *outcome);
HRESULT open_sealed(const struct part *sealed, struct outcome *outcome);

#endif
