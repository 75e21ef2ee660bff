import {
  type ExchangeOutcome,
  hasResponse,
  type Lost,
  maxResponseBytes,
  type RealmId,
  type Responded,
} from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import type { ClientSettings } from '@bridge/identity/access/client-settings'
import { runInSlices } from '@bridge/platform/run-in-slices'
import {
  InvalidCharacterError,
  type MessageSet,
  type MessageSetResponse,
  readWhole,
  type Sliced,
  type StreamedMessageSetResponse,
  serializeMessageSet,
} from '@bridge/qbxml'
import type { CompanyMemory, NamedRecords, ReadContext, Registry } from '@bridge/translation'
import type { Desktop, DesktopResponse, ExchangeOptions } from '../desktop/desktop.ts'
import { isLong, readResponse } from '../desktop/read-response.ts'
import { LongResponses } from '../long-responses/long-responses.ts'
import { type CallMemory, ResponseMemory } from '../long-responses/response-memory.ts'
import { findForeignRecord, findForeignResponse } from './find-foreign-response.ts'
import type { ClientIdLists } from './id-lists.ts'
import { requireCaller } from './require-caller.ts'

/** The desktop port for a request's realm, with parsed message sets and responses. */
export interface CompanyFile {
  readonly realmId: RealmId
  /** The realm's entities; the default registry if absent. */
  readonly entities?: Registry
  readonly readContext: ReadContext
  /** The letters the company file can store; Windows-1252's if absent. */
  readonly letters?: Letters
  /** The format records are serialized in as they are read; they stay objects if absent. */
  readonly format?: 'json' | 'xml'
  /** The form of IDs in records that are serialized as they are read, and in reports; as in QuickBooks if absent. */
  readonly ids?: ClientSettings['ids']
  /** The memory held by the call until its response is received. */
  readonly held: CallMemory
  /** The lists shared by the client's query pages; each page reads its own if absent. */
  readonly idLists?: ClientIdLists
  /** Whether what writes change is stored for webhooks. */
  readonly reportsChanges?: boolean
  /** `X-Request-Id` of the request. */
  readonly traceId?: string
  /** Returns whether the caller closed the connection before the response; see {@link requireCaller}. */
  readonly hasCallerLeft?: () => boolean
  /**
   * Sends a message set. If it throws a Fault, the set was not sent.
   *
   * @throws Fault `2010` for text XML cannot represent, `SANDBOX_UNSUPPORTED`, `SANDBOX_RECORD_LIMIT`
   */
  exchange(set: MessageSet, options: CompanyExchangeOptions): Promise<ExchangeOutcome<MessageSetResponse>>
  /** Sends a message set like `exchange` and uses its response in slices, a long one element by element. */
  read<Result>(
    set: MessageSet,
    options: CompanyExchangeOptions,
    use: UseResponse<Result>,
  ): Promise<ExchangeOutcome<Result>>
  /**
   * Returns the journal's outcome for an earlier write, `set` with this `messageSetId`. After `sent: false`, the write
   * will never reach QuickBooks. Undefined if there is no journal.
   */
  recall?(messageSetId: string, set: MessageSet): Promise<ExchangeOutcome<MessageSetResponse>>
}

/** @param characters the response's length */
type UseResponse<Result> = (response: StreamedMessageSetResponse, characters: number) => Sliced<Result>

export interface CompanyExchangeOptions extends ExchangeOptions {
  /** The message set looked up: the response must belong to it. */
  readonly lookupOf?: MessageSet
  /** Returns the message sets after a write, as far as they are known before its response. */
  readonly findFollowUps?: () => readonly MessageSet[]
}

/** A company file's Windows code page, and whether letters missing in it are replaced or refused. */
export interface Letters {
  readonly codePage: number
  readonly isReplaced: boolean
}

/** Values that a company file has as they were passed. */
type PassedOn = Pick<
  CompanyFile,
  'realmId' | 'entities' | 'letters' | 'idLists' | 'reportsChanges' | 'traceId' | 'hasCallerLeft' | 'format' | 'ids'
>

