import type { Database } from '@bridge/database'
import type { SealedStore } from '@bridge/identity/second-factor/resealing'
import { toTokenOwner } from './verifier-token.ts'

/** The webhooks' encrypted tokens: the one that signs, and the one that will. */
export function createTokenStores(database: Database): readonly SealedStore[] {
  return (['sealedToken', 'nextSealedToken'] as const).map((column) => ({
    name: `webhooks, ${column}`,
    async list(afterOwner, count) {
      const rows = await database.webhook.findMany({
        where: {
          clientId: { gt: fromTokenOwner(afterOwner) },
          ...(column === 'nextSealedToken' && { nextSealedToken: { not: null } }),
        },
        select: { clientId: true, sealedToken: true, nextSealedToken: true },
        orderBy: { clientId: 'asc' },
        take: count,
      })
      return rows.map((row) => ({ owner: toTokenOwner(row.clientId), sealed: row[column] ?? '' }))
    },
    async replace({ owner, sealed }, next) {
      const where = { clientId: fromTokenOwner(owner), [column]: sealed }
      const { count } = await database.webhook.updateMany({ where, data: { [column]: next } })
      return count === 1
    },
  }))
}

function fromTokenOwner(owner: string): string {
  return owner.slice(toTokenOwner('').length)
}
