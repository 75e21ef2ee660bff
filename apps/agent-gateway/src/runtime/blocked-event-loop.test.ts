import { connectorPath } from '@bridge/agent-protocol'
import { EventLoopWatch } from '@bridge/platform/event-loop-watch'
import pino from 'pino'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { setupGateway } from '../../test/gateway-setup.ts'
import { startGateway } from '../../test/test-gateway.ts'
import { createGatewayMetrics } from './gateway-metrics.ts'
import { watchRequests } from './watch-requests.ts'

const setup = setupGateway()

it('names the exchanges and the requests of Web Connectors during which the event loop was blocked', async () => {
  await setup.gateway.close()
  let now = 0
  const lines: string[] = []
  const eventLoop = new EventLoopWatch({
    logger: pino({}, { write: (line) => lines.push(line) }),
    recordBlock: () => undefined,
    now: () => now,
  })
  const tickAfter = (ms: number) => {
    now += ms
    eventLoop.tick()
  }
  setup.gateway = await startGateway(setup.db, {}, { metrics: createGatewayMetrics(new Registry(), eventLoop) })
  watchRequests(setup.gateway.gateway.server, eventLoop, () => '192.0.2.7')
  eventLoop.tick()
  const agent = await setup.connect()
  const exchange = setup.exchange('<first/>', { kind: 'read' })
  const { id } = await agent.accept()
  tickAfter(1_000)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    ms: 950,
    calls: [{ call: 'exchange read', realm: expect.stringMatching(/^\d{16}$/), ms: 1_000 }],
  })

  agent.respond(id, '<done/>')
  await exchange
  tickAfter(50)
  await (await fetch(`${setup.gateway.url}${connectorPath}?password=Hunter2`)).text()
  tickAfter(1_000)
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ calls: [{ call: connectorPath, address: '192.0.2.7' }] })
  tickAfter(1_000)
  expect(JSON.parse(lines[2] ?? '')).toMatchObject({ calls: [], count: 0 })
  expect(lines.join('')).not.toContain('Hunter2')
})
