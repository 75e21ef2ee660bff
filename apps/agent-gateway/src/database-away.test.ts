import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type ChangeFeed, connectDatabase } from '@bridge/database'
import { mintSecret } from '@bridge/database/secrets'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { openAgentSocket } from '../test/scripted-agent.ts'
import { defaultGatewayConfig, Gateway } from './gateway.ts'

/** Lets an agent dial a gateway whose database ends every connection. Returns how the gateway refuses it. */
async function dial({ isKnown }: { readonly isKnown: boolean }) {
  let connections = 0
  const postgres = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(postgres, 'listening')
  const database = connectDatabase(`postgresql://bridge@127.0.0.1:${(postgres.address() as AddressInfo).port}/bridge`)
  const changes: ChangeFeed = {
    publish: async () => undefined,
    subscribe: () => () => undefined,
    isConnected: () => !isKnown,
    close: async () => undefined,
  }
  const config = { ...defaultGatewayConfig, host: '127.0.0.1', port: 0, machineSecret: 'secret'.repeat(8) }
  const gateway = new Gateway({
    database,
    changes,
    clock: () => new Date(),
    logger: pino({ level: 'silent' }),
    config,
  })
  onTestFinished(async () => {
    await gateway.close()
    await database.$disconnect()
    postgres.close()
  })
  const { socket } = openAgentSocket(await gateway.listen(), mintSecret('svca_'))
  socket.on('error', () => undefined)
  const [, response] = await once(socket, 'unexpected-response')
  return { status: response.statusCode, retryAfter: response.headers['retry-after'], connections }
}

it('tells an agent that dials without the database when to come back', async () => {
  expect(await dial({ isKnown: false })).toMatchObject({ status: 503, retryAfter: '2' })
})

it('opens no connections to a database that is known to be away', async () => {
  expect(await dial({ isKnown: true })).toEqual({ status: 503, retryAfter: '2', connections: 0 })
})
