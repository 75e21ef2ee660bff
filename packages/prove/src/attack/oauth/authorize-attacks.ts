import { redirectUri, roles, type Tenant } from '@bridge/harness/create-tenant'
import {
  challengeOf,
  downgrades,
  refusedChallenges,
  refusedScopes,
  similarRedirectUris,
  singleParameters,
} from '@bridge/server/testing/oauth-attacks'
import type { Attack } from '../run/attack.ts'
import { findHeader, type Reply, serializeComparable } from '../target/reply.ts'
import type { Target } from '../target/start-target.ts'
import { openOAuthClient } from './oauth-client.ts'

/** Returns whether the browser stays at the service, with an error. */
function isRefused(reply: Reply): boolean {
  return [400, 403].includes(reply.status) && findHeader(reply, 'location') === undefined
}

/** Returns whether the browser goes to the registered redirect URI with an error and without a code. */
function isReturned(reply: Reply): boolean {
  const location = findHeader(reply, 'location') ?? ''
  if (!location.startsWith(`${redirectUri}?`)) return false
  const { searchParams } = new URL(location)
  return searchParams.has('error') && !searchParams.has('code')
}

type Parameters = Readonly<Record<string, string>>

const returnedParameters: readonly (readonly [string, Parameters])[] = [
  ...refusedScopes.map(([name, scope]) => [`scope: ${name}`, { scope }] as const),
  ...refusedChallenges.map(
    ([name, challenge]) => [`challenge: ${name}`, { ...challengeOf(''), code_challenge: challenge }] as const,
  ),
  ...downgrades.map(([name, parameters]) => [`PKCE: ${name}`, parameters] as const),
]

const refusedParameters: readonly (readonly [string, Parameters])[] = [
  ...returnedParameters.map(
    ([name, sent]) => [`${name}, and a similar redirect URI`, { ...sent, redirect_uri: `${redirectUri}/` }] as const,
  ),
  ...similarRedirectUris.map((uri) => [`redirect URI ${JSON.stringify(uri)}`, { redirect_uri: uri }] as const),
  ...['token', 'id_token', 'code token', 'none'].map(
    (type) => [`response type ${type}`, { response_type: type }] as const,
  ),
]

const parameters: readonly Attack[] = [
  ...returnedParameters.map(
    ([name, sent]): Attack<Reply> => ({
      name,
      attempt: (target) => openOAuthClient(target, target.victim).openConsent(sent),
      holds: isReturned,
    }),
  ),
  ...returnedParameters.map(
    ([name, sent]): Attack<Reply> => ({
      name: `${name}, for another organization’s owner`,
      attempt: (target) =>
        openOAuthClient(target, target.attacker).openConsent({ ...sent, client_id: target.victim.client.id }),
      holds: isRefused,
    }),
  ),
  ...refusedParameters.map(
    ([name, sent]): Attack<Reply> => ({
      name,
      attempt: (target) => openOAuthClient(target, target.victim).openConsent(sent),
      holds: isRefused,
    }),
  ),
  ...singleParameters.authorize.map(
    (name): Attack<Reply> => ({
      name: `parameter twice: ${name}`,
      attempt: (target) => openOAuthClient(target, target.victim).openConsent({ [name]: 'a' }, [[name, 'a']]),
      holds: isRefused,
    }),
  ),
]

/** Headers on a submitted form which did not come from the page in the user's browser. */
const foreignForms: Readonly<Record<string, (target: Target) => Parameters>> = {
  'from another site': () => ({ origin: 'https://evil.example' }),
  'from a sandboxed frame': () => ({ origin: 'null' }),
  'from another site, as its metadata says': () => ({
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
  }),
  'from a host that begins with the service’s': ({ origin }) => ({ origin: `${origin}.evil.example` }),
  'in another browser': ({ victim }) => ({ cookie: `next-auth.session-token=${victim.members.owner.session}` }),
  'with a made-up browser': ({ victim }) => ({
    cookie: `next-auth.session-token=${victim.members.owner.session}; bridge-consent=svcb_${'0'.repeat(36)}`,
  }),
  'by another organization’s owner': ({ attacker }) => ({
    cookie: `next-auth.session-token=${attacker.members.owner.session}`,
  }),
  'after the sign-out': () => ({ cookie: 'bridge-consent=svcb_0' }),
}

