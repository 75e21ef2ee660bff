import { OAuthError } from '@bridge/faults'
import type { McpScope } from '../access/mcp-caller.ts'

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

/** The scopes of tokens for `/mcp`. */
export const mcpScopes: readonly McpScope[] = ['bridge.read', 'bridge.write', 'bridge.delete']

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
 * Checks the `scope` of an authorize request for `/mcp`. Without one, a host may only read.
 *
 * @throws OAuthError `invalid_scope`
 */
export function checkMcpScope(scope = 'bridge.read'): string {
  const named = parseScope(scope, mcpScopes)
  if (named.length === 0) throw new OAuthError('invalid_scope', 'scope is empty.')
  return named.join(' ')
}

/** Returns the scopes of a connection for `/mcp`. */
export function toMcpScopes(scope: string): ReadonlySet<McpScope> {
  const granted = scope.split(' ')
  return new Set(mcpScopes.filter((each) => granted.includes(each)))
}

/**
 * Parses a scope list.
 *
 * @throws OAuthError `invalid_scope` for an unknown scope
 */
export function parseScope(scope: string, known: readonly string[] = scopes): string[] {
  const named = scope.split(' ').filter((each) => each !== '')
  if (!named.every((each) => known.includes(each)))
    throw new OAuthError('invalid_scope', `scope has an unknown scope. The known ones are ${known.join(', ')}.`)
  return named
}
