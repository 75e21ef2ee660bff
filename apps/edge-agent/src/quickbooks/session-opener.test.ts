import { hasResponse } from '@bridge/agent-protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { realmId, startComFixture } from '../../test/com-desktop.fixture.ts'
import { closedLook, failed, openLook } from '../../test/scripted-quickbooks.ts'
import { memoryCompanyFiles } from './company-files.ts'

const path = 'C:\\Books\\Rock Castle.qbw'
const read =
  '<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CompanyQueryRq /></QBXMLMsgsRq></QBXML>'
const dialogLook = `${openLook.replace('enabled', 'disabled')}\nwindow 7 owned enabled #32770 Save?`

function lookWithTitle(title: string): string {
  return openLook.replace('Rock Castle', title)
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Options = Parameters<typeof startComFixture>[0]

/** Starts a desktop whose realm has a company file. */
async function pinned({ company, ...options }: Options & { readonly company?: string } = {}) {
  const companyFiles = memoryCompanyFiles([[realmId, path]], company === undefined ? [] : [[realmId, company]])
  const fixture = await startComFixture({ companyFiles, ...options })
  return { ...fixture, begun: fixture.quickBooks.begun }
}

/** Runs a read for as long as a session may take to begin. */
async function readWithin({ desktop }: Awaited<ReturnType<typeof startComFixture>>, ms = 8_000) {
  desktop.useRealm(realmId)
  await vi.advanceTimersByTimeAsync(ms)
  const outcome = desktop.process(read, 'read')
  await vi.advanceTimersByTimeAsync(ms)
  return outcome
}

describe('a realm with a company file', () => {
  it('names its path while QuickBooks is open', async () => {
    const fixture = await pinned()
    await readWithin(fixture)
    expect(new Set(fixture.begun)).toEqual(new Set([path]))
  })

  it('asks nothing in another company, which the title of the window shows', async () => {
    const fixture = await pinned({
      company: 'Rock Castle',
      look: lookWithTitle('Larry’s Landscaping - QuickBooks Pro'),
    })

    expect(await readWithin(fixture)).toMatchObject({ sent: false, error: { hresult: '0x8004040A' } })
    expect(fixture.quickBooks.calls).toEqual([])
    expect(fixture.desktop.state()).toEqual({ phase: 'ready', notice: 'other-file' })
  })

  it.each(['Rock Castle - QuickBooks Pro 2024 - [Home]', 'Rock Castle - Intuit QuickBooks Enterprise', 'Unknown form'])(
    'asks where the title is %s',
    async (title) => {
      const fixture = await pinned({ company: 'Rock Castle', look: lookWithTitle(title) })
      await readWithin(fixture)
      expect(fixture.begun).toContain(path)
    },
  )

  it('asks nothing while no company file is open, so none is opened', async () => {
    const fixture = await pinned({ look: lookWithTitle('QuickBooks Desktop Pro 2024') })

    expect(await readWithin(fixture)).toMatchObject({ sent: false, error: { hresult: '0x80040417' } })
    expect(fixture.begun).toEqual([])
  })

  it('learns the name of its company from the title, and finds another one from then on', async () => {
    const fixture = await pinned({ look: lookWithTitle('Rock Castle - QuickBooks') })
    await readWithin(fixture)
    expect(fixture.companyFiles.findCompany(realmId)).toBe('Rock Castle')
    await vi.advanceTimersByTimeAsync(10_000)
    const count = fixture.begun.length

    fixture.quickBooks.look = lookWithTitle('Larry - QuickBooks')
    expect(await fixture.desktop.process(read, 'read')).toMatchObject({ error: { hresult: '0x8004040A' } })
    expect(fixture.begun).toHaveLength(count)
  })

  it('learns no name while two companies are open', async () => {
    const look = `${lookWithTitle('Rock Castle - QuickBooks')}\nwindow 7 main enabled MauiFrame Larry - QuickBooks`
    const fixture = await pinned({ look })
    await readWithin(fixture)
    expect(fixture.companyFiles.findCompany(realmId)).toBeUndefined()
  })

  it('looks again before it asks, not two seconds ago', async () => {
    const fixture = await pinned({ company: 'Rock Castle', look: lookWithTitle('Rock Castle - QuickBooks') })
    await readWithin(fixture)
    await vi.advanceTimersByTimeAsync(11_000)
    fixture.begun.length = 0
    fixture.quickBooks.look = lookWithTitle('Larry - QuickBooks')
    await fixture.desktop.process(read, 'read')
    expect(fixture.begun).toEqual([])
  })

  it('serves a mapped drive and its server as the same file', async () => {
    const resolvePath = async (file: string) => file.replace(/^N:/i, '\\\\office\\books')
    const companyFiles = memoryCompanyFiles([[realmId, 'N:\\Rock Castle.qbw']])
    const fixture = await startComFixture({ companyFiles, resolvePath, path: '\\\\OFFICE\\books\\Rock Castle.qbw' })
    expect(hasResponse(await readWithin(fixture))).toBe(true)
  })
})

describe('QuickBooks that an agent cannot call', () => {
  const elevated = `${openLook}\nelevation host normal\nelevation 7 elevated`
  const otherSession = 'host 64-bit session 1\nprocess 7 session 2 QBW.EXE\nwindow 7 main enabled MauiFrame X'

  it.each([
    ['runs as administrator', elevated, '0x80080005'],
    ['is open for another Windows user', otherSession, '0x80070005'],
  ])('QuickBooks that %s is not started a second time', async (_what, look, hresult) => {
    const fixture = await pinned({ look, opensQuickBooks: true })

    expect(await readWithin(fixture)).toMatchObject({ sent: false, reason: 'execution-error', error: { hresult } })
    expect(fixture.begun).toEqual([])
  })

  it('QuickBooks without a window is not connected', async () => {
    const fixture = await pinned({ look: `${closedLook}\nprocess 7 session 1 QBW.EXE` })

    expect(fixture.desktop.state()).toEqual({ phase: 'app-not-open' })
    expect(await readWithin(fixture)).toMatchObject({ sent: false, reason: 'app-not-open' })
    expect(fixture.begun).toEqual([])
  })

  it('QuickBooks that is closed is started where that is wanted', async () => {
    const fixture = await pinned({ look: closedLook, opensQuickBooks: true })
    expect(hasResponse(await readWithin(fixture))).toBe(true)
    expect(fixture.begun).toEqual([path])
  })
})

describe('a session that does not begin', () => {
  it('waits some seconds for the end of a dialog', async () => {
    const fixture = await pinned()
    await readWithin(fixture)
    await vi.advanceTimersByTimeAsync(11_000)
    fixture.quickBooks.look = dialogLook
    fixture.quickBooks.beginFailure = 0x80040414
    const outcome = fixture.desktop.process(read, 'read')
    await vi.advanceTimersByTimeAsync(3_000)
    fixture.quickBooks.look = openLook
    fixture.quickBooks.beginFailure = undefined
    await vi.advanceTimersByTimeAsync(500)

    expect(hasResponse(await outcome)).toBe(true)
  })

  it('fails if the dialog stays', async () => {
    const fixture = await pinned({ look: dialogLook })
    fixture.quickBooks.beginFailure = 0x80040414
    expect(await readWithin(fixture)).toMatchObject({ sent: false, error: { hresult: '0x80040414' } })
  })

  it('is tried again for 1.75 seconds while QuickBooks is open and says that it cannot be started', async () => {
    const fixture = await pinned()
    await readWithin(fixture)
    await vi.advanceTimersByTimeAsync(11_000)
    fixture.begun.length = 0
    fixture.quickBooks.beginFailure = 0x80040408
    const outcome = fixture.desktop.process(read, 'read')
    await vi.advanceTimersByTimeAsync(1_000)
    fixture.quickBooks.beginFailure = undefined
    await vi.advanceTimersByTimeAsync(750)

    expect(hasResponse(await outcome)).toBe(true)
    expect(fixture.begun).toHaveLength(4)
  })

  it.each([0x80040401, 0x80040405, 0x80040407, 0x80040408])(
    'is tried with the class of the other bitness after %i, which may be that of another QuickBooks',
    async (hresult) => {
      const { quickBooks, desktop } = await startComFixture({ bits: 'both' })
      quickBooks.beginFailureOf = { bits: 64, hresult }
      desktop.useRealm(realmId)
      await vi.advanceTimersByTimeAsync(4_000)

      expect(hasResponse(await desktop.process(read, 'read'))).toBe(true)
      expect(quickBooks.started()).toBe(2)
    },
  )

  it('reports the first class’s error if the other one does not exist or fails alike', async () => {
    for (const bits of [64, 'both'] as const) {
      const { quickBooks, desktop } = await startComFixture({ bits })
      quickBooks.beginFailure = 0x80040401
      desktop.useRealm(realmId)
      await vi.advanceTimersByTimeAsync(0)
      expect(await desktop.process(read, 'read')).toMatchObject({ error: { hresult: '0x80040401' } })
    }
  })

  it.each([
    0x80040401, 0x80040402, 0x80040403, 0x80040408, 0x80040409, 0x80040410, 0x8004041b, 0x8004041e, 0x8004041f,
    0x80040422, 0x80040426, 0x80040427, 0x8004042c, 0x80010105, 0x80004005,
  ])('is an error of QuickBooks, neither connected nor closed: %i', async (hresult) => {
    const fixture = await pinned()
    fixture.quickBooks.beginFailure = hresult
    await readWithin(fixture)

    expect(fixture.desktop.state()).toMatchObject({
      phase: 'ready',
      notice: 'quickbooks-error',
      error: { hresult: expect.stringMatching(/^0x8/), message: expect.any(String) },
    })
  })

  it('says that 0x80010105 is usually another file or a dialog', async () => {
    const fixture = await pinned()
    fixture.quickBooks.beginFailure = 0x80010105
    expect(await readWithin(fixture)).toMatchObject({
      sent: false,
      error: { message: expect.stringMatching(/Open the company file of this connection, and complete any dialog/) },
    })
  })
})

describe('a failed request', () => {
  it.each([0x8004040c, 0x8004040f, 0x80040411])('that had no session is sent in a fresh one: %i', async (hresult) => {
    const { quickBooks, desktop } = await startComFixture()
    desktop.useRealm(realmId)
    await vi.advanceTimersByTimeAsync(0)
    quickBooks.once('ProcessRequest', () => failed(hresult))
    expect(hasResponse(await desktop.process(read, 'write'))).toBe(true)
    expect(quickBooks.messageSets).toHaveLength(1)
  })

  it.each([0x80040428, 0x80040429])('that QuickBooks does not support was not executed: %i', async (hresult) => {
    const { quickBooks, desktop } = await startComFixture()
    desktop.useRealm(realmId)
    await vi.advanceTimersByTimeAsync(0)
    quickBooks.once('ProcessRequest', () => failed(hresult))
    expect(await desktop.process(read, 'write')).toMatchObject({ sent: false, reason: 'execution-error' })
    expect(desktop.state().notice).toBeUndefined()
  })

  it('that only reads is repeated after a dialog that ends', async () => {
    const { quickBooks, desktop } = await startComFixture()
    desktop.useRealm(realmId)
    await vi.advanceTimersByTimeAsync(0)
    quickBooks.once('ProcessRequest', () => {
      quickBooks.look = dialogLook
      return failed(0x80040414)
    })
    const outcome = desktop.process(read, 'read')
    await vi.advanceTimersByTimeAsync(1_000)
    quickBooks.look = openLook
    await vi.advanceTimersByTimeAsync(1_000)
    expect(hasResponse(await outcome)).toBe(true)
  })
})
