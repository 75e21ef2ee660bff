import { Fault } from '@bridge/faults'

/** A data plane request's path. */
export interface CompanyPath {
  /** Undefined for `/entitlements`, which describes the token's realm. */
  readonly realmId: string | undefined
  /** The segments after the realm ID, percent-decoded, without a trailing slash. */
  readonly segments: readonly string[]
}

const companyPath = /^[a-z]+:\/\/[^/?#]*\/v3\/company\/([^/?#]+)((?:\/[^/?#]*)*)/i
const entitlementsPath = /^[a-z]+:\/\/[^/?#]*\/entitlements\/?(?:[?#]|$)/i

/**
 * Parses an absolute URL's path.
 *
 * @throws Fault `NOT_FOUND` unless it is `/entitlements` or below `/v3/company/{realmId}`, or for a broken percent escape
 */
export function parsePath(url: string): CompanyPath {
  const match = companyPath.exec(url)
  if (!match) {
    if (entitlementsPath.test(url)) return { realmId: undefined, segments: ['entitlements'] }
    throw new Fault('NOT_FOUND', 'Paths of the data plane begin with /v3/company/{realmId}/.')
  }
  const [, realmId = '', rest = ''] = match
  return { realmId, segments: rest.replace(/\/$/, '').split('/').slice(1).map(decode) }
}

/** Returns whether the path is `/entitlements`, which requires no entitlement. */
export function isEntitlementsPath({ segments }: CompanyPath): boolean {
  return segments.length === 1 && segments[0]?.toLowerCase() === 'entitlements'
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Fault('NOT_FOUND', 'The path has a broken percent escape.')
  }
}
