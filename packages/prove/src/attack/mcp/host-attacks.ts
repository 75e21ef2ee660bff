import { redirectUri } from '@bridge/harness/create-tenant'
import { verifier } from '@bridge/server/testing/oauth-attacks'
import { internalAddresses, listen } from '../outgoing/receiver-attacks.ts'
import type { Attack } from '../run/attack.ts'
import { findHeader, type Reply } from '../target/reply.ts'
import type { Target } from '../target/start-target.ts'
import { openHost } from './mcp-host.ts'

type Fields = Readonly<Record<string, string>>

/** Returns whether the browser gets neither a code nor a form. */
function isRefused(reply: Reply): boolean {
  const location = findHeader(reply, 'location')
  if (location !== undefined) return /[?&]error=/.test(location) && !location.includes('code=')
  return [400, 403].includes(reply.status) && !reply.body.includes('consent_token')
}

/** Values of `resource` that are not the attacker's own company file, by the attacker's owner and client. */
const foreignResources: readonly ((target: Target) => Fields)[] = [
  ({ origin, victim }) => ({ resource: `${origin}/mcp/${victim.productionId}` }),
  ({ origin, victim }) => ({ resource: `${origin}/mcp/${victim.sandboxId}` }),
  ({ origin, attacker, victim }) => ({ resource: `${origin}/mcp/${attacker.productionId}/../${victim.productionId}` }),
  ({ origin, attacker, victim }) => ({ resource: `${origin}/mcp/${attacker.productionId}#/${victim.productionId}` }),
  ({ origin, attacker, victim }) => ({ resource: `${origin}/mcp/${attacker.productionId}?a=${victim.productionId}` }),
  ({ origin, attacker }) => ({ resource: `${origin}/mcp/${attacker.productionId}/extra` }),
  ({ origin, attacker }) => ({ resource: `${origin}/mcp%2F${attacker.productionId}` }),
  ({ origin, attacker }) => ({ resource: `${origin}//mcp/${attacker.productionId}` }),
  ({ origin, attacker }) => ({ resource: `${origin}.evil.example/mcp/${attacker.productionId}` }),
  ({ origin, attacker }) => ({ resource: `${origin.replace('//', '//user@')}/mcp/${attacker.productionId}` }),
  ({ attacker }) => ({ resource: `https://evil.example/mcp/${attacker.productionId}` }),
  ({ attacker }) => ({ resource: `/mcp/${attacker.productionId}` }),
  ({ origin, attacker }) => ({ resource: `${origin}/v3/company/${attacker.productionId}` }),
  ({ origin }) => ({ resource: origin }),
  ({ origin, attacker, victim }) => ({
    resource: `${origin}/mcp/${attacker.productionId}`,
    realm_id: victim.productionId,
  }),
]

/** A target with names instead of IDs, for the attacks' own names. */
const names = {
  origin: 'ORIGIN',
  victim: { productionId: 'VICTIM', sandboxId: 'SANDBOX' },
  attacker: { productionId: 'OWN' },
} as unknown as Target

const resourceAttacks: readonly Attack<Reply>[] = foreignResources.map((getFields, index) => ({
  name: `resource ${index + 1}: ${JSON.stringify(getFields(names))}`,
  attempt: (target) => {
    const host = openHost(target, target.attacker)
    return host.openConsent({ ...host.parameters, ...getFields(target) })
  },
  holds: isRefused,
}))

/** Registered are `https://client.example/callback` and `http://localhost:8000/callback?from=bridge`. */
const redirectUris = [
  'https://client.example:8443/callback',
  'https://client.example/callback/../evil',
  'https://localhost:8000/callback?from=bridge',
  'http://localhost:8001/callback',
  'http://localhost:8001/callback?from=bridge&to=evil',
  'http://localhost:8001/callback?from=bridge#',
  'http://localhost:8001@evil.example/callback?from=bridge',
  'http://localhost:8001.evil.example/callback?from=bridge',
  'http://localhost.evil.example:8001/callback?from=bridge',
  'http://localhost:/callback?from=bridge@evil.example',
  'http://localhost\\@evil.example:8000/callback?from=bridge',
  'http://127.0.0.1:8001/callback?from=bridge',
  'http://[::1]:8001/callback?from=bridge',
  'http://2130706433:8001/callback?from=bridge',
  'http://LOCALHOST:8001/callback?from=bridge',
  'http://localhost:99999/callback?from=bridge',
  'http://localhost:8001/callback?from=bridge\r\nSet-Cookie: a=b',
  'http://evil.example:8000/callback?from=bridge',
  'javascript:alert(1)//localhost:8000/callback?from=bridge',
]

const redirectAttacks: readonly Attack<Reply>[] = redirectUris.map((uri) => ({
  name: `redirect URI of a host ${JSON.stringify(uri)}`,
  attempt: (target) => {
    const host = openHost(target, target.victim)
    return host.openConsent({ ...host.parameters, redirect_uri: uri })
  },
  holds: (reply) => isRefused(reply) && findHeader(reply, 'location') === undefined,
}))

