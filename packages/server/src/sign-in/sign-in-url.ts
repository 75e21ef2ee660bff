import { createHash, randomBytes } from 'node:crypto'
import type { Dependencies } from '../runtime/dependencies.ts'
import { signInLinkPage } from './auth-address.ts'
import { insertVerificationToken } from './sign-in-url.store.ts'

/** How long a sign-in link works. */
export const signInLinkSeconds = 24 * 60 * 60

/**
 * Creates the link that next-auth would send to this email address: the page whose button signs the user in once within
 * 24 hours.
 *
 * @param callbackPath the path of this service that the link leads to
 */
export async function createSignInUrl(
  {
    database,
    clock,
    config,
  }: Pick<Dependencies, 'database' | 'clock'> & {
    readonly config: Pick<Dependencies['config'], 'baseUrl' | 'sessionSecret'>
  },
  email: string,
  callbackPath = '/',
): Promise<string> {
  const token = randomBytes(32).toString('hex')
  await insertVerificationToken(database, {
    identifier: email,
    token: createHash('sha256')
      .update(token + config.sessionSecret)
      .digest('hex'),
    expires: new Date(clock().getTime() + signInLinkSeconds * 1000),
  })
  const query = new URLSearchParams({ callbackUrl: config.baseUrl + callbackPath, token, email })
  return `${config.baseUrl}${signInLinkPage}?${query}`
}
