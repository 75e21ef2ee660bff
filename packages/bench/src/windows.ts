import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { requireRealmId } from '@bridge/agent-protocol'
import { ensureInstalledAgent } from '@bridge/dev/windows-requirements'
import type { AgentDesktop } from '@bridge/edge-agent'
import { ComDesktop } from '@bridge/edge-agent/com-desktop'
import { startComHost } from '@bridge/edge-agent/com-host'
import { memoryCompanyFiles } from '@bridge/edge-agent/company-files'
import { simulatedDesktop } from '@bridge/edge-agent/simulated/desktop'
import { debians, findDebianWine } from '@bridge/edge-agent/testing/debian-wine'
import { serveCompany } from '@bridge/edge-agent/testing/fake-quickbooks'
import { createWindowsPc, getExitCode, type WindowsPc } from '@bridge/edge-agent/testing/windows-pc'
import { buildInstaller, type Installer } from '@bridge/edge-agent/windows-installer'
import type { Company } from '@bridge/emulator'
import { runService } from '@bridge/prove/windows-chain/run-service'
import { pino } from 'pino'
import { openFilledCompany } from './filled-company.ts'
import { getMedian, type Measurement } from './measurement.ts'

const roundTrips = { warmUp: 200, rounds: 5, count: 1_000, perSecondMin: 300 }
const responseMiB = 10
const customersOfResponse = 7_500
const responseRounds = 5
const maxInstallerBytes = 40e6
const maxRestingBytes = 80 * 1024 ** 2
const maxRestingCpu = 0.005
const restingMs = { settle: 15_000, measured: 30_000 }
const realmId = requireRealmId('9130357992411486')
const companyFile = 'C:\\Users\\Public\\Bench.qbw'
const logger = pino({ level: 'silent' })

/**
 * Measures the COM host, the installer and an installed agent under Wine. Says so in a line where that is impossible.
 */
