import { findRedirectUriViolation } from '@bridge/identity/access/redirect-uri-violation'

const maxUris = 10

/** Returns the redirect URIs in a field, one per line. */
export function parseRedirectUris(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Returns what is wrong with a field's redirect URIs, if anything. */
export function findRedirectUrisError(text: string): string | null {
  const uris = parseRedirectUris(text)
  if (uris.length === 0) return 'Enter at least one redirect URI.'
  if (uris.length > maxUris) return `An app has at most ${maxUris} redirect URIs.`
  const repeated = uris.find((uri, index) => uris.indexOf(uri) !== index)
  if (repeated !== undefined) return `${repeated} is listed twice.`
  const errors = uris.flatMap((uri) => {
    const violation = findRedirectUriViolation(uri)
    return violation === undefined ? [] : [`${uri} ${violation}.`]
  })
  return errors.length === 0 ? null : errors.join(' ')
}
