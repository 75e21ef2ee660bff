import { EventEmitter, once } from 'node:events'
import { expect, it } from 'vitest'
import { startGatewayProcess } from '../../test/gateway-process.ts'
import { setupGateway } from '../../test/gateway-setup.ts'
import { openAgentSocket } from '../../test/scripted-agent.ts'
import { createRealm } from '../../test/test-gateway.ts'

const setup = setupGateway()

/** Floods a gateway with statuses, and dials again after each disconnection until the gateway is gone. */
async function floodUntilGone(url: string, token: string, onFlood: () => void): Promise<void> {
  for (;;) {
    const agent = openAgentSocket(url, token)
    try {
      await agent.sayHello()
    } catch {
      return
    }
    for (let index = 0; index < 2_000; index += 1) {
      agent.send({ type: 'status', desktop: { phase: index % 2 === 0 ? 'ready' : 'app-not-open' } })
    }
    onFlood()
    await agent.closed
  }
}

it.each([
  ['SIGKILL', null, 1006],
  ['SIGTERM', 0, 1012],
] as const)(
  'affects no realm of another gateway if a flooded one gets %s, and its realms move there',
  async (signal, exitCode, closeCode) => {
    const flooded = await startGatewayProcess(setup.db.url)
    const [attacker, neighbor] = [await createRealm(setup.db.database), await createRealm(setup.db.database)]
    const near = openAgentSocket(flooded.url, neighbor.token)
    await near.sayHello()
    near.serve(() => '<near/>')
    ;(await setup.connect()).serve(() => '<far/>')
    const events = new EventEmitter()
    const begun = once(events, 'flood')
    const flooding = floodUntilGone(flooded.url, attacker.token, () => events.emit('flood'))
    await begun
    const call = (realmId = setup.realm.realmId) => setup.desktop.exchange(realmId, '<read/>', { kind: 'read' })
    expect(await call(neighbor.realmId)).toMatchObject({ response: '<near/>' })

    flooded.kill(signal)
    const outcomes = []
    for (let count = 0; count < 50; count += 1) outcomes.push(await call())
    expect(outcomes.filter((outcome) => !outcome.sent || outcome.lost)).toEqual([])
    expect([(await near.closed).code, await flooded.exited]).toEqual([closeCode, exitCode])
    await flooding

    ;(await setup.gateway.connect(neighbor)).serve(() => '<moved/>')
    expect(await call(neighbor.realmId)).toMatchObject({ response: '<moved/>' })
  },
)
