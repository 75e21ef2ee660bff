import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gzipSync } from 'node:zlib'
import type { RealmId } from '@bridge/agent-protocol'
import { createTestDatabase } from '@bridge/database/testing'
import { memoryStorage, openCompany } from '@bridge/emulator'
import type { Desktop } from '@bridge/server'
import { Pool } from 'undici'
import { createAccessToken, createRealms } from './agent-realms.ts'
import { getMedian, getPercentile, type Measurement } from './measurement.ts'
import { serveBridge } from './served-app.ts'

const rounds = 5
const callsOfRound = 200
const warmUpCalls = 400
const attackers = 4
const attackersOfRealm = 2
const mebibyte = 1024 ** 2
/** The server's memory. */
const maxMebibytes = 1_024

/** Responses with about 16 MiB, which take a few kB on the wire. */
const hostile = [
  wrap(`<CustomerRet>${'<A/>'.repeat(1_000_000)}</CustomerRet>`),
  wrap('<CustomerRet a="" b="" c="" d="" e="" f="" g="" h=""/>'.repeat(200_000)),
  wrap('<CustomerRet><ListID>80000001-1</ListID><Name>A</Name><IsActive>true</IsActive></CustomerRet>'.repeat(150_000)),
  wrap(' '.repeat(200 * mebibyte)),
].map((text) => gzipSync(text))

function wrap(records: string): string {
  return `<QBXML><QBXMLMsgsRs><CustomerQueryRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage="OK">${records}</CustomerQueryRs></QBXMLMsgsRs></QBXML>`
}

/**
 * Measures one company file's reads while others' agents respond with as much as they can, against the same reads
 * without them.
 */
export async function measureHostileResponses(): Promise<Measurement[]> {
  const db = await createTestDatabase()
  const company = openCompany({
    storage: memoryStorage(),
    clock: () => new Date(),
    random: Math.random,
    template: 'sample',
  })
  const [honest, ...others] = await createRealms(db.database, 1 + attackers / attackersOfRealm)
  if (honest === undefined) throw new Error('There is no realm.')
  let sent = 0
  const productionDesktop: Desktop = {
    async exchange(realmId, messageSet) {
      if (realmId !== honest.realmId) {
        sent += 1
        return { sent: true, lost: false, response: hostile[sent % hostile.length] ?? '' }
      }
      const outcome = await company.exchange(messageSet)
      if (!outcome.sent || outcome.lost) throw new Error('The company file did not respond.')
      return outcome
    },
  }
  const requestLog = { add: () => undefined, flush: async () => undefined, close: async () => undefined }
  const bridge = await serveBridge(db, { productionDesktop, requestLog })
  const pool = new Pool(bridge.origin, { connections: 1 + attackers })
  try {
    const createCaller = async (realmId: RealmId) => {
      const headers = { authorization: `Bearer ${await createAccessToken(db.database, realmId)}` }
      const query = encodeURIComponent('select * from Customer maxresults 5')
      const path = `/v3/company/${realmId}/query?query=${query}`
      return async (): Promise<number> => {
        const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
        await body.text()
        return statusCode
      }
    }
    const callHonest = await createCaller(honest.realmId)
    const callers = await Promise.all(others.map(({ realmId }) => createCaller(realmId)))
    const attack = startAttack(callers)
    const result = await measure(callHonest, attack)
    const ms = (value: number) => `${value.toFixed(1)} ms`
    const mib = (bytes: number) => `${Math.round(bytes / mebibyte)} MiB`
    return [
      {
        name: `the slowest of 100 reads while ${attackers} callers of other company files get responses of 16 MiB and more, against none`,
        ratio: result.ratio,
        goal: { atMost: 2 },
        detail:
          `p99 ${ms(result.busyMs)} against ${ms(result.idleMs)}, medians of ${rounds} rounds; ${result.failed} of ${result.calls} reads failed, ` +
          `${attack.count()} hostile responses; longest block of the event loop ${ms(result.blockMs)} against ${ms(result.idleBlockMs)}`,
      },
      {
        name: 'the most memory of the server in the meantime, against idle',
        ratio: result.rss / result.idleRss,
        goal: { atMost: (maxMebibytes * mebibyte) / result.idleRss },
        detail: `${mib(result.rss)} against ${mib(result.idleRss)}; it may have ${maxMebibytes} MiB`,
      },
      {
        name: 'reads that fail in the meantime',
        ratio: result.failed,
        goal: { atMost: 0 },
        detail: `${result.failed} of ${result.calls}`,
      },
    ]
  } finally {
    await pool.close()
    await bridge.stop()
    await db.drop()
  }
}

/** Repeats the attackers' calls while switched on. */
function startAttack(callers: readonly (() => Promise<number>)[]) {
  let isOn = false
  let count = 0
  let running: Promise<unknown> = Promise.resolve()
  const repeat = async (call: () => Promise<number>): Promise<void> => {
    while (isOn) {
      await call()
      count += 1
    }
  }
  return {
    count: () => count,
    start: () => {
      isOn = true
      running = Promise.all(callers.flatMap((call) => Array.from({ length: attackersOfRealm }, () => repeat(call))))
    },
    stop: async () => {
      isOn = false
      await running
    },
  }
}

async function measure(call: () => Promise<number>, attack: ReturnType<typeof startAttack>) {
  const times = { idle: [] as number[], busy: [] as number[] }
  const blocks = { idle: 0, busy: 0 }
  const rss = { idle: 0, busy: 0 }
  let failed = 0
  const run = async (name: 'idle' | 'busy', count: number): Promise<void> => {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    for (let each = 0; each < count; each++) {
      const startedAt = performance.now()
      if ((await call()) !== 200) failed += 1
      times[name].push(performance.now() - startedAt)
      rss[name] = Math.max(rss[name], process.memoryUsage.rss())
    }
    delay.disable()
    blocks[name] = Math.max(blocks[name], delay.max / 1e6)
  }
  await run('idle', warmUpCalls)
  const idleRss = rss.idle
  attack.start()
  await run('busy', warmUpCalls)
  await attack.stop()
  for (const name of ['idle', 'busy'] as const) {
    times[name].length = 0
    blocks[name] = 0
  }
  const p99 = { idle: [] as number[], busy: [] as number[] }
  const runRound = async (name: 'idle' | 'busy'): Promise<number> => {
    times[name].length = 0
    await run(name, callsOfRound)
    const ms = getPercentile(times[name], 0.99)
    p99[name].push(ms)
    return ms
  }
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const idleMs = await runRound('idle')
    attack.start()
    ratios.push((await runRound('busy')) / idleMs)
    await attack.stop()
  }
  return {
    ratio: getMedian(ratios),
    idleMs: getMedian(p99.idle),
    busyMs: getMedian(p99.busy),
    idleBlockMs: blocks.idle,
    blockMs: blocks.busy,
    idleRss,
    rss: rss.busy,
    failed,
    calls: 2 * (warmUpCalls + rounds * callsOfRound),
  }
}
