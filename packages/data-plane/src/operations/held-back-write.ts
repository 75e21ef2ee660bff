import { type QbxmlRequest, serializeMessageSet } from '@bridge/qbxml'
import type { CompanyFile } from './company-file.ts'

/**
 * Decides whether a request's first message set that changes the company file is sent, by the qbXML of its changes: its
 * ID, and the queries that go with it, differ from one call to the next.
 */
export type MaySend = (qbxml: string) => boolean

/** Thrown in place of a write that is not sent. */
export class HeldBackWrite extends Error {
  readonly qbxml: string

  constructor(qbxml: string) {
    super('The write was held back.')
    this.qbxml = qbxml
  }
}

/** Returns the company file with its first write sent only if it may be; those after it belong to the same request. */
export function holdBackWrites(company: CompanyFile, maySend: MaySend): CompanyFile {
  let isApproved = false
  const exchange: CompanyFile['exchange'] = async (set, options) => {
    if (options.kind === 'write' && !isApproved) {
      const qbxml = serializeMessageSet({ requests: set.requests.filter(isChange), onError: set.onError })
      if (!maySend(qbxml)) throw new HeldBackWrite(qbxml)
      isApproved = true
    }
    return company.exchange(set, options)
  }
  return { ...company, exchange }
}

function isChange({ name }: QbxmlRequest): boolean {
  return !name.endsWith('QueryRq')
}
