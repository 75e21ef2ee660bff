import { createHash } from 'node:crypto'

/** What attackers send to the OAuth endpoints, by kind. Tests and `npm run attack` try everything. */

export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** A client's tokens, and a code not exchanged yet. */
export interface Issued {
  readonly access_token: string
  readonly refresh_token: string
  readonly code: string
}

export const accountingScope = 'com.intuit.quickbooks.accounting'

/** Refused scopes (RFC 6749, section 3.3). */
export const unknownScopes = [
  ['an unknown scope', 'nothing.at.all'],
  ['an unknown scope beside a known one', `${accountingScope} nothing.at.all`],
  ['another case', 'COM.INTUIT.QUICKBOOKS.ACCOUNTING'],
  ['the name of a property of every object', 'constructor'],
  ['a comma between scopes', `${accountingScope},openid`],
] as const

/** Scopes refused in an authorize request. */
export const refusedScopes = [
  ...unknownScopes,
  ['no scope of accounting', 'openid profile'],
  ['only spaces', '   '],
] as const

export const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

/** Returns an authorize request's parameters with PKCE. */
export function challengeOf(text: string) {
  return {
    code_challenge: createHash('sha256').update(text).digest('base64url'),
    code_challenge_method: 'S256',
  }
}

/** Verifiers with their exchange's status (RFC 7636, section 4.1). */
export const verifiers = [
  ['43 characters', verifier, 200],
  ['128 characters', 'a'.repeat(128), 200],
  ['every unreserved character', `-._~${'aZ09'.repeat(10)}`, 200],
  ['42 characters', 'a'.repeat(42), 400],
  ['129 characters', 'a'.repeat(129), 400],
  ['a space', `${'a'.repeat(42)} b`, 400],
  ['a plus sign', `${'a'.repeat(43)}+`, 400],
  ['a letter outside of ASCII', `${'a'.repeat(43)}é`, 400],
  ['a line break at the end', `${'a'.repeat(43)}\n`, 400],
] as const

/** Refused challenges. */
export const refusedChallenges = [
  ['42 characters', 'a'.repeat(42)],
  ['44 characters', 'a'.repeat(44)],
  ['padding', `${'a'.repeat(42)}=`],
  ['base64 that is not for URLs', `${'a'.repeat(42)}+`],
  ['a line break at the end', `${'a'.repeat(43)}\n`],
] as const

type Fields = Readonly<Record<string, string>>

/** Parameters turning PKCE off or weakening it (RFC 9700, section 4.8.2). */
export const downgrades: readonly (readonly [string, Fields])[] = [
  ['no method', { code_challenge: challengeOf(verifier).code_challenge }],
  ['the method plain', { code_challenge: verifier, code_challenge_method: 'plain' }],
  ['a method in lower case', { ...challengeOf(verifier), code_challenge_method: 's256' }],
  ['a method without a challenge', { code_challenge_method: 'S256' }],
]

/** Authorize parameters and a mismatching exchange's fields. */
export const unprovenExchanges: readonly (readonly [string, Fields, Fields])[] = [
  ['without a verifier', challengeOf(verifier), {}],
  ['with an empty verifier', challengeOf(verifier), { code_verifier: '' }],
  ['with the challenge as verifier', challengeOf(verifier), { code_verifier: challengeOf(verifier).code_challenge }],
  ['with the verifier of another request', challengeOf(verifier), { code_verifier: 'b'.repeat(43) }],
  ['with a verifier, although the challenge was removed', {}, { code_verifier: verifier }],
]

/** Addresses resembling the registered `https://client.example/callback` (RFC 9700, section 4.1). */
export const similarRedirectUris: readonly string[] = [
  'https://client.example/callback/',
  'https://client.example/callback?',
  'https://client.example/callback#',
  'https://client.example/callback#fragment',
  'https://client.example/callback?next=https://evil.example',
  'https://client.example/callback/../evil',
  'https://client.example/callback%2f',
  'https://client.example/%63allback',
  'https://client.example//callback',
  'https://client.example:443/callback',
  'https://client.example:8443/callback',
  'https://client.example./callback',
  'https://client.example@evil.example/callback',
  'https://user@client.example/callback',
  'https://client.example.evil.example/callback',
  'https://sub.client.example/callback',
  'http://client.example/callback',
  'HTTPS://client.example/callback',
  ' https://client.example/callback',
  'https://client.example/callback\n',
  'https://client.example\\callback',
  '//client.example/callback',
  '/callback',
  'data:text/html,callback',
  'http://localhost:8001/callback?from=bridge',
  'http://127.0.0.1:8000/callback?from=bridge',
  'http://localhost:8000/callback?from=bridge&x=1',
]

/** Token requests with one kind of secret in another's place. */
export const confusedSecrets: readonly (readonly [string, (issued: Issued, redirectUri: string) => Fields])[] = [
  [
    'an access token as a refresh token',
    ({ access_token }) => ({ grant_type: 'refresh_token', refresh_token: access_token }),
  ],
  [
    'a refresh token as a code',
    ({ refresh_token }, redirectUri) => ({
      grant_type: 'authorization_code',
      code: refresh_token,
      redirect_uri: redirectUri,
    }),
  ],
  ['a code as a refresh token', ({ code }) => ({ grant_type: 'refresh_token', refresh_token: code })],
  [
    'the hash of a refresh token',
    ({ refresh_token }) => ({
      grant_type: 'refresh_token',
      refresh_token: createHash('sha256').update(refresh_token).digest('hex'),
    }),
  ],
]

/** Refused Basic credentials (RFC 6749, section 2.3.1). */
export const wrongBasicCredentials: readonly (readonly [string, (client: ClientCredentials) => string])[] = [
  ['half an escape', ({ clientId, clientSecret }) => `${clientId}:${clientSecret}%`],
  ['an escape that is not UTF-8', ({ clientId }) => `${clientId}:%ff`],
  ['a plus sign', ({ clientId, clientSecret }) => `${clientId}:${clientSecret}+`],
  [
    'credentials that were escaped twice',
    ({ clientId, clientSecret }) => `${clientId.replace('_', '%255F')}:${clientSecret}`,
  ],
  ['a colon in front', ({ clientId, clientSecret }) => `:${clientId}:${clientSecret}`],
  ['the secret of another client', ({ clientId }) => `${clientId}:svcs_${'0'.repeat(36)}`],
]

/** Parameters not to appear twice (RFC 6749, section 3). */
export const singleParameters = {
  authorize: ['response_type', 'client_id', 'redirect_uri', 'realm_id', 'state', 'scope', 'code_challenge', 'unknown'],
  tokens: ['grant_type', 'code', 'redirect_uri', 'code_verifier', 'client_id', 'client_secret', 'refresh_token'],
} as const
