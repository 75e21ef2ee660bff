import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ComDesktop, startComDesktop } from '../../src/quickbooks/com-desktop.ts'
import { type ComHost, startComHost } from '../../src/quickbooks/com-host.ts'
import { memoryCompanyFiles } from '../../src/quickbooks/company-files.ts'
import { buildHost, buildStandIns, type StandIns } from '../../windows/build.ts'
import { openSampleCompany, realmId } from '../com-desktop.fixture.ts'
import { type FakeQuickBooks, type FakeScript, serveCompany, startFakeQuickBooks } from '../fake-quickbooks.ts'
import { createWinePrefix, toWindowsPath, type WinePrefix } from '../wine.ts'

const file = 'C:\\Users\\Jörg\\Müller & Söhne 株式会社.qbw'

let folder: string
let executable: string
let standIns: StandIns
let prefix: WinePrefix
let quickBooks: FakeQuickBooks
let serve: FakeScript
let program: ChildProcess
let host: ComHost
let desktop: ComDesktop

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bridge-windows-'))
  const built = await Promise.all([buildHost(64, folder), buildStandIns(folder), createWinePrefix()])
  executable = built[0]
  standIns = built[1]
  prefix = built[2]
  const classId = '{45F5708E-3B43-4FA8-BE7E-A5F1849214CB}'
  await prefix.register({
    'HKEY_CLASSES_ROOT\\QBXMLRP2.RequestProcessor\\CLSID': { '@': classId },
    [`HKEY_CLASSES_ROOT\\CLSID\\${classId}\\InprocServer32`]: {
      '@': toWindowsPath(standIns.library),
      ThreadingModel: 'Apartment',
    },
  })
})

beforeEach(async () => {
  quickBooks = await startFakeQuickBooks()
  serve = serveCompany(openSampleCompany(), file)
  quickBooks.script(serve)
  const [command = '', ...args] = prefix.command()
  program = spawn(command, [...args, standIns.quickBooks], { stdio: 'ignore' })
  desktop = await startComDesktop({
    startHost: () => {
      host = startComHost({ executable, command: prefix.command({ STAND_IN_PORT: String(quickBooks.port) }) })
      return host
    },
    companyFiles: memoryCompanyFiles([[realmId, file]]),
    clock: () => new Date(),
    wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
    logger: pino({ level: 'silent' }),
  })
  await expect.poll(() => desktop.state(), { timeout: 60_000 }).toMatchObject({ phase: 'ready' })
  desktop.useRealm(realmId)
})

afterEach(async () => {
  await desktop.close()
  const ended = once(program, 'exit')
  program.kill('SIGKILL')
  await ended
  await quickBooks.close()
})

afterAll(async () => {
  await prefix?.destroy()
  await rm(folder, { recursive: true, force: true })
})

/** Processes a message set as soon as the desktop has finished its first session. */
async function processWhenReady(request: string, kind: 'read' | 'write') {
  const messageSet = `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`
  for (;;) {
    const outcome = await desktop.process(messageSet, kind)
    if (outcome.sent || outcome.reason !== 'busy') return outcome
    await new Promise(setImmediate)
  }
}

const addCustomer = '<CustomerAddRq><CustomerAdd><Name>Zoë Müller</Name></CustomerAdd></CustomerAddRq>'

it('writes to a company file and reads it through the host', async () => {
  await expect(processWhenReady(addCustomer, 'write')).resolves.toMatchObject({
    sent: true,
    lost: false,
    response: expect.stringContaining('statusCode="0"'),
  })
  const query = '<CustomerQueryRq><FullName>Zoë Müller</FullName></CustomerQueryRq>'
  await expect(processWhenReady(query, 'read')).resolves.toMatchObject({
    response: expect.stringContaining('<FullName>Zo&#235; M&#252;ller</FullName>'),
  })
  expect(desktop.state()).toEqual({ phase: 'ready', companyFile: 'Müller & Söhne 株式会社.qbw' })
})

it('reports a write as lost when its host is killed, and serves the next request on another host', async () => {
  await processWhenReady(addCustomer, 'write')
  quickBooks.script((call) => {
    if (call.method !== 'ProcessRequest') return serve(call)
    host.kill()
    return new Promise(() => undefined)
  })
  await expect(processWhenReady(addCustomer, 'write')).resolves.toMatchObject({ sent: true, lost: true })
  quickBooks.script(serve)
  await expect(processWhenReady('<CompanyQueryRq />', 'read')).resolves.toMatchObject({ sent: true, lost: false })
})

it('refuses a request while another company file is open, without sending it', async () => {
  quickBooks.script(({ method }) => ({
    ok: true,
    text: method === 'GetCurrentCompanyFileName' ? 'C:\\Other.qbw' : 't',
  }))
  await processWhenReady('<CompanyQueryRq />', 'read')
  const outcome = await processWhenReady(addCustomer, 'write')
  expect(outcome).toMatchObject({ sent: false, reason: 'execution-error', error: { hresult: '0x8004040A' } })
  expect(quickBooks.calls.filter(({ method }) => method === 'ProcessRequest')).toEqual([])
})
