import { findHresult } from '@bridge/agent-protocol'
import { type ComHost, type ComResult, type ComWord, hostHresults } from './com-host.ts'
import type { Bits } from './com-hosts.ts'

/** How long QuickBooks may leave a session to its Admin, or refuse one, until it counts as refused. */
const refusedMs = 120_000

/** Decides by QuickBooks' responses whether this version of the agent can be used. */
export interface SessionTrial {
  /** Resolves when QuickBooks has begun a session: this version can be used. */
  readonly begun: Promise<void>
  /** Resolves when QuickBooks has let no session begin for two minutes, for a reason that the version may be. */
  readonly refused: Promise<void>
}

/**
 * Watches the beginnings of sessions on their way to the COM host. While QuickBooks shows the dialog that asks its Admin,
 * the call does not return. A closed QuickBooks, another company file or an open dialog is not the agent's fault.
 */
export class SessionWatch implements SessionTrial {
  readonly begun: Promise<void>
  readonly refused: Promise<void>
  readonly #wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly #onBegun: () => void
  readonly #onRefused: () => void
  /** Aborted when what kept sessions from beginning is over. */
  #refusing: AbortController | undefined
  #isOver = false

  /** @param wait waits `ms` milliseconds, or until the signal; never rejects */
  constructor(wait: (ms: number, signal: AbortSignal) => Promise<void>) {
    this.#wait = wait
    const begun = Promise.withResolvers<void>()
    const refused = Promise.withResolvers<void>()
    this.begun = begun.promise
    this.refused = refused.promise
    this.#onBegun = begun.resolve
    this.#onRefused = refused.resolve
  }

  /** Returns a function starting hosts whose sessions are watched. */
  watch(startHost: (bits: Bits) => ComHost): (bits: Bits) => ComHost {
    return (bits) => {
      const host = startHost(bits)
      return {
        bits: host.bits,
        ended: host.ended,
        close: () => host.close(),
        kill: () => host.kill(),
        request: (word, ...args) => this.#observe(word, args[0], () => host.request(word, ...args)),
      }
    }
  }

  /** Stops watching: what QuickBooks does from now on does not count. */
  close(): void {
    this.#isOver = true
    this.#refusing?.abort()
  }

  async #observe(
    word: ComWord,
    method: string | number | undefined,
    request: () => Promise<ComResult>,
  ): Promise<ComResult> {
    if (word === 'call' && method === 'BeginSession') {
      this.#beginRefusing()
      const result = await request()
      if (result.ok) this.#succeed()
      else if (!isRefusal(result.hresult)) this.#endRefusing()
      return result
    }
    const result = await request()
    if (word === 'new' && !result.ok && isHostFailure(result.hresult)) this.#beginRefusing()
    return result
  }

  #succeed(): void {
    this.close()
    this.#onBegun()
  }

  #beginRefusing(): void {
    if (this.#isOver || this.#refusing !== undefined) return
    const refusing = new AbortController()
    this.#refusing = refusing
    void this.#wait(refusedMs, refusing.signal).then(() => {
      if (!refusing.signal.aborted) this.#onRefused()
    })
  }

  #endRefusing(): void {
    this.#refusing?.abort()
    this.#refusing = undefined
  }
}

/** Whether QuickBooks does not know the agent, or does not allow it any more. */
function isRefusal(hresult: number): boolean {
  return findHresult(hresult).notice === 'not-authorized'
}

/** Whether the host could not be started, or did not understand the agent. */
function isHostFailure(hresult: number): boolean {
  return hresult === hostHresults.endedBeforeRequest || hresult === hostHresults.endedDuringRequest
}
