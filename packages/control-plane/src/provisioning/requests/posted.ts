import { findFaultRow } from '@bridge/faults'
import { findEntity } from '@bridge/translation'
import { z } from 'zod'

/** Whether a write changed the books, and what repeating it would do. */
export const postedSchema = z.strictObject({
  answer: z.enum(['yes', 'no', 'perhaps', 'each']).describe('each: a batch, whose items have their own outcomes.'),
  because: z.string(),
  repeat: z
    .enum(['returns-result', 'is-running', 'continues', 'is-new', 'posts-again', 'same-fault', 'each'])
    .describe('What a repeat with the same requestid does.'),
  repeatMeans: z.string(),
})

export type Posted = z.output<typeof postedSchema>

/** A logged write. */
export interface LoggedWrite {
  readonly operation: string | null
  readonly entity: string | null
  readonly status: number
  readonly code: string | null
  readonly requestId: string | null
  readonly createdAt: Date
  /** The call's message sets and their responses, where bodies are kept. */
  readonly exchanges: readonly { readonly request: string; readonly answer: string | null }[]
}

/** A `requestid`'s entry in the outcome store. */
export interface FoundOutcome {
  readonly createdAt: Date
  /** The result's time; null while there is none. */
  readonly respondedAt: Date | null
  /** The stored fault's code; null for a success. */
  readonly faultCode: string | null
  /** Until when a caller works on it; null if no caller does. */
  readonly claimedUntil: Date | null
}

/** A message set's journal row. */
export interface JournaledWrite {
  readonly state: 'queued' | 'sending' | 'completed' | 'cancelled'
  readonly entity: string
}

interface Evidence {
  readonly outcome: FoundOutcome | undefined
  readonly journal: readonly JournaledWrite[]
  readonly now: Date
}

const writes: ReadonlySet<string> = new Set(['create', 'update', 'delete', 'void', 'write', 'batch'])

/** Returns whether an operation can change the books. */
export function isWrite(operation: string | null): boolean {
  return operation !== null && writes.has(operation)
}

/**
 * Derives whether a write was posted, from its fault, its qbXML where kept, the journal, and the outcome store, which
 * later calls with the same requestid complete.
 */
export function derivePosted(write: LoggedWrite, evidence: Evidence): Posted {
  if (write.operation === 'batch') return batchPosted(write)
  const { answer, because } = deriveAnswer(write, evidence)
  return { answer, because, ...deriveRepeat(write, answer, evidence) }
}

type Answer = Pick<Posted, 'because'> & { readonly answer: 'yes' | 'no' | 'perhaps' }

function deriveAnswer(write: LoggedWrite, { outcome, journal }: Evidence): Answer {
  const { code } = write
  if (code === null) {
    return outcome?.respondedAt && outcome.respondedAt < write.createdAt
      ? yes('An earlier call with this requestid posted it. This call returned the stored result.')
      : yes('QuickBooks confirmed it, and this call returned the result.')
  }
  if (code === 'REQUESTID_BODY_MISMATCH') {
    return no('The requestid belongs to another request, so nothing was sent.')
  }
  if (hasConfirmedWrite(write)) {
    return yes('QuickBooks confirmed the record, although the call as a whole failed. Its qbXML shows it.')
  }
  switch (findFaultRow(code).outcome) {
    case 'applied':
      return yes('The fault occurs only after QuickBooks has saved the record.')
    case 'not_applied':
      return no('The fault guarantees that nothing was written.')
    case 'unknown':
      return deriveFromStores(outcome, journal)
  }
}

/** Decides a write whose response was lost by what was found out about it since. */
function deriveFromStores(outcome: FoundOutcome | undefined, journal: readonly JournaledWrite[]): Answer {
  if (outcome?.respondedAt) {
    return outcome.faultCode === null
      ? yes('A call with the same requestid has confirmed it since.')
      : no(`A call with the same requestid has found since that QuickBooks rejected it (${outcome.faultCode}).`)
  }
  if (journal.length > 0 && journal.every(({ state }) => state === 'cancelled')) {
    return no('The journal shows that it was withdrawn before it was sent.')
  }
  return perhaps('It was sent to QuickBooks, and its response was lost.')
}

type Repeat = Pick<Posted, 'repeat' | 'repeatMeans'>

