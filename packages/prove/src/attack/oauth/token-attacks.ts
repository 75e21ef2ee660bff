import { redirectUri } from '@bridge/harness/create-tenant'
import {
  challengeOf,
  confusedSecrets,
  singleParameters,
  unknownScopes,
  unprovenExchanges,
  verifier,
  verifiers,
  wrongBasicCredentials,
} from '@bridge/server/testing/oauth-attacks'
import type { Attack } from '../run/attack.ts'
import type { Reply } from '../target/reply.ts'
import type { Target } from '../target/start-target.ts'
import { basicOf, type OAuthClient, openOAuthClient, parseTokens } from './oauth-client.ts'

/** Returns a response's status and error code. */
function summarize({ status, body }: Reply): string {
  return status === 200 ? '200' : `${status} ${JSON.parse(body).error}`
}

interface Parties {
  readonly client: OAuthClient
  /** Another organization's client. */
  readonly thief: OAuthClient
  readonly target: Target
}

/** An attack whose responses, in order, are known. */
function expecting(
  name: string,
  expected: readonly string[],
  attempt: (parties: Parties) => Promise<readonly Reply[]>,
): Attack<readonly string[]> {
  return {
    name,
    attempt: async (target) => {
      const client = openOAuthClient(target, target.victim)
      const thief = openOAuthClient(target, target.attacker)
      return (await attempt({ client, thief, target })).map(summarize)
    },
    holds: (seen) => seen.join() === expected.join(),
  }
}

const invalidGrant = '400 invalid_grant'
const invalidRequest = '400 invalid_request'
const invalidScope = '400 invalid_scope'
const invalidClient = '401 invalid_client'

const exchanges: readonly Attack[] = [
  ...verifiers.map(([name, text, status]) =>
    expecting(`verifier of ${name}`, [status === 200 ? '200' : invalidRequest], async ({ client }) => [
      await client.exchange(await client.getCode(challengeOf(text)), { code_verifier: text }),
    ]),
  ),
  ...unprovenExchanges.map(([name, challenge, fields]) =>
    expecting(`exchange ${name}, and then with the right one`, [invalidGrant, invalidGrant], async ({ client }) => {
      const code = await client.getCode(challenge)
      const proof: Readonly<Record<string, string>> = 'code_challenge' in challenge ? { code_verifier: verifier } : {}
      return [await client.exchange(code, fields), await client.exchange(code, proof)]
    }),
  ),
  ...['http://localhost:8000/callback?from=bridge', 'https://evil.example/callback', `${redirectUri}/`].map((uri) =>
    expecting(`exchange with the redirect URI ${uri}`, [invalidGrant], async ({ client }) => [
      await client.exchange(await client.getCode(), { redirect_uri: uri }),
    ]),
  ),
  expecting(
    'code of another client, which stays good for its own',
    [invalidGrant, '200'],
    async ({ client, thief }) => {
      const code = await client.getCode()
      return [await thief.exchange(code), await client.exchange(code)]
    },
  ),
  expecting(
    'code that another client replays, which ends nothing',
    [invalidGrant, '200'],
    async ({ client, thief }) => {
      const code = await client.getCode()
      const { refresh_token } = parseTokens(await client.exchange(code))
      return [await thief.exchange(code), await client.refresh(refresh_token)]
    },
  ),
  expecting(
    'code that its client replays, which ends the connection',
    [invalidGrant, invalidGrant],
    async ({ client }) => {
      const code = await client.getCode()
      const { refresh_token } = parseTokens(await client.exchange(code))
      return [await client.exchange(code), await client.refresh(refresh_token)]
    },
  ),
  {
    name: 'code that is exchanged ten times at once',
    attempt: async (target) => {
      const client = openOAuthClient(target, target.victim)
      const code = await client.getCode()
      const replies = await Promise.all(Array.from({ length: 10 }, () => client.exchange(code)))
      return replies.filter(({ status }) => status === 200).length
    },
    holds: (successes) => successes <= 1,
  } satisfies Attack<number>,
  ...confusedSecrets.map(([name, toForm]) =>
    expecting(name, [invalidGrant], async ({ client }) => [
      await client.post('/oauth2/v1/tokens', toForm(await client.connect(), redirectUri)),
    ]),
  ),
  ...['', 'password', 'client_credentials', 'constructor', 'urn:ietf:params:oauth:grant-type:jwt-bearer'].map(
    (grantType): Attack<Reply> => ({
      name: `grant ${JSON.stringify(grantType)}`,
      attempt: (target) =>
        openOAuthClient(target, target.victim).post('/oauth2/v1/tokens', {
          grant_type: grantType,
          username: 'a',
          password: 'b',
        }),
      holds: ({ status }) => status === 400,
    }),
  ),
]

