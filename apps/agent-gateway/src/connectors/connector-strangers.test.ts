import { once } from 'node:events'
import { request as sendRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { passedCallHeader } from '@bridge/agent-protocol'
import { mintSecret } from '@bridge/database/secrets'
import { describe, expect, it } from 'vitest'
import { patient, setupConnector, short } from '../../test/connector-setup.ts'
import { openAgentSocket } from '../../test/scripted-agent.ts'
import { createCredential, createScriptedConnector } from '../../test/scripted-connector.ts'
import { createRealm, machineSecret, startGateway } from '../../test/test-gateway.ts'

const setup = setupConnector()
const read = { kind: 'read' } as const
/** An endless minute, so no limit begins again. */
const still = { clock: () => new Date('2026-03-02T08:00:00Z') }
const soap = 'http://schemas.xmlsoap.org/soap/envelope/'
const mebibyte = Buffer.alloc(1024 ** 2, 'a')

/** The header in which the deployment's proxy names a client. */
function from(address: string) {
  return { 'x-forwarded-for': address }
}
function connectorFrom(address: string, credential = setup.credential) {
  return createScriptedConnector(setup.gateway.url, credential, from(address))
}
function guessOften(times: number, address: string) {
  const stranger = connectorFrom(address)
  return Promise.all(Array.from({ length: times }, () => stranger.authenticate(mintSecret('svcw_'))))
}

describe('a stranger who guesses the password of a Web Connector', () => {
  it('gets five guesses in a minute, and does not keep its owner from signing in [cp-4:connector-attempts]', async () => {
    await setup.restart(short, still)
    const guessed = await guessOften(40, '203.0.113.9')
    expect(guessed.filter(([, result]) => result === 'nvu')).toHaveLength(5)
    expect(guessed.filter(([, result]) => result === 'busy')).toHaveLength(35)
    expect(await connectorFrom('198.51.100.7').authenticate()).toEqual([expect.any(String), 'none'])
    // Never `nvu`, which the Web Connector shows as a wrong password.
    expect(await connectorFrom('203.0.113.9').authenticate()).toEqual(['', 'busy'])
  })

  it('a stranger who guesses the password of a Web Connector is counted once where two gateways share the work', async () => {
    await connectorFrom('198.51.100.7').authenticate()
    const other = await startGateway(setup.db, short, still)
    const behind = createScriptedConnector(other.url, setup.credential, from('198.51.100.7'))
    for (let time = 1; time <= 6; time += 1) expect(await behind.authenticate()).toEqual([expect.any(String), 'none'])
    const stranger = createScriptedConnector(other.url, setup.credential, from('203.0.113.9'))
    const results = []
    for (let time = 1; time <= 6; time += 1) results.push((await stranger.authenticate(mintSecret('svcw_')))[1])
    expect(results).toEqual([...Array<string>(5).fill('nvu'), 'busy'])
    expect(await behind.authenticate()).toEqual([expect.any(String), 'none'])
    await other.close()
  })
})

/** Sends a body up to 256 MiB and returns how much was sent, and the response if it arrived. */
async function sendLongBody(path: string, beginning: string, method = 'POST') {
  const { port } = new URL(setup.gateway.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  let received = ''
  socket.on('data', (data) => (received += data.toString('latin1')))
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${256 * mebibyte.length}\r\n\r\n`)
  socket.write(beginning)
  let sent = 0
  while (sent < 256 && !socket.destroyed) {
    sent += 1
    if (!socket.write(mebibyte)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed])
  }
  if (!socket.destroyed) socket.end()
  await closed
  return { sentMiB: sent, received }
}

function formatBeginning(operation: string, ticket = '') {
  return `<s:Envelope xmlns:s="${soap}"><s:Body><i:${operation} xmlns:i="http://developer.intuit.com/"><i:ticket>${ticket}</i:ticket><i:response>`
}

describe('a body of 256 MiB without a run', () => {
  it.each([
    ['without a ticket', '/connector', ''],
    [
      'with an unknown ticket',
      '/connector',
      formatBeginning('receiveResponseXML', '9f3b2a10-0000-4000-8000-000000000001'),
    ],
    ['at another path', '/nothing', ''],
    ['at the path of the health', '/healthz', ''],
  ])('a body of 256 MiB without a run is cut off early, with flat memory: %s', async (_, path, beginning) => {
    const before = process.memoryUsage()
    const { sentMiB } = await sendLongBody(path, beginning)
    const after = process.memoryUsage()
    // Both ends of the connection hold a part no one reads.
    expect(sentMiB).toBeLessThan(32)
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(48 * 1024 ** 2)
  })

  it('a body of 256 MiB without a run is refused as a response out of turn', async () => {
    const response = await fetch(`${setup.gateway.url}/connector`, {
      method: 'POST',
      body: `${formatBeginning('receiveResponseXML', 'unknown')}${'a'.repeat(20_000)}`,
    })
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close'])
    expect(await response.text()).toContain('<receiveResponseXMLResult>-1</receiveResponseXMLResult>')
  })
})

describe('a long response', () => {
  it('arrives through another gateway than that of its run', async () => {
    await setup.connector.authenticate()
    const other = await startGateway(setup.db, short)
    const outcome = setup.exchange('<QBXML>asked</QBXML>', read)
    const ticket = await setup.connector.begin()
    await setup.connector.ask(ticket)
    const response = `<QBXML>${'Thank you. '.repeat(200_000)}</QBXML>`
    const through = createScriptedConnector(other.url, setup.credential)
    expect(await through.respond(ticket, response)).toBe(100)
    expect(await outcome).toMatchObject({ sent: true, lost: false })
    await other.close()
  })
})

describe('an address that makes too many requests', () => {
  const limited = { ...short, maxRequestsPerMinute: 3 }
  const ask = (path: string, address = '203.0.113.9', init: RequestInit = {}) =>
    fetch(`${setup.gateway.url}${path}`, { ...init, headers: { ...from(address), ...init.headers } })

  it.each(['/connector', '/connector?wsdl', '/healthz', '/nothing'])(
    'an address that makes too many requests is refused at %s, and others are not',
    async (path) => {
      await setup.restart(limited, still)
      const statuses = []
      for (let time = 1; time <= 4; time += 1) statuses.push((await ask(path)).status)
      expect(statuses).toEqual([...Array(3).fill(path === '/nothing' ? 404 : 200), 429])
      const refused = await ask(path)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await ask('/healthz', '198.51.100.7')).status).toBe(200)
    },
  )

  it('an address that makes too many requests is refused with calls and as an agent', async () => {
    await setup.restart(limited, still)
    const call = { method: 'POST', body: '<a/>' }
    const statuses = []
    for (let time = 1; time <= 4; time += 1) statuses.push((await ask('/connector', '203.0.113.9', call)).status)
    expect(statuses).toEqual([500, 500, 500, 429])
    const { port } = new URL(setup.gateway.url)
    const headers = { connection: 'Upgrade', upgrade: 'websocket', ...from('203.0.113.9') }
    const [response] = await once(sendRequest({ port, path: '/agent', headers }).end(), 'response')
    expect([response.statusCode, Number(response.headers['retry-after']) > 0]).toEqual([503, true])
    response.resume()
  })

  it('an address that makes too many requests has a limit for the /64 of an IPv6 address', async () => {
    await setup.restart(limited, still)
    const statuses = []
    for (let host = 1; host <= 4; host += 1) statuses.push((await ask('/healthz', `2001:db8::${host}`)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await ask('/healthz', '2001:db8:0:1::1')).status).toBe(200)
  })

  it('goes on with its runs, whose calls do not count', async () => {
    await setup.restart({ ...patient, maxRequestsPerMinute: 4 }, still)
    const owner = connectorFrom('203.0.113.9')
    for (let poll = 1; poll <= 6; poll += 1) await owner.authenticate()
    const outcomes = []
    outcomes.push(setup.exchange('<QBXML>1</QBXML>', read))
    const ticket = await owner.begin()
    expect(await owner.ask(ticket)).toBe('<QBXML>1</QBXML>')
    while ((await ask('/healthz')).status === 200);
    const operation = `<authenticate xmlns="http://developer.intuit.com/"><ticket>${ticket}</ticket></authenticate>`
    const body = `<s:Envelope xmlns:s="${soap}"><s:Body>${operation}</s:Body></s:Envelope>`
    expect((await ask('/connector', '203.0.113.9', { method: 'POST', body })).status).toBe(429)
    const held = owner.respond(ticket, '<QBXML>one</QBXML>')
    outcomes.push(setup.exchange('<QBXML>2</QBXML>', read))
    expect(await held).toBe(99)
    expect(await owner.ask(ticket)).toBe('<QBXML>2</QBXML>')
    const last = owner.respond(ticket, '<QBXML>two</QBXML>')
    expect(await Promise.all(outcomes)).toMatchObject([
      { response: '<QBXML>one</QBXML>' },
      { response: '<QBXML>two</QBXML>' },
    ])
    await owner.call('closeConnection', { ticket })
    await last
  })

  it('an address that makes too many requests does not count agents whose token is valid', async () => {
    await setup.restart(limited, still)
    for (let time = 1; time <= 8; time += 1) {
      const agent = openAgentSocket(setup.gateway.url, setup.realm.token)
      await agent.sayHello()
    }
    expect((await ask('/healthz', '127.0.0.1')).status).toBe(200)
  })

  it('an address that makes too many requests is not a server, which has no limit', async () => {
    await setup.restart(limited, still)
    for (let time = 1; time <= 6; time += 1) {
      const init = { headers: { authorization: `Bearer ${machineSecret}` } }
      expect((await ask('/healthz', '203.0.113.9', init)).status).toBe(200)
    }
  })

  it('an address that makes too many requests is the address of the connection where the gateway trusts no proxy', async () => {
    await setup.restart({ ...limited, trustProxy: false }, still)
    const statuses = []
    for (let host = 1; host <= 4; host += 1) statuses.push((await ask('/healthz', `198.51.100.${host}`)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})

describe('Web Connectors and agents behind one address', () => {
  it('Web Connectors and agents behind one address are served, 100 of them at once', async () => {
    await setup.restart(short)
    const connectors = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const credential = await createCredential(setup.db, await createRealm(setup.db.database))
        return connectorFrom('203.0.113.9', credential)
      }),
    )
    const polls = await Promise.all(
      connectors.map(async (connector) => {
        await connector.call('serverVersion')
        await connector.call('clientVersion', { strVersion: '2.3.0.215' })
        return (await connector.authenticate())[1]
      }),
    )
    expect(new Set(polls)).toEqual(new Set(['none']))
    const agents = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const { token } = await createRealm(setup.db.database)
        const agent = openAgentSocket(setup.gateway.url, token)
        await agent.sayHello()
        return agent
      }),
    )
    expect(agents).toHaveLength(50)
  })
})

describe('a request with several Host headers', () => {
  it.each([
    ['a page', 'GET /connector HTTP/1.1', ''],
    ['a call', 'POST /connector HTTP/1.1', 'Content-Length: 4\r\n'],
    ['an agent', 'GET /agent HTTP/1.1', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'],
    ['a server', 'GET /exchange HTTP/1.1', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'],
  ])('a request with several Host headers is refused: %s', async (_, line, headers) => {
    const { port } = setup.gateway.gateway.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write(`${line}\r\nHost: bridge.example\r\nHost: evil.example\r\n${headers}\r\n<a/>`)
    const [data] = await once(socket, 'data')
    expect(String(data)).toMatch(/^HTTP\/1\.1 400 /)
    socket.destroy()
  })
})

describe('the page and the WSDL of the Web Connector', () => {
  it('the page and the WSDL of the Web Connector have the policy of every response, and the WSDL, which repeats the host, is not stored', async () => {
    const headers = { [passedCallHeader]: 'call' }
    const [page, wsdl] = [
      await fetch(`${setup.gateway.url}/connector`, { headers }),
      await fetch(`${setup.gateway.url}/connector?wsdl`),
    ]
    const policy = "default-src 'none'; frame-ancestors 'none'"
    for (const { headers: sent } of [page, wsdl]) expect(sent.get('content-security-policy')).toBe(policy)
    expect(wsdl.headers.get('cache-control')).toBe('no-store')
  })
})
