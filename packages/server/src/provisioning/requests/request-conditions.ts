import { Prisma } from '@bridge/database'
import type { OwnedOrgId, OwnedRealmId } from '../../operation/owned.ts'
import type { RequestFilter } from './request-filter.ts'

/** Whose requests: an organization's, or those of one of its realms. */
export type RequestScope = { readonly orgId: OwnedOrgId } | { readonly realmId: OwnedRealmId }

const likeWildcards = /[\\%_]/g

/** Returns SQL that selects logged requests. */
export function toConditions(scope: RequestScope, filter: RequestFilter): Prisma.Sql {
  const { path, statusFrom, statusTo, slowerThanMs, since, until } = filter
  const conditions = [
    'orgId' in scope ? Prisma.sql`"orgId" = ${scope.orgId}` : Prisma.sql`"realmId" = ${scope.realmId}`,
    ...equalColumns.flatMap((column) => {
      const value = filter[column]
      return value === undefined ? [] : [Prisma.sql`${columnNames[column]} = ${value}`]
    }),
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

function containsText(text: string): Prisma.Sql {
  const pattern = `%${text.replaceAll(likeWildcards, '\\$&')}%`
  return Prisma.sql`(path ILIKE ${pattern} OR "queryText" ILIKE ${pattern})`
}

const columnNames = {
  realmId: Prisma.sql`"realmId"`,
  clientId: Prisma.sql`"clientId"`,
  source: Prisma.sql`source`,
  code: Prisma.sql`code`,
  method: Prisma.sql`method`,
  operation: Prisma.sql`operation`,
  entity: Prisma.sql`entity`,
  field: Prisma.sql`field`,
  requestId: Prisma.sql`"requestId"`,
  traceId: Prisma.sql`"traceId"`,
} as const satisfies Partial<Record<keyof RequestFilter, Prisma.Sql>>

const equalColumns = Object.keys(columnNames) as (keyof typeof columnNames)[]
