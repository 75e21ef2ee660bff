import { randomInt } from 'node:crypto'
import { type RealmId, realmIdSchema, requireRealmId } from '@bridge/agent-protocol'
import {
  createSettingsSchema,
  parseSettings,
  realmSettings,
  type SettingRows,
} from '@bridge/data-plane/realms/settings'
import type { Prisma } from '@bridge/database'
import { Problem } from '@bridge/faults'
import type { Caller } from '@bridge/identity/access/caller'
import { nameSchema } from '@bridge/identity/access/name'
import type { OwnedOrgId, OwnedRealmId } from '@bridge/identity/access/owned'
import { parseInput } from '@bridge/identity/access/parse-input'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { type ServerConfig, serverDefaults } from '@bridge/platform/server-config'
import { z } from 'zod'
import { noContent, noInput, operation } from '../operation/operation.ts'
import type { Services } from '../services/services.ts'
import { deleteRealm, findRealmDetail, insertRealm, renameRealm, updateSettings } from './realm.store.ts'
import { findRealmStatus } from './realm-status.store.ts'
import { agentHealthSchema, connectorHealthSchema, formatTransports } from './realm-status.ts'
import { countReset, loadSandboxUsage, requireCallsForReset, sandboxUsageSchema } from './sandbox.ts'

export type RealmKind = 'sandbox' | 'production'

/** One company file. */
export interface Realm<Id extends RealmId = OwnedRealmId<'viewer'>> {
  readonly id: Id
  readonly orgId: string
  readonly name: string
  readonly kind: RealmKind
  readonly createdAt: Date
}

const createRealmInput = z.strictObject({ name: nameSchema(80) })

const realmIdDigits = 16

/**
 * Creates a realm for a QuickBooks Desktop company file.
 *
 * @throws Problem `plan_limit_realms` if a trial organization has its one production realm already [cp-4.2], unless the
 *   deployment does not limit trials
 */
export function createProductionRealm(
  services: Pick<Services, 'database' | 'clock'>,
  caller: Caller,
  orgId: OwnedOrgId<'admin'>,
  input: z.input<typeof createRealmInput>,
  { trialLimited }: Pick<ServerConfig, 'trialLimited'> = serverDefaults,
): Promise<Realm<OwnedRealmId<'admin'>>> {
  const realm = { ...parseInput(createRealmInput, input), kind: 'production' } as const
  return createRealm(services, caller, orgId, { ...realm, trialLimited })
}

async function createRealm(
  services: Pick<Services, 'database' | 'clock'>,
  caller: Caller,
  orgId: OwnedOrgId<'admin'>,
  { trialLimited, ...realm }: { readonly name: string; readonly kind: RealmKind; readonly trialLimited: boolean },
): Promise<Realm<OwnedRealmId<'admin'>>> {
  const id = newRealmId()
  const outcome = await insertRealm(
    services.database,
    { ...realm, id, orgId, createdAt: services.clock() },
    { caller, trialLimited },
  )
  switch (outcome.kind) {
    case 'created':
      return { ...outcome.realm, id: id as OwnedRealmId<'admin'> }
    case 'plan-limit':
      throw new Problem(
        'plan_limit_realms',
        'An organization on the trial plan can have one production realm, and this one has it already. Start a subscription to add more; where there is nothing to pay, the operator of the service lifts the limit.',
        { checkoutPath: `/admin/v1/orgs/${orgId}/billing/checkout` },
      )
    case 'sandbox-exists':
      throw new Problem(
        'sandbox_exists',
        'An organization can have one sandbox realm, and this one has it already. Reset it instead.',
      )
  }
}

/** Returns a random realm ID. */
function newRealmId(): RealmId {
  return requireRealmId(
    Array.from({ length: realmIdDigits }, (_, index) => randomInt(index === 0 ? 1 : 0, 10)).join(''),
  )
}

/**
 * Creates the organization's sandbox realm, with the sample company.
 *
 * @throws Problem `sandbox_exists` if it has one already [cp-4.4]
 */
export function createSandboxRealm(
  services: Pick<Services, 'database' | 'clock'>,
  caller: Caller,
  orgId: OwnedOrgId<'admin'>,
): Promise<Realm<OwnedRealmId<'admin'>>> {
  return createRealm(services, caller, orgId, { name: 'Sandbox', kind: 'sandbox', trialLimited: true })
}

/** A realm, as operations return it. */
export const realmSchema = z
  .strictObject({
    id: realmIdSchema,
    name: z.string(),
    orgId: z.string(),
    kind: z.enum(['sandbox', 'production']),
    createdAt: timeSchema,
  })
  .meta({ id: 'Realm' })

const settingsSchema = createSettingsSchema(realmSettings)

