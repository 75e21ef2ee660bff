import type { Lost, NotSent } from '@bridge/agent-protocol'

function executionError(hresult: string, message: string): NotSent {
  return { sent: false, reason: 'execution-error', error: { hresult, message } }
}

function notOpen(hresult: string, message: string): NotSent {
  return { sent: false, reason: 'app-not-open', error: { hresult, message } }
}

function lost(hresult: string, message: string): Lost {
  return { sent: true, lost: true, reason: 'connection', error: { hresult, message } }
}

/** The request processor's failures, each with its HRESULT. */
export const failures = {
  parse: executionError('0x80040400', 'QuickBooks found an error when parsing the provided XML text stream.'),
  version: executionError(
    '0x80040423',
    'The version of qbXML that was requested is not supported by this version of QuickBooks.',
  ),
  notRunning: notOpen('0x80040416', 'QuickBooks is not running and no company file was named. Start QuickBooks.'),
  starting: notOpen('0x80040424', 'QuickBooks has not finished starting.'),
  noCompanyFile: executionError(
    '0x80040417',
    'QuickBooks is running but no company file is open. Open the company file.',
  ),
  wrongFile: executionError('0x8004040A', 'A different company file is already open in QuickBooks.'),
  unauthorized: executionError('0x80040418', 'This application has not been authorized for the company file.'),
  dialogOpen: executionError('0x80040414', 'A modal dialog box is open in QuickBooks. Close it.'),
  /** QuickBooks ended during the exchange: whether it ran the message set is unknown. */
  connectionLost: lost('0x800706BE', 'The remote procedure call failed.'),
} as const
