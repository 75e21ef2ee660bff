import { Fault } from '@bridge/faults'

/** An address of the data plane. */
export interface CompanyPath {
  /** Nothing where the address names none: it is the token's. */
  readonly realmId: string | undefined
  /** What follows the realm id, percent-decoded; a trailing slash adds nothing. */
  readonly segments: readonly string[]
}

const companyPath = /^[a-z]+:\/\/[^/?#]*\/v3\/company\/([^/?#]+)((?:\/[^/?#]*)*)/i
const entitlementsPath = /^[a-z]+:\/\/[^/?#]*\/entitlements\/?(?:[?#]|$)/i

/**
 * Takes an absolute address apart; nothing for one that is neither below `/v3/company/{realmId}` nor `/entitlements`.
 *
 * @throws Fault `NOT_FOUND` for a broken percent escape
 */
export function pathOf(url: string): CompanyPath | undefined {
  const match = companyPath.exec(url)
  if (!match) return entitlementsPath.test(url) ? { realmId: undefined, segments: ['entitlements'] } : undefined
  const [, realmId = '', rest = ''] = match
  return { realmId, segments: rest.replace(/\/$/, '').split('/').slice(1).map(decoded) }
}

function decoded(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Fault('NOT_FOUND', 'The path has a broken percent escape.')
  }
}
