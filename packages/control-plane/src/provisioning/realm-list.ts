import { realmIdSchema } from '@bridge/agent-protocol'
import { RealmStateGroup } from '@bridge/database'
import { printableSchema } from '@bridge/identity/access/name'
import type { OwnedOrgId, OwnedRealmId } from '@bridge/identity/access/owned'
import { z } from 'zod'
import { noInput, operation } from '../operation/operation.ts'
import type { Services } from '../services/services.ts'
import { type Realm, realmSchema, serializeRealm } from './realm.ts'
import {
  countRealmGroups,
  findOrganizationStatus,
  type ListedStatusRow,
  type RealmPage,
  type RealmPosition,
  realmSorts,
} from './realm-status.store.ts'
import { connectionSummarySchema, formatConnectionSummary } from './realm-status.ts'
import { findDailyUsage } from './realm-usage.store.ts'

export interface ListedRealm extends Realm {
  /** Whether a Web Connector with a valid credential polls. */
  readonly connected: boolean
  /** Whether an agent is connected now; a sandbox is always online. */
  readonly online: boolean
  readonly connection: z.output<typeof connectionSummarySchema>
}

/** A page of realms, at most. */
const maxPage = 1_000
/** Realms of a group are counted up to this. */
const maxCounted = 1_000
/** A sparkline's days. */
const usageDays = 14
/** Realms with a sparkline, at most. */
const maxUsage = 100
const dayMs = 86_400_000

const groups = Object.values(RealmStateGroup)

/** Lists the organization's realms, by default production first, then oldest first. */
export async function listRealms(
  services: Pick<Services, 'database' | 'clock'>,
  orgId: OwnedOrgId<'viewer'>,
  page: Partial<RealmPage> = {},
): Promise<ListedRealm[]> {
  const whole = { limit: maxPage, sort: 'created', ...page } as const
  return (await findOrganizationStatus(services.database, orgId, whole, services.clock())).map(toListedRealm)
}

function toListedRealm(row: ListedStatusRow): ListedRealm {
  return {
    id: row.id as OwnedRealmId<'viewer'>,
    orgId: row.orgId,
    name: row.name,
    kind: row.kind,
    createdAt: row.createdAt,
    connected: row.connected,
    online: row.kind === 'sandbox' || row.hasLiveLease,
    connection: formatConnectionSummary(row),
  }
}

/** Does not depend on its realm, which may be deleted before the next page. */
function serializePosition(
  { id, isSandbox, createdAt, stateGroup, listedName }: RealmPosition,
  sort: RealmPage['sort'],
): string {
  const created = `${isSandbox ? 'sandbox' : 'production'}-${createdAt.getTime()}-${id}`
  return sort === 'created' ? created : `${created}-${stateGroup}-${Buffer.from(listedName).toString('base64url')}`
}

function parsePosition(text: string): RealmPosition {
  const [kind, time, id = '', stateGroup, ...name] = text.split('-')
  return {
    id,
    isSandbox: kind === 'sandbox',
    createdAt: new Date(Number(time)),
    stateGroup: groups.find((group) => group === stateGroup) ?? 'offline',
    // The names of base64url may have hyphens.
    listedName: Buffer.from(name.join('-'), 'base64url').toString(),
  }
}

const positionSchema = z
  .string()
  .max(600)
  .regex(
    /^(?:production|sandbox)-\d{1,15}-\d{16}(?:-[a-z_]{1,20}-[\w-]{1,500})?$/,
    'must be `after` of the previous page',
  )
  .describe('`after` of the previous page, which had the same order.')

