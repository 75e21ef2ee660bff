import { z } from 'zod'
import type { Check, Settings } from './deployment.ts'
import { type Finding, ok, problem, unused } from './finding.ts'
import { probe } from './probe.ts'

const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})
type Discovery = z.output<typeof discoverySchema>

/** The OpenID Connect provider: its discovery document, its keys, and whether it knows this client. */
export const openIdConnectCheck: Check = {
  title: 'OpenID Connect',
  needs: [],
  async examine({ settings, baseUrl }) {
    const { OIDC_ISSUER: issuer } = settings
    if (issuer === undefined) return [unused('Members sign in by emailed links.')]
    const address = `${issuer}/.well-known/openid-configuration`
    const reply = await probe(address)
    const advice = 'Check OIDC_ISSUER; the provider shows it as “issuer”.'
    if ('failure' in reply) return [problem(`${address} cannot be reached: ${reply.failure}.`, advice)]
    const discovery = parseDiscovery(reply.text)
    if (discovery === undefined)
      return [problem(`${address} is no discovery document (status ${reply.status}).`, advice)]
    if (discovery.issuer.replace(/\/$/, '') !== issuer)
      return [problem(`The provider calls itself ${discovery.issuer}, so its tokens would be refused.`, advice)]
    const findings = [...(await findKeys(discovery)), ...(await findClient(discovery, settings, baseUrl))]
    return findings.length > 0 ? findings : [ok(`${issuer} knows this client.`)]
  },
}

function parseDiscovery(text: string): Discovery | undefined {
  try {
    return discoverySchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

async function findKeys({ jwks_uri: uri }: Discovery): Promise<readonly Finding[]> {
  const reply = await probe(uri)
  if ('status' in reply && reply.status === 200 && reply.text.includes('"keys"')) return []
  return [problem(`The provider's keys at ${uri} cannot be read.`, 'Open the way to it from this machine.')]
}

/** Exchanges an invalid code: a provider checks the client first (RFC 6749, section 5.2). */
async function findClient(
  { token_endpoint: endpoint }: Discovery,
  { OIDC_CLIENT_ID: id = '', OIDC_CLIENT_SECRET: secret = '' }: Partial<Settings>,
  baseUrl: string,
): Promise<readonly Finding[]> {
  const credentials = Buffer.from([id, secret].map(encodeURIComponent).join(':')).toString('base64')
  const redirectUri = `${baseUrl}/admin/v1/auth/callback/oidc`
  const body = new URLSearchParams({ grant_type: 'authorization_code', code: 'doctor', redirect_uri: redirectUri })
  const reply = await probe(endpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  })
  if ('failure' in reply)
    return [problem(`${endpoint} cannot be reached: ${reply.failure}.`, 'Open the way to it from this machine.')]
  if (reply.status !== 401 && !reply.text.includes('invalid_client')) return []
  return [
    problem(
      'The provider refuses OIDC_CLIENT_ID with OIDC_CLIENT_SECRET.',
      `Compare both with the provider's registration, whose redirect URI is ${redirectUri}.`,
    ),
  ]
}
