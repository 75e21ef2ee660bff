/** Why a call to QuickBooks fails. */
export interface Failure {
  readonly hresult: string
  readonly message: string
  /** Whether QuickBooks may have carried out the message set. */
  readonly handedOver: boolean
}

function failure(hresult: string, message: string, handedOver = false): Failure {
  return { hresult, message, handedOver }
}

/** The failures of the request processor, each with its HRESULT. */
export const failures = {
  parse: failure('0x80040400', 'QuickBooks found an error when parsing the provided XML text stream.'),
  version: failure(
    '0x80040423',
    'The version of qbXML that was requested is not supported by this version of QuickBooks.',
  ),
  notRunning: failure('0x80040416', 'QuickBooks is not running and no company file was named. Start QuickBooks.'),
  starting: failure('0x80040424', 'QuickBooks has not finished starting.'),
  noCompanyFile: failure('0x80040417', 'QuickBooks is running but no company file is open. Open the company file.'),
  wrongFile: failure('0x8004040A', 'A different company file is already open in QuickBooks.'),
  unauthorized: failure('0x80040418', 'This application has not been authorized for the company file.'),
  dialogOpen: failure('0x80040414', 'A modal dialog box is open in QuickBooks. Close it.'),
  /** QuickBooks went away during the exchange: whether it carried out the message set is unknown. */
  connectionLost: failure('0x800706BE', 'The remote procedure call failed.', true),
} as const

const notOpen: ReadonlySet<string> = new Set([failures.notRunning.hresult, failures.starting.hresult])

/** Whether a call failed because QuickBooks is not open, so that nothing was handed over. */
export function isNotOpen({ hresult }: Failure): boolean {
  return notOpen.has(hresult)
}
