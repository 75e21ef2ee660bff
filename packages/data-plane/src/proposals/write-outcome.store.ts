import type { RealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import { Fault, findFaultRow } from '@bridge/faults'
import { isJsonObject } from '@bridge/translation'
import type { Outcome } from '../operations/operation.ts'
import { toResult } from '../replay/stored-outcome.ts'
import type { WriteOutcome } from './proposal.ts'

/** Finds whether a write was posted, by the stored outcomes and the journal. */
export async function findWriteOutcome(database: Database, realmId: RealmId, requestId: string): Promise<WriteOutcome> {
  const stored = await database.requestOutcome.findUnique({
    where: { realmId_requestId: { realmId, requestId } },
    select: { outcome: true, respondedAt: true },
  })
  if (stored) {
    const result = toResult(stored)
    return result === undefined ? { posted: 'unknown' } : toWriteOutcome(result.outcome)
  }
  const sent = await database.writeJournal.count({
    where: { realmId, requestId, state: { in: ['sending', 'completed'] } },
    take: 1,
  })
  // A write that QuickBooks received has a stored outcome, unless it was dropped.
  return { posted: sent > 0 ? 'unknown' : 'not_sent' }
}

function toWriteOutcome(outcome: Outcome | Fault): WriteOutcome {
  if (outcome instanceof Fault) {
    const { code, detail } = outcome
    return { posted: states[findFaultRow(code).outcome], code, detail }
  }
  const [record] = Object.values(outcome.body).filter(isJsonObject)
  const id = record?.Id
  return { posted: 'done', ...(typeof id === 'string' && { recordId: id }) }
}

const states = { not_applied: 'not_executed', unknown: 'unknown', applied: 'done' } as const
