import { OAuthError } from '@bridge/faults'

/** Every connection's scope: reading and changing the whole company file. */
export const accountingScope = 'com.intuit.quickbooks.accounting'

/**
 * The scopes a client may ask for. Next to accounting, only `openid` with `profile` or `email` grants something:
 * information about the consenting user.
 */
export const scopes: readonly string[] = [
  accountingScope,
  'com.intuit.quickbooks.payment',
  'openid',
  'profile',
  'email',
  'phone',
  'address',
]

/**
 * Checks an authorize request's `scope`, a list separated by spaces (RFC 6749, section 3.3). Without one, it is the
 * accounting scope.
 *
 * @throws OAuthError `invalid_scope` for an unknown scope, or a list without the accounting scope
 */
export function checkScope(scope: string = accountingScope): string {
  if (!parseScope(scope).includes(accountingScope))
    throw new OAuthError('invalid_scope', `scope must have ${accountingScope}.`)
  return scope
}

/**
 * Parses a scope list.
 *
 * @throws OAuthError `invalid_scope` for an unknown scope
 */
export function parseScope(scope: string): string[] {
  const named = scope.split(' ').filter((each) => each !== '')
  if (!named.every((each) => scopes.includes(each)))
    throw new OAuthError('invalid_scope', `scope has an unknown scope. The known ones are ${scopes.join(', ')}.`)
  return named
}
