/**
 * Signs up at a service, connects an app to the new sandbox, and prints both: `create-tenant.ts ORIGIN MAIL_PORT`. Receives
 * the email with its link at the port to which the service sends. Uses what any person and any app may use, and no
 * package, so that it runs next to each version of the service.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'

const [origin = '', mailPort = ''] = process.argv.slice(2)
const redirectUri = 'http://localhost:8000/callback'

/** A browser: keeps cookies, follows no redirect, and says which site its forms are from. */
class Browser {
  readonly #cookies = new Map<string, string>()

  async send(method: string, path: string, body?: URLSearchParams | object): Promise<Response> {
    const isForm = body instanceof URLSearchParams
    const response = await fetch(new URL(path, origin), {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.#cookies.set(name, value)
    }
    if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }

  async read<Body>(method: string, path: string, body?: URLSearchParams | object): Promise<Body> {
    return (await (await this.send(method, path, body)).json()) as Body
  }
}

/** Receives one email, after `ask` has asked for it. Returns its text. */
async function receiveEmail(ask: () => Promise<unknown>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const server = createServer((socket) => {
    let received = ''
    let isData = false
    socket.setEncoding('utf8').write('220 localhost\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (chunk: string) => {
      received += chunk
      for (;;) {
        const end = received.indexOf(isData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const line = received.slice(0, end)
        received = received.slice(end + (isData ? 5 : 2))
        if (isData) resolve(line)
        isData = !isData && /^data/i.test(line)
        socket.write(isData ? '354 go on\r\n' : '250 ok\r\n')
        if (/^quit/i.test(line)) socket.end()
      }
    })
  }).listen(Number(mailPort), '127.0.0.1')
  await once(server, 'listening')
  await ask()
  const email = await promise
  server.close()
  return email
}

/** Signs up with a link from an email. The new user's organization has a sandbox. */
async function signUp(browser: Browser): Promise<void> {
  const auth = '/admin/v1/auth'
  const { csrfToken } = await browser.read<{ csrfToken: string }>('GET', `${auth}/csrf`)
  const fields = { csrfToken, email: 'operator@bridge.example', callbackUrl: '/', json: 'true' }
  const email = await receiveEmail(() => browser.send('POST', `${auth}/signin/email`, new URLSearchParams(fields)))
  const text = email
    .replaceAll('\r\n..', '\r\n.')
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=')
    .replaceAll('&amp;', '&')
  const [link] = /https?:\/\/\S+\/sign-in\/link\?[^\s"<>]+/.exec(text) ?? []
  if (link === undefined) throw new Error(`The email has no link: ${text}`)
  await browser.send('POST', `${auth}/callback/email`, new URL(link).searchParams)
}

/** Consents to an app's access to a company file. Returns the app's access token. */
async function connect(browser: Browser, orgId: string, realmId: string): Promise<string> {
  const app = { orgId, name: 'Deployment', redirectUris: [redirectUri] }
  const { client, clientSecret } = await browser.read<{ client: { id: string }; clientSecret: string }>(
    'POST',
    '/admin/v1/clients',
    app,
  )
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: redirectUri,
    realm_id: realmId,
    scope: 'com.intuit.quickbooks.accounting',
    state: 'deployment',
  })
  const page = await (await browser.send('GET', `/oauth2/v1/authorize?${request}`)).text()
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  const form = hidden.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')])
  const consent = new URLSearchParams([...form, ['decision', 'connect']])
  const redirect = await browser.send('POST', '/oauth2/v1/authorize', consent)
  const code = new URL(redirect.headers.get('location') ?? origin).searchParams.get('code')
  if (code === null) throw new Error(`There is no code: ${redirect.status} ${await redirect.text()}`)
  const response = await fetch(new URL('/oauth2/v1/tokens', origin), {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.id}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return access_token
}

const browser = new Browser()
await signUp(browser)
const { orgs } = await browser.read<{ orgs: { id: string }[] }>('GET', '/admin/v1/orgs')
const orgId = orgs[0]?.id ?? ''
const { realms } = await browser.read<{ realms: { id: string }[] }>('GET', `/admin/v1/realms?orgId=${orgId}`)
const realmId = realms[0]?.id ?? ''
process.stdout.write(JSON.stringify({ realmId, token: await connect(browser, orgId, realmId) }))
