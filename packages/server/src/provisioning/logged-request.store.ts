import type { Database, Prisma } from '@bridge/database'
import type { OwnedRealmId } from './owned.ts'

/** Selects requests; every condition is optional. */
export interface RequestFilter {
  readonly statusFrom?: number | undefined
  readonly statusTo?: number | undefined
  readonly code?: string | undefined
  readonly method?: string | undefined
  /** A part of the path, case-insensitive. */
  readonly path?: string | undefined
  readonly requestId?: string | undefined
  readonly traceId?: string | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
  /** The last request of the previous page. */
  readonly before?: string | undefined
}

const lineColumns = {
  id: true,
  traceId: true,
  createdAt: true,
  method: true,
  path: true,
  status: true,
  code: true,
  requestId: true,
  totalMs: true,
  queueMs: true,
  gatewayMs: true,
  desktopMs: true,
} as const

const likeWildcards = /[\\%_]/g

/** Finds requests of a realm, newest first. */
export async function findRequests(
  database: Database,
  realmId: OwnedRealmId,
  { statusFrom, statusTo, path, since, until, before, ...equal }: RequestFilter,
  limit: number,
) {
  const last =
    before === undefined
      ? null
      : await database.loggedRequest.findFirst({
          where: { id: before, realmId },
          select: { id: true, createdAt: true },
        })
  const where: Prisma.LoggedRequestWhereInput = {
    realmId,
    ...equal,
    ...((statusFrom !== undefined || statusTo !== undefined) && { status: { gte: statusFrom, lte: statusTo } }),
    ...(path !== undefined && { path: { contains: path.replaceAll(likeWildcards, '\\$&'), mode: 'insensitive' } }),
    createdAt: { gte: since, lt: until },
    ...(last && { OR: [{ createdAt: { lt: last.createdAt } }, { createdAt: last.createdAt, id: { lt: last.id } }] }),
  }
  return database.loggedRequest.findMany({
    where,
    select: lineColumns,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })
}

/** Finds a request of a realm, with its bodies. */
export function findRequest(database: Database, realmId: OwnedRealmId, id: string) {
  return database.loggedRequest.findFirst({ where: { id, realmId }, select: { ...lineColumns, bodies: true } })
}
