/** Explains, in `--help` and on a start without `--simulate`, why this agent cannot serve a real company file. */
export const comDesktopMissing =
  'This version serves a simulated company file only (--simulate FILE); it does not connect to QuickBooks yet.'
