/** Why this agent cannot serve a real company file: one line for `--help` and for a start without `--simulate`. */
export const comDesktopMissing =
  'This version serves a simulated company file only (--simulate FILE); it does not talk to QuickBooks yet.'
