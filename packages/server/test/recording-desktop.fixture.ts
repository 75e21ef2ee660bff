import type { ExchangeOutcome } from '@bridge/agent-protocol'
import { type Company, memoryStorage, openCompany } from '@bridge/emulator'
import type { Desktop, ExchangeOptions } from '../src/desktop/desktop.ts'

interface Exchange extends ExchangeOptions {
  readonly messageSet: string
  /** The names of its requests. */
  readonly requests: readonly string[]
}

/** A company file that notes what it is sent. */
interface NotedDesktop extends Desktop {
  readonly company: Company
  /** What QuickBooks got, until a test empties it. */
  readonly exchanged: Exchange[]
  /** What comes of an exchange that QuickBooks carried out; nothing leaves it as it is. */
  onAnswer: (answer: string, messageSet: string) => ExchangeOutcome | undefined
}

/** What an exchange with this answer comes to. */
export function answered(answer: string): ExchangeOutcome {
  return { sent: true, lost: false, response: answer }
}

/** A new company file with the starting books. */
export function createNotedDesktop(): NotedDesktop {
  const desktop: NotedDesktop = {
    company: openCompany({
      storage: memoryStorage(),
      clock: () => new Date('2026-03-16T12:00:00Z'),
      random: () => 0.5,
      template: 'starter',
    }),
    exchanged: [],
    onAnswer: () => undefined,
    async exchange(_realmId, messageSet, options) {
      const requests = messageSet.match(/(?<=<)(?!QBXML)\w+Rq(?=[ >])/g) ?? []
      desktop.exchanged.push({ ...options, messageSet, requests })
      const result = await desktop.company.exchange(messageSet)
      if (!result.sent || result.lost) throw new Error(JSON.stringify(result))
      return desktop.onAnswer(result.response, messageSet) ?? result
    },
  }
  return desktop
}
