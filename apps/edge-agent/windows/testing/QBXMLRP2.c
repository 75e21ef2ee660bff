/* The stand-in as a DLL, as Intuit installs its own: it runs in the process of the host. */
#define COBJMACROS
#include "processor.h"

void processor_crash(void) { TerminateProcess(GetCurrentProcess(), 1); }

HRESULT WINAPI DllGetClassObject(REFCLSID class_id, REFIID id, void **object) {
  (void)class_id;
  return IClassFactory_QueryInterface(processor_factory(), id, object);
}

HRESULT WINAPI DllCanUnloadNow(void) { return S_FALSE; }
