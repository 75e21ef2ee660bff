import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sessionCookieName } from '@bridge/identity/sessions/session-cookie'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'
import { openBrowser } from '../consent.fixture.ts'
import { hostDocument, hostUrl } from '../mcp-client.fixture.ts'
import { parseHiddenFields } from '../oauth.fixture.ts'
import { findFreePort, listen } from './listen.fixture.ts'

const inspector = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/inspector/clients/launcher/build/index.js',
)

let admin: TestAdmin
let owner: Awaited<ReturnType<TestAdmin['organization']>>
let address: Awaited<ReturnType<typeof listen>>
/** Where the Inspector keeps its tokens. */
let home: string

beforeAll(async () => {
  address = await listen()
  home = await mkdtemp(path.join(tmpdir(), 'bridge-inspector-'))
  const document = JSON.stringify(hostDocument)
  admin = await startAdmin({
    outgoing: { send: async () => ({ kind: 'response', status: 200, body: document, ms: 1 }) },
    // The first call creates the sample company, which takes long on a busy machine.
    config: { baseUrl: address.origin, agentTimeoutMs: 300_000 },
  })
  address.serve(admin.app.fetch)
  owner = await admin.organization()
})
afterAll(async () => {
  await address.stop()
  await admin.stop()
  await rm(home, { recursive: true })
})

type Era = 'modern' | 'legacy'

/** Starts the Inspector's command line with the company file's address. */
function inspect(era: Era, ...args: string[]) {
  const url = `${address.origin}/mcp/${owner.sandboxRealmId}`
  const common = ['--cli', url, '--transport', 'http', '--protocol-era', era, '--format', 'json']
  return execa(process.execPath, [inspector, ...common, '--connect-timeout', '120000', ...args], {
    // It must find no browser, and no tokens of the person who runs this.
    extendEnv: false,
    env: {
      PATH: path.dirname(process.execPath),
      HOME: home,
      MCP_STORAGE_DIR: path.join(home, era),
      MCP_INSPECTOR_SECRET_STORE: 'file',
      MCP_AUTO_OPEN_ENABLED: 'true',
    },
    reject: false,
    stdin: 'ignore',
  })
}

/** Consents as the owner on the page that the Inspector asks to open, and returns to the Inspector. */
async function consent(opened: string) {
  const browser = openBrowser(admin.app, admin.config.baseUrl)
  const [, session = ''] = (owner.session.cookie ?? '').split('=', 2)
  browser.cookies.set(sessionCookieName(admin.config.baseUrl), session)
  const { pathname, search } = new URL(opened)
  const page = await browser.open(pathname + search)
  const redirect = await browser.submit(parseHiddenFields(await page.text()))
  expect((await fetch(redirect.headers.get('location') ?? '')).status).toBe(200)
}

describe.each(['modern', 'legacy'] as const)('the MCP Inspector in the %s era', (era) => {
  it('signs in with the address only, and lists tools with schemas that every host can read', async () => {
    const callback = `http://localhost:${await findFreePort()}/callback`
    const args = ['--method', 'tools/list', '--strict', '--client-metadata-url', hostUrl, '--callback-url', callback]
    const running = inspect(era, ...args)
    for await (const line of running.iterable({ from: 'stderr' })) {
      const [, opened] = /navigate to: (http\S+)/.exec(line) ?? []
      if (opened !== undefined) await consent(opened)
    }
    const { exitCode, stdout, stderr } = await running
    expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, ''])
    const { tools } = JSON.parse(stdout).result
    expect(tools.map(({ name }: { name: string }) => name)).toContain('company_overview')
  })

  it('calls a tool with the token that it got', async () => {
    const input = JSON.stringify({ entity: 'Customer', count: true })
    const call = ['--method', 'tools/call', '--tool-name', 'find', '--tool-args-json', input]
    const { exitCode, stdout, stderr } = await inspect(era, ...call, '--stored-auth-only')
    expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout).result.structuredContent).toEqual({ entity: 'Customer', count: 57 })
  })
})
