/* A stand-in for QBXMLRP2.RequestProcessor, for tests only. It forwards every call to a test over TCP. */
#ifndef PROCESSOR_H
#define PROCESSOR_H

#include <windows.h>

#include <oleauto.h>

/* Returns a class factory of the stand-in, which is never freed. */
IClassFactory *processor_factory(void);

/* Connects to the test, as the first call would do. Returns whether that succeeded. */
BOOL processor_connect(void);

/* Ends the process at once, inside a call. Each program of the stand-in has its own. */
void processor_crash(void);

#endif