/** Opens a realm's company file over the desktop port. */
export function openCompanyFile({
  realmId,
  desktop,
  now,
  memory,
  longResponses = new LongResponses(),
  onUnreadable,
  namedRecords,
  held = new ResponseMemory({ maxBytes: Number.POSITIVE_INFINITY, onDrop: () => undefined }).open(realmId),
  ...rest
}: PassedOn & {
  readonly desktop: Desktop
  /** The request's time. */
  readonly now?: Date
  /** The lists shared by calls; without it, names have no types and forms no custom field definitions. */
  readonly memory?: CompanyMemory
  /** The records that the realm's settings name. */
  readonly namedRecords?: NamedRecords
  /** Receives each field whose value in a response cannot be read. */
  readonly onUnreadable?: (field: string) => void
  /** The long responses read by all calls. */
  readonly longResponses?: LongResponses
  readonly held?: CallMemory
}): CompanyFile {
  const recall = desktop.recall?.bind(desktop)

  const useResponse = async <Result>(
    response: DesktopResponse,
    maxBytes: number,
    set: MessageSet,
    use: UseResponse<Result>,
  ): Promise<Responded<Result> | Lost> => {
    const outcome = await readResponse(response, maxBytes)
    if (outcome.lost) return outcome
    const foreign = findForeignResponse(set, outcome.response)
    if (foreign !== undefined) return failAsForeign(foreign)
    return { ...outcome, response: await runInSlices(use(outcome.response, outcome.characters ?? 0)) }
  }

  const read: CompanyFile['read'] = async (set, { lookupOf = set, ...options }, use) => {
    const maxBytes = getMaxResponseBytes(options)
    const outcome = await desktop.exchange(realmId, print(set), options)
    if (!hasResponse(outcome)) return outcome
    const { response } = outcome
    if (!isLong(response) || isAboutWrite(options)) return useResponse(response, maxBytes, lookupOf, use)
    held.add(response.length)
    const before = held.bytes - response.length
    return longResponses.read(held, maxBytes, () => {
      // From here on, the text counts among those being read.
      held.set(before)
      requireCaller(rest)
      return useResponse(response, maxBytes, lookupOf, use)
    })
  }

  return {
    ...rest,
    realmId,
    held,
    readContext: {
      realmId,
      ...(now && { now }),
      ...(memory && { memory }),
      ...(onUnreadable && { onUnreadable }),
      ...(namedRecords && namedRecords.size > 0 && { namedRecords }),
    },
    read,
    exchange: async (set, options) => requireOwn(options.lookupOf ?? set, await read(set, options, keepWhole)),
    ...(recall && {
      recall: async (messageSetId: string, set: MessageSet) => {
        const recalled = await recall(realmId, messageSetId)
        if (!hasResponse(recalled)) return recalled
        const sent = { ...set, newMessageSetId: messageSetId }
        return requireOwn(sent, await useResponse(recalled.response, maxResponseBytes.write, sent, keepWhole))
      },
    }),
  }
}

/** Returns an outcome, lost if its response names another record than its message set. */
function requireOwn(
  set: MessageSet,
  outcome: ExchangeOutcome<MessageSetResponse>,
): ExchangeOutcome<MessageSetResponse> {
  const foreign = hasResponse(outcome) ? findForeignRecord(set, outcome.response) : undefined
  return foreign === undefined ? outcome : failAsForeign(foreign)
}

function failAsForeign(contradiction: string): Lost {
  return { sent: true, lost: true, reason: 'unreadable', cause: new Error(contradiction) }
}

/** Returns whether the response shows a write's outcome, which is read at once and never dropped. */
function isAboutWrite({ kind, sameFileAs }: ExchangeOptions): boolean {
  return kind === 'write' || sameFileAs !== undefined
}

function* keepWhole({ responses, ...head }: StreamedMessageSetResponse): Sliced<MessageSetResponse> {
  return { ...head, responses: yield* readWhole(responses) }
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
export function getMaxResponseBytes({
  kind,
  responseBytesMax: maxBytes = maxResponseBytes[kind],
}: Pick<ExchangeOptions, 'kind' | 'responseBytesMax'>): number {
  return maxBytes
}
