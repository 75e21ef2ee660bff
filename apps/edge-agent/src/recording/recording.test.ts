import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { noRedaction, parseTruthReport } from '@bridge/truth'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordTraffic } from '../record-command.ts'
import { getAgentFolder } from '../settings/agent-folder.ts'
import { readAgentSettings, writeAgentSettings } from '../settings/agent-settings.ts'
import { createSecretRedactor } from '../verify/verify-world.ts'
import { Recorder, recordExchanges } from './recorder.ts'
import { openRecordingFile } from './recording-file.ts'
import { watchRecording } from './watch-recording.ts'

const request =
  '<?xml version="1.0" encoding="utf-8"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerQueryRq/></QBXMLMsgsRq></QBXML>'
const response =
  '<?xml version="1.0"?><QBXML><QBXMLMsgsRs><CustomerQueryRs statusCode="0" statusSeverity="Info" statusMessage="Status OK"><CustomerRet><Name>Rock Castle</Name></CustomerRet></CustomerQueryRs></QBXMLMsgsRs></QBXML>'

let folder: ReturnType<typeof getAgentFolder>
let now: Date
let recorder: Recorder
let stopping: AbortController
let running: Promise<void> | undefined
const lines: string[] = []

beforeEach(async () => {
  folder = getAgentFolder(await mkdtemp(join(tmpdir(), 'recording-')))
  now = new Date('2026-03-02T09:00:00Z')
  lines.length = 0
  await writeAgentSettings(folder.settings, { opensQuickBooks: false, companyFiles: {}, allowsRecording: true })
})
afterEach(async () => {
  await stop()
  await rm(folder.path, { recursive: true })
})

function run(...args: string[]) {
  const findReceiver = async () => undefined
  return recordTraffic(args, { folder, findReceiver, clock: () => now, write: (line) => void lines.push(line) })
}

/** Starts the agent's part. */
function start() {
  stopping = new AbortController()
  recorder = new Recorder(createSecretRedactor())
  const wait = (_ms: number, signal: AbortSignal) => delay(2, undefined, { signal }).catch(() => undefined)
  const options = { folder, agentVersion: '0.1.0', recorder, clock: () => now, logger: pino({ level: 'silent' }), wait }
  running = watchRecording(options, stopping.signal)
}

async function stop() {
  stopping?.abort()
  await running
}

function readFileOfRecording() {
  return openRecordingFile(folder).read()
}

describe('a recording', () => {
  it('has redacted exchanges, ends with its hours, and goes on after a restart of the agent', async () => {
    await run('--hours', '2')
    start()
    await expect.poll(() => recorder.isOn).toBe(true)
    await recorder.record(request, response, 5)
    await stop()
    start()
    await expect.poll(() => recorder.isOn).toBe(true)
    await recorder.record(request, response, 6)
    now = new Date('2026-03-02T11:00:00Z')
    await expect.poll(() => recorder.isOn).toBe(false)
    await expect.poll(async () => (await readAgentSettings(folder.settings)).recording).toBeUndefined()
    const text = await readFile(openRecordingFile(folder).path, 'utf8')
    expect(text).not.toContain('Rock Castle')
    expect(parseTruthReport(text)).toMatchObject({ file: 'books', rows: [], exchanges: [{ ms: 5 }, { ms: 6 }] })
    await recorder.record(request, response, 7)
    expect((await readFileOfRecording())?.exchanges).toHaveLength(2)
  })

  it('ends when a person ends it', async () => {
    await run()
    start()
    await expect.poll(() => recorder.isOn).toBe(true)
    await run('--stop')
    await expect.poll(readFileOfRecording).toBeDefined()
    expect(recorder.isOn).toBe(false)
  })

  it('leaves nothing when the setting is turned off', async () => {
    await run()
    start()
    await expect.poll(() => recorder.isOn).toBe(true)
    await recorder.record(request, response, 5)
    const settings = await readAgentSettings(folder.settings)
    await writeAgentSettings(folder.settings, { ...settings, allowsRecording: false })
    await expect.poll(() => recorder.isOn).toBe(false)
    await stop()
    expect(await readFileOfRecording()).toBeUndefined()
    expect((await readAgentSettings(folder.settings)).recording).toBeUndefined()
  })

  it('is deleted a week after its end if no one sends it', async () => {
    const { path, remove } = openRecordingFile(folder)
    await writeFile(`${folder.path}/unrelated`, '')
    await run()
    start()
    await expect.poll(() => recorder.isOn).toBe(true)
    await stop()
    await writeAgentSettings(folder.settings, { opensQuickBooks: false, companyFiles: {}, allowsRecording: true })
    await utimes(path, now, now)
    now = new Date('2026-03-10T09:00:00Z')
    start()
    await expect.poll(() => stat(path).catch(() => 'gone')).toBe('gone')
    await remove()
  })

  it('keeps the latest exchanges up to its bound', async () => {
    const small = new Recorder(noRedaction, 3 * (request.length + response.length))
    small.start([])
    for (let ms = 1; ms <= 5; ms++) await small.record(request, response, ms)
    expect(small.stop().map(({ ms }) => ms)).toEqual([3, 4, 5])
  })

  it('sees what a desktop returned, and nothing without a recording', async () => {
    const desktop = {
      state: () => ({ phase: 'ready' }) as const,
      process: async () => ({ sent: true, lost: false, response }) as const,
    }
    const watched = new Recorder(noRedaction)
    const recorded = recordExchanges(desktop, watched, () => now)
    await recorded.process(request, 'read')
    watched.start([])
    await recorded.process(request, 'read')
    await delay(5)
    expect(watched.stop()).toHaveLength(1)
  })
})

describe('edge-agent record', () => {
  it('needs the setting of the company file', async () => {
    await writeAgentSettings(folder.settings, { opensQuickBooks: false, companyFiles: {} })
    await expect(run()).rejects.toThrow('An admin turns on “Allow recordings”')
    expect((await readAgentSettings(folder.settings)).recording).toBeUndefined()
  })

  it.each([
    [['--hours', '25'], /from 1 to 24/],
    [['--hours', '0'], /from 1 to 24/],
    [['--hours', '1.5'], /from 1 to 24/],
    [['--surprise'], /See --help/],
    [['--stop'], /No recording is running/],
    [['--send'], /no finished recording/],
  ])('refuses %j with a reason', async (args, reason) => {
    await expect(run(...args)).rejects.toThrow(reason)
  })

  it('begins no second recording', async () => {
    await run()
    await expect(run()).rejects.toThrow('is running until 2026-03-02T17:00:00.000Z')
  })
})
