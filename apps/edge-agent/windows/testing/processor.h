/* A stand-in for QBXMLRP2.RequestProcessor, for tests only. It forwards every call to a test over TCP. */
#ifndef PROCESSOR_H
#define PROCESSOR_H

#include <windows.h>

#include <oleauto.h>

/* Returns a class factory of the stand-in, which is never freed. */
IClassFactory *processor_factory(void);

#endif
