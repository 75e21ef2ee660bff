import { parseRealmId, type RealmId } from '@bridge/agent-protocol/realm-id'
import { toCompanyPath } from './company-path.ts'

/** A call for the Explorer, without secrets. */
export interface ExplorerCall {
  readonly realmId: RealmId
  readonly method: string
  /** The path after `/v3/company/{realmId}`: `/invoice`. */
  readonly path: string
  /** The parameters without `?`; empty for none. */
  readonly query: string
  /** Empty for none. */
  readonly body: string
}

/** A longer body does not fit in an address and is left out. */
const maxBodyCharacters = 24_000

/** Fields and parameters whose values never appear in an address. */
const secretNames =
  'SSN|TaxIdentifier|PrimaryTaxIdentifier|SecondaryTaxIdentifier|VendorTaxIdent|Password|CreditCardNumber|CardNumber|client_secret|access_token|refresh_token'
const secretValue = new RegExp(`("(?:${secretNames})"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"?|[^",}\\]\\s]+)`, 'gi')
const secretParameter = new RegExp(`(^|&)(?:${secretNames})=[^&]*`, 'gi')
const socialSecurityNumber = /(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)/g

/** Returns the Explorer's address with a call, in the part browsers do not send to servers. */
export function explorerLink(slug: string, call: ExplorerCall): string {
  return `/orgs/${slug}/explorer#${encodeExplorerCall(call)}`
}

/** Encodes a call as JSON in base64url, without secrets. */
export function encodeExplorerCall({ realmId, method, path, query, body }: ExplorerCall): string {
  const shown: ExplorerCall = {
    realmId,
    method,
    path: path.replace(socialSecurityNumber, ''),
    query: query.replace(secretParameter, '$1').replace(socialSecurityNumber, ''),
    body: body.length > maxBodyCharacters ? '' : hideSecrets(body),
  }
  const bytes = new TextEncoder().encode(JSON.stringify(shown))
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(characters)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
}

function hideSecrets(body: string): string {
  return body.replace(secretValue, '$1""').replace(socialSecurityNumber, '')
}

/** Returns the call in a fragment, with or without `#`; undefined if it contains none. */
export function decodeExplorerCall(fragment: string): ExplorerCall | undefined {
  try {
    const characters = atob(fragment.replace(/^#/, '').replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0))
    return toCall(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    return undefined
  }
}

function toCall(value: unknown): ExplorerCall | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { realmId: realm, method, path, query, body } = value as Record<string, unknown>
  const realmId = typeof realm === 'string' ? parseRealmId(realm) : undefined
  if (realmId === undefined) return undefined
  if ((method !== 'GET' && method !== 'POST') || typeof path !== 'string') return undefined
  return {
    realmId,
    method,
    path: `/${toCompanyPath(path)
      .replace(/^\//, '')
      .replace(/[?#\\].*$/s, '')}`,
    query: typeof query === 'string' ? query.replace(/^\?/, '') : '',
    body: typeof body === 'string' ? body : '',
  }
}
