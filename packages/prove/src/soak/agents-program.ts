// Many agents in one process, each with a simulated company file on disk. `/healthz` is 200 while all are connected;
// `/metrics` has what memory.ts reads.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from '@bridge/edge-agent'
import { openSimulated } from '@bridge/edge-agent/simulated/open'
import { pino } from 'pino'
import { z } from 'zod'

const agentList = z.array(z.object({ url: z.string(), token: z.string(), file: z.string() }))
const [listFile = '', port = ''] = process.argv.slice(2)
const list = agentList.parse(JSON.parse(readFileSync(listFile, 'utf8')))
const logger = pino({ level: 'warn' })
const world = {
  clock: () => new Date(),
  wait: (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => undefined),
  logger,
}

const agents = await Promise.all(
  list.map(async ({ url, token, file }) => {
    const { desktop, responses, close } = await openSimulated(file, world)
    const agent = new Agent({ ...world, url, token, desktop, responses, random: Math.random })
    void agent.ended.then(({ reason, message }) => {
      if (reason !== 'stopped') logger.fatal({ reason }, message)
    })
    return { agent, close }
  }),
)

const startedAt = Date.now() / 1000

const server = createServer(({ url }, response) => {
  if (url === '/metrics') response.end(serializeMetrics())
  else response.writeHead(agents.every(({ agent }) => agent.isConnected()) ? 200 : 503).end()
}).listen(Number(port), '127.0.0.1')

process.once('SIGTERM', async () => {
  server.close()
  await Promise.all(
    agents.map(async ({ agent, close }) => {
      await agent.stop()
      await close()
    }),
  )
  process.exit(0)
})

function serializeMetrics(): string {
  const { rss, heapUsed } = process.memoryUsage()
  return [
    `process_start_time_seconds ${startedAt}`,
    `process_resident_memory_bytes ${rss}`,
    `nodejs_heap_size_used_bytes ${heapUsed}`,
  ].join('\n')
}
