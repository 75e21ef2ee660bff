import { randomInt } from 'node:crypto'
import { Problem } from '@bridge/faults'
import { z } from 'zod'
import { parseRealmId, type RealmId } from '../http/realm-id.ts'
import type { OwnedOrgId, OwnedRealmId } from './membership.ts'
import { name } from './name.ts'
import { parseInput } from './parse-input.ts'
import type { ProvisioningDependencies } from './provisioning-dependencies.ts'
import { findRealms, insertRealm } from './realm.store.ts'

export type RealmKind = 'sandbox' | 'production'

/** One company file. */
export interface Realm<Id extends RealmId = OwnedRealmId> {
  readonly id: Id
  readonly orgId: string
  readonly name: string
  readonly kind: RealmKind
  readonly createdAt: Date
}

export interface ListedRealm extends Realm {
  /** Whether a Web Connector with a credential that is not revoked has polled (specification, section 2). */
  readonly connected: boolean
  /** Whether an agent's socket is up now; a sandbox is always up. */
  readonly online: boolean
}

export const createRealmInput = z.object({ name: name(80) })

/** A lease that no heartbeat has touched for this long is dead (design, section 6). */
const leaseLifetimeMs = 15_000

const realmIdDigits = 16

/** A realm id nobody can guess the next one of. */
function newRealmId(): RealmId {
  const digits = Array.from({ length: realmIdDigits }, (_, index) => randomInt(index === 0 ? 1 : 0, 10)).join('')
  const id = parseRealmId(digits)
  if (!id) throw new Error(`Made a realm id of another form: ${digits}`)
  return id
}

async function createRealm(
  dependencies: ProvisioningDependencies,
  actorId: string | undefined,
  orgId: OwnedOrgId<'admin'>,
  realm: { readonly name: string; readonly kind: RealmKind },
): Promise<Realm<OwnedRealmId<'admin'>>> {
  const id = newRealmId()
  const outcome = await insertRealm(
    dependencies.database,
    { ...realm, id, orgId, createdAt: dependencies.clock() },
    actorId,
  )
  switch (outcome.kind) {
    case 'created':
      return { ...outcome.realm, id: id as OwnedRealmId<'admin'> }
    case 'plan-limit':
      throw new Problem(
        'plan_limit_realms',
        'An organization on the trial plan has one production realm, and this one has it already. Start a subscription to add more.',
        { checkoutPath: `/admin/v1/orgs/${orgId}/billing/checkout` },
      )
    case 'sandbox-exists':
      throw new Problem(
        'sandbox_exists',
        'An organization has at most one sandbox realm, and this one has it already. Reset that one instead.',
      )
  }
}

/**
 * Creates a realm for a company file of QuickBooks Desktop.
 *
 * @throws Problem `plan_limit_realms` where a trial organization has its one production realm already (specification, rule 4.2).
 */
export function createProductionRealm(
  dependencies: ProvisioningDependencies,
  actorId: string | undefined,
  orgId: OwnedOrgId<'admin'>,
  input: z.input<typeof createRealmInput>,
): Promise<Realm<OwnedRealmId<'admin'>>> {
  return createRealm(dependencies, actorId, orgId, { ...parseInput(createRealmInput, input), kind: 'production' })
}

/**
 * Creates the organization's sandbox realm, with the sample company.
 *
 * @throws Problem `sandbox_exists` where there is one already (specification, rule 4.4).
 */
export function createSandboxRealm(
  dependencies: ProvisioningDependencies,
  actorId: string | undefined,
  orgId: OwnedOrgId<'admin'>,
): Promise<Realm<OwnedRealmId<'admin'>>> {
  return createRealm(dependencies, actorId, orgId, { name: 'Sandbox', kind: 'sandbox' })
}

/** The realms of the organization, production realms first, oldest first. */
export async function listRealms(dependencies: ProvisioningDependencies, orgId: OwnedOrgId): Promise<ListedRealm[]> {
  const aliveSince = dependencies.clock().getTime() - leaseLifetimeMs
  const rows = await findRealms(dependencies.database, orgId)
  return rows.map(({ session, connectorCredentials, ...realm }) => ({
    ...realm,
    id: realm.id as OwnedRealmId,
    connected: connectorCredentials.length > 0,
    online:
      realm.kind === 'sandbox' ||
      (session !== null && session.phase !== 'draining' && session.lastSeenAt.getTime() > aliveSince),
  }))
}