const refreshes: readonly Attack[] = [
  expecting(
    'refresh token of another client, which stays good for its own',
    [invalidGrant, '200'],
    async ({ client, thief }) => {
      const { refresh_token } = await client.connect()
      return [await thief.refresh(refresh_token), await client.refresh(refresh_token)]
    },
  ),
  expecting(
    'refresh token that is used again after its grace, which ends the connection',
    [invalidGrant, invalidGrant],
    async ({ client, target }) => {
      const { refresh_token: first } = await client.connect()
      const { refresh_token: second } = parseTokens(await client.refresh(first))
      // As if the rotation was an hour ago.
      await target.database.refreshToken.updateMany({
        where: { rotatedAt: { not: null } },
        data: { rotatedAt: new Date(Date.now() - 3_600_000) },
      })
      return [await client.refresh(first), await client.refresh(second)]
    },
  ),
  {
    name: 'refresh with a wider scope',
    attempt: async (target) => {
      const client = openOAuthClient(target, target.victim)
      const { refresh_token } = await client.connect()
      return client.refresh(refresh_token, { scope: 'com.intuit.quickbooks.accounting com.intuit.quickbooks.payroll' })
    },
    holds: ({ body }) => !body.includes('payroll"'),
  } satisfies Attack<Reply>,
  ...unknownScopes.map(([name, scope]) =>
    expecting(`refresh with ${name}, and then without`, [invalidScope, '200'], async ({ client }) => {
      const { refresh_token } = await client.connect()
      return [await client.refresh(refresh_token, { scope }), await client.refresh(refresh_token)]
    }),
  ),
  expecting('revocation by another client, which ends nothing', ['200', '200'], async ({ client, thief }) => {
    const { refresh_token } = await client.connect()
    const revocation = await thief.post('/oauth2/v1/revoke', { token: refresh_token })
    return [revocation, await client.refresh(refresh_token)]
  }),
  expecting('token after its revocation', ['200', invalidGrant], async ({ client }) => {
    const { access_token, refresh_token } = await client.connect()
    return [await client.post('/oauth2/v1/revoke', { token: access_token }), await client.refresh(refresh_token)]
  }),
]

const authentication: readonly Attack[] = [
  ...wrongBasicCredentials.map(([name, toText]) =>
    expecting(`Basic credentials with ${name}`, [invalidClient], async ({ client }) => [
      await client.post('/oauth2/v1/tokens', 'grant_type=refresh_token&refresh_token=x', basicOf(toText(client))),
    ]),
  ),
  ...(['clientSecret', 'clientId'] as const).map((name) =>
    expecting(`credentials twice, in the form with the ${name}`, [invalidRequest, '200'], async ({ client }) => {
      const { refresh_token } = await client.connect()
      const form = { client_id: client.clientId, client_secret: client[name] }
      const twice = await client.refresh(refresh_token, form)
      return [twice, await client.refresh(refresh_token)]
    }),
  ),
  expecting('credentials in the address', [invalidClient], async ({ client }) => {
    const { refresh_token } = await client.connect()
    const query = new URLSearchParams({ client_id: client.clientId, client_secret: client.clientSecret, refresh_token })
    return [await client.post(`/oauth2/v1/tokens?${query}`, { grant_type: 'refresh_token' }, {})]
  }),
  ...singleParameters.tokens.flatMap((name) =>
    ['a', ''].map((second) =>
      expecting(`parameter twice: ${name}=a and ${name}=${second}`, [invalidRequest], async ({ client }) => [
        await client.post('/oauth2/v1/tokens', `${name}=a&${name}=${second}`),
      ]),
    ),
  ),
  ...['access_token', 'token', 'authorization'].map(
    (name): Attack<Reply> => ({
      name: `access token in the query, as ${name}`,
      attempt: ({ send, victim }) =>
        send({
          method: 'GET',
          path: `/v3/company/${victim.sandboxId}/companyinfo/1?${name}=${victim.tokens.sandbox}`,
        }),
      holds: ({ status }) => status === 401,
    }),
  ),
]

/** Attacks on the token endpoint, on revocation, and on what tokens are good for. */
export const tokenAttacks: readonly Attack[] = [...exchanges, ...refreshes, ...authentication]