const keptMs = 7 * 24 * 60 * 60 * 1000

function deriveRepeat(write: LoggedWrite, answer: Answer['answer'], { outcome, now }: Evidence): Repeat {
  if (write.requestId === null) return repeatWithoutId(answer)
  if (write.code === 'REQUESTID_BODY_MISMATCH') {
    return {
      repeat: 'same-fault',
      repeatMeans: 'Fails again. Use a new requestid for this request.',
    }
  }
  if (outcome === undefined || outcome.createdAt.getTime() <= now.getTime() - keptMs) {
    return repeatForgotten(answer)
  }
  if (outcome.respondedAt !== null) {
    const until = new Date(outcome.createdAt.getTime() + keptMs).toISOString().slice(0, 10)
    return {
      repeat: 'returns-result',
      repeatMeans:
        outcome.faultCode === null
          ? `Returns the stored result until ${until}. Nothing is sent to QuickBooks.`
          : `Returns the same fault until ${until}. After you have fixed the request, send it with a new requestid.`,
    }
  }
  if (outcome.claimedUntil !== null && outcome.claimedUntil > now) {
    return { repeat: 'is-running', repeatMeans: 'Returns REQUEST_IN_FLIGHT, because a call with it is still running.' }
  }
  return {
    repeat: 'continues',
    repeatMeans: 'Asks QuickBooks whether it was posted, and sends it only if it was not. It never posts twice.',
  }
}

function repeatWithoutId(answer: Answer['answer']): Repeat {
  switch (answer) {
    case 'yes':
      return { repeat: 'posts-again', repeatMeans: 'Posts it a second time, because the call had no requestid.' }
    case 'perhaps':
      return {
        repeat: 'posts-again',
        repeatMeans: 'May post it a second time, because the call had no requestid. Query for the record first.',
      }
    case 'no':
      return {
        repeat: 'is-new',
        repeatMeans: 'Is a new attempt. Send it with a requestid, so that it can never be posted twice.',
      }
  }
}

function repeatForgotten(answer: Answer['answer']): Repeat {
  if (answer === 'no') {
    return { repeat: 'is-new', repeatMeans: 'Is a new attempt: nothing was posted, so the requestid is free.' }
  }
  return {
    repeat: 'posts-again',
    repeatMeans: 'May post it a second time, because a requestid is forgotten after 7 days.',
  }
}

function batchPosted({ code, requestId }: LoggedWrite): Posted {
  const isRefused = code !== null && findFaultRow(code).outcome === 'not_applied'
  return {
    answer: isRefused ? 'no' : 'each',
    because: isRefused
      ? 'The batch was rejected as a whole. None of its items ran.'
      : 'Each item of the batch has its own outcome. An item with a fault was not posted unless its code says otherwise.',
    ...(requestId === null
      ? { repeat: 'posts-again', repeatMeans: 'Posts its successful items again, because the batch had no requestid.' }
      : {
          repeat: 'each',
          repeatMeans: 'Returns the stored results of finished items for 7 days, and runs only those that never ran.',
        }),
  }
}

const confirmedWrites = /<(\w+(?:Add|Mod|Del|Void)Rs)\b[^<>]*\bstatusCode="0"/g

/** Returns whether a QuickBooks response to the write itself has the status 0. */
function hasConfirmedWrite({ entity, exchanges }: LoggedWrite): boolean {
  return exchanges.some(({ answer }) =>
    [...(answer ?? '').matchAll(confirmedWrites)].some(([, element = '']) => isWriteOf(entity, element)),
  )
}

/** Returns whether a response element belongs to the entity's own write, not to a name it needed. */
function isWriteOf(entity: string | null, element: string): boolean {
  if (/^(?:Txn|List)(?:Del|Void)Rs$/.test(element)) return true
  const found = entity === null ? undefined : findEntity(entity)
  if (found?.kind !== 'built') return false
  return found.table.variants.some(({ desktop }) => element === `${desktop}AddRs` || element === `${desktop}ModRs`)
}

function yes(because: string): Answer {
  return { answer: 'yes', because }
}

function no(because: string): Answer {
  return { answer: 'no', because }
}

function perhaps(because: string): Answer {
  return { answer: 'perhaps', because }
}
