import type { Application, Transaction } from './record.ts'

/** An application as seen from its target. */
export interface Link {
  /** The applying transaction's TxnID. */
  readonly from: string
  readonly application: Application
}

const none: readonly Link[] = []

/** All applications, by target. */
export class Links {
  readonly #byTarget = new Map<string, readonly Link[]>()

  /** Replaces the `before` applications with the `after` ones. */
  replace(before: Transaction | null, after: Transaction | null): void {
    for (const { to } of before?.applications ?? []) {
      const others = this.to(to).filter((link) => link.from !== before?.id)
      if (others.length === 0) this.#byTarget.delete(to)
      else this.#byTarget.set(to, others)
    }
    for (const application of after?.applications ?? []) {
      const link: Link = { from: after?.id ?? '', application }
      this.#byTarget.set(application.to, [...this.to(application.to), link])
    }
  }

  /** Returns the applications to a transaction. */
  to(id: string): readonly Link[] {
    return this.#byTarget.get(id) ?? none
  }
}