export const realmOperations = {
  createRealm: operation({
    route: 'POST /realms',
    summary: 'Creates a realm for a company file of QuickBooks Desktop.',
    about: 'org',
    role: 'admin',
    input: createRealmInput,
    problems: ['plan_limit_realms'],
    creates: {},
    output: z.strictObject({ realm: realmSchema }),
    run: async (services, { caller, orgId }, input) => {
      const realm = await createProductionRealm(services, caller, orgId, input, services.config)
      services.billing.noteRealms(orgId)
      return { realm: serializeRealm(realm) }
    },
  }),

  createSandbox: operation({
    route: 'POST /realms/sandbox',
    summary: "Creates the organization's sandbox realm. Counts as a reset of the sandbox.",
    about: 'org',
    role: 'admin',
    input: noInput,
    problems: ['sandbox_exists', 'sandbox_daily_limit'],
    creates: {},
    output: z.strictObject({ realm: realmSchema }),
    status: 201,
    run: async (services, { caller, orgId }) => {
      await requireCallsForReset(services, orgId)
      const realm = await createSandboxRealm(services, caller, orgId)
      await countReset(services, orgId)
      return { realm: serializeRealm(realm) }
    },
  }),

  getRealm: operation({
    route: 'GET /realms/{realmId}',
    summary:
      'Returns a realm with its settings, the states of its agent and its Web Connector, and its agent tokens, without their values.',
    about: 'realm',
    role: 'viewer',
    input: noInput,
    output: z.strictObject({
      realm: realmSchema,
      settings: settingsSchema,
      agent: agentHealthSchema,
      connector: connectorHealthSchema,
      agentTokens: z.array(
        z.strictObject({
          id: z.string(),
          label: z.string(),
          createdAt: timeSchema,
          lastUsedAt: timeSchema.nullable(),
          revoked: z.boolean(),
          revokedAt: timeSchema.nullable(),
        }),
      ),
      sandbox: sandboxUsageSchema.optional(),
    }),
    run: async (services, { id }) => {
      const [{ settings, agentTokens, ...row }, status] = await Promise.all([
        findRealmDetail(services.database, id),
        findRealmStatus(services.database, id, services.clock()),
      ])
      if (!status) throw new Problem('not_found', 'The realm was deleted.')
      return {
        realm: serializeRealm({ ...row, id }),
        settings: parseSettings(realmSettings, settings?.values),
        ...formatTransports(status),
        agentTokens: agentTokens.map((token) => ({
          id: token.id,
          label: token.label,
          createdAt: formatTime(token.createdAt),
          lastUsedAt: formatTime(token.lastUsedAt),
          revoked: token.revokedAt !== null,
          revokedAt: formatTime(token.revokedAt),
        })),
        ...(row.kind === 'sandbox' && { sandbox: await loadSandboxUsage(services, { id, orgId: row.orgId }) }),
      }
    },
  }),

  renameRealm: operation({
    route: 'PATCH /realms/{realmId}',
    summary: 'Renames a realm. Its ID stays the same.',
    about: 'realm',
    role: 'admin',
    input: createRealmInput,
    output: z.strictObject({ realm: realmSchema }),
    run: async ({ database, clock }, call, { name }) => {
      const row = await renameRealm(database, call, name, call.caller, clock())
      return { realm: serializeRealm({ ...row, id: call.id }) }
    },
  }),

  updateSettings: createUpdateSettings(realmSettings),

  deleteRealm: operation({
    route: 'DELETE /realms/{realmId}',
    summary: 'Deletes a realm and its tokens permanently. The company file stays unchanged.',
    about: 'realm',
    role: 'owner',
    input: noInput,
    output: noContent,
    run: async ({ database, clock, changes, billing }, call) => {
      await deleteRealm(database, call, call.caller, clock())
      billing.noteRealms(call.orgId)
      await changes.publish('tokens')
      await changes.publish('agents')
      return undefined
    },
  }),
}

/** Creates the operation changing a table's settings. */
export function createUpdateSettings<const Rows extends SettingRows>(rows: Rows) {
  const schema = createSettingsSchema(rows)
  return operation({
    route: 'PATCH /realms/{realmId}/settings',
    summary: 'Changes settings of a realm. Every server applies them within seconds.',
    about: 'realm',
    role: 'admin',
    input: schema.partial(),
    output: z.strictObject({ settings: schema }),
    run: async ({ database, clock, changes }, call, change) => {
      const settings = await updateSettings(database, call, { rows, change: change as Prisma.InputJsonObject }, clock())
      await changes.publish('settings')
      return { settings }
    },
  })
}

/** Returns a realm as operations do. */
export function serializeRealm({ id, name, orgId, kind, createdAt }: Realm<RealmId>): z.output<typeof realmSchema> {
  return {
    id,
    name,
    orgId,
    kind,
    createdAt: formatTime(createdAt),
  }
}
