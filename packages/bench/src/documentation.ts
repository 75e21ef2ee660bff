import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import type { PrerenderedPages } from '@bridge/portal/prerendered-pages'
import { createTurns, type Turns } from '@bridge/portal/turns'
import { type Caller, createOrganization, createSandboxRealm, requireRole } from '@bridge/server'
import { getRequestListener } from '@hono/node-server'
import { Pool } from 'undici'
import { createAccessToken } from './agent-realms.ts'
import { builtFolder, openBuiltPages } from './built-pages.ts'
import { getMedian, type Measurement } from './measurement.ts'
import { serveBridge } from './served-app.ts'

const readerProgram = fileURLToPath(new URL('documentation-reader.ts', import.meta.url))
const readers = 4
const rounds = 11
const warmUpRounds = 2
const readsOfRound = 50
const requestsOfPage = 15
const warmUpRequests = 200
const staticPath = '/static-file'
/** The address of all readers. */
const reader = '127.0.0.1'

/** Measures documentation pages: their first byte, and what their readers cost the API. */
export async function measureDocumentation(): Promise<Measurement[]> {
  const turns = createTurns()
  const pages = openBuiltPages(turns)
  const documents = pages.paths.filter((page) => /^\/docs(\/|$)/.test(page))
  const db = await createTestDatabase()
  try {
    return [await measureFirstByte(pages, documents), await measureReaders(db, pages, turns)]
  } finally {
    await db.drop()
  }
}

/** Measures the time to first byte of each page against that of a file of the same size. */
async function measureFirstByte(pages: PrerenderedPages, documents: readonly string[]): Promise<Measurement> {
  const file = path.join(builtFolder, pages.getFile('/docs/errors'))
  const server = await listen(
    createServer((request, response) => {
      if (request.url === staticPath) void sendFile(`${file}.br`, response)
      else if (!pages.serve(request, response, reader)) response.writeHead(404).end()
    }),
  )
  const pool = new Pool(server.origin, { connections: 1 })
  try {
    for (let request = 0; request < warmUpRequests; request++) await measureRequest(pool, staticPath)
    const results: { readonly page: string; readonly ratio: number; readonly ms: number; readonly fileMs: number }[] =
      []
    for (const page of documents) {
      const [ours, theirs]: [number[], number[]] = [[], []]
      await measureRequest(pool, page)
      for (let request = 0; request < requestsOfPage; request++) {
        ours.push(await measureRequest(pool, page))
        theirs.push(await measureRequest(pool, staticPath))
      }
      const [ms, fileMs] = [getMedian(ours), getMedian(theirs)]
      results.push({ page, ratio: ms / fileMs, ms, fileMs })
    }
    const [worst] = results.sort((left, right) => right.ratio - left.ratio)
    if (worst === undefined) throw new Error('No page was measured.')
    return {
      name: `time to first byte of the slowest of ${results.length} documentation pages, against a static file`,
      ratio: worst.ratio,
      goal: { atMost: 5 },
      detail: `${worst.page}: ${worst.ms.toFixed(2)} ms against ${worst.fileMs.toFixed(2)} ms, medians of ${requestsOfPage} requests in alternation; all pages: ${getMedian(results.map(({ ratio }) => ratio)).toFixed(2)} ×`,
    }
  } finally {
    await pool.close()
    await server.stop()
  }
}

