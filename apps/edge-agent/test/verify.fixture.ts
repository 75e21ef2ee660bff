import { createHmac } from 'node:crypto'
import type { Company } from '@bridge/emulator'
import { createRedactor, type TruthReport } from '@bridge/truth'
import { runVerify, type VerifyOptions } from '../src/verify/run-verify.ts'
import { realmId } from './com-desktop.fixture.ts'
import { ok, type ScriptedQuickBooks, scriptedQuickBooks } from './scripted-quickbooks.ts'

export const companyPath = 'C:\\Books\\Rock Castle.qbw'

/** Options of a check without a person, of own books. */
export const verifyOptions = {
  applicationName: `Bridge Service ${realmId}`,
  companyFile: companyPath,
  redactor: createRedactor((text) => createHmac('sha256', 'key').update(text).digest('hex')),
  clock: () => new Date('2026-03-02T09:00:00Z'),
  wait: (_ms, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
  fileExists: async () => true,
  isSample: false,
  writes: false,
  onlyFirst: false,
  guide: undefined,
  onRow: () => undefined,
  agentVersion: '0.1.0',
  system: 'Windows',
} as const satisfies Omit<VerifyOptions, 'startHost'>

/** Opens an emulated company file in a scripted QuickBooks with what a real one returns. */
export function openForVerify(company: Company): ScriptedQuickBooks {
  const quickBooks = scriptedQuickBooks({ company, path: companyPath })
  quickBooks.once('GetIsReadOnly', () => ok('0'))
  quickBooks.once('QBXMLVersionsForSession', () => ok('12.0\r\n13.0'))
  return quickBooks
}

/** Runs the kit against an emulated company file. */
export function verifyCompany(company: Company, options: Partial<VerifyOptions> = {}): Promise<TruthReport> {
  return runVerify({ ...verifyOptions, startHost: openForVerify(company).startHost, ...options })
}
