import type { Database } from '@bridge/database'
import type { SandboxFaults } from '../sandbox/faults.ts'
import { recordAudit } from './audit.store.ts'
import type { Caller } from './caller.ts'
import type { Owned, OwnedRealmId } from './membership.ts'

/** Whether the realm is served by QuickBooks or by the emulator. */
export const findRealmKind = async (database: Database, id: OwnedRealmId) =>
  (await database.realm.findUniqueOrThrow({ where: { id }, select: { kind: true } })).kind

export const recordReset = (
  database: Pick<Database, 'auditEvent'>,
  { id, orgId }: Owned<'realm'>,
  template: string,
  caller: Caller,
  at: Date,
) =>
  recordAudit(database, {
    orgId,
    caller,
    action: 'sandbox.reset',
    resource: 'realm',
    resourceId: id,
    at,
    details: { template },
  })

export const recordFaults = (
  database: Pick<Database, 'auditEvent'>,
  { id, orgId }: Owned<'realm'>,
  faults: SandboxFaults,
  caller: Caller,
  at: Date,
) =>
  recordAudit(database, {
    orgId,
    caller,
    action: 'sandbox.faults',
    resource: 'realm',
    resourceId: id,
    at,
    details: Object.fromEntries(Object.entries(faults).filter(([, value]) => value !== false && value !== 0)),
  })
