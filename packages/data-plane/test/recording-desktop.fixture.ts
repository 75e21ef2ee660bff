import type { ExchangeOutcome } from '@bridge/agent-protocol'
import { type Company, memoryStorage, openCompany } from '@bridge/emulator'
import type { Desktop, ExchangeOptions } from '../src/desktop/desktop.ts'
import { withoutRemembered } from './remembered-queries.fixture.ts'

interface Exchange extends ExchangeOptions {
  readonly messageSet: string
  /** Its request names, without queries for remembered lists. */
  readonly requests: readonly string[]
}

/** A company file recording received message sets. */
interface RecordingDesktop extends Desktop {
  readonly company: Company
  /** The exchanges so far; tests empty the list. */
  readonly exchanged: Exchange[]
  /** Replaces an exchange's result; undefined keeps it. */
  onResponse: (response: string, messageSet: string) => ExchangeOutcome | undefined
}

/** Returns an exchange's result with a response. */
export function received(response: string): ExchangeOutcome {
  return { sent: true, lost: false, response }
}

/** Creates a company file with the starter books. */
export function createRecordingDesktop(): RecordingDesktop {
  const desktop: RecordingDesktop = {
    company: openCompany({
      storage: memoryStorage(),
      clock: () => new Date('2026-03-16T12:00:00Z'),
      random: () => 0.5,
      template: 'starter',
    }),
    exchanged: [],
    onResponse: () => undefined,
    async exchange(_realmId, messageSet, options) {
      const requests = messageSet.match(/(?<=<)(?!QBXML)\w+Rq(?=[ >])/g) ?? []
      desktop.exchanged.push({ ...options, messageSet, requests: withoutRemembered(requests) })
      const result = await desktop.company.exchange(messageSet)
      if (!result.sent || result.lost) throw new Error(JSON.stringify(result))
      return desktop.onResponse(result.response, messageSet) ?? result
    },
  }
  return desktop
}
