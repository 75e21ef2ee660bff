import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSampleCompany, realmId } from '../test/com-desktop.fixture.ts'
import { failed, openLook, type ScriptedQuickBooks, scriptedQuickBooks } from '../test/scripted-quickbooks.ts'
import { makeReport } from './make-report.ts'
import { type AgentFolder, getAgentFolder } from './settings/agent-folder.ts'

const now = new Date('2026-03-02T09:00:00Z')
const token = `svca_${'aB3'.repeat(12)}`
let folder: AgentFolder
let quickBooks: ScriptedQuickBooks

beforeEach(async () => {
  folder = getAgentFolder(await mkdtemp(join(tmpdir(), 'agent-')))
  await mkdir(folder.logs)
  quickBooks = scriptedQuickBooks({ company: openSampleCompany(), path: 'C:\\Books\\Müller & Co.qbw' })
})
afterEach(() => rm(folder.path, { recursive: true }))

async function report(wait: (ms: number, signal: AbortSignal) => Promise<void> = () => new Promise(() => undefined)) {
  return makeReport({
    folder,
    wait,
    url: 'https://bridge.example',
    hasToken: true,
    settings: {
      url: 'https://user:password@bridge.example/agent?key=1',
      opensQuickBooks: false,
      companyFiles: { [realmId]: 'C:\\Books\\Müller & Co.qbw' },
      quietHours: { from: '09:00', to: '12:30', days: ['Mon'], timeZone: 'Europe/Vienna' },
    },
    startHost: quickBooks.startHost,
    fetch: async () => ({ headers: new Headers({ date: now.toUTCString() }) }),
    clock: () => now,
  })
}

function logLine(fields: object): string {
  return `${JSON.stringify({ level: 40, time: now.getTime(), msg: 'a call of QuickBooks failed', ...fields })}\n`
}

it('a report has versions, settings, findings, the state and the end of the log', async () => {
  await writeFile(folder.status, 'A dialog is waiting in QuickBooks.\ndialog-open\n')
  await writeFile(join(folder.logs, 'agent.log'), logLine({ hresult: '0x80040414' }))
  const text = await report()

  for (const line of [
    'Time: 2026-03-02T09:00:00.000Z',
    'Agent: 0.1.0',
    `System: Node.js ${process.version}`,
    'Service: https://bridge.example\n',
    'State: dialog-open\n',
    `Realms: ${realmId}\n`,
    'Quiet hours: 09:00-12:30 Mon Europe/Vienna\n',
    'ok       Service: https://bridge.example responds.\n',
    'ok       Other class: There is none for 32-bit programs (0x80040154), which is usual.\n',
    'ok       Company file: It is open, and QuickBooks allows access to it.\n',
    'qbsdklog.txt: not found\n',
    'QWCLog.txt: not found\n',
    '2026-03-02T09:00:00.000Z warn a call of QuickBooks failed hresult=0x80040414\n',
  ]) {
    expect(text).toContain(line)
  }
})

it('a report has no credentials, names, paths or texts from QuickBooks', async () => {
  await writeFile(folder.token, token)
  await writeFile(folder.status, `The company file is connected (Müller).\n${token}\n`)
  await writeFile(
    join(folder.logs, 'agent.log'),
    [
      logLine({ text: 'Müller owes 12.00', problem: token }),
      logLine({ companyFile: 'C:\\Books\\Müller.qbw', msg: `Bearer ${token}` }),
      `${token}\n`,
    ].join(''),
  )
  quickBooks.once('BeginSession', () => failed(0x80040fff, 'The invoice of Müller is locked.'))
  const text = await report()

  expect(text).toContain('PROBLEM  Company file: QuickBooks reports an error. (0x80040FFF)')
  expect(text).not.toMatch(/Müller|svca_|password|key=1|C:|\\/)
})

it('names no dialog', async () => {
  quickBooks.look = `${openLook.replace('enabled', 'disabled')}\nwindow 7 owned enabled #32770 Invoice of Müller`
  expect(await report()).not.toContain('Müller')
})

it('a report is complete if QuickBooks does not respond', async () => {
  let endWait: () => void = () => undefined
  quickBooks.once('BeginSession', () => {
    endWait()
    return new Promise(() => undefined)
  })
  const text = await report(
    () =>
      new Promise((resolve) => {
        endWait = resolve
      }),
  )
  expect(text).toContain('PROBLEM  Company file: QuickBooks ended or stopped responding.')
  expect(text).toContain('The log is empty.')
})

it('a report has the last 200 lines of a long log', async () => {
  const lines = Array.from({ length: 5_000 }, (_, code) => logLine({ code })).join('')
  await writeFile(join(folder.logs, 'agent.log'), lines)
  const codes = [...(await report()).matchAll(/ code=(\d+)$/gm)].map(([, code]) => Number(code))
  expect([codes.length, codes[0], codes.at(-1)]).toEqual([200, 4_800, 4_999])
})
