import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { setupGateway } from '../../test/gateway-setup.ts'
import { startGateway } from '../../test/test-gateway.ts'
import { createGatewayMetrics } from './gateway-metrics.ts'

const setup = setupGateway()

it('counts sockets, pending requests and outcomes', async () => {
  await setup.gateway.close()
  const registry = new Registry()
  setup.gateway = await startGateway(setup.db, {}, { metrics: createGatewayMetrics(registry) })
  const agent = await setup.connect()
  const first = setup.exchange('<first/>', { kind: 'read' })
  const { id } = await agent.accept()
  const second = setup.exchange('<second/>', { kind: 'read' })
  const getValue = async (name: string, labels = {}) => {
    const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {}
    return values.find((value) => JSON.stringify(value.labels) === JSON.stringify(labels))?.value
  }
  await expect.poll(() => getValue('bridge_gateway_requests')).toBe(2)
  expect(await getValue('bridge_gateway_sockets', { peer: 'agents' })).toBe(1)
  expect(await getValue('bridge_gateway_sockets', { peer: 'servers' })).toBe(1)
  expect(await getValue('bridge_gateway_sockets', { peer: 'connectors' })).toBe(0)

  agent.respond(id, '<done/>')
  await first
  await agent.accept()
  agent.socket.terminate()
  await second
  expect(await getValue('bridge_gateway_requests')).toBe(0)
  expect(await getValue('bridge_exchanges_total', { outcome: 'response' })).toBe(1)
  expect(await getValue('bridge_exchanges_total', { outcome: 'lost-connection' })).toBe(1)
})
