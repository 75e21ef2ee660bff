import type { ExchangeCall, ExchangeOutcome } from '@bridge/agent-protocol'

interface PendingCall {
  readonly resolve: (outcome: ExchangeOutcome<Uint8Array>) => void
  readonly timer: NodeJS.Timeout
}

// The callee's own timer expires first. This is how much longer its reply is awaited.
const graceMs = 1_000

/** Calls sent over a link, each until its outcome is known or its budget is used up. */
export class PendingCalls {
  readonly #pending = new Map<string, PendingCall>()

  get size(): number {
    return this.#pending.size
  }

  /** Returns the call's outcome once it is resolved; after its budget, the call is lost. */
  add({ id, budgetMs }: ExchangeCall): Promise<ExchangeOutcome<Uint8Array>> {
    return new Promise((resolve) => {
      const waitMs = budgetMs + graceMs
      const timer = setTimeout(() => {
        const cause = new Error(`There was no reply within ${waitMs} ms.`)
        this.resolve(id, { sent: true, lost: true, reason: 'timeout', cause })
      }, waitMs)
      this.#pending.set(id, { resolve, timer })
    })
  }

  resolve(id: string, outcome: ExchangeOutcome<Uint8Array>): void {
    const call = this.#pending.get(id)
    if (call === undefined) return
    this.#pending.delete(id)
    clearTimeout(call.timer)
    call.resolve(outcome)
  }

  resolveAll(outcome: ExchangeOutcome<Uint8Array>): void {
    for (const id of this.#pending.keys()) this.resolve(id, outcome)
  }
}
