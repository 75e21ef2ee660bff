import { startService } from '@bridge/harness/start-service'
import { startSimulatedAgent } from '@bridge/harness/start-simulated-agent'
import { startTracing } from '@bridge/platform/start-tracing'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startTraceReceiver } from '../../test/trace-receiver.ts'
import { createBaseline } from '../crash/baseline.ts'
import { createCompany, createRealms } from '../crash/company.ts'

const silent = pino({ level: 'silent' })

/** Returns a logger and its lines. */
function createLog() {
  const lines: Record<string, unknown>[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { logger, find: (message: string) => lines.filter(({ msg }) => msg === message) }
}

async function startTracedService() {
  const logs = { server: createLog(), gateway: createLog(), agent: createLog() }
  const serverTracing = await startTracing({ serviceName: 'bridge-server', logger: silent })
  const gatewayTracing = await startTracing({ serviceName: 'bridge-gateway', logger: silent })
  const service = await startService({
    gateway: { logger: logs.gateway.logger, tracing: gatewayTracing },
    api: { logger: logs.server.logger, tracing: serverTracing },
  })
  const { server } = service
  const baseline = await createBaseline()
  const [realm] = await createRealms(service.database, [{ seed: 1, realmKind: 'production' }], baseline)
  if (realm === undefined) throw new Error('There is no realm.')
  const { books: company } = await createCompany(realm, baseline)
  const { agent } = await startSimulatedAgent({
    url: service.gatewayUrl,
    token: realm.agentToken,
    company,
    logger: logs.agent.logger,
  })
  const stop = async () => {
    await agent.stop()
    await service.close()
    await serverTracing.close()
    await gatewayTracing.close()
  }
  const send = (path: string, headers: Record<string, string> = {}) =>
    server.fetch(
      new Request(`http://127.0.0.1/v3/company/${realm.realmId}${path}`, {
        headers: { authorization: `Bearer ${realm.accessToken}`, accept: 'application/json', ...headers },
      }),
    )
  return { logs, realm, baseline, send, server, stop }
}

it('traces a call from its client to the agent and back, with the same IDs in the lines of every program', async () => {
  const receiver = await startTraceReceiver()
  onTestFinished(receiver.close)
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url)
  const { logs, realm, baseline, send, server, stop } = await startTracedService()
  const traceId = 'a1'.repeat(16)
  const caller = 'b2'.repeat(8)

  const response = await send(`/customer/${baseline.customerId}`, { traceparent: `00-${traceId}-${caller}-01` })
  expect([response.status, (await response.text()).includes('"Customer"')]).toEqual([200, true])
  await server.fetch(new Request('http://127.0.0.1/admin/v1/orgs', { headers: { traceparent: 'no context' } }))
  await stop()

  expect([...receiver.paths]).toEqual(['POST /v1/traces application/x-protobuf'])
  const spans = receiver.spans.filter((span) => span.traceId === traceId)
  const find = (name: string) => spans.find((span) => span.name === name)
  const nameById = new Map(spans.map(({ spanId, name }) => [spanId, name]))
  const tree = spans.map(({ service, name, parentId }) => [service, name, nameById.get(parentId) ?? parentId])
  expect(tree.sort()).toEqual(
    [
      ['bridge-server', 'GET /v3 read Customer', caller],
      ['bridge-server', 'admission', 'GET /v3 read Customer'],
      ['bridge-server', 'parsing', 'GET /v3 read Customer'],
      ['bridge-server', 'translation', 'GET /v3 read Customer'],
      ['bridge-server', 'exchange', 'GET /v3 read Customer'],
      ['bridge-server', 'translation', 'GET /v3 read Customer'],
      ['bridge-server', 'rendering', 'GET /v3 read Customer'],
      ['bridge-gateway', 'exchange read', 'exchange'],
      ['bridge-gateway', 'queue', 'exchange read'],
      ['bridge-gateway', 'agent', 'exchange read'],
    ].sort(),
  )
  expect(find('GET /v3 read Customer')?.attributes).toMatchObject({
    'http.request.method': 'GET',
    'http.response.status_code': '200',
    'bridge.realm_id': realm.realmId,
    'bridge.request_id': response.headers.get('x-request-id'),
  })
  for (const { from, until } of spans) expect(until).toBeGreaterThanOrEqual(from)

  const idsOf = (name: string) => ({ trace_id: traceId, span_id: find(name)?.spanId })
  const line = { traceId: response.headers.get('x-request-id'), ...idsOf('GET /v3 read Customer') }
  expect(logs.server.find('request')).toContainEqual(expect.objectContaining({ status: 200, ...line }))
  expect(logs.gateway.find('exchange')).toMatchObject([{ outcome: 'response', ...idsOf('exchange read') }])
  expect(logs.agent.find('processed a request')).toMatchObject([{ kind: 'read', ...idsOf('exchange read') }])
  const others = receiver.spans.filter((span) => span.traceId !== traceId)
  expect(others).toMatchObject([{ service: 'bridge-server', name: 'GET /admin', parentId: '' }])
})

it('follows the sampler of the standard variables, and the name', async () => {
  const receiver = await startTraceReceiver()
  onTestFinished(receiver.close)
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url)
  vi.stubEnv('OTEL_SERVICE_NAME', 'own-name')
  vi.stubEnv('OTEL_TRACES_SAMPLER', 'parentbased_always_off')
  const tracing = await startTracing({ serviceName: 'bridge-server', logger: silent })
  const start = (name: string, traceparent?: string) =>
    tracing.start({ name, kind: 'server', from: performance.now(), traceparent })
  const dropped = start('dropped')
  const kept = start('kept', `00-${'c3'.repeat(16)}-${'d4'.repeat(8)}-01`)
  dropped.end()
  kept.end()
  await tracing.close()

  expect(receiver.spans).toMatchObject([{ service: 'own-name', name: 'kept' }])
  expect([dropped.traceparent, kept.traceparent]).toEqual([
    expect.stringMatching(/-00$/),
    expect.stringMatching(/^00-(c3){16}-[0-9a-f]{16}-01$/),
  ])
})

it('closes in time without a receiver', async () => {
  const receiver = await startTraceReceiver()
  receiver.close()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url)
  const tracing = await startTracing({ serviceName: 'bridge-server', logger: silent })
  tracing.start({ name: 'lost', kind: 'server', from: performance.now(), traceparent: undefined }).end()
  await tracing.close()
  expect(receiver.spans).toEqual([])
})
