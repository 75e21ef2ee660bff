import type { Database, Prisma } from '@bridge/database'
import type { OwnedRealmId } from './owned.ts'

/** Which requests are wanted; what is left out does not matter. */
export interface RequestFilter {
  readonly statusFrom?: number | undefined
  readonly statusTo?: number | undefined
  readonly code?: string | undefined
  readonly method?: string | undefined
  /** A part of the path, in any case. */
  readonly path?: string | undefined
  readonly requestId?: string | undefined
  readonly traceId?: string | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
  /** Requests before this one alone: the last of the page before. */
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

const likeSigns = /[\\%_]/g

/** Requests of a realm, newest first. */
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
    ...(path !== undefined && { path: { contains: path.replaceAll(likeSigns, '\\$&'), mode: 'insensitive' } }),
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

/** One request of a realm with its bodies; nothing where there is none. */
export function findRequest(database: Database, realmId: OwnedRealmId, id: string) {
  return database.loggedRequest.findFirst({ where: { id, realmId }, select: { ...lineColumns, bodies: true } })
}
