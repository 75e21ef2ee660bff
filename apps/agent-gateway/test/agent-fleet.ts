import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { getUpgradeStatus, openAgentSocket, type ScriptedAgent } from './scripted-agent.ts'
import type { TestGateway, TestRealm } from './test-gateway.ts'

/** Agents dialing again when their socket closes, each at the next gateway, as through a balancer. */
export interface AgentFleet {
  /** The gateways known to the balancer, which a test may change. */
  readonly gateways: TestGateway[]
  /** Whether every agent is connected to one of the gateways. */
  isConnected(): boolean
  /** Returns how many agents a gateway holds. */
  count(gateway: TestGateway): number
  /** Returns the current socket for a realm's agent. */
  find(realm: TestRealm): ScriptedAgent | undefined
  /** Returns how often the socket for a realm's agent was closed. */
  countCloses(realm: TestRealm): number
}

/** Connects an agent for each realm. They respond to pings until the test ends. */
export async function startFleet(gateways: TestGateway[], realms: readonly TestRealm[]): Promise<AgentFleet> {
  const held = new Map<TestRealm, { readonly gateway: TestGateway; readonly agent: ScriptedAgent }>()
  const closes = new Map<TestRealm, number>()
  let turn = 0
  let isOver = false
  onTestFinished(() => {
    isOver = true
    for (const { agent } of held.values()) agent.socket.terminate()
  })

  const dial = async (realm: TestRealm): Promise<void> => {
    while (!isOver) {
      turn += 1
      const gateway = gateways[turn % gateways.length]
      if (gateway === undefined) throw new Error('There is no gateway.')
      const agent = openAgentSocket(gateway.url, realm.token)
      if ((await getUpgradeStatus(agent.socket)) !== 101) continue
      agent.socket.on('message', (data, isBinary) => {
        const message = isBinary ? undefined : JSON.parse(String(data))
        if (message?.type === 'ping') agent.send({ type: 'pong', n: message.n })
      })
      try {
        await agent.sayHello()
      } catch {
        continue
      }
      held.set(realm, { gateway, agent })
      void agent.closed.then(() => {
        held.delete(realm)
        closes.set(realm, (closes.get(realm) ?? 0) + 1)
        void dial(realm)
      })
      return
    }
  }
  await Promise.all(realms.map(dial))

  return {
    gateways,
    isConnected: () =>
      held.size === realms.length &&
      [...held.values()].every(
        ({ gateway, agent }) => gateways.includes(gateway) && agent.socket.readyState === WebSocket.OPEN,
      ),
    count: (gateway) => [...held.values()].filter((each) => each.gateway === gateway).length,
    find: (realm) => held.get(realm)?.agent,
    countCloses: (realm) => closes.get(realm) ?? 0,
  }
}
