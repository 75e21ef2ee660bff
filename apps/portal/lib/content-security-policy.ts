/**
 * What a page may load: scripts of this origin that carry the nonce, and nothing from elsewhere.
 * Mantine writes its variables into style elements and attributes, so styles may be inline.
 *
 * @param nonce a random text, new for every answer
 * @param development allows what Next's hot reloading needs
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
