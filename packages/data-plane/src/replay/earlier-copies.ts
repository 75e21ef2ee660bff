import { Fault } from '@bridge/faults'
import type { MessageSet, MessageSetResponse } from '@bridge/qbxml'
import type { EntityTable } from '@bridge/translation'
import type { CompanyFile } from '../operations/company-file.ts'
import { hasRecords } from '../operations/find-foreign-response.ts'
import { completeRecovered, isRecovered } from './complete-recovered.ts'

/** QuickBooks has no record for the message set: it never ran it. */
const notOnRecord = 9002

/** Finds the responses to earlier copies of a run's writes: in the journal, then in QuickBooks itself. */
export class EarlierCopies {
  readonly #company: CompanyFile
  readonly #table: EntityTable

  constructor(company: CompanyFile, table: EntityTable) {
    this.#company = company
    this.#table = table
  }

  /**
   * Returns the response to a write's earlier copy, or undefined if no copy ran.
   *
   * @throws Fault `REQUEST_OUTCOME_UNKNOWN` if neither can be confirmed
   */
  async find(id: string, set: MessageSet): Promise<MessageSetResponse | undefined> {
    const recalled = await this.#company.recall?.(id, set)
    if (recalled?.sent === false) return undefined
    const response = recalled?.lost === false && hasResponses(recalled.response) ? recalled.response : undefined
    if (response !== undefined && hasRecords(set, response)) {
      return isRecovered(response) ? this.complete(id, set, response) : response
    }
    const found = await this.findOnRecord(id, set)
    if (found === undefined && response !== undefined) return response
    // QuickBooks ran it, although it is no longer on record.
    if (found === undefined && recalled?.lost === true && recalled.reason === 'unreadable') {
      throw unconfirmed('its response is no longer kept, neither here nor by QuickBooks Desktop')
    }
    return found
  }

  /**
   * Looks up a message set in QuickBooks' own record. Returns undefined if QuickBooks never ran it.
   *
   * @throws Fault `REQUEST_OUTCOME_UNKNOWN` if QuickBooks cannot be reached, or does not confirm it
   */
  async findOnRecord(id: string, set: MessageSet): Promise<MessageSetResponse | undefined> {
    const lookup: MessageSet = { requests: [], onError: set.onError, newMessageSetId: id, oldMessageSetId: id }
    const found = await this.#openFileOf(id).exchange(lookup, {
      kind: 'read',
      lookupOf: { ...set, newMessageSetId: id },
    })
    if (!found.sent && found.reason === 'busy') {
      throw unconfirmed('QuickBooks Desktop is busy', new Fault('AGENT_BUSY', 'The write could not be looked up.'))
    }
    if (!found.sent || found.lost) throw unconfirmed('QuickBooks Desktop cannot be reached to confirm it')
    if (found.response.messageSetStatusCode === notOnRecord) return undefined
    if (found.response.messageSetStatusCode !== 0) throw unconfirmed('QuickBooks Desktop does not confirm it')
    return this.complete(id, set, found.response)
  }

  /** Completes a response from QuickBooks' record, which lacks the written records. */
  complete(id: string, set: MessageSet, recovered: MessageSetResponse): Promise<MessageSetResponse> {
    return completeRecovered(this.#openFileOf(id), this.#table, set, recovered)
  }

  /** Opens the company file to which the earlier copies were sent, which may be another one by now. */
  #openFileOf(id: string): CompanyFile {
    const company = this.#company
    return { ...company, exchange: (set, options) => company.exchange(set, { ...options, sameFileAs: id }) }
  }
}

/** A response without responses to requests only states why nothing was run. */
export function hasResponses({ responses }: MessageSetResponse): boolean {
  return responses.length > 0
}

function unconfirmed(why: string, cause?: Fault): Fault {
  const detail = `The write was sent to QuickBooks Desktop without a response for its caller, and ${why}. It was not sent again.`
  return new Fault('REQUEST_OUTCOME_UNKNOWN', detail, { cause })
}
