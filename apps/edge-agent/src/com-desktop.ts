/** The reason why this agent cannot serve a real company file, for `--help` and a start without `--simulate`. */
export const comDesktopMissing =
  'This version serves a simulated company file only (--simulate FILE); it does not connect to QuickBooks yet.'
