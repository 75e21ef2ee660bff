import type { RealmId } from '@bridge/agent-protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startHostProgram } from '../test/host-program.ts'
import { add, listCustomers, openTestHosts, type TestHosts } from '../test/test-hosts.ts'

let hosts: TestHosts
beforeEach(async () => {
  hosts = await openTestHosts()
})
afterEach(() => hosts.stop())

const responded = { sent: true, lost: false }

it('neither loses nor doubles writes while its processes are killed one after the other', async () => {
  const program = await startHostProgram(hosts.databaseUrl)
  const server = hosts.connect()
  const realms = await Promise.all(Array.from({ length: 6 }, () => hosts.createSandbox()))
  const names = Array.from({ length: 12 }, (_, index) => `Customer ${index}`)
  let isKilling = true
  /** Adds customers one after the other, repeating a write without a response as the service does. */
  const write = async (realmId: RealmId) => {
    for (const name of names) {
      let outcome = await add(server, realmId, name, name)
      for (; !outcome.sent || outcome.lost; outcome = await add(server, realmId, name, name)) {
        if (!isKilling) throw new Error(`The write has no response: ${outcome.reason}.`)
      }
    }
  }
  const written = Promise.all(realms.map(write))
  for (const url of [...program.urls, ...program.urls]) {
    const pid = program.findPid(url)
    await add(server, realms[0] as RealmId, `Before the end of ${pid}`)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => program.findPid(url), { timeout: 60_000 }).not.toBe(pid)
  }
  isKilling = false
  await written
  for (const realmId of realms.slice(1)) expect(await listCustomers(server, realmId)).toEqual([...names].sort())
  const [first] = realms
  const ofFirst = await listCustomers(server, first as RealmId)
  expect(ofFirst.filter((name) => name?.startsWith('Customer'))).toEqual([...names].sort())
})

it('completes accepted calls and removes its hosts on SIGTERM', async () => {
  const program = await startHostProgram(hosts.databaseUrl)
  const server = hosts.connect()
  const realmId = await hosts.createSandbox()
  expect(await add(server, realmId, 'Before')).toMatchObject(responded)
  const accepted = Array.from({ length: 5 }, (_, index) => add(server, realmId, `Accepted ${index}`))
  program.kill('SIGTERM')
  expect(await program.exited).toBe(0)
  for (const outcome of await Promise.all(accepted)) {
    // A later call was not sent.
    expect([responded, { sent: false, reason: 'offline' }]).toContainEqual(
      outcome.sent ? { sent: true, lost: outcome.lost } : outcome,
    )
  }
  expect(await hosts.database.sandboxHost.count()).toBe(0)
})
