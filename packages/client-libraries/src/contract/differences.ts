import type { RealmKind } from '../service/run-service.ts'

/** A difference between the kinds of realm that an integration can see. */
export interface Difference {
  /** The title of the row of the contract. */
  readonly row: string
  readonly kind: RealmKind
  readonly sees: unknown
  readonly reason: string
}

/** Every difference between the kinds of realm. What is not here is equal on all of them. */
export const differences: readonly Difference[] = [
  {
    row: 'QuickBooks is closed',
    kind: 'connector',
    sees: { status: 502, type: 'SystemFault', code: 'AGENT_EXECUTION_ERROR' },
    reason:
      'APP_NOT_OPEN is the state of a connected agent. The Web Connector tries to start QuickBooks, and reports an error of the application layer when it cannot.',
  },
]
