import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { RealmId } from '@bridge/agent-protocol'
import { expect, it, onTestFinished } from 'vitest'
import { setupGateway } from '../../test/gateway-setup.ts'
import type { ScriptedAgent } from '../../test/scripted-agent.ts'
import { createRealm } from '../../test/test-gateway.ts'

const setup = setupGateway()

/** Starts a process with a server flooding a realm, waits until it does, and kills it after the test. */
async function startFloodingServer(realmId: RealmId) {
  const program = fileURLToPath(new URL('../../test/flooding-server.ts', import.meta.url))
  const child = spawn(process.execPath, [program, setup.db.url, realmId], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

/** Resolves when an agent has received this many requests. */
function receivedRequests(agent: ScriptedAgent, requests: number): Promise<void> {
  return new Promise((resolve) => {
    agent.socket.on('message', () => {
      if (agent.received.filter(({ type }) => type === 'request').length >= requests) resolve()
    })
  })
}

it.each(['SIGKILL', 'SIGTERM'] as const)(
  'affects no call of another server if one that floods a realm gets %s, and frees that realm',
  async (signal) => {
    const flooded = await createRealm(setup.db.database)
    // The agent's silence while this server starts would count as its end.
    const server = await startFloodingServer(flooded.realmId)
    const agent = await setup.gateway.connect(flooded)
    const begun = receivedRequests(agent, 100)
    agent.serve((text) => `${text} done`)
    ;(await setup.connect()).serve(() => '<near/>')
    await begun
    const outcomes: Awaited<ReturnType<typeof setup.exchange>>[] = []
    const callOften = async () => {
      for (let count = 0; count < 50; count += 1) outcomes.push(await setup.exchange('<read/>', { kind: 'read' }))
    }
    await callOften()
    const exited = once(server, 'exit')
    server.kill(signal)
    await callOften()
    await exited

    expect(outcomes.filter((outcome) => !outcome.sent || outcome.lost)).toEqual([])
    const write = { kind: 'write', write: { entity: 'Customer', operation: 'create' } } as const
    await expect
      .poll(() => setup.desktop.exchange(flooded.realmId, '<write/>', write))
      .toMatchObject({ response: '<write/> done' })
    expect(agent.socket.readyState).toBe(agent.socket.OPEN)
  },
)
