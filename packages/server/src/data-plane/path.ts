import { Fault } from '@bridge/faults'

/** An address below `/v3/company/{realmId}`. */
export interface CompanyPath {
  readonly realmId: string
  /** What follows the realm id, percent-decoded; a trailing slash adds nothing. */
  readonly segments: readonly string[]
}

const companyPath = /^[a-z]+:\/\/[^/?#]*\/v3\/company\/([^/?#]+)((?:\/[^/?#]*)*)/i

/**
 * Takes an absolute address apart; nothing for one that is not below `/v3/company/{realmId}`.
 *
 * @throws Fault `NOT_FOUND` for a broken percent escape
 */
export const pathOf = (url: string): CompanyPath | undefined => {
  const match = companyPath.exec(url)
  if (!match) return undefined
  const [, realmId = '', rest = ''] = match
  return { realmId, segments: rest.replace(/\/$/, '').split('/').slice(1).map(decoded) }
}

const decoded = (segment: string): string => {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Fault('NOT_FOUND', 'The path has a broken percent escape.')
  }
}
