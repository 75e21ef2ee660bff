import {
  type ExchangeOutcome,
  hasResponse,
  type Lost,
  maxResponseBytes,
  type RealmId,
  type Responded,
} from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import { InvalidCharacterError, type MessageSet, type MessageSetResponse, serializeMessageSet } from '@bridge/qbxml'
import type { CompanyMemory, ReadContext, Registry } from '@bridge/translation'
import type { Desktop, DesktopResponse, ExchangeOptions } from '../../desktop/desktop.ts'
import { readResponse } from '../../desktop/read-response.ts'
import { weighResponse } from '../../desktop/weigh-response.ts'
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
  /** The longest response to a read, in bytes; that of the kind of exchange if absent. */
  readonly readBytesMax?: number
  /** The lists that the pages of the client's queries share; each page reads its own if absent. */
  readonly idLists?: ClientIdLists
  /** Returns whether the caller closed the connection before the response; see {@link requireCaller}. */
  readonly hasCallerLeft?: () => boolean
  /**
   * Sends a message set. If it throws a Fault, the set was not sent.
   *
   * @throws Fault `2010` for text that XML cannot represent, `SANDBOX_UNSUPPORTED`, `SANDBOX_RECORD_LIMIT`
   */
  exchange(set: MessageSet, options: CompanyExchangeOptions): Promise<ExchangeOutcome<MessageSetResponse>>
  /**
   * Returns the outcome that the journal has for an earlier write, `set` with this `messageSetId`. After `sent: false`, that
   * write will never reach QuickBooks. Undefined if there is no journal.
   */
  recall?(messageSetId: string, set: MessageSet): Promise<ExchangeOutcome<MessageSetResponse>>
}

export interface CompanyExchangeOptions extends ExchangeOptions {
  /** The message set that a lookup is about: the response must belong to it. */
  readonly lookupOf?: MessageSet
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
  hasCallerLeft,
  readBytesMax,
  readElsewhere,
  onRead,
  memory,
}: {
  readonly realmId: RealmId
  readonly desktop: Desktop
  readonly entities?: Registry
  readonly letters?: Letters
  /** The time of the request. */
  readonly now?: Date
  readonly idLists?: ClientIdLists
  readonly hasCallerLeft?: () => boolean
  readonly readBytesMax?: number
  /** Returns undefined for a response that is read here. For another one it ends the request elsewhere, and never returns. */
  readonly readElsewhere?: (response: DesktopResponse) => Promise<never> | undefined
  /** Called after each response that is read here, with the characters of all of them. */
  readonly onRead?: (characters: number) => void
  /** The lists that calls share; without it, names have no types and forms no definitions of custom fields. */
  readonly memory?: CompanyMemory
}): CompanyFile {
  const recall = desktop.recall?.bind(desktop)
  let charactersRead = 0
  return {
    realmId,
    ...(entities && { entities }),
    ...(letters && { letters }),
    ...(idLists && { idLists }),
    ...(hasCallerLeft && { hasCallerLeft }),
    readContext: { realmId, ...(now && { now }), ...(memory && { memory }) },
    ...(readBytesMax !== undefined && { readBytesMax }),
    exchange: async (set, { lookupOf = set, ...options }) => {
      const bytesMax = getResponseBytesMax(options, readBytesMax)
      const isNarrowed = bytesMax < getResponseBytesMax(options)
      const sent = isNarrowed ? { ...options, responseBytesMax: bytesMax } : options
      const outcome = await desktop.exchange(realmId, print(set), sent)
      if (!hasResponse(outcome)) return outcome
      const elsewhere = readElsewhere?.(outcome.response)
      if (elsewhere !== undefined) return elsewhere
      const result = await read(outcome.response, bytesMax, lookupOf)
      // What could not be read took no more work than the longest response.
      charactersRead += weighResponse(hasResponse(result) ? (result.characters ?? 0) : bytesMax, options)
      onRead?.(charactersRead)
      return result
    },
    ...(recall && {
      recall: async (messageSetId: string, set: MessageSet) => {
        const recalled = await recall(realmId, messageSetId)
        return hasResponse(recalled) ? read(recalled.response, maxResponseBytes.write, set) : recalled
      },
    }),
  }
}

function print(set: MessageSet): string {
  try {
    return serializeMessageSet(set)
  } catch (error) {
    if (error instanceof InvalidCharacterError) throw new Fault('2010', error.message, { cause: error })
    throw error
  }
}

/** Returns the longest response to accept, in bytes. */
export function getResponseBytesMax(
  { kind, responseBytesMax: bytesMax = maxResponseBytes[kind] }: Pick<ExchangeOptions, 'kind' | 'responseBytesMax'>,
  readBytesMax = Number.POSITIVE_INFINITY,
): number {
  return Math.min(bytesMax, readBytesMax)
}

/**
 * Reads the response to a message set, whether it has just arrived, was stored, or is from QuickBooks' record. One that belongs to another set is as
 * useless as an unreadable one.
 */
async function read(
  response: DesktopResponse,
  bytesMax: number,
  set: MessageSet,
): Promise<Responded<MessageSetResponse> | Lost> {
  const outcome = await readResponse(response, bytesMax)
  const foreign = !outcome.lost ? findForeignResponse(set, outcome.response) : undefined
  return foreign === undefined ? outcome : { sent: true, lost: true, reason: 'unreadable', cause: new Error(foreign) }
}
