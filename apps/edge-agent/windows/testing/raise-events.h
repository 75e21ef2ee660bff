/* Raises data events as QuickBooks does, for tests only. */
#ifndef RAISE_EVENTS_H
#define RAISE_EVENTS_H

#include <windows.h>

/* Raises events at a class: `CLASS COUNT`. Returns an exit code: 0, or the step that failed. */
int raise_events(const WCHAR *arguments);

#endif
