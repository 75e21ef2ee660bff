import type { RealmKind } from '../service/run-service.ts'

/** A difference between realm kinds visible to an integration. */
export interface Difference {
  /** The contract row's title. */
  readonly row: string
  readonly kind: RealmKind
  readonly sees: unknown
  readonly reason: string
}

/** Every difference between realm kinds. Everything else is equal on all. */
export const differences: readonly Difference[] = [
  {
    row: 'QuickBooks is closed',
    kind: 'connector',
    sees: { status: 502, type: 'SystemFault', code: 'AGENT_EXECUTION_ERROR' },
    reason:
      'APP_NOT_OPEN is the state of a connected agent. The Web Connector tries to start QuickBooks, and reports an error of the application layer when it cannot.',
  },
]
