import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { EventLoopWatch } from '@bridge/platform/event-loop-watch'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { watchCalls } from './watch-calls.ts'

it('names the realm or the address of requests during which the event loop was blocked, and no secret', async () => {
  let now = 0
  const lines: string[] = []
  const eventLoop = new EventLoopWatch({
    logger: pino({}, { write: (line) => lines.push(line) }),
    recordBlock: () => undefined,
    now: () => now,
  })
  const block = () => {
    now += 1_000
    eventLoop.tick()
  }
  const server = createServer((request, response) => {
    // Blocks before the response ends, or in the turn in which it does.
    if (request.method === 'GET') block()
    response.end()
  })
  watchCalls(server, eventLoop, () => '192.0.2.7')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  eventLoop.tick()
  const send = async (path: string, method: string) => {
    await (await fetch(`http://127.0.0.1:${port}${path}`, { method })).text()
  }
  await send('/v3/company/9130350000000001/password=Hunter2?token=Hunter2', 'GET')
  // Requests that have ended since the last tick are named, too.
  eventLoop.tick()
  await send('/docs/errors', 'POST')
  block()
  server.close()

  expect(lines.map((line) => JSON.parse(line).calls)).toMatchObject([
    [{ call: 'GET /v3/company/9130350000000001/password=[hidden]', realm: '9130350000000001' }],
    [{ call: 'POST /docs/errors', address: '192.0.2.7' }],
  ])
})
