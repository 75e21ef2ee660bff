import { type Database, Prisma, queryPrepared } from '@bridge/database'
import type { Resource, Role } from './owned.ts'

/** SQL for the ID of a resource's organization. */
const owningOrganization: Record<Resource, (id: string) => Prisma.Sql> = {
  org: (id) => Prisma.sql`${id}`,
  realm: (id) => Prisma.sql`(SELECT "orgId" FROM realm WHERE id = ${id})`,
  client: (id) => Prisma.sql`(SELECT "orgId" FROM oauth_client WHERE id = ${id})`,
  connection: (id) => realmOrganization(Prisma.sql`SELECT "realmId" FROM connection WHERE id = ${id}`),
  'agent-token': (id) => realmOrganization(Prisma.sql`SELECT "realmId" FROM agent_token WHERE id = ${id}`),
  'setup-link': (id) => realmOrganization(Prisma.sql`SELECT "realmId" FROM setup_link WHERE id = ${id}`),
  'pairing-code': (id) => realmOrganization(Prisma.sql`SELECT "realmId" FROM pairing_code WHERE id = ${id}`),
  'api-key': (id) => Prisma.sql`(SELECT "orgId" FROM api_key WHERE id = ${id})`,
  invitation: (id) => Prisma.sql`(SELECT "orgId" FROM invitation WHERE id = ${id})`,
  member: (id) => Prisma.sql`(SELECT "orgId" FROM membership WHERE id = ${id})`,
  connector: (id) => realmOrganization(Prisma.sql`SELECT "realmId" FROM connector_credential WHERE id = ${id}`),
  request: (id) => Prisma.sql`(SELECT "orgId" FROM logged_request WHERE id = ${id}::uuid)`,
}

/** PostgreSQL rejects any other text as a request ID. */
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function realmOrganization(realmId: Prisma.Sql) {
  return Prisma.sql`(SELECT "orgId" FROM realm WHERE id = (${realmId}))`
}

interface LockOptions {
  /** Only keeps the memberships as they are: others may do so too, and may insert rows for the organization. */
  readonly isShared?: boolean
}

/**
 * Locks the organization's memberships until the transaction ends: concurrent changes see each other. Returns the
 * user's role, which may have changed since the request was authorized.
 */
export async function lockMemberships(
  transaction: Prisma.TransactionClient,
  orgId: string,
  userId: string,
  { isShared = false }: LockOptions = {},
): Promise<Role | undefined> {
  const lock = isShared ? Prisma.sql`FOR SHARE` : Prisma.sql`FOR UPDATE`
  await transaction.$queryRaw`SELECT id FROM organization WHERE id = ${orgId} ${lock}`
  const where = { orgId_userId: { orgId, userId } }
  return (await transaction.membership.findUnique({ where, select: { role: true } }))?.role
}

export interface FoundMembership {
  readonly role: Role
  readonly orgId: string
  /** Whether the organization requires a second factor, and the user has none. */
  readonly lacksSecondFactor: boolean
}

/**
 * Finds the user's role in the organization owning the resource, in one statement, because every operation needs it.
 */
export async function findMembership(
  database: Database,
  userId: string,
  resource: Resource,
  id: string,
): Promise<FoundMembership | undefined> {
  if (resource === 'request' && !uuidPattern.test(id)) return undefined
  const [membership] = await queryPrepared<FoundMembership>(
    database,
    `find-membership-of-${resource}`,
    Prisma.sql`
      SELECT membership.role::text AS role, membership."orgId",
        organization."requiresSecondFactor" AND "user"."secondFactorSince" IS NULL AS "lacksSecondFactor"
      FROM membership
      JOIN organization ON organization.id = membership."orgId"
      JOIN "user" ON "user".id = membership."userId"
      WHERE membership."userId" = ${userId} AND membership."orgId" = ${owningOrganization[resource](id)}`,
  )
  return membership
}

/** Finds a user's memberships, in the order of their organizations' names. */
export async function findMemberships(database: Database, userId: string) {
  const memberships = await database.membership.findMany({
    where: { userId },
    select: {
      role: true,
      org: { select: { id: true, requiresSecondFactor: true } },
      user: { select: { secondFactorSince: true } },
    },
    orderBy: [{ org: { name: 'asc' } }, { orgId: 'asc' }],
  })
  return memberships.map(
    ({ role, org, user }): FoundMembership => ({
      role,
      orgId: org.id,
      lacksSecondFactor: org.requiresSecondFactor && user.secondFactorSince === null,
    }),
  )
}
