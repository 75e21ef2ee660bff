import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { createAddressLimiter } from '@bridge/platform/address-limit'
import { createPeerAddress } from '@bridge/platform/peer-address'
import { provideBridge } from '@bridge/portal/bridge'
import { createRequestHandler } from '@bridge/portal/handle-request'
import { createPages, type Pages } from '@bridge/portal/pages'
import { createTurns } from '@bridge/portal/turns'
import { serverDefaults } from '@bridge/server'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import { Pool } from 'undici'
import { openBuiltPages } from './built-pages.ts'
import { listen, prepareRead } from './documentation.ts'
import { getMedian, type Measurement } from './measurement.ts'
import { serveBridge } from './served-app.ts'

const loadProgram = fileURLToPath(new URL('visitor-load.ts', import.meta.url))
const visitors = 10
const baseUrl = 'http://127.0.0.1'
/** Pages that the build renders, pages that the server renders, and a document of the API. */
const paths = ['/', '/sign-in', '/docs', '/docs/errors', '/docs/api', '/docs/changelog', '/openapi.json']
const rounds = 5
const readsOfRound = 1_000
const warmUpReads = 200

interface Counts {
  readonly read: number
  readonly refused: number
}

/**
 * Measures reads from a sandbox while visitors load public pages in a loop, in rounds that begin idle. The limits of
 * addresses are the default ones, so that they refuse some of the pages.
 */
export async function measureVisitors(): Promise<Measurement[]> {
  openBuiltPages(createTurns())
  const pages = await createPages({ development: false, baseUrl, logger: pino({ level: 'warn' }) })
  const db = await createTestDatabase()
  try {
    return await measure(db, pages)
  } finally {
    await db.drop()
    await pages.close()
  }
}

async function measure(db: TestDatabase, pages: Pages): Promise<Measurement[]> {
  const bridge = await serveBridge(db)
  provideBridge(bridge.server)
  const handleRequest = createRequestHandler({
    baseUrl,
    serves: bridge.serves,
    surfaces: getRequestListener(bridge.fetch),
    pages,
    isDatabaseAway: () => false,
    limiter: createAddressLimiter({ limit: serverDefaults.pageRequestsPerMinute, clock: () => new Date() }),
    findAddress: createPeerAddress(false),
  })
  const server = await listen(createServer(handleRequest))
  const pool = new Pool(server.origin, { connections: 1 })
  const load = startLoad(server.origin)
  try {
    const read = await prepareRead(db, pool)
    for (let count = 0; count < warmUpReads; count++) await read()
    const ratios: number[] = []
    const [quiet, busy]: [number[], number[]] = [[], []]
    const counts = { read: 0, refused: 0 }
    const idleBytes = process.memoryUsage.rss()
    let bytes = 0
    for (let round = 0; round < rounds; round++) {
      const quietMs = await measureP99(read)
      load.resume()
      const busyMs = await measureP99(read)
      const { read: pagesRead, refused } = await load.pause()
      bytes = Math.max(bytes, process.memoryUsage.rss())
      counts.read += pagesRead
      counts.refused += refused
      quiet.push(quietMs)
      busy.push(busyMs)
      ratios.push(busyMs / quietMs)
    }
    if (counts.read === 0) throw new Error('No page was read.')
    const mebibytes = (size: number) => `${(size / 2 ** 20).toFixed(0)} MiB`
    return [
      {
        name: `p99 of reads from a sandbox while ${visitors} visitors load public pages in a loop, against none`,
        ratio: getMedian(ratios),
        goal: { atMost: 1.5 },
        detail: `${getMedian(busy).toFixed(1)} ms against ${getMedian(quiet).toFixed(1)} ms, medians of ${rounds} rounds of ${readsOfRound} reads each; ${counts.read} pages read, ${counts.refused} refused`,
      },
      {
        name: 'the most memory of the server after a round of visitors, against before the first one',
        ratio: bytes / idleBytes,
        goal: { atMost: 2 },
        detail: `${mebibytes(bytes)} against ${mebibytes(idleBytes)}`,
      },
    ]
  } finally {
    load.stop()
    await pool.close()
    await server.stop()
    await bridge.stop()
  }
}

async function measureP99(read: () => Promise<string>): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < readsOfRound; count++) {
    const startedAt = performance.now()
    await read()
    times.push(performance.now() - startedAt)
  }
  times.sort((left, right) => left - right)
  return times[Math.floor(readsOfRound * 0.99)] ?? Number.NaN
}

/** Starts the visitors in a separate process, which all rounds share. They wait for `resume`. */
function startLoad(origin: string) {
  const child = fork(loadProgram, [origin, String(visitors), ...paths])
  return {
    resume: () => void child.send('read'),
    /** Resolves when the last page was read. */
    async pause(): Promise<Counts> {
      const paused = once(child, 'message')
      child.send('pause')
      const [counts] = await paused
      return counts as Counts
    },
    stop: () => void child.kill('SIGKILL'),
  }
}
