import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { createCallMetrics } from '@bridge/platform/call-metrics'
import { createBlockMetric, createProcessMetrics } from '@bridge/platform/process-metrics'
import { serveMetrics } from '@bridge/platform/serve-metrics'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBridge } from '../bridge.fixture.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('has the calls of every surface, by code and part, and the state of the process', async () => {
  const registry = createProcessMetrics({ main: test.database })
  const recordBlock = createBlockMetric(registry)
  for (const ms of [251, 1_500]) recordBlock(ms)
  const listener = await serveMetrics(registry, { host: '127.0.0.1', port: 0 })
  const metrics = createCallMetrics(registry, () => false)
  for (const status of [200, 500, undefined]) metrics.recordDelivery({ status, ms: 80 })
  const bridge = await startBridge({ sandboxBooks: 'empty', metrics })
  await bridge.call('/query?query=select * from Customer')
  await bridge.production.call('/customer/1')
  await bridge.app.request('/admin/v1/orgs')
  await bridge.app.request('/oauth2/v1/tokens', { method: 'POST' })
  await test.database.$queryRaw`SELECT 1`
  const response = await fetch(`http://127.0.0.1:${listener.port}/metrics`)
  const lines = (await response.text()).split('\n')
  const find = (start: string) => lines.filter((line) => line.startsWith(start))

  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  expect(find('bridge_calls_total').sort()).toEqual([
    'bridge_calls_total{surface="admin",status="401",code=""} 1',
    'bridge_calls_total{surface="oauth2",status="400",code=""} 1',
    'bridge_calls_total{surface="v3",status="200",code=""} 1',
    'bridge_calls_total{surface="v3",status="503",code="AGENT_OFFLINE"} 1',
  ])
  expect(find('bridge_webhook_deliveries_total')).toEqual([
    'bridge_webhook_deliveries_total{status="200"} 1',
    'bridge_webhook_deliveries_total{status="500"} 1',
    'bridge_webhook_deliveries_total{status="none"} 1',
  ])
  expect(find('bridge_webhook_delivery_seconds_sum')).toEqual(['bridge_webhook_delivery_seconds_sum 0.24'])
  expect(find('bridge_call_seconds_count').sort()).toEqual(
    expect.arrayContaining([
      'bridge_call_seconds_count{surface="v3",part="total"} 2',
      'bridge_call_seconds_count{surface="v3",part="desktop"} 1',
    ]),
  )
  expect(find('bridge_database_connections')).toEqual([
    'bridge_database_connections{pool="main",state="open"} 1',
    'bridge_database_connections{pool="main",state="idle"} 1',
    'bridge_database_connections{pool="main",state="waiting"} 0',
  ])
  expect(find('bridge_event_loop_blocked_seconds_bucket{le="1"}')).toEqual([
    'bridge_event_loop_blocked_seconds_bucket{le="1"} 1',
  ])
  expect(find('bridge_event_loop_blocked_seconds_sum')).toEqual(['bridge_event_loop_blocked_seconds_sum 1.751'])
  expect(find('bridge_database_away')).toEqual(['bridge_database_away 0'])
  expect(find('nodejs_eventloop_lag_p99_seconds ')).toHaveLength(1)
  listener.close()
  await bridge.stop()
})

it('has nothing at other paths', async () => {
  const listener = await serveMetrics(createProcessMetrics({}), { host: '127.0.0.1', port: 0 })
  expect((await fetch(`http://127.0.0.1:${listener.port}/`)).status).toBe(404)
  const large = { headers: { 'x-large': 'x'.repeat(8 * 1024) } }
  expect((await fetch(`http://127.0.0.1:${listener.port}/metrics`, large)).status).toBe(431)
  listener.close()
})
