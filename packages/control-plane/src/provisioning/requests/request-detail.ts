import { parseSettings, realmSettings } from '@bridge/data-plane/realms/settings'
import { bodiesMs } from '@bridge/data-plane/request-log/request-log'
import { Problem } from '@bridge/faults'
import type { OwnedOrgId } from '@bridge/identity/access/owned'
import { z } from 'zod'
import { noInput, operation } from '../../operation/operation.ts'
import type { Services } from '../../services/services.ts'
import {
  findRequest,
  type LoggedRequestDetail,
  type LoggedRequestRow,
  recordBodiesRead,
} from './logged-request.store.ts'
import { readBodies, requestBodiesSchema, requestLineSchema, serializeRequest } from './logged-request.ts'
import { derivePosted, isWrite, type LoggedWrite, postedSchema } from './posted.ts'
import { loadRequestEvents, requestEventSchema } from './request-events.ts'
import { findJournal, findOutcome, findRealmState } from './request-evidence.store.ts'
import { explainFault, loggedFaultSchema } from './request-fault.ts'
import { replayBlockedBy } from './request-replay.ts'
import { describeRequest } from './request-sentence.ts'

const detailSchema = z.strictObject({
  request: requestLineSchema.extend({
    realmKind: z.enum(['sandbox', 'production']),
    bodies: requestBodiesSchema.nullable(),
  }),
  bodiesState: z
    .enum(['kept', 'expired', 'removed', 'off'])
    .describe(
      'expired: they were kept for 72 hours. removed: the realm has too many newer ones. off: the setting logsBodies of the realm is off.',
    ),
  sentence: z.string().describe('The request and its result in words.'),
  fault: loggedFaultSchema.nullable(),
  posted: postedSchema.nullable().describe('Null for a request that only reads.'),
  events: z.array(requestEventSchema).describe('The events for webhooks that a write caused.'),
  replayBlockedBy: z.string().nullable().describe('Why the request cannot be replayed; null if it can.'),
})

export const requestDetailOperations = {
  explainRequest: operation({
    route: 'GET /requests/{loggedRequestId}',
    summary:
      'Returns a request with its bodies, what it means in words, whether it was posted, and what a repeat would do.',
    about: 'request',
    role: 'member',
    input: noInput,
    output: detailSchema,
    run: async (services, { id, orgId, role, caller }) => {
      const found = await findRequest(services.database, { orgId }, id)
      if (!found) throw new Problem('not_found')
      const { line, realmKind } = found
      const at = services.clock()
      const bodies = readBodies(found, at)
      if (bodies) await recordBodiesRead(services.database, { id, orgId }, caller, at)
      const fault = line.code === null ? null : explainFault(line.code, bodies?.answer)
      return {
        request: { ...serializeRequest(line), realmKind, bodies },
        bodiesState: bodies ? ('kept' as const) : await findBodiesState(services, orgId, found),
        sentence: describeRequest(line, fault?.detail ?? undefined),
        fault,
        posted: isWrite(line.operation) ? await loadPosted(services, orgId, line, bodies?.exchanges ?? []) : null,
        events: isWrite(line.operation) ? await loadRequestEvents(services.database, orgId, line) : [],
        replayBlockedBy: replayBlockedBy({ line, realmKind, bodies, role }) ?? null,
      }
    },
  }),
}

async function findBodiesState(
  { database, clock }: Services,
  orgId: OwnedOrgId,
  { line, hadBodies }: LoggedRequestDetail,
): Promise<'expired' | 'removed' | 'off'> {
  const isOld = line.createdAt.getTime() <= clock().getTime() - bodiesMs
  if (hadBodies) return isOld ? 'expired' : 'removed'
  const realm = await findRealmState(database, orgId, line.realmId)
  const isOn = realm?.kind === 'sandbox' || parseSettings(realmSettings, realm?.settings?.values).logsBodies
  return isOn && isOld ? 'expired' : 'off'
}

async function loadPosted(
  { database, clock }: Services,
  orgId: OwnedOrgId,
  line: LoggedRequestRow,
  exchanges: LoggedWrite['exchanges'],
) {
  const { realmId, requestId } = line
  const key = requestId === null ? undefined : { orgId, realmId, requestId }
  const [outcome, journal] = key
    ? await Promise.all([findOutcome(database, key), findJournal(database, key, line.createdAt)])
    : [undefined, []]
  return derivePosted({ ...line, exchanges }, { outcome, journal, now: clock() })
}