/** Measures reads from a sandbox while readers load the list of errors, against reads without them. */
async function measureReaders(db: TestDatabase, pages: PrerenderedPages, turns: Turns): Promise<Measurement> {
  const bridge = await serveBridge(db)
  const listener = getRequestListener(bridge.fetch)
  const server = await listen(
    createServer((request, response) => {
      if (pages.serve(request, response, reader)) return
      turns.yieldToApi()
      void listener(request, response)
    }),
  )
  const pool = new Pool(server.origin, { connections: 1 })
  const documentation = startReaders(server.origin)
  try {
    const read = await prepareRead(db, pool)
    const times = { quiet: [] as number[], busy: [] as number[] }
    let pagesRead = 0
    for (let round = 0; round < warmUpRounds + rounds; round++) {
      const quiet = await measureReads(read)
      documentation.resume()
      const busy = await measureReads(read)
      pagesRead += await documentation.pause()
      if (round < warmUpRounds) continue
      times.quiet.push(quiet)
      times.busy.push(busy)
    }
    const [quiet, busy] = [getMedian(times.quiet), getMedian(times.busy)]
    return {
      name: `throughput of reads from a sandbox while ${readers} readers load /docs/errors without a pause, against none`,
      ratio: quiet / busy,
      goal: { atLeast: 0.8 },
      detail: `${busy.toFixed(2)} ms against ${quiet.toFixed(2)} ms a read, ${pagesRead} pages read, medians of ${rounds} rounds of ${readsOfRound} reads in alternation`,
    }
  } finally {
    await documentation.stop()
    await pool.close()
    await server.stop()
    await bridge.stop()
  }
}

/** Listens on a free port of this machine. */
export async function listen(server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Sends a file as a static file server does. */
async function sendFile(file: string, response: ServerResponse): Promise<void> {
  const { size, mtime } = await stat(file)
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'br',
    'Content-Length': size,
    'Last-Modified': mtime.toUTCString(),
  })
  createReadStream(file).pipe(response)
}

/** Returns the time to the first byte, in milliseconds. */
async function measureRequest(pool: Pool, requested: string): Promise<number> {
  const startedAt = performance.now()
  const { statusCode, body } = await pool.request({
    method: 'GET',
    path: requested,
    headers: { 'accept-encoding': 'br' },
  })
  const elapsed = performance.now() - startedAt
  await body.arrayBuffer()
  if (statusCode !== 200) throw new Error(`${requested} returned ${statusCode}.`)
  return elapsed
}

/** Creates a sandbox and returns a function that reads one of its customers over HTTP. */
export async function prepareRead(db: TestDatabase, pool: Pool): Promise<() => Promise<string>> {
  const dependencies = { database: db.database, clock: () => new Date() }
  const { id: userId } = await db.database.user.create({ data: { email: 'bench@example.com' } })
  const caller: Caller = { kind: 'system', userId }
  const { id } = await createOrganization(dependencies, caller, { name: 'Bench' })
  const { orgId } = await requireRole(dependencies, caller, 'org', id, 'admin')
  const realm = await createSandboxRealm(dependencies, caller, orgId)
  const headers = { authorization: `Bearer ${await createAccessToken(db.database, realm.id)}` }
  const call = async (resource: string) => {
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: `/v3/company/${realm.id}${resource}`,
      headers,
    })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${resource} returned ${statusCode}: ${text.slice(0, 300)}`)
    return text
  }
  const query = encodeURIComponent('select Id from Customer maxresults 1')
  const found = JSON.parse(await call(`/query?query=${query}`))
  return () => call(`/customer/${found.QueryResponse.Customer[0].Id}`)
}

/** Returns the time of one read, in milliseconds. */
async function measureReads(read: () => Promise<string>): Promise<number> {
  const startedAt = performance.now()
  for (let each = 0; each < readsOfRound; each++) await read()
  return (performance.now() - startedAt) / readsOfRound
}

/**
 * Starts readers in a separate process, which they share in all rounds: a program that has just started costs this machine
 * more than the pages that it reads.
 */
function startReaders(origin: string) {
  const child = fork(readerProgram, [origin, '/docs/errors', String(readers)])
  return {
    resume(): void {
      child.send('read')
    },
    /** Resolves when the last page was read, with the number of pages. */
    async pause(): Promise<number> {
      const paused = once(child, 'message')
      child.send('pause')
      const [count] = await paused
      return Number(count)
    },
    async stop(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
