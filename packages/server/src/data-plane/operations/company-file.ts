import { type ExchangeOutcome, hasResponse, type Lost, type RealmId, type Responded } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import type { ReadContext, Registry } from '@bridge/translation'
import {
  InvalidCharacterError,
  type MessageSet,
  type MessageSetResponse,
  printMessageSet,
  QbxmlSyntaxError,
  readMessageSetResponse,
} from '@bridge/translation/qbxml'
import type { Desktop, ExchangeOptions } from '../../desktop/desktop.ts'
import { runInSlices } from '../../runtime/run-in-slices.ts'
import { findForeignResponse } from './find-foreign-response.ts'
import type { ClientIdLists } from './id-lists.ts'

/** The desktop port for the realm of a request, with parsed message sets and responses. */
export interface CompanyFile {
  readonly realmId: RealmId
  /** The realm's entities; the default registry if absent. */
  readonly entities?: Registry
  readonly readContext: ReadContext
  /** The letters that the company file can store; those of Windows-1252 if absent. */
  readonly letters?: Letters
  /** The lists that the pages of the client's queries share; each page reads its own if absent. */
  readonly idLists?: ClientIdLists
  /**
   * Sends a message set. If it throws a Fault, the set was not sent.
   *
   * @throws Fault `2010` for text that XML cannot represent, `SANDBOX_UNSUPPORTED`, `SANDBOX_RECORD_LIMIT`
   */
  exchange(set: MessageSet, options: ExchangeOptions): Promise<ExchangeOutcome<MessageSetResponse>>
  /**
   * Returns the outcome that the journal has for an earlier write with this `messageSetId`. After `sent: false`, that
   * write will never reach QuickBooks. Undefined if there is no journal.
   */
  recall?(messageSetId: string): Promise<ExchangeOutcome<MessageSetResponse>>
}

/** The Windows code page of a company file, and whether letters that it does not have are replaced or refused. */
export interface Letters {
  readonly codePage: number
  readonly isReplaced: boolean
}

/** Opens a realm's company file over the desktop port. */
export function openCompanyFile({
  realmId,
  desktop,
  entities,
  letters,
  now,
  idLists,
}: {
  readonly realmId: RealmId
  readonly desktop: Desktop
  readonly entities?: Registry
  readonly letters?: Letters
  /** The time of the request. */
  readonly now?: Date
  readonly idLists?: ClientIdLists
}): CompanyFile {
  const recall = desktop.recall?.bind(desktop)
  return {
    realmId,
    ...(entities && { entities }),
    ...(letters && { letters }),
    ...(idLists && { idLists }),
    readContext: { realmId, ...(now && { now }) },
    exchange: async (set, options) => {
      const outcome = await desktop.exchange(realmId, print(set), options)
      return hasResponse(outcome) ? parseResponse(outcome.response, set) : outcome
    },
    ...(recall && {
      recall: async (messageSetId: string) => {
        const recalled = await recall(realmId, messageSetId)
        return hasResponse(recalled) ? parseResponse(recalled.response) : recalled
      },
    }),
  }
}

function print(set: MessageSet): string {
  try {
    return printMessageSet(set)
  } catch (error) {
    if (error instanceof InvalidCharacterError) throw new Fault('2010', error.message, { cause: error })
    throw error
  }
}

/** Parses the response to a message set. One that belongs to another set is as useless as an unreadable one. */
async function parseResponse(text: string, set?: MessageSet): Promise<Responded<MessageSetResponse> | Lost> {
  try {
    const response = await runInSlices(readMessageSetResponse(text))
    const foreign = set && findForeignResponse(set, response)
    if (foreign !== undefined) return { sent: true, lost: true, reason: 'unreadable', cause: new Error(foreign) }
    return { sent: true, lost: false, response }
  } catch (error) {
    if (error instanceof QbxmlSyntaxError) return { sent: true, lost: true, reason: 'unreadable', cause: error }
    throw error
  }
}
