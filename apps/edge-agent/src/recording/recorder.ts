import { setImmediate } from 'node:timers/promises'
import { isShortExchange, type Redactor, type ReportExchange } from '@bridge/truth'
import type { AgentDesktop } from '../desktop/agent-desktop.ts'

/** The most characters of messages in a recording, which the service accepts in one report. Older exchanges go first. */
export const maxRecordedCharacters = 6 * 1024 * 1024

const row = 'A102'

/** Keeps the latest redacted exchanges while a recording lasts. */
export class Recorder {
  readonly #redactor: Redactor
  readonly #maxCharacters: number
  #exchanges: ReportExchange[] = []
  #characters = 0
  #isOn = false

  constructor(redactor: Redactor, maxCharacters = maxRecordedCharacters) {
    this.#redactor = redactor
    this.#maxCharacters = maxCharacters
  }

  get isOn(): boolean {
    return this.#isOn
  }

  /** Begins, with the exchanges of an earlier run of the agent. */
  start(earlier: readonly ReportExchange[]): void {
    this.#exchanges = []
    this.#characters = 0
    this.#isOn = true
    for (const exchange of earlier) this.#keep(exchange)
  }

  /** Ends, and returns what was recorded. */
  stop(): readonly ReportExchange[] {
    const recorded = this.#exchanges
    this.#exchanges = []
    this.#characters = 0
    this.#isOn = false
    return recorded
  }

  /** Redacts and keeps an exchange, once its response has left. Does nothing without a recording. */
  async record(request: string, response: string, ms: number): Promise<void> {
    if (!this.#isOn || !isShortExchange({ request, response })) return
    await setImmediate()
    const redacted = { request: this.#redactor.request(request), response: this.#redactor.response(response) }
    if (this.#isOn) this.#keep({ row, ...redacted, ms, violations: [] })
  }

  #keep(exchange: ReportExchange): void {
    this.#exchanges.push(exchange)
    this.#characters += count(exchange)
    while (this.#characters > this.#maxCharacters) {
      const oldest = this.#exchanges.shift()
      if (oldest === undefined) return
      this.#characters -= count(oldest)
    }
  }
}

function count({ request, response = '' }: ReportExchange): number {
  return request.length + response.length
}

/** Lets a recorder see a desktop's exchanges. */
export function recordExchanges(desktop: AgentDesktop, recorder: Recorder, clock: () => Date): AgentDesktop {
  return {
    state: () => desktop.state(),
    useRealm: (realmId, terms) => desktop.useRealm?.(realmId, terms),
    release: async () => desktop.release?.(),
    process: async (messageSet, kind) => {
      const startedAt = clock().getTime()
      const outcome = await desktop.process(messageSet, kind)
      if (outcome.sent && !outcome.lost) {
        void recorder.record(messageSet, outcome.response, Math.max(0, clock().getTime() - startedAt))
      }
      return outcome
    },
  }
}
