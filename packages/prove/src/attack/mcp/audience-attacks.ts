import { hashSecret } from '@bridge/database/secrets'
import type { Attack } from '../run/attack.ts'
import { findHeader, type Reply } from '../target/reply.ts'
import type { Target } from '../target/start-target.ts'
import { callTools, openHost } from './mcp-host.ts'

/** Credentials that are no tokens for the victim's tools. */
const wrongCredentials: Readonly<Record<string, (target: Target) => string | Promise<string>>> = {
  'a token for /v3': ({ victim }) => victim.tokens.production,
  'a token for /v3 of the sandbox': ({ victim }) => victim.tokens.sandbox,
  'an expired token': ({ victim }) => victim.tokens.expired,
  'a refresh token for /v3': ({ victim }) => victim.refreshToken,
  'an API key': ({ victim }) => victim.members.owner.apiKey,
  'a session': ({ victim }) => victim.members.owner.session,
  'an agent token': ({ victim }) => victim.agentToken,
  'a client secret': ({ victim }) => victim.client.secret,
  'the hash of a token': async (target) =>
    hashSecret((await openHost(target, target.victim).connectHost()).access_token),
  'a refresh token': async (target) => (await openHost(target, target.victim).connectHost()).refresh_token,
  'a code': (target) => {
    const host = openHost(target, target.victim)
    return host.getCode(host.parameters)
  },
  'a token with a letter more': async (target) =>
    `${(await openHost(target, target.victim).connectHost()).access_token}a`,
  'a token in capitals': async (target) =>
    (await openHost(target, target.victim).connectHost()).access_token.toUpperCase(),
  'a token for another organization': async (target) =>
    (await openHost(target, target.attacker).connectHost()).access_token,
  'a token after its revocation': async (target) => {
    const host = openHost(target, target.victim)
    const { access_token } = await host.connectHost()
    await host.post('/oauth2/v1/revoke', { token: access_token })
    return access_token
  },
  'a token after its rotated refresh token came back': async (target) => {
    const host = openHost(target, target.victim)
    const { access_token, refresh_token } = await host.connectHost()
    await host.refresh(refresh_token)
    await target.database.refreshToken.updateMany({
      where: { tokenHash: hashSecret(refresh_token) },
      data: { rotatedAt: new Date(Date.now() - 3_600_000) },
    })
    await host.refresh(refresh_token)
    return access_token
  },
  nothing: () => '',
}

const credentialAttacks: readonly Attack<string>[] = Object.entries(wrongCredentials).map(([name, getCredential]) => ({
  name: `tools with ${name}`,
  attempt: async (target) => callTools(target, `Bearer ${await getCredential(target)}`, target.victim.productionId),
  holds: (seen) => seen === '401',
}))

/** Realm IDs in the path of a call that a token for the victim's company file is sent with. */
const otherRealms: Readonly<Record<string, (target: Target) => string>> = {
  'the sandbox': ({ victim }) => victim.sandboxId,
  'another organization': ({ attacker }) => attacker.productionId,
  'no company file': () => '9999999999999999',
  'a longer path': ({ victim }) => `${victim.productionId}/../${victim.sandboxId}`,
}

const realmAttacks: readonly Attack<string>[] = Object.entries(otherRealms).map(([name, getRealm]) => ({
  name: `tools of ${name} with a token for a company file`,
  async attempt(target) {
    const { access_token } = await openHost(target, target.victim).connectHost()
    return callTools(target, `Bearer ${access_token}`, getRealm(target))
  },
  holds: (seen) => seen === '401',
}))

/** Surfaces that a token for tools must not open. */
const surfaces: readonly (readonly [string, string, (target: Target) => string])[] = [
  ['a read of /v3', 'GET', ({ victim }) => `/v3/company/${victim.productionId}/companyinfo/1`],
  ['a write of /v3', 'POST', ({ victim }) => `/v3/company/${victim.productionId}/customer`],
  ['its batch', 'POST', ({ victim }) => `/v3/company/${victim.productionId}/batch`],
  ['the user information', 'GET', () => '/oauth2/v1/userinfo'],
  ['its other path', 'POST', () => '/v1/openid_connect/userinfo'],
  ['the control plane', 'GET', ({ victim }) => `/admin/v1/realms/${victim.productionId}`],
  ['the entitlements', 'GET', () => '/entitlements'],
]

const surfaceAttacks: readonly Attack<Reply>[] = surfaces.map(([name, method, getPath]) => ({
  name: `${name} with a token for tools`,
  async attempt(target) {
    const { access_token } = await openHost(target, target.victim).connectHost()
    return target.send({
      method,
      path: getPath(target),
      headers: {
        authorization: `Bearer ${access_token}`,
        'x-api-key': access_token,
        'content-type': 'application/json',
      },
      ...(method === 'POST' && { body: '{"DisplayName":"Hostile"}' }),
    })
  },
  holds: ({ status }) => status === 401,
}))

/** Scopes that no consent may give. */
const scopeAttacks: readonly Attack<string>[] = (
  [
    ['the scope of /v3', 'com.intuit.quickbooks.accounting'],
    ['the scope of /v3 in addition', 'bridge.read com.intuit.quickbooks.accounting'],
    ['an unknown scope', 'bridge.read bridge.admin'],
    ['another case', 'BRIDGE.WRITE'],
    ['a pattern', 'bridge.*'],
    ['a comma between scopes', 'bridge.read,bridge.write'],
    ['no scope but spaces', '  '],
  ] as const
).map(([name, scope]) => ({
  name: `a consent to ${name}`,
  async attempt(target) {
    const host = openHost(target, target.victim)
    const reply = await host.openConsent({ ...host.parameters, scope })
    return findHeader(reply, 'location') ?? `page ${reply.status}`
  },
  holds: (seen) => seen.includes('error=invalid_scope') && !seen.includes('code='),
}))

const widenedScope: Attack<string> = {
  name: 'a refresh for more scopes than the consent had',
  async attempt(target) {
    const host = openHost(target, target.victim)
    const { refresh_token } = await host.connectHost('bridge.read')
    const wider = await host.refresh(refresh_token, { scope: 'bridge.read bridge.write' })
    const { status, body } = await host.refresh(refresh_token)
    const token: { readonly access_token?: string } = JSON.parse(body)
    const seen = await callTools(target, `Bearer ${token.access_token}`, target.victim.productionId)
    return `${wider.status} ${status} ${seen}`
  },
  holds: (seen) => seen === '400 200 insufficient_scope',
}

const missingScopes: readonly Attack<string>[] = ['bridge.read', 'bridge.read bridge.write'].map((scope) => ({
  name: `a deletion with ${scope}`,
  async attempt(target) {
    const { access_token } = await openHost(target, target.victim).connectHost(scope)
    return callTools(target, `Bearer ${access_token}`, target.victim.productionId)
  },
  holds: (seen) => seen === 'insufficient_scope',
}))

/** Tokens of another audience, company file and scope. */
export const audienceAttacks: readonly Attack[] = [
  ...credentialAttacks,
  ...realmAttacks,
  ...surfaceAttacks,
  ...scopeAttacks,
  widenedScope,
  ...missingScopes,
] as readonly Attack[]