/** What a document's address led to. */
interface Fetched {
  readonly isRefused: boolean
  readonly isReached: boolean
}

/** Addresses of documents that are no client IDs, next to those of the machine and its network. */
const documentUrls = [
  ...internalAddresses.map((address) => `${address}client.json`),
  'https://client.example/',
  'https://client.example/a/../client.json',
  'https://user:secret@client.example/client.json',
  'https://client.example/client.json#a',
  'http://127.0.0.1:PORT/client.json',
  'data:application/json,{}',
]

const documentAttacks: readonly Attack<Fetched>[] = documentUrls.map((url) => ({
  name: `a metadata document at ${url}`,
  async attempt(target) {
    let isReached = false
    const { server, port } = await listen(() => {
      isReached = true
    })
    try {
      const host = openHost(target, target.attacker)
      const reply = await host.openConsent({ ...host.parameters, client_id: url.replace('PORT', String(port)) })
      return { isRefused: isRefused(reply), isReached }
    } finally {
      server.close()
    }
  },
  holds: (seen) => seen.isRefused && !seen.isReached,
}))

const unsignedDocument: Attack<Fetched> = {
  name: 'a metadata document without a session',
  async attempt(target) {
    let isReached = false
    const { server, port } = await listen(() => {
      isReached = true
    })
    try {
      const host = openHost(target, { ...target.attacker, members: signedOut(target) })
      const reply = await host.openConsent({
        ...host.parameters,
        client_id: `https://127.0.0.1:${port}/client.json`,
      })
      return { isRefused: isRefused(reply), isReached }
    } finally {
      server.close()
    }
  },
  holds: (seen) => seen.isRefused && !seen.isReached,
}

function signedOut({ attacker: { members } }: Target) {
  return { ...members, owner: { ...members.owner, session: 'made-up' } }
}

/** What an exchange or a refresh of the victim's host must not get. The fields replace those of the host. */
const exchanges: Readonly<Record<string, (target: Target) => Fields>> = {
  'another company file': ({ origin, attacker }) => ({ resource: `${origin}/mcp/${attacker.productionId}` }),
  'the sandbox': ({ origin, victim }) => ({ resource: `${origin}/mcp/${victim.sandboxId}` }),
  '/v3': ({ origin }) => ({ resource: `${origin}/v3` }),
  'another service': () => ({ resource: 'https://evil.example/mcp' }),
}

const exchangeAttacks: readonly Attack<readonly string[]>[] = Object.entries(exchanges).map(([name, getFields]) => ({
  name: `an exchange and a refresh for ${name}`,
  async attempt(target) {
    const host = openHost(target, target.victim)
    const code = await host.getCode(host.parameters)
    const { refresh_token } = await host.connectHost()
    const fields = getFields(target)
    const replies = [
      await host.exchange(code, { ...host.fields, ...fields }),
      await host.refresh(refresh_token, fields),
    ]
    return replies.map(({ status, body }) => `${status} ${JSON.parse(body).error}`)
  },
  holds: (seen) => seen.every((each) => each === '400 invalid_target'),
}))

const proofAttacks: readonly Attack<Reply>[] = [
  {
    name: 'an exchange of a host without the verifier',
    async attempt(target) {
      const host = openHost(target, target.victim)
      return host.exchange(await host.getCode(host.parameters))
    },
    holds: ({ status }) => status === 400,
  },
  {
    name: 'a consent without PKCE',
    attempt: (target) => {
      const host = openHost(target, target.victim)
      return host.openConsent({ ...host.parameters, code_challenge: '', code_challenge_method: '' })
    },
    holds: isRefused,
  },
  {
    name: 'an exchange without the secret of a client that has one',
    async attempt(target) {
      const host = openHost(target, target.victim)
      const code = await host.getCode(host.parameters)
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      return host.post('/oauth2/v1/tokens', { ...form, client_id: host.clientId, code_verifier: verifier }, {})
    },
    holds: ({ status }) => status === 401,
  },
  {
    name: 'an exchange of a client’s code by a metadata document',
    async attempt(target) {
      const host = openHost(target, target.victim)
      const code = await host.getCode(host.parameters)
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      const client_id = 'https://evil.example/client.json'
      return host.post('/oauth2/v1/tokens', { ...form, client_id, code_verifier: verifier }, {})
    },
    holds: ({ status }) => status === 400,
  },
]

/** Hosts that ask for what is not theirs, or for requests into the service's network. */
export const hostAttacks: readonly Attack[] = [
  ...resourceAttacks,
  ...redirectAttacks,
  ...documentAttacks,
  unsignedDocument,
  ...exchangeAttacks,
  ...proofAttacks,
] as readonly Attack[]
