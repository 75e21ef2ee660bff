import type { DesktopNotice, DesktopState } from '@bridge/agent-protocol'

const notices: Readonly<Record<DesktopNotice, string>> = {
  'dialog-open': 'A dialog is waiting in QuickBooks. Complete or close it.',
  'no-company-file': 'QuickBooks is open without a company file. Open the company file.',
  'other-file': 'Another company file is open in QuickBooks. Open the company file of this connection.',
  'not-authorized': 'QuickBooks does not allow access to the company file yet. Open it as Admin in single-user mode.',
  'sdk-missing': 'QuickBooks is not found on this PC. Install or repair QuickBooks Desktop.',
  'other-session': 'QuickBooks is open for another Windows user. Open it as the user of the agent.',
  elevated: 'QuickBooks runs as administrator. Close it, and open it as usual.',
}

/** Returns a sentence or two about the state of the agent, which can be read out on the phone. */
export function describeState(isConnected: boolean, { phase, companyFile, notice }: DesktopState): string {
  const service = isConnected ? 'Connected to the service.' : 'Not connected to the service; trying again.'
  if (notice !== undefined) return `${service} ${notices[notice]}`
  if (phase !== 'ready') return `${service} QuickBooks is closed. Open QuickBooks and the company file.`
  return companyFile === undefined ? service : `${service} Serving ${companyFile}.`
}
