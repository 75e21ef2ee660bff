import { formatHresult } from '@bridge/agent-protocol'
import type { Outcome } from '@bridge/truth'
import type { Answer, Kit } from './kit.ts'
import type { ProbeResult } from './probe-session.ts'

/** A check's result. `found` has codes, counts and element names, and no text of the company file. */
export interface BeliefFinding {
  readonly outcome: Outcome
  readonly found: string
}

export type BeliefCheck = (kit: Kit) => Promise<BeliefFinding>

export function proved(found: string): BeliefFinding {
  return { outcome: 'proved', found }
}

export function refuted(found: string): BeliefFinding {
  return { outcome: 'refuted', found }
}

export function noted(found: string): BeliefFinding {
  return { outcome: 'noted', found }
}

export function skipped(found: string): BeliefFinding {
  return { outcome: 'skipped', found }
}

/** Returns `proved` if the belief holds and `refuted` otherwise. */
export function decide(holds: boolean, found: string): BeliefFinding {
  return holds ? proved(found) : refuted(found)
}

/** Compares a call's HRESULT with the expected ones; `ok` means success. */
export function expectCall({ result, ms, dialogs }: ProbeResult, ...expected: readonly string[]): BeliefFinding {
  const code = result.ok ? 'ok' : formatHresult(result.hresult)
  const seen = dialogs.length === 0 ? '' : `, dialog ${dialogs.join(', ')}`
  return decide(expected.includes(code), `${code} after ${ms} ms${seen}`)
}

/** Returns a response's code: an HRESULT, or its statuses. */
export function describeAnswer(answer: Answer): string {
  if (!answer.ok) return answer.hresult
  const { messageSetStatusCode, responses } = answer.set
  const codes = responses.map(({ statusCode }) => statusCode).join(', ')
  return messageSetStatusCode === undefined ? codes : `set ${messageSetStatusCode}${codes && `, ${codes}`}`
}
