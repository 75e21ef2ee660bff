import { randomBytes } from 'node:crypto'
import { hashSecret } from '@bridge/database/secrets'
import type { Dependencies } from '@bridge/platform/dependencies'
import { signInLinkPage } from './auth-address.ts'
import { replaceVerificationToken, toOperatorIdentifier } from './sign-in-url.store.ts'

/** How long a link for the operator's terminal works. */
const printedLinkSeconds = 24 * 60 * 60

/**
 * Creates a link like those emailed to this address, for the operator: the page whose button signs the user in once
 * within 24 hours. It replaces the operator's earlier link.
 *
 * @param callbackPath the local path the link leads to
 */
export async function createSignInUrl(
  {
    database,
    clock,
    config,
  }: Pick<Dependencies, 'database' | 'clock'> & { readonly config: Pick<Dependencies['config'], 'baseUrl'> },
  email: string,
  callbackPath = '/',
): Promise<string> {
  const token = randomBytes(32).toString('hex')
  await replaceVerificationToken(database, {
    identifier: toOperatorIdentifier(email),
    token: hashSecret(token),
    expires: new Date(clock().getTime() + printedLinkSeconds * 1000),
  })
  const query = new URLSearchParams({ callbackUrl: config.baseUrl + callbackPath, token, email })
  return `${config.baseUrl}${signInLinkPage}?${query}`
}
