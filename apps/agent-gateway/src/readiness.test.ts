import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '@bridge/database/testing'
import { expect, it } from 'vitest'
import { inheritEnvironment } from '../test/env.ts'
import { startGatewayProcess } from '../test/gateway-process.ts'
import { machineSecret } from '../test/test-gateway.ts'

it('a gateway is ready while its database responds and has its migrations, and alive in any case [dp-4.7:1] [dp-4.7:2]', async () => {
  const test = await createTestDatabase()
  const gateway = await startGatewayProcess(test.url)
  const get = async (path: string) => {
    const response = await fetch(`${gateway.url}${path}`)
    return [response.status, await response.json()]
  }
  // On a busy machine, the first response of the database can take longer than a check waits.
  await expect.poll(() => get('/readyz')).toEqual([200, { ok: true, db: 'ok' }])
  await test.drop()
  expect(await get('/readyz')).toEqual([503, { ok: false, db: 'error', reason: 'The database cannot be reached.' }])
  expect(await get('/healthz')).toEqual([200, { ok: true }])
})

it('a gateway is alive but not ready on a database without its migrations, and says why', async () => {
  const test = await createTestDatabase()
  await test.database.$executeRaw`DELETE FROM _prisma_migrations`
  const gateway = await startGatewayProcess(test.url)
  const get = async () => {
    const response = await fetch(`${gateway.url}/readyz`)
    return [response.status, await response.json()]
  }
  await expect
    .poll(get)
    .toEqual([
      503,
      { ok: false, db: 'error', reason: expect.stringMatching(/^The database lacks \d+ migrations of this version/) },
    ])
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200)
  await test.drop()
})

it('ends with one line when its database refuses it', async () => {
  const test = await createTestDatabase()
  const url = Object.assign(new URL(test.url), { pathname: '/missing' }).href
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: inheritEnvironment({ DATABASE_URL: url, MACHINE_SECRET: machineSecret, PORT: '0' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [lines, logged, [code]] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'exit')])
  expect([code, lines, logged]).toEqual([
    1,
    'agent-gateway: The database of DATABASE_URL does not exist (3D000). npm run migrate creates it.\n',
    '',
  ])
  await test.drop()
})
