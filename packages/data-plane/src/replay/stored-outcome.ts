import { Fault } from '@bridge/faults'
import type { Outcome, Result } from '../operations/operation.ts'

/** An outcome as JSON in the database. */
export type StoredOutcome = Outcome | { readonly fault: StoredFault }

type StoredFault = Pick<Fault, 'code' | 'detail'> & Partial<Pick<Fault, 'element' | 'status' | 'retryAfterSeconds'>>

/** Converts an outcome for the database; a fault without its cause, which is only for the log. */
export function toStoredOutcome(outcome: Outcome | Fault): StoredOutcome {
  if (!(outcome instanceof Fault)) return outcome
  const { code, detail, element, status, retryAfterSeconds } = outcome
  return { fault: { code, detail, element, status, retryAfterSeconds } }
}

/** Converts a stored outcome back. */
function toOutcome(stored: StoredOutcome): Outcome | Fault {
  if (!('fault' in stored)) return stored
  const { code, detail, element, status, retryAfterSeconds } = stored.fault
  return new Fault(code, detail, {
    ...(element !== undefined && { element }),
    ...(status !== undefined && { status }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

/** Reads the result in a row; undefined while its run is unfinished. */
export function toResult({
  outcome,
  respondedAt,
}: {
  readonly outcome: unknown
  readonly respondedAt: Date | null
}): Result | undefined {
  if (outcome === null || respondedAt === null) return undefined
  return { outcome: toOutcome(outcome as StoredOutcome), time: respondedAt }
}
