import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { findFreePort } from './free-port.ts'

it('finds different ports on which a server can listen, and which systems assign to no connection', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, findFreePort))
  const server = createServer().listen(ports[0], '127.0.0.1')
  await once(server, 'listening')

  expect(new Set(ports).size).toBe(20)
  expect(ports.filter((port) => port < 10_000 || port >= 32_768)).toEqual([])
  server.close()
})