export async function measureWindows(): Promise<Measurement[]> {
  const obstacle = await ensureInstalledAgent()
  if (obstacle !== undefined) {
    process.stdout.write(`The agent for Windows was not measured: ${obstacle}.\n`)
    return []
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'bridge-bench-'))
  const workFolder = path.join(import.meta.dirname, '../../../.bridge/windows-test')
  const installer = await buildInstaller({ releaseFolder: folder, workFolder, releaseKeys: undefined })
  try {
    return [...(await withPc(measureHost)), toSize(installer), ...(await withPc((pc) => measureRest(pc, installer)))]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function withPc(measure: (pc: WindowsPc) => Promise<Measurement[]>): Promise<Measurement[]> {
  const pc = await createWindowsPc(findDebianWine(debians.installedAgent))
  const quickBooks = pc.openQuickBooks()
  try {
    return await measure(pc)
  } finally {
    quickBooks.kill('SIGKILL')
    await pc.destroy()
  }
}

async function measureHost(pc: WindowsPc): Promise<Measurement[]> {
  const company = await openFilledCompany({ customers: customersOfResponse, invoices: 0 })
  return [await measureRoundTrips(pc), await measureResponse(pc, company)]
}

async function measureRoundTrips(pc: WindowsPc): Promise<Measurement> {
  pc.quickBooks.script(() => ({ ok: true, text: 'none' }))
  const host = startComHost({ executable: pc.host, command: pc.command() })
  await host.request('new')
  const call = async (count: number): Promise<void> => {
    for (let each = 0; each < count; each++) {
      const result = await host.request('call', 'GetQBLastError')
      if (!result.ok) throw new Error(`The host failed: ${result.text}`)
    }
  }
  await call(roundTrips.warmUp)
  const rates: number[] = []
  for (let round = 0; round < roundTrips.rounds; round++) {
    const startedAt = performance.now()
    await call(roundTrips.count)
    rates.push((roundTrips.count * 1000) / (performance.now() - startedAt))
  }
  await host.close()
  const perSecond = getMedian(rates)
  return {
    name: `round trips through the COM host under Wine, against ${roundTrips.perSecondMin} a second`,
    ratio: perSecond / roundTrips.perSecondMin,
    goal: { atLeast: 1 },
    detail: `${perSecond.toFixed(0)} a second, median of ${roundTrips.rounds} rounds of ${roundTrips.count}`,
  }
}

/** Measures the emulator's large response through COM against the simulated desktop's. */
async function measureResponse(pc: WindowsPc, company: Company): Promise<Measurement> {
  pc.quickBooks.script(serveCompany(company, companyFile))
  const com = await ComDesktop.start({
    startHost: () => startComHost({ executable: pc.host, command: pc.command() }),
    companyFiles: memoryCompanyFiles([[realmId, companyFile]]),
    clock: () => new Date(),
    wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
    logger,
  })
  com.useRealm(realmId)
  const simulated = simulatedDesktop({ company, companyFile })
  const times = { com: [] as number[], simulated: [] as number[] }
  let bytes = 0
  for (let round = 0; round < 1 + responseRounds; round++) {
    const one = await readCustomers(com)
    const other = await readCustomers(simulated)
    if (one.response !== other.response) throw new Error('The desktops responded differently.')
    bytes = Buffer.byteLength(one.response)
    if (round === 0) continue
    times.com.push(one.ms)
    times.simulated.push(other.ms)
  }
  await com.close()
  if (bytes < responseMiB * 1024 ** 2) throw new Error(`The response has ${bytes} bytes only.`)
  const [comMs, simulatedMs] = [getMedian(times.com), getMedian(times.simulated)]
  return {
    name: `a response of ${(bytes / 1024 ** 2).toFixed(1)} MiB through COM under Wine, against the simulated desktop`,
    ratio: comMs / simulatedMs,
    goal: { atMost: 3 },
    detail: `${comMs.toFixed(0)} ms against ${simulatedMs.toFixed(0)} ms, medians of ${responseRounds} rounds in alternation`,
  }
}

const query = `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerQueryRq /></QBXMLMsgsRq></QBXML>`

async function readCustomers(desktop: AgentDesktop): Promise<{ readonly response: string; readonly ms: number }> {
  for (;;) {
    const startedAt = performance.now()
    const outcome = await desktop.process(query, 'read')
    if (outcome.sent && !outcome.lost) return { response: outcome.response, ms: performance.now() - startedAt }
    // The desktop begins its first session.
    if (outcome.sent || outcome.reason !== 'busy') throw new Error(`The read failed: ${JSON.stringify(outcome)}`)
    await delay(20)
  }
}

function toSize({ bytes }: Installer): Measurement {
  return {
    name: 'size of the installer of the agent for Windows, against 40 MB',
    ratio: bytes / maxInstallerBytes,
    goal: { atMost: 1 },
    detail: `${(bytes / 1e6).toFixed(1)} MB`,
  }
}

/** Measures an installed, connected agent without requests. */
async function measureRest(pc: WindowsPc, installer: Installer): Promise<Measurement[]> {
  const company = await openFilledCompany({ customers: 1, invoices: 0 })
  pc.quickBooks.script(serveCompany(company, companyFile))
  const service = await runService(path.dirname(installer.path))
  try {
    const code = await service.createPairingCode()
    const exitCode = await getExitCode(pc.start(installer.path, '/S', `/URL=${service.baseUrl}`, `/CODE=${code}`))
    if (exitCode !== 0) throw new Error(`The installer ended with ${exitCode}.`)
    while (!(await service.isConnected())) {
      await service.confirmFoundFile()
      await delay(250)
    }
    await delay(restingMs.settle)
    const before = await readProcesses(pc)
    await delay(restingMs.measured)
    const after = await readProcesses(pc)
    const cpuMs = after.cpuMs - before.cpuMs
    return [
      {
        name: 'memory of an agent at rest under Wine, with launcher and COM host, against 80 MB',
        ratio: after.privateBytes / maxRestingBytes,
        goal: { atMost: 1 },
        detail: `${toMB(after.privateBytes)} private without the image of node.exe, ${toMB(after.residentBytes)} resident with Wine and all programs, in ${after.count} processes`,
      },
      {
        name: 'processor time of an agent at rest under Wine, against 0.5 % of a core',
        ratio: cpuMs / restingMs.measured / maxRestingCpu,
        goal: { atMost: 1 },
        detail: `${cpuMs.toFixed(0)} ms in ${restingMs.measured / 1000} s, without the server of Wine`,
      },
    ]
  } finally {
    await service.close()
  }
}

function toMB(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(0)} MB`
}

const agentPrograms = /BridgeServiceAgent.*\\(node|qbhost64|bridge-agent)\.exe/i
const tickMs = 10

/** Sums the agent processes' memory and processor time, from `/proc`. */
async function readProcesses(pc: WindowsPc) {
  const image = await readImage(pc.local('Programs/BridgeServiceAgent/versions/0.1.0/node.exe'))
  const sums = { count: 0, privateBytes: 0, residentBytes: 0, cpuMs: 0 }
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  for (const id of ids) {
    const read = (name: string) => readFile(`/proc/${id}/${name}`, 'latin1').catch(() => '')
    const commandLine = (await read('cmdline')).replaceAll('/', '\\')
    if (!agentPrograms.test(commandLine)) continue
    if (!(await read('environ')).includes(`WINEPREFIX=${pc.prefix.folder}`)) continue
    const isNode = /node\.exe/i.test(commandLine)
    const mappings = parseMappings(await read('smaps'))
    // The fields after the name, which is in brackets, from the third on; processor time is in the 14th and 15th.
    const fields = (await read('stat')).split(') ').at(-1)?.split(' ') ?? []
    sums.count += 1
    for (const { start, residentBytes, anonymousBytes } of mappings) {
      sums.residentBytes += residentBytes
      if (!isNode || start < image.start || start >= image.end) sums.privateBytes += anonymousBytes
    }
    sums.cpuMs += (Number(fields[11]) + Number(fields[12])) * tickMs
  }
  return sums
}

interface Mapping {
  readonly start: number
  readonly residentBytes: number
  readonly anonymousBytes: number
}

/** Parses `/proc/PID/smaps`. */
function parseMappings(smaps: string): Mapping[] {
  const blocks = smaps.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m).filter((block) => block !== '')
  return blocks.map((block) => {
    const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(block)?.[1] ?? 0) * 1024
    return {
      start: Number.parseInt(block, 16),
      residentBytes: bytes('Rss'),
      anonymousBytes: bytes('Anonymous'),
    }
  })
}

/**
 * Reads where a 64-bit program is mapped. Windows maps the file; Wine copies it into private memory, because
 * `node.exe`'s sections are not aligned to pages in the file.
 */
async function readImage(program: string): Promise<{ readonly start: number; readonly end: number }> {
  const bytes = await readFile(program)
  const optionalHeader = bytes.readUInt32LE(0x3c) + 24
  const start = Number(bytes.readBigUInt64LE(optionalHeader + 24))
  return { start, end: start + bytes.readUInt32LE(optionalHeader + 56) }
}
