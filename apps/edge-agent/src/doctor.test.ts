import { describe, expect, it } from 'vitest'
import { openSampleCompany, realmId } from '../test/com-desktop.fixture.ts'
import {
  closedLook,
  failed,
  ok,
  openLook,
  type ScriptedQuickBooks,
  scriptedQuickBooks,
} from '../test/scripted-quickbooks.ts'
import { type DoctorOptions, type Finding, formatFullFinding, runDoctor } from './doctor.ts'

const path = 'C:\\Books\\Rock Castle.qbw'
const now = new Date('2026-03-02T09:00:00Z')

function respond(date: Date): DoctorOptions['fetch'] {
  return async () => ({ headers: new Headers({ date: date.toUTCString() }) })
}

async function examine(options: Partial<DoctorOptions> = {}, change?: (quickBooks: ScriptedQuickBooks) => void) {
  const quickBooks = scriptedQuickBooks({ company: openSampleCompany() })
  change?.(quickBooks)
  const findings: Finding[] = []
  const all: DoctorOptions = {
    url: 'https://bridge.example',
    hasToken: true,
    settings: { opensQuickBooks: false, companyFiles: { [realmId]: path } },
    startHost: quickBooks.startHost,
    fetch: respond(now),
    clock: () => now,
    ...options,
  }
  for await (const finding of runDoctor(all)) findings.push(finding)
  return { quickBooks, findings, problems: findings.filter(({ isGood }) => !isGood).map(formatFullFinding) }
}

describe('the doctor', () => {
  it('works with a host of a later version, whose number it prints', async () => {
    const { findings, problems } = await examine({}, (quickBooks) => {
      quickBooks.look = `${openLook}\nversion 9 protocol 9\nmemory 7 12 MB`
    })
    expect(problems).toEqual([])
    expect(findings.map(formatFullFinding)).toContain(
      'ok       Agent: The program that calls QuickBooks has version 9.',
    )
  })

  it('finds nothing wrong with an agent that works, and leaves no session', async () => {
    const { quickBooks, findings, problems } = await examine()

    expect(problems).toEqual([])
    expect(findings.map(({ check }) => check)).toEqual([
      'Service',
      'Clock',
      'Pairing',
      'QuickBooks',
      'Request processor',
      'Other class',
      'Company file',
    ])
    expect(quickBooks.calls.slice(-3)).toEqual(['EndSession', 'CloseConnection', 'drop'])
    expect(quickBooks.messageSets).toEqual([])
  })

  it.each<[string, Partial<DoctorOptions>, RegExp]>([
    ['no address', { url: undefined }, /Address: .* Pair the agent again/],
    ['no token', { hasToken: false }, /Pairing: .*pairing code/],
    [
      'no network',
      { fetch: () => Promise.reject(new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND') })) },
      /Service: https:\/\/bridge\.example cannot be reached: getaddrinfo ENOTFOUND/,
    ],
    ['a wrong clock', { fetch: respond(new Date('2026-03-03T09:00:00Z')) }, /Clock: .* wrong by 1440 minutes/],
    ['no company file', { settings: { opensQuickBooks: false, companyFiles: {} } }, /Company file: .* no company file/],
    [
      'another company file',
      { settings: { opensQuickBooks: false, companyFiles: { [realmId]: 'C:\\Other.qbw' } } },
      /Company file: .*Open is C:\\Books\\Rock Castle\.qbw; this connection has C:\\Other\.qbw\./,
    ],
  ])('finds %s', async (_what, options, expected) => {
    expect((await examine(options)).problems).toEqual([expect.stringMatching(expected)])
  })

  it.each([
    ['QuickBooks that is closed', closedLook, /QuickBooks is closed/],
    ['QuickBooks of another user', openLook.replace('7 session 1', '7 session 2'), /another Windows user/],
    ['QuickBooks that runs as administrator', `${openLook}\nelevation 7 elevated`, /runs as administrator/],
    [
      'a dialog, with its title',
      `${openLook.replace('enabled', 'disabled')}\nwindow 7 owned enabled #32770 Update Company File`,
      /Dialogs: .* Update Company File$/,
    ],
  ])('finds %s', async (_what, look, expected) => {
    const { problems } = await examine({}, (here) => {
      here.look = look
    })
    expect(problems).toEqual([expect.stringMatching(expected)])
  })

  it('asks for the same permission as the agent, in the realm’s company file only', async () => {
    const seen: unknown[] = []
    const { quickBooks } = await examine({}, (here) => {
      here.once('PutUnattendedModePref', (args) => {
        seen.push(...args)
        return ok()
      })
    })
    expect(seen).toEqual([2])
    expect(quickBooks.begun).toEqual([path])
  })

  it('finds another company by the title of its window, and asks nothing there', async () => {
    const companyNames = { [realmId]: { path, name: 'Rock Castle' } }
    const settings = { opensQuickBooks: false, companyFiles: { [realmId]: path }, companyNames }
    const { quickBooks, problems } = await examine({ settings }, (here) => {
      here.look = openLook.replace('Rock Castle', 'Larry - QuickBooks Pro')
    })
    expect(problems).toEqual([expect.stringMatching(/Open is Larry; this connection has Rock Castle \(C:\\Books/)])
    expect(quickBooks.begun).toEqual([])
  })

  it('finds QuickBooks without a window', async () => {
    const { problems } = await examine({}, (here) => {
      here.look = `${closedLook}\nprocess 7 session 1 QBW.EXE`
    })
    expect(problems).toEqual([expect.stringMatching(/QuickBooks is closed/)])
  })

  it('finds access that was never allowed', async () => {
    const { problems } = await examine({}, (here) => here.once('BeginSession', () => failed(0x80040418)))
    expect(problems).toEqual([expect.stringMatching(/Company file: .*\(0x80040418\)/)])
  })

  it('finds a COM host that does not run, and concludes nothing else from that', async () => {
    const startHost = () => ({
      bits: 64 as const,
      ended: Promise.resolve(),
      request: async () => failed(0x800706be, 'spawn qbhost64.exe ENOENT.'),
      close: async () => undefined,
      kill: () => undefined,
    })
    expect((await examine({ startHost })).problems).toEqual([
      'PROBLEM  Agent: A program of the agent cannot run. Install the agent again. spawn qbhost64.exe ENOENT.',
    ])
  })

  it('finds that QuickBooks is not installed', async () => {
    const { problems } = await examine({}, (here) => {
      here.once('new', () => failed(0x80040154))
      here.once('new', () => failed(0x80040154))
    })
    expect(problems).toEqual([expect.stringMatching(/Request processor: .*\(0x80040154\)/)])
  })
})
