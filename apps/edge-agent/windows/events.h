/* What QuickBooks and the program that it calls agree on. */
#ifndef EVENTS_H
#define EVENTS_H

#include <windows.h>

#include <oleauto.h>

/* The class of qbevents.exe, which the subscription names (src/events/subscription.ts). */
static const CLSID listener_class = {0xebb7d4dc, 0x9388, 0x46d0, {0x87, 0x8f, 0x25, 0xb2, 0x39, 0x3f, 0xe2, 0xc8}};
#define LISTENER_KEY L"Software\\Classes\\CLSID\\{EBB7D4DC-9388-46D0-878F-25B2393FE2C8}"

/* IQBEventCallback, of the type library QBSDKEVENTLib: docs/windows.md has the source. */
static const IID event_callback_id = {0xa3a4e33e, 0xe747, 0x48cf, {0x94, 0x7b, 0x93, 0xfd, 0xe6, 0x7f, 0xf7, 0x2f}};

struct event_callback {
  struct event_callback_methods *methods;
};

struct event_callback_methods {
  HRESULT(STDMETHODCALLTYPE *query)(struct event_callback *self, REFIID id, void **object);
  ULONG(STDMETHODCALLTYPE *add_reference)(struct event_callback *self);
  ULONG(STDMETHODCALLTYPE *release)(struct event_callback *self);
  HRESULT(STDMETHODCALLTYPE *inform)(struct event_callback *self, BSTR event);
};

#endif
