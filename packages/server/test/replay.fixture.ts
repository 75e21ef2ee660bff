import type { ExchangeOutcome } from '@bridge/agent-protocol'
import { memoryStorage, openCompany, type Switches } from '@bridge/emulator'
import { parseMessageSet } from '@bridge/translation/qbxml'
import type { Desktop, ExchangeKind } from '../src/desktop/desktop.ts'

/** What becomes of the next message set of a kind, instead of being answered. */
export type Trouble =
  /** It is answered after all; what is broken is one behind it. */
  | 'none'
  | 'offline'
  | 'app-not-open'
  | 'dialog'
  /** It got lost on its way, and never reaches QuickBooks. */
  | 'lost before'
  /** QuickBooks carried it out, and the answer got lost. */
  | 'lost after'
  /** It waits on its way until `release` is called. */
  | 'held'

/** A company file behind a line that breaks when a test wants it to. */
export interface FaultyDesktop extends Desktop {
  /** What surrounds the company file. */
  readonly switches: Switches
  /** Every message set that QuickBooks got, in short: `CustomerAddRq`, or `check` for a look at its own record. */
  readonly handedOver: string[]
  /** How many message sets are held on their way. */
  readonly heldCount: number
  /** Lets the message sets go on that are held, the latest first. */
  release(): void
  /** The `oldMessageSetID`s of writes. */
  readonly cleared: string[]
  /** Breaks the next message sets of a kind, one after the other. */
  break(kind: ExchangeKind, ...troubles: Trouble[]): void
  /** Holds the next write back until the returned function is called. */
  hold(): () => void
  /** Earlier attempts to send, none by default. */
  recalled: ExchangeOutcome | undefined
  /** QuickBooks refuses the next write because of a momentary lock. */
  lockOnce(): void
  /** How many records of a query's kind have this text somewhere. */
  count(query: string, text: string): Promise<number>
}

const lost: ExchangeOutcome = { sent: true, lost: true, reason: 'timeout' }

/** A new company file with the starting books. */
export function createFaultyDesktop(clock: () => Date = () => new Date('2026-03-16T12:00:00Z')): FaultyDesktop {
  const company = openCompany({ storage: memoryStorage(), clock, random: () => 0.5, template: 'starter' })
  const troubles: Record<ExchangeKind, Trouble[]> = { read: [], write: [] }
  const handedOver: string[] = []
  const cleared: string[] = []
  const waiting: (() => void)[] = []
  let held: Promise<void> | undefined

  const handOver = async (messageSet: string): Promise<ExchangeOutcome> => {
    const { requests, newMessageSetId, oldMessageSetId } = parseMessageSet(messageSet)
    handedOver.push(requests.map(({ name }) => name).join(' ') || 'check')
    if (oldMessageSetId !== undefined && oldMessageSetId !== newMessageSetId) cleared.push(oldMessageSetId)
    const exchanged = await company.exchange(messageSet)
    if (!exchanged.sent || exchanged.lost) throw new Error(`The company file refused ${messageSet}`)
    return exchanged
  }

  const desktop: FaultyDesktop = {
    switches: company.switches,
    handedOver,
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
      switch (troubles[kind].shift()) {
        case 'offline':
          return { sent: false, reason: 'offline' }
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
          await handOver(messageSet)
          return lost
        case 'held':
          await new Promise<void>((resolve) => waiting.push(resolve))
          return handOver(messageSet)
        case 'none':
        case undefined:
          return handOver(messageSet)
      }
    },
    recall: async () => desktop.recalled ?? { sent: true, lost: true, reason: 'connection' },
    break: (kind, ...next) => {
      troubles[kind].push(...next)
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
      const asked = await company.exchange(
        `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><${query}QueryRq/></QBXMLMsgsRq></QBXML>`,
      )
      return asked.sent && !asked.lost ? asked.response.split(text).length - 1 : 0
    },
  }
  return desktop
}