const forms: readonly Attack[] = [
  ...Object.entries(foreignForms).map(
    ([name, toHeaders]): Attack<Reply> => ({
      name: `consent form ${name}`,
      attempt: async (target) => {
        const client = openOAuthClient(target, target.victim)
        return client.submitConsent(await client.openConsent(), toHeaders(target))
      },
      holds: isRefused,
    }),
  ),
  {
    name: 'consent form that is submitted twice',
    attempt: async (target) => {
      const client = openOAuthClient(target, target.victim)
      const page = await client.openConsent()
      const replies = await Promise.all([1, 2, 3, 4].map(() => client.submitConsent(page)))
      return replies.map(({ status }) => status).sort()
    },
    holds: (statuses) => statuses.join() === '302,400,400,400',
  } satisfies Attack<number[]>,
  ...(['client_id', 'redirect_uri', 'realm_id'] as const).map(
    (name): Attack<Reply> => ({
      name: `consent form with another ${name}`,
      attempt: async (target) => {
        const { victim, attacker } = target
        const client = openOAuthClient(target, victim)
        const others = {
          client_id: attacker.client.id,
          redirect_uri: 'http://localhost:8000/callback?from=bridge',
          realm_id: attacker.productionId,
        }
        return client.submitConsent(await client.openConsent(), {}, { [name]: others[name] })
      },
      holds: isRefused,
    }),
  ),
  ...roles
    .filter((role) => role === 'member')
    .map(
      (role): Attack<Reply> => ({
        name: `consent to a company file by a ${role}`,
        attempt: (target) => openOAuthClient(target, target.victim, target.victim.members[role].session).openConsent(),
        holds: isRefused,
      }),
    ),
]

/** Users who must not learn which realms a client's organization has. */
const outsiders: Readonly<Record<string, (target: Target) => string>> = {
  nobody: () => 'made-up',
  'another organization’s owner': ({ attacker }) => attacker.members.owner.session,
  'a removed member': ({ victim }) => victim.formerMember.session,
}

const realms: readonly Attack[] = Object.entries(outsiders).flatMap(([name, getSession]) =>
  (['productionId', 'sandboxId'] as const).map(
    (kind): Attack<{ readonly isRefused: boolean; readonly found: string; readonly missing: string }> => ({
      name: `guess the ID of a realm (${kind}) by ${name}`,
      attempt: async (target) => {
        const client = openOAuthClient(target, target.victim, getSession(target))
        const submit = async (realmId: string) =>
          client.submitConsent(await client.openConsent(), {}, { ...formOf(target.victim), realm_id: realmId })
        const found = await submit(target.victim[kind])
        const missing = await submit('9999999999999999')
        return { isRefused: isRefused(found), found: serializeComparable(found), missing: serializeComparable(missing) }
      },
      holds: ({ isRefused, found, missing }) => isRefused && found === missing,
    }),
  ),
)

/** Returns the form fields, public but for the consent token. */
function formOf({ client }: Tenant): Parameters {
  return { response_type: 'code', client_id: client.id, redirect_uri: redirectUri, consent_token: 'svcf_0' }
}

const redirects: readonly Attack[] = [
  {
    name: 'mix-up: the redirect names its issuer once (RFC 9207)',
    attempt: async (target) => {
      const client = openOAuthClient(target, target.victim)
      const redirect = await client.submitConsent(await client.openConsent())
      const { searchParams } = new URL(findHeader(redirect, 'location') ?? target.origin)
      return { issuers: searchParams.getAll('iss'), expected: target.origin }
    },
    holds: ({ issuers, expected }) => issuers.length === 1 && issuers[0] === expected,
  } satisfies Attack<{ readonly issuers: readonly string[]; readonly expected: string }>,
  {
    name: 'the redirect does not repeat the form, and is neither cached nor sent on',
    attempt: async (target) => {
      const client = openOAuthClient(target, target.victim)
      return client.submitConsent(await client.openConsent())
    },
    holds: (reply) =>
      reply.status === 302 &&
      findHeader(reply, 'cache-control') === 'no-store' &&
      findHeader(reply, 'referrer-policy') === 'no-referrer',
  } satisfies Attack<Reply>,
  {
    name: 'the consent page cannot be framed',
    attempt: (target) => openOAuthClient(target, target.victim).openConsent(),
    holds: (reply) =>
      reply.status === 200 &&
      findHeader(reply, 'x-frame-options') === 'DENY' &&
      /frame-ancestors 'none'/.test(findHeader(reply, 'content-security-policy') ?? ''),
  } satisfies Attack<Reply>,
  ...['\r\nSet-Cookie: a=b', '"><script>alert(1)</script>', '&code=evil&iss=evil', '#fragment', '\u0000'].map(
    (state): Attack<string> => ({
      name: `state ${JSON.stringify(state)}`,
      attempt: async (target) => {
        const client = openOAuthClient(target, target.victim)
        const redirect = await client.submitConsent(await client.openConsent({ state }))
        const location = findHeader(redirect, 'location')
        if (location === undefined) return 'refused'
        const { origin, pathname, searchParams, hash } = new URL(location)
        const isKept = searchParams.getAll('state').join() === state && searchParams.getAll('code').length === 1
        return `${origin}${pathname}${hash} ${isKept}`
      },
      holds: (seen) => seen === 'refused' || seen === `${redirectUri} true`,
    }),
  ),
]

/** Attacks on the consent page and its redirects. */
export const authorizeAttacks: readonly Attack[] = [...parameters, ...forms, ...realms, ...redirects]
