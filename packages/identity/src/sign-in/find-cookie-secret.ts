import { createHash } from 'node:crypto'
import { secretsMatch } from '@bridge/database/secrets'

/**
 * Finds the secret behind a browser's CSRF cookie, which next-auth sets with every other sign-in cookie: a sign-in
 * begun before a rotation ends with the same secret. Returns the first secret for any other browser.
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
  // next-auth 4's form.
  const isSignedWith = (secret: string) =>
    secretsMatch(
      hash,
      createHash('sha256')
        .update(token + secret)
        .digest('hex'),
    )
  return secrets.find(isSignedWith) ?? secrets[0]
}
