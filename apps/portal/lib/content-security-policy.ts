/**
 * Returns a page's policy: scripts from this origin, inline scripts with a nonce or hash, and nothing from other
 * origins. Inline styles are allowed because Mantine writes attributes and elements with styles
 * (docs/security.md#headers).
 *
 * @param inlineScripts nonces and hashes, in quotes
 * @param development allows hot reloading
 */
export function contentSecurityPolicy(inlineScripts: readonly string[], development: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${inlineScripts.join(' ')}${development ? " 'unsafe-eval'" : ''}`,
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
