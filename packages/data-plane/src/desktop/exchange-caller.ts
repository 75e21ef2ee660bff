import type { ExchangeCall, ExchangeOutcome, NotSent } from '@bridge/agent-protocol'
import { ExchangeLink } from './exchange-link.ts'

/** Why a process did not accept a call: it no longer serves the realm, or cannot be reached. */
export type Elsewhere = 'not-mine' | 'unreachable'

interface ExchangeCallerOptions {
  readonly machineSecret: string
  readonly clock: () => Date
}

/** Calls the processes serving company files, each over one link, opened on demand and reopened after it ended. */
export class ExchangeCaller {
  readonly #options: ExchangeCallerOptions
  readonly #links = new Map<string, ExchangeLink>()

  constructor(options: ExchangeCallerOptions) {
    this.#options = options
  }

  /**
   * Calls a process. If it did not accept the call, calls the one returned by `findNext`, within the call's budget.
   *
   * @param findNext gets the number of calls so far; undefined ends the attempts
   */
  async call(
    url: string,
    call: ExchangeCall,
    payload: Uint8Array,
    findNext: (reason: Elsewhere, attempts: number) => Promise<string | undefined>,
  ): Promise<ExchangeOutcome<Uint8Array>> {
    const { clock } = this.#options
    const startedAt = clock().getTime()
    let outcome = await this.#getLink(url).call(call, payload)
    for (let attempts = 1; isElsewhere(outcome); attempts += 1) {
      const next = await findNext(outcome.reason, attempts)
      if (next === undefined) break
      const budgetMs = Math.max(1, call.budgetMs - (clock().getTime() - startedAt))
      outcome = await this.#getLink(next).call({ ...call, budgetMs }, payload)
    }
    return outcome
  }

  close(): void {
    for (const link of this.#links.values()) link.close()
    this.#links.clear()
  }

  #getLink(url: string): ExchangeLink {
    const existing = this.#links.get(url)
    if (existing?.isOpen()) return existing
    // A stopped process's address never comes back.
    for (const [other, link] of this.#links) if (!link.isOpen()) this.#links.delete(other)
    const link = ExchangeLink.connect({ url, machineSecret: this.#options.machineSecret })
    this.#links.set(url, link)
    return link
  }
}

function isElsewhere(outcome: ExchangeOutcome<Uint8Array>): outcome is NotSent & { readonly reason: Elsewhere } {
  return !outcome.sent && (outcome.reason === 'unreachable' || outcome.reason === 'not-mine')
}