export const realmListOperations = {
  listRealms: operation({
    route: 'GET /realms',
    summary:
      'Lists the realms of an organization, and the state of their connections: production first, then oldest first.',
    about: 'org',
    role: 'viewer',
    input: z.strictObject({
      limit: z.coerce.number().int().min(1).max(maxPage).default(maxPage),
      after: positionSchema.optional(),
      kind: z.enum(['sandbox', 'production']).optional(),
      group: z
        .enum(groups)
        .optional()
        .describe(
          'Realms that cannot be reached (`offline`), wait for a person at the PC, were never connected, or work. Ordered by name unless `sort` says otherwise.',
        ),
      sort: z
        .enum(realmSorts)
        .optional()
        .describe('The order: `created` by default, by name, or by state, with those in trouble first.'),
      search: printableSchema
        .max(80)
        .optional()
        .describe('A part of the name or of the open company file, or the beginning of the ID.'),
    }),
    output: z.strictObject({
      realms: z.array(
        realmSchema.extend({ connected: z.boolean(), online: z.boolean(), connection: connectionSummarySchema }),
      ),
      after: z.string().nullable().describe('Where the next page begins; null for the last one.'),
    }),
    run: async ({ database, clock }, { orgId }, { limit, after, sort: chosen, ...filter }) => {
      const sort = chosen ?? (filter.group === undefined ? 'created' : 'name')
      const position = after === undefined ? undefined : parsePosition(after)
      const found = await findOrganizationStatus(
        database,
        orgId,
        { ...filter, sort, limit: limit + 1, after: position },
        clock(),
      )
      const rows = found.slice(0, limit)
      const last = found.length > limit ? rows.at(-1) : undefined
      return {
        realms: rows.map(toListedRealm).map(({ connected, online, connection, ...realm }) => ({
          ...serializeRealm(realm),
          connected,
          online,
          connection,
        })),
        after: last ? serializePosition(last, sort) : null,
      }
    },
  }),

  countRealms: operation({
    route: 'GET /realms/counts',
    summary: 'Counts the realms of an organization by the groups of their states, each up to 1,001.',
    about: 'org',
    role: 'viewer',
    input: noInput,
    output: z.strictObject({
      groups: z.array(
        z.strictObject({
          group: z.enum(groups),
          count: z.int().describe('The realms; 1,001 if there are more than 1,000. A sandbox is `connected`.'),
        }),
      ),
    }),
    run: async ({ database }, { orgId }) => {
      const counts = await countRealmGroups(database, orgId, maxCounted + 1)
      return { groups: groups.map((group) => ({ group, count: counts.get(group) ?? 0 })) }
    },
  }),

  listRealmUsage: operation({
    route: 'GET /realms/usage',
    summary: 'Returns the requests of realms by UTC day, and how many of them failed, for 14 days.',
    about: 'org',
    role: 'viewer',
    input: z.strictObject({
      realmId: z
        .string()
        .max(maxUsage * 17)
        .transform((text) => text.split(','))
        .pipe(z.array(realmIdSchema).max(maxUsage))
        .describe('The IDs of up to 100 realms, separated by commas.'),
    }),
    output: z.strictObject({
      since: z.string().describe('The first day.'),
      realms: z.array(
        z.strictObject({
          realmId: realmIdSchema,
          requests: z.array(z.int()).length(usageDays).describe('By day, the oldest first.'),
          errors: z.array(z.int()).length(usageDays),
        }),
      ),
    }),
    run: async ({ database, clock }, { orgId }, { realmId: realmIds }) => {
      const today = Math.floor(clock().getTime() / dayMs)
      const first = today - usageDays + 1
      const rows = await findDailyUsage(database, orgId, realmIds, new Date(first * dayMs))
      const days = (realmId: string, name: 'requests' | 'errors') =>
        Array.from({ length: usageDays }, (_, index) => {
          const row = rows.find((each) => each.realmId === realmId && each.day.getTime() / dayMs === first + index)
          return row?.[name] ?? 0
        })
      return {
        since: new Date(first * dayMs).toISOString().slice(0, 10),
        realms: [...new Set(realmIds)].map((realmId) => ({
          realmId,
          requests: days(realmId, 'requests'),
          errors: days(realmId, 'errors'),
        })),
      }
    },
  }),
}
