import { createHash } from 'node:crypto'
import { secretsMatch } from '@bridge/database/secrets'

/**
 * Finds the secret that signed a browser's CSRF cookie, which next-auth sets with every other cookie of a sign-in: a
 * sign-in that began before the secret was rotated ends with the same one. Returns the first secret for any other browser.
 */
export function findCookieSecret(
  cookies: Readonly<Record<string, string>>,
  secrets: readonly [string, ...string[]],
): string {
  const [token = '', hash = ''] = (
    cookies['__Host-next-auth.csrf-token'] ??
    cookies['next-auth.csrf-token'] ??
    ''
  ).split('|')
  // The form of next-auth 4.
  const isSignedWith = (secret: string) =>
    secretsMatch(
      hash,
      createHash('sha256')
        .update(token + secret)
        .digest('hex'),
    )
  return secrets.find(isSignedWith) ?? secrets[0]
}
