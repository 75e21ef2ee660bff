import { createHash } from 'node:crypto'

/** Returns the OwnerID of a realm's credentials created before each had its own. Their `.qwc` files are in use. */
export function toOwnerId(realmId: string): string {
  const hex = createHash('sha256').update(`web connector ${realmId}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
