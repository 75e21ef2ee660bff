import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'

/** Finds a client with its redirect URIs, secrets and names. */
export function findClient(database: Database, clientId: string) {
  return database.oAuthClient.findUnique({
    where: { id: clientId },
    select: {
      id: true,
      orgId: true,
      name: true,
      redirectUris: true,
      secretHash: true,
      formerSecretHash: true,
      formerSecretUntil: true,
      org: { select: { name: true, slug: true } },
    },
  })
}

/** Finds a realm in the organization. */
export async function findOrganizationRealm(database: Database, orgId: string, realmId: RealmId) {
  const realm = await database.realm.findFirst({ where: { id: realmId, orgId }, select: { name: true, kind: true } })
  return realm && { ...realm, id: realmId }
}

/** Finds an organization's realms by name, of some kinds. A search is part of the name, without case, or the ID. */
export async function findOrganizationRealms(
  database: Database,
  orgId: string,
  { kinds, search, maxRealms }: RealmSearch,
) {
  const matches = [{ name: { contains: escapePattern(search), mode: 'insensitive' } }, { id: search }] as const
  const realms = await database.realm.findMany({
    where: { orgId, kind: { in: [...kinds] }, ...(search !== '' && { OR: [...matches] }) },
    select: { id: true, name: true, kind: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: maxRealms,
  })
  return realms.map((realm) => ({ ...realm, id: requireRealmId(realm.id) }))
}

interface RealmSearch {
  readonly kinds: readonly ('sandbox' | 'production')[]
  /** Empty for all. */
  readonly search: string
  readonly maxRealms: number
}

/** Prisma passes `%` and `_` on to LIKE, as any text. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
