import type { Switches } from '@bridge/emulator'

/** The HRESULTs with which a session fails to begin, in the order in which QuickBooks would find them. */
const failures = {
  applicationClosed: 0x80040416,
  applicationStarting: 0x80040424,
  companyFileClosed: 0x80040417,
  wrongFile: 0x8004040a,
  unauthorized: 0x80040418,
  dialogOpen: 0x80040414,
} as const satisfies Partial<Record<keyof Switches, number>>

/** Returns the HRESULT with which a session fails to begin, if an emulator switch is on. */
export function findSessionFailure(switches: Switches): number | undefined {
  return Object.entries(failures).find(([name]) => switches[name as keyof typeof failures])?.[1]
}
