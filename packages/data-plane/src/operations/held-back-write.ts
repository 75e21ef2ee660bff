import { type QbxmlRequest, serializeMessageSet } from '@bridge/qbxml'
import type { CompanyFile } from './company-file.ts'

/** The changes that a request sends, without queries and IDs, which differ from one call to the next. */
export interface ShownChanges {
  /** Those of the first message set. */
  readonly qbxml: string
  /** Those of the message sets after it, with `newRecord` in place of what only the first response has. */
  readonly followUps: readonly string[]
}

/** Decides whether a request's message sets that change the company file are sent. */
export type MaySend = (changes: ShownChanges) => boolean

/** Thrown in place of a write that is not sent. */
export class HeldBackWrite extends Error {
  readonly changes: ShownChanges

  constructor(changes: ShownChanges) {
    super('The write was held back.')
    this.changes = changes
  }
}

/** Returns the company file with its first write sent only if it may be; those after it belong to the same request. */
export function holdBackWrites(company: CompanyFile, maySend: MaySend): CompanyFile {
  let isApproved = false
  const exchange: CompanyFile['exchange'] = async (set, options) => {
    if (options.kind === 'write' && !isApproved) {
      const { requests, onError } = set
      const changes: ShownChanges = {
        qbxml: serializeChanges({ requests, onError }),
        followUps: (options.findFollowUps?.() ?? []).map(serializeChanges),
      }
      if (!maySend(changes)) throw new HeldBackWrite(changes)
      isApproved = true
    }
    return company.exchange(set, options)
  }
  return { ...company, exchange }
}

function serializeChanges({ requests, onError }: Parameters<typeof serializeMessageSet>[0]): string {
  return serializeMessageSet({ requests: requests.filter(isChange), onError })
}

function isChange({ name }: QbxmlRequest): boolean {
  return !name.endsWith('QueryRq')
}
