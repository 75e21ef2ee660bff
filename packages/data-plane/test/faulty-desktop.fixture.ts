import type { ExchangeOutcome } from '@bridge/agent-protocol'
import { memoryStorage, openCompany, type Switches } from '@bridge/emulator'
import { parseMessageSet } from '@bridge/qbxml'
import type { ExchangeKind, TextDesktop } from '../src/desktop/desktop.ts'
import { withoutRemembered } from './remembered-queries.fixture.ts'

/** How the next message set of a kind fails. */
export type Failure =
  /** It gets a response; a later one fails. */
  | 'none'
  | 'offline'
  | 'busy'
  | 'app-not-open'
  | 'dialog'
  /** It is lost on its way and never reaches QuickBooks. */
  | 'lost before'
  /** QuickBooks runs it, and the response is lost. */
  | 'lost after'
  /** It waits until `release` is called. */
  | 'held'

/** A company file with a connection failing on request. */
export interface FaultyDesktop extends TextDesktop {
  /** The company file's environment. */
  readonly switches: Switches
  /** Every message set's request names, or `check` for a lookup in QuickBooks' own record. */
  readonly received: string[]
  /** How many message sets wait. */
  readonly heldCount: number
  /** Sends the waiting message sets, latest first. */
  release(): void
  /** The writes' `oldMessageSetID`s. */
  readonly cleared: string[]
  /** Fails the next message sets of a kind, one by one. */
  fail(kind: ExchangeKind, ...failures: Failure[]): void
  /** Lets all further message sets succeed. */
  clearFailures(): void
  /** Holds the next write until the returned function is called. */
  hold(): () => void
  /** Earlier attempts to send, none by default. */
  recalled: ExchangeOutcome | undefined
  /** Rejects the next write for a momentary lock. */
  lockOnce(): void
  /** Counts a text's occurrences in the response to an entity query. */
  count(query: string, text: string): Promise<number>
}

const lost: ExchangeOutcome = { sent: true, lost: true, reason: 'timeout' }

/** Creates a company file with the starter books. */
export function createFaultyDesktop(clock: () => Date = () => new Date('2026-03-16T12:00:00Z')): FaultyDesktop {
  const company = openCompany({ storage: memoryStorage(), clock, random: () => 0.5, template: 'starter' })
  const failures: Record<ExchangeKind, Failure[]> = { read: [], write: [] }
  const received: string[] = []
  const cleared: string[] = []
  const waiting: (() => void)[] = []
  let held: Promise<void> | undefined

  const process = async (messageSet: string): Promise<ExchangeOutcome> => {
    const { requests, newMessageSetId, oldMessageSetId } = parseMessageSet(messageSet)
    received.push(withoutRemembered(requests.map(({ name }) => name)).join(' ') || 'check')
    if (oldMessageSetId !== undefined && oldMessageSetId !== newMessageSetId) cleared.push(oldMessageSetId)
    const exchanged = await company.exchange(messageSet)
    if (!exchanged.sent || exchanged.lost) throw new Error(`The company file rejected ${messageSet}.`)
    return exchanged
  }

  const desktop: FaultyDesktop = {
    switches: company.switches,
    received,
    cleared,
    recalled: undefined,
    get heldCount() {
      return waiting.length
    },
    release: () => {
      while (waiting.length > 0) waiting.pop()?.()
    },
    exchange: async (_realmId, messageSet, { kind }) => {
      if (kind === 'write') await held
      switch (failures[kind].shift()) {
        case 'offline':
          return { sent: false, reason: 'offline' }
        case 'busy':
          return { sent: false, reason: 'busy', busySince: '2026-03-02T09:00:00.123Z' }
        case 'app-not-open':
          return { sent: false, reason: 'app-not-open' }
        case 'dialog':
          return {
            sent: false,
            reason: 'execution-error',
            error: { hresult: '0x80040414', message: 'A dialog is open.' },
          }
        case 'lost before':
          return lost
        case 'lost after':
          await process(messageSet)
          return lost
        case 'held':
          await new Promise<void>((resolve) => waiting.push(resolve))
          return process(messageSet)
        case 'none':
        case undefined:
          return process(messageSet)
      }
    },
    recall: async () => desktop.recalled ?? { sent: true, lost: true, reason: 'connection' },
    fail: (kind, ...next) => {
      failures[kind].push(...next)
    },
    clearFailures: () => {
      failures.read.length = 0
      failures.write.length = 0
    },
    hold: () => {
      let release: () => void = () => undefined
      held = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    lockOnce: () => {
      company.switches.transientLocks = 1
    },
    count: async (query, text) => {
      const found = await company.exchange(
        `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><${query}QueryRq/></QBXMLMsgsRq></QBXML>`,
      )
      return found.sent && !found.lost ? found.response.split(text).length - 1 : 0
    },
  }
  return desktop
}
