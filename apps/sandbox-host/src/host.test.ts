import { once } from 'node:events'
import type { RealmId } from '@bridge/agent-protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { add, listCustomers, machineSecret, openTestHosts, type TestHosts } from '../test/test-hosts.ts'
import type { SandboxHost } from './host.ts'

let hosts: TestHosts
let realmId: RealmId
beforeEach(async () => {
  hosts = await openTestHosts()
  realmId = await hosts.createSandbox()
})
afterEach(() => hosts.stop())

const responded = { sent: true, lost: false }

/** Ends a host as a kill does: its sockets break, and it says nothing. */
function breakOff(host: SandboxHost): void {
  host.server.close()
  host.server.closeAllConnections()
  // Upgraded sockets no longer belong to the HTTP server.
  void host.close()
}

describe('a host of sandboxes', () => {
  it('runs message sets, and stores the books', async () => {
    await hosts.startHost()
    const server = hosts.connect()
    expect(await add(server, realmId, 'Acme')).toMatchObject({
      ...responded,
      timing: { desktopMs: expect.any(Number) },
    })
    expect(await listCustomers(server, realmId)).toEqual(['Acme'])
    expect(await hosts.database.sandboxDocument.count({ where: { realmId, kind: 'Customer' } })).toBe(1)
  })

  it('resets books with an audit event, counts records, and fails on request', async () => {
    await hosts.startHost()
    const server = hosts.connect()
    await add(server, realmId, 'Before')
    const event = {
      orgId: hosts.orgId,
      actorKind: 'system',
      actorId: 'user',
      ip: null,
      action: 'sandbox.reset',
      resourceKind: 'realm',
      resourceId: realmId,
      createdAt: new Date('2026-03-02T12:00:00Z'),
      details: { template: 'empty' },
    }
    const { records } = await server.reset(realmId, 'empty', event)
    expect(await server.countRecords(realmId)).toBe(records)
    expect(await listCustomers(server, realmId)).toEqual([])
    const stored = await hosts.database.auditEvent.findMany({ where: { action: 'sandbox.reset' } })
    expect(stored).toMatchObject([{ orgId: hosts.orgId, createdAt: event.createdAt, details: event.details }])
    await server.setFaults(realmId, { lostRequests: 1 })
    expect(await server.getFaults(realmId)).toEqual({ lostRequests: 1 })
    expect(await add(server, realmId, 'Never')).toMatchObject({ lost: true, error: { hresult: '0x800706BE' } })
    expect(await listCustomers(server, realmId)).toEqual([])
  })

  it('holds a late response back without delaying the next call', async () => {
    await hosts.startHost()
    const server = hosts.connect()
    await server.setFaults(realmId, { answerDelayMs: 60_000 })
    const late = add(server, realmId, 'Late')
    await expect.poll(() => hosts.database.sandboxDocument.count({ where: { realmId, kind: 'Customer' } })).toBe(1)
    await server.setFaults(realmId, {})
    expect(await listCustomers(server, realmId)).toEqual(['Late'])
    server.close()
    expect(await late).toMatchObject({ sent: true, lost: true, reason: 'connection' })
  })

  it('refuses what it does not emulate, and too many records', async () => {
    await hosts.startHost({ maxRecords: 1 })
    const refused = await add(hosts.connect(), realmId, 'One too many')
    expect(refused).toMatchObject({ sent: false, error: { hresult: 'SANDBOX_RECORD_LIMIT' } })
  })

  it('refuses a socket without the machine secret', async () => {
    const host = await hosts.startHost()
    const open = async (secret: string, path = '/exchange') => {
      const headers = { authorization: `Bearer ${secret}` }
      const socket = new WebSocket(host.url.replace('http', 'ws') + path, { headers })
      socket.on('error', () => undefined)
      const [, response] = await once(socket, 'unexpected-response')
      return response.statusCode
    }
    expect([await open('wrong'), await open(machineSecret, '/agent')]).toEqual([401, 404])
  })

  it('responds to health and readiness checks, and to nothing else', async () => {
    const { url } = await hosts.startHost()
    const getStatus = async (path: string) => (await fetch(url + path)).status
    expect([await getStatus('/healthz'), await getStatus('/readyz'), await getStatus('/')]).toEqual([200, 200, 404])
  })
})

describe('several hosts', () => {
  /** Starts two hosts, and finds the one serving the sandbox. */
  async function startTwo() {
    const both = [await hosts.startHost(), await hosts.startHost()] as const
    const server = hosts.connect()
    await add(server, realmId, 'First')
    const [one, other] = both
    return one.count().files === 1 ? { server, holder: one, other } : { server, holder: other, other: one }
  }

  it('serve a sandbox at the same host for all servers', async () => {
    const both = [await hosts.startHost(), await hosts.startHost()]
    const servers = [hosts.connect(), hosts.connect()]
    const realms = await Promise.all(Array.from({ length: 12 }, () => hosts.createSandbox()))
    for (const server of servers) {
      for (const realm of realms) expect(await add(server, realm, crypto.randomUUID())).toMatchObject(responded)
    }
    const files = both.map((host) => host.count().files)
    expect(files.reduce((sum, count) => sum + count)).toBe(12)
    expect(Math.min(...files)).toBeGreaterThan(0)
  })

  it('take over a broken host’s sandboxes without losing or doubling a write', async () => {
    const { server, holder, other } = await startTwo()
    breakOff(holder)
    expect(await add(server, realmId, 'Second')).toMatchObject(responded)
    expect(other.count().files).toBe(1)
    expect(await listCustomers(server, realmId)).toEqual(['First', 'Second'])
  })

  it('store writes only in the process that opened the file last', async () => {
    const { server, holder, other } = await startTwo()
    await hosts.database.sandboxHost.delete({ where: { url: holder.url } })
    const second = hosts.connect()
    expect(await add(second, realmId, 'Of the second')).toMatchObject(responded)
    expect(other.count().files).toBe(1)
    // The first server still sends to the first host, which finds out and opens the file again.
    expect(await add(server, realmId, 'Of the first')).toMatchObject(responded)
    expect(await listCustomers(second, realmId)).toEqual(['First', 'Of the first', 'Of the second'])
  })

  it('run a message set once, however often it is sent', async () => {
    const { server, holder } = await startTwo()
    expect(await add(server, realmId, 'Once', 'set-1')).toMatchObject(responded)
    breakOff(holder)
    expect(await add(server, realmId, 'Once', 'set-1')).toMatchObject(responded)
    expect(await listCustomers(server, realmId)).toEqual(['First', 'Once'])
  })

  it('serve a stopping host’s later calls, once it has completed those it accepted', async () => {
    const { server, holder } = await startTwo()
    // Keeps calls under way.
    await server.setFaults(realmId, { answerDelayMs: 1_000 })
    const accepted = Array.from({ length: 5 }, (_, index) => add(server, realmId, `Accepted ${index}`))
    await expect.poll(() => holder.count().requests).toBeGreaterThan(0)
    const drained = holder.drain()
    const later = Array.from({ length: 5 }, (_, index) => add(server, realmId, `Later ${index}`))
    for (const outcome of await Promise.all([...accepted, ...later])) expect(outcome).toMatchObject(responded)
    await drained
    expect(await listCustomers(server, realmId)).toHaveLength(11)
  })
})

describe('a server without a host', () => {
  it('sends nothing until a host is listed', async () => {
    const server = hosts.connect()
    expect(await add(server, realmId, 'Too early')).toEqual({ sent: false, reason: 'offline' })
    const waiting = add(server, realmId, 'In time')
    await hosts.startHost()
    expect(await waiting).toMatchObject(responded)
  })
})
