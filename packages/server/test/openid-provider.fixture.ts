import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The provider's client. */
export const registered = { clientId: 'bridge', clientSecret: 'bridge secret: 1' }

/** The user at the provider. Claims in addition to `sub` are in the ID token. */
export interface OpenIdUser {
  readonly sub: string
  readonly [claim: string]: unknown
}

interface Grant {
  readonly redirectUri: string
  readonly challenge: string
  readonly nonce: string
  readonly user: OpenIdUser
}

function base64url(value: object) {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
function newKey() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'pem', type: 'pkcs8' })
}

/** Starts an OpenID Connect provider on its own port, signing in the user in `signsIn` without a prompt. */
export async function startOpenIdProvider() {
  const key = newKey()
  const grants = new Map<string, Grant>()
  let user: OpenIdUser = { sub: 'nobody' }
  let signingKey = key
  let userinfo = user
  let issuer = ''

  const idToken = ({ nonce, user: claims }: Grant) => {
    const now = Math.floor(Date.now() / 1000)
    const payload = { iss: issuer, aud: registered.clientId, iat: now, exp: now + 300, nonce, ...claims }
    const signed = `${base64url({ alg: 'RS256', kid: 'one' })}.${base64url(payload)}`
    return `${signed}.${sign('sha256', Buffer.from(signed), createPrivateKey(signingKey)).toString('base64url')}`
  }

  const authorize = (query: URLSearchParams, response: ServerResponse) => {
    const parameters = Object.fromEntries(query)
    if (parameters.response_type !== 'code' || parameters.client_id !== registered.clientId)
      return respond(response, 400, {})
    if (parameters.code_challenge_method !== 'S256' || !parameters.scope?.split(' ').includes('email')) {
      return respond(response, 400, {})
    }
    const code = randomUUID()
    const { redirect_uri: redirectUri = '', code_challenge: challenge = '', nonce = '' } = parameters
    grants.set(code, { redirectUri, challenge, nonce, user })
    const back = new URLSearchParams({ code, state: parameters.state ?? '' })
    response.writeHead(302, { location: `${redirectUri}?${back}` }).end()
  }

  const exchange = async (request: IncomingMessage, response: ServerResponse) => {
    const [user, password] = Buffer.from(request.headers.authorization?.split(' ')[1] ?? '', 'base64')
      .toString()
      .split(':')
      .map((text) => decodeURIComponent(text.replaceAll('+', ' ')))
    let body = ''
    for await (const chunk of request) body += chunk
    const form = new URLSearchParams(body)
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isClient = user === registered.clientId && password === registered.clientSecret
    if (!isClient) return respond(response, 401, { error: 'invalid_client' })
    if (!grant || grant.redirectUri !== form.get('redirect_uri') || grant.challenge !== challenge) {
      return respond(response, 400, { error: 'invalid_grant' })
    }
    // Additional fields without a column, as Keycloak sends them.
    const extra = { refresh_expires_in: 1800, 'not-before-policy': 0 }
    respond(response, 200, {
      access_token: 'at the provider',
      token_type: 'Bearer',
      expires_in: 300,
      id_token: idToken(grant),
      ...extra,
    })
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    if (pathname === '/.well-known/openid-configuration') {
      return respond(response, 200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/userinfo`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    }
    if (pathname === '/jwks') {
      return respond(response, 200, {
        keys: [{ ...createPublicKey(key).export({ format: 'jwk' }), kid: 'one', use: 'sig' }],
      })
    }
    if (pathname === '/authorize') return authorize(searchParams, response)
    if (pathname === '/token') return void exchange(request, response)
    if (pathname === '/userinfo' && request.headers.authorization === 'Bearer at the provider') {
      return respond(response, 200, userinfo)
    }
    respond(response, 404, {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    issuer,
    /** Sets the user at the provider, and the userinfo endpoint's claims. */
    signsIn(claims: OpenIdUser, userinfoClaims?: OpenIdUser) {
      user = claims
      userinfo = userinfoClaims ?? claims
      signingKey = key
    },
    /** Signs tokens with another key. */
    forge() {
      signingKey = newKey()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
