/**
 * Returns the policy of a page: scripts of this origin with the nonce, and nothing from other origins.
 * Inline styles are allowed because Mantine writes its variables into style elements and attributes.
 *
 * @param nonce random text, new for every response
 * @param development allows hot reloading
 */
export function contentSecurityPolicy(nonce: string, development: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${development ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws: wss:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
