import { type Company, memoryStorage, openCompany } from '@bridge/emulator'
import type { Desktop, ExchangeOptions, ExchangeResult } from '../src/desktop/desktop.ts'

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
  onAnswer: (answer: string, messageSet: string) => ExchangeResult | undefined
}

/** What an exchange with this answer comes to. */
export function answered(answer: string): ExchangeResult {
  return { sent: true, lost: false, answer }
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
      if (!('response' in result)) throw new Error(JSON.stringify(result))
      return desktop.onAnswer(result.response, messageSet) ?? answered(result.response)
    },
  }
  return desktop
}
