import { Prisma } from '@bridge/database'
import type { OwnedOrgId, OwnedRealmId } from '@bridge/identity/access/owned'
import { toLikePattern } from '../../operation/list-page.ts'
import type { RequestFilter } from './request-filter.ts'

/** Whose requests: an organization's, or one realm's. */
export type RequestScope = { readonly orgId: OwnedOrgId } | { readonly realmId: OwnedRealmId }

/** Returns SQL selecting logged requests. */
export function toConditions(scope: RequestScope, filter: RequestFilter): Prisma.Sql {
  const { path, statusFrom, statusTo, slowerThanMs, since, until } = filter
  const conditions = [
    'orgId' in scope ? Prisma.sql`"orgId" = ${scope.orgId}` : Prisma.sql`"realmId" = ${scope.realmId}`,
    ...toEqualities(filter, callColumns),
    matchesItem(filter),
    statusFrom !== undefined && Prisma.sql`status >= ${statusFrom}`,
    statusTo !== undefined && Prisma.sql`status <= ${statusTo}`,
    slowerThanMs !== undefined && Prisma.sql`"totalMs" >= ${slowerThanMs}`,
    since && Prisma.sql`"createdAt" >= ${since}`,
    until && Prisma.sql`"createdAt" < ${until}`,
    path !== undefined && containsText(path),
  ]
  return Prisma.join(
    conditions.filter((condition) => typeof condition === 'object'),
    ' AND ',
  )
}

/** Selects requests failing as described, or with an item failing so. */
function matchesItem(filter: RequestFilter): Prisma.Sql | undefined {
  const equalities = toEqualities(filter, failureColumns)
  if (equalities.length === 0) return undefined
  const { operation, entity, code, field } = filter
  const item = JSON.stringify([{ operation, entity, code, field }])
  return Prisma.sql`(${Prisma.join(equalities, ' AND ')}
    OR "itemFailures" IS NOT NULL AND "itemFailures" @> ${item}::jsonb)`
}

/** Returns SQL selecting failures by what they say about themselves; a failure is a request or one of its items. */
export function toFailureConditions(filter: RequestFilter): Prisma.Sql {
  return Prisma.join([Prisma.sql`true`, ...toEqualities(filter, failureColumns)], ' AND ')
}

type Columns = Partial<Record<keyof RequestFilter, Prisma.Sql>>

function toEqualities(filter: RequestFilter, columns: Columns): readonly Prisma.Sql[] {
  return Object.entries(columns).flatMap(([name, column]) => {
    const value = filter[name as keyof RequestFilter]
    return value === undefined ? [] : [Prisma.sql`${column} = ${value}`]
  })
}

function containsText(text: string): Prisma.Sql {
  const pattern = toLikePattern(text)
  return Prisma.sql`(path ILIKE ${pattern} OR "queryText" ILIKE ${pattern})`
}

const callColumns = {
  realmId: Prisma.sql`"realmId"`,
  clientId: Prisma.sql`"clientId"`,
  source: Prisma.sql`source`,
  method: Prisma.sql`method`,
  requestId: Prisma.sql`"requestId"`,
  traceId: Prisma.sql`"traceId"`,
} as const satisfies Columns

/** Columns shared with a request's items. */
const failureColumns = {
  operation: Prisma.sql`operation`,
  entity: Prisma.sql`entity`,
  code: Prisma.sql`code`,
  field: Prisma.sql`field`,
} as const satisfies Columns
