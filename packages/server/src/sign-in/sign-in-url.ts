import { createHash, randomBytes } from 'node:crypto'
import type { Dependencies } from '../dependencies.ts'
import { authPath } from './auth-address.ts'
import { insertVerificationToken } from './sign-in-url.store.ts'

/** How long a sign-in link works. */
export const signInLinkSeconds = 24 * 60 * 60

/** What a link needs of the configuration. */
type SignInUrlDependencies = Pick<Dependencies, 'database' | 'clock'> & {
  readonly config: Pick<Dependencies['config'], 'baseUrl' | 'sessionSecret'>
}

/**
 * A link that signs the person with this e-mail address in, once and within 24 hours, without a
 * mail: what a fresh installation prints. It is the link next-auth would mail, made the same way.
 *
 * @param callbackPath where the browser goes then: a path of this service
 */
export async function createSignInUrl(
  { database, clock, config }: SignInUrlDependencies,
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
  return `${config.baseUrl}${authPath}/callback/email?${query}`
}
