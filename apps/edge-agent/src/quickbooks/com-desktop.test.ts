import { hasResponse, requireRealmId } from '@bridge/agent-protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { realmId, startComFixture } from '../../test/com-desktop.fixture.ts'
import { closedLook, failed, ok, openLook } from '../../test/scripted-quickbooks.ts'
import { memoryCompanyFiles } from './company-files.ts'

const path = 'C:\\Books\\Rock Castle.qbw'
const read = toMessageSet('<CompanyQueryRq />')
const write = toMessageSet('<CustomerAddRq><CustomerAdd><Name>Łódź</Name></CustomerAdd></CustomerAddRq>')
const sessionCalls = [
  'new',
  'PutUnattendedModePref',
  'PutPersonalDataPref',
  'OpenConnection2',
  'BeginSession',
  'GetCurrentCompanyFileName',
]
const endCalls = ['EndSession', 'CloseConnection', 'drop']

function toMessageSet(request: string): string {
  return `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Starts a desktop serving a realm; its first session has begun. */
async function connected(options: Parameters<typeof startComFixture>[0] = {}) {
  const fixture = await startComFixture(options)
  fixture.desktop.useRealm(realmId)
  await vi.advanceTimersByTimeAsync(0)
  return fixture
}

/** Starts a desktop whose first session has ended again. */
async function idle(options: Parameters<typeof startComFixture>[0] = {}) {
  const fixture = await connected(options)
  await vi.advanceTimersByTimeAsync(10_000)
  fixture.quickBooks.calls.length = 0
  return fixture
}

describe('a session', () => {
  it('begins with the realm’s application name, and keeps the path of the first file', async () => {
    const { quickBooks, desktop, companyFiles } = await startComFixture()
    const names: unknown[] = []
    quickBooks.once('OpenConnection2', (args) => {
      names.push(...args)
      return ok()
    })
    desktop.useRealm(realmId)
    await vi.advanceTimersByTimeAsync(0)

    expect(quickBooks.calls).toEqual(sessionCalls)
    expect(names).toEqual(['', `Bridge Service ${realmId}`, 1])
    expect(companyFiles.find(realmId)).toBe(path)
    expect(desktop.state()).toEqual({ phase: 'ready', companyFile: 'Rock Castle.qbw' })
  })

  it('ends before other programs of the agent use QuickBooks, and no request runs in between', async () => {
    const { quickBooks, desktop } = await connected()
    quickBooks.calls.length = 0
    const work = Promise.withResolvers<void>()
    const alone = desktop.runAlone(() => work.promise)
    const processed = desktop.process(read, 'read')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(quickBooks.calls).toEqual(endCalls)
    work.resolve()
    await alone
    expect(hasResponse(await processed)).toBe(true)
  })

  it('serves several requests, and ends 10 seconds after the last one', async () => {
    const { quickBooks, desktop } = await idle()
    await desktop.process(read, 'read')
    await vi.advanceTimersByTimeAsync(9_000)
    await desktop.process(read, 'read')
    await vi.advanceTimersByTimeAsync(9_000)
    expect(quickBooks.calls).toEqual([...sessionCalls, 'ProcessRequest', 'ProcessRequest'])

    await vi.advanceTimersByTimeAsync(1_000)
    expect(quickBooks.calls.slice(-3)).toEqual(endCalls)
  })

  it('a session is kept while a read has pages left', async () => {
    const { quickBooks, desktop } = await idle()
    const page = (count: number) =>
      ok(
        `<QBXML><QBXMLMsgsRs><CustomerQueryRs iteratorRemainingCount="${count}" iteratorID="{a}" /></QBXMLMsgsRs></QBXML>`,
      )
    quickBooks.once('ProcessRequest', () => page(5))
    quickBooks.once('ProcessRequest', () => page(0))
    await desktop.process(read, 'read')
    await vi.advanceTimersByTimeAsync(59_000)
    expect(quickBooks.calls).not.toContain('EndSession')

    await desktop.process(read, 'read')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(quickBooks.calls.slice(-3)).toEqual(endCalls)
  })

  it('ends when the agent stops', async () => {
    const { quickBooks, desktop } = await connected()
    await desktop.close()

    expect(quickBooks.calls).toEqual([...sessionCalls, ...endCalls])
  })

  it('begins again for another realm, under its name', async () => {
    const { quickBooks, desktop } = await connected()
    const names: unknown[] = []
    quickBooks.once('OpenConnection2', (args) => {
      names.push(args[1])
      return ok()
    })
    desktop.useRealm(requireRealmId('9130347957983547'))
    await vi.advanceTimersByTimeAsync(0)

    expect(names).toEqual(['Bridge Service 9130347957983547'])
    expect(quickBooks.calls.slice(6, 9)).toEqual(endCalls)
  })
})

describe('the company file', () => {
  it('the company file is refused before anything is sent if it is not the realm’s', async () => {
    const { quickBooks, desktop } = await idle()
    quickBooks.path = 'C:\\Books\\Other.qbw'

    expect(await desktop.process(write, 'write')).toMatchObject({
      sent: false,
      reason: 'execution-error',
      error: { hresult: '0x8004040A', message: expect.stringContaining('APP_COMPANY_FILE_UNAVAILABLE') },
    })
    expect(quickBooks.calls).toEqual([...sessionCalls, ...endCalls])
    expect(desktop.state()).toEqual({ phase: 'ready', notice: 'other-file' })
  })

  it.each(['c:\\books\\ROCK CASTLE.QBW', 'C:/Books/Rock Castle.qbw', 'C:\\Books\\.\\Rock Castle.qbw'])(
    'the company file is the realm’s if its path is spelled %s',
    async (spelling) => {
      const { desktop } = await connected({ companyFiles: memoryCompanyFiles([[realmId, spelling]]) })
      expect(hasResponse(await desktop.process(read, 'read'))).toBe(true)
    },
  )

  it('the company file is opened by its path if the agent may open QuickBooks', async () => {
    const companyFiles = memoryCompanyFiles([[realmId, path]])
    const { quickBooks, desktop } = await startComFixture({ companyFiles, opensQuickBooks: true, look: closedLook })
    desktop.useRealm(realmId)
    await vi.advanceTimersByTimeAsync(0)
    const seen: unknown[] = []
    quickBooks.once('PutUnattendedModePref', (args) => {
      seen.push(...args)
      return ok()
    })
    quickBooks.once('BeginSession', (args) => {
      seen.push(...args)
      return failed(0x8004041d)
    })
    expect(desktop.state().phase).toBe('ready')
    await desktop.process(read, 'read')

    expect(seen).toEqual([2, path, 2])
    expect(desktop.state().notice).toBe('not-authorized')
  })

  it('the company file is not remembered if its path cannot be stored', async () => {
    const store = vi.fn().mockRejectedValue(new Error('disk full'))
    const { quickBooks, desktop } = await connected({ companyFiles: { ...memoryCompanyFiles(), store } })

    expect(await desktop.process(write, 'write')).toMatchObject({ sent: false, reason: 'execution-error' })
    expect(quickBooks.messageSets).toEqual([])
  })
})

describe('a failed call', () => {
  it.each(['0x80040414', '0x80040418', '0x8004041A', '0x80080005', '0x800706BE', '0x80040402'])(
    'a failed call before ProcessRequest means that nothing was sent: %s',
    async (hresult) => {
      const { quickBooks, desktop } = await idle()
      quickBooks.once('BeginSession', () => failed(Number(hresult)))

      expect(await desktop.process(write, 'write')).toMatchObject({ sent: false, reason: 'execution-error' })
      expect(quickBooks.calls.slice(-2)).toEqual(['CloseConnection', 'drop'])
    },
  )

  it.each(['0x80040416', '0x80040424'])(
    'reports QuickBooks that is not open: %s [dp-7.2:APP_NOT_OPEN]',
    async (hresult) => {
      const { quickBooks, desktop } = await idle()
      quickBooks.once('BeginSession', () => failed(Number(hresult)))

      expect(await desktop.process(write, 'write')).toMatchObject({ sent: false, reason: 'app-not-open' })
    },
  )

  it('a failed call to start QuickBooks means that it is not open, unless it is', async () => {
    const { quickBooks, desktop } = await idle()
    quickBooks.beginFailure = 0x80040408
    const failing = desktop.process(read, 'read')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await failing).toMatchObject({ sent: false, reason: 'execution-error' })
    expect(desktop.state()).toMatchObject({ phase: 'ready', notice: 'quickbooks-error' })

    quickBooks.look = closedLook
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await desktop.process(read, 'read')).toMatchObject({ sent: false, reason: 'app-not-open' })
  })

  it.each([
    '0x80040402',
    '0x80040414',
    '0x80040421',
    '0x8004041B',
    '0x800706BE',
    '0x800706BA',
    '0x80010105',
    '0x80010108',
    '0x80004005',
  ])('a failed call inside ProcessRequest has an unknown outcome for a write: %s', async (hresult) => {
    const { quickBooks, desktop } = await idle()
    quickBooks.once('ProcessRequest', () => failed(Number(hresult)))

    expect(await desktop.process(write, 'write')).toMatchObject({ sent: true, lost: true, reason: 'connection' })
    expect(quickBooks.calls).toEqual([...sessionCalls, 'ProcessRequest', ...endCalls])
  })

  it.each(['0x80040400', '0x80070057'])(
    'a failed call of a rejected request means that nothing was executed: %s',
    async (hresult) => {
      const { quickBooks, desktop } = await idle()
      quickBooks.once('ProcessRequest', () => failed(Number(hresult)))

      expect(await desktop.process(write, 'write')).toMatchObject({ sent: false, reason: 'execution-error' })
      expect(quickBooks.calls).toEqual([...sessionCalls, 'ProcessRequest'])
    },
  )

  it('a failed call of a response that is too large says so', async () => {
    const { quickBooks, desktop } = await idle()
    quickBooks.once('ProcessRequest', () => failed(0x8007000e))

    expect(await desktop.process(read, 'read')).toMatchObject({ sent: true, lost: true, reason: 'too-large' })
  })

  it('a failed call has a message for the person at the PC, and not that of QuickBooks in the language of Windows', async () => {
    const { quickBooks, desktop } = await idle()
    quickBooks.once('BeginSession', () => failed(0x80040414, 'Ein Dialogfeld ist geöffnet.'))

    expect(await desktop.process(read, 'read')).toMatchObject({
      error: { hresult: '0x80040414', message: 'A dialog is open in QuickBooks. Complete or close it.' },
    })
  })
})

describe('a repeat', () => {
  it.each(['read', 'write'] as const)(
    'a repeat of a %s happens once in a fresh session if the ticket is invalid',
    async (kind) => {
      const { quickBooks, desktop } = await idle()
      quickBooks.once('ProcessRequest', () => failed(0x8004040d))

      expect(hasResponse(await desktop.process(write, kind))).toBe(true)
      expect(quickBooks.calls).toEqual([
        ...sessionCalls,
        'ProcessRequest',
        ...endCalls,
        ...sessionCalls,
        'ProcessRequest',
      ])
      expect(quickBooks.messageSets).toHaveLength(1)
    },
  )

  it('a repeat does not happen twice', async () => {
    const { quickBooks, desktop } = await idle()
    quickBooks.once('ProcessRequest', () => failed(0x8004040d))
    quickBooks.once('ProcessRequest', () => failed(0x8004040d))

    expect(await desktop.process(write, 'write')).toMatchObject({ sent: false, reason: 'execution-error' })
  })

  it('a repeat in a fresh session is refused if another file is open by then', async () => {
    const { quickBooks, desktop } = await idle()
    quickBooks.once('ProcessRequest', () => {
      quickBooks.path = 'C:\\Books\\Other.qbw'
      return failed(0x8004040d)
    })

    expect(await desktop.process(write, 'write')).toMatchObject({ sent: false, error: { hresult: '0x8004040A' } })
    expect(quickBooks.messageSets).toEqual([])
  })

  it.each(['0x8004041B', '0x8004041C', '0x80010001', '0x8001010A'])(
    'a repeat of a read happens once after %s',
    async (hresult) => {
      const { quickBooks, desktop } = await idle()
      quickBooks.once('ProcessRequest', () => failed(Number(hresult)))
      expect(hasResponse(await desktop.process(read, 'read'))).toBe(true)

      await vi.advanceTimersByTimeAsync(10_000)
      quickBooks.once('BeginSession', () => failed(Number(hresult)))
      const outcome = desktop.process(read, 'read')
      await vi.advanceTimersByTimeAsync(250)
      expect(hasResponse(await outcome)).toBe(true)
    },
  )

  it('uses an older version of qbXML if QuickBooks does not support that of the request, also later', async () => {
    const { quickBooks, desktop } = await idle()
    const sent: unknown[] = []
    const record = (result = ok('<QBXML />')) =>
      quickBooks.once('ProcessRequest', ([, messageSet]) => {
        sent.push(/qbxml version="([^"]+)"/.exec(String(messageSet))?.[1])
        return result
      })
    record(failed(0x80040423))
    record()
    record()
    await desktop.process(read, 'read')
    await desktop.process(read, 'read')

    expect(sent).toEqual(['13.0', '12.0', '12.0'])
  })
})

describe('the COM host', () => {
  it('the COM host of the other bitness is used if the class is not installed for the first', async () => {
    const { quickBooks, desktop } = await connected({ bits: 32 })
    expect(hasResponse(await desktop.process(read, 'read'))).toBe(true)
    expect([quickBooks.started(), quickBooks.calls.slice(0, 2)]).toEqual([2, ['new', 'new']])

    await vi.advanceTimersByTimeAsync(20_000)
    await desktop.process(read, 'read')
    expect(quickBooks.started()).toBe(2)
  })

  it('reports a missing installation after it tried both', async () => {
    const { quickBooks, desktop } = await connected({ look: closedLook })
    quickBooks.once('new', () => failed(0x80040154))
    quickBooks.once('new', () => failed(0x80040154))
    quickBooks.look = openLook
    await vi.advanceTimersByTimeAsync(2_000)

    expect(await desktop.process(read, 'read')).toMatchObject({ sent: false, error: { hresult: '0x80040154' } })
    expect(desktop.state().notice).toBe('sdk-missing')
  })

  it('starts again after it ended, with a new session', async () => {
    const { quickBooks, desktop } = await connected()
    desktop.restart()

    expect(hasResponse(await desktop.process(write, 'write'))).toBe(true)
    expect(quickBooks.started()).toBe(2)
  })

  it('the COM host is not ended because a call takes long', async () => {
    const { quickBooks, desktop } = await idle()
    const response = new Promise<ReturnType<typeof ok>>((resolve) => {
      setTimeout(() => resolve(ok('<QBXML />')), 300_000)
    })
    quickBooks.once('ProcessRequest', () => response)
    const outcome = desktop.process(write, 'write')
    await vi.advanceTimersByTimeAsync(300_000)

    expect(await outcome).toEqual({ sent: true, lost: false, response: '<QBXML />' })
    expect(quickBooks.killed()).toBe(0)
  })

  it.each([
    ['after 10 minutes', openLook, 600_000],
    ['when QuickBooks has been gone for 10 seconds', closedLook, 14_000],
  ])('the COM host is ended %s in a call, whose outcome is unknown then', async (_when, look, ms) => {
    const { quickBooks, desktop } = await idle()
    quickBooks.once('ProcessRequest', () => new Promise(() => undefined))
    const outcome = desktop.process(write, 'write')
    await vi.advanceTimersByTimeAsync(0)
    quickBooks.look = look
    await vi.advanceTimersByTimeAsync(ms - 6_000)
    expect(quickBooks.killed()).toBe(0)

    await vi.advanceTimersByTimeAsync(6_000)
    expect(await outcome).toMatchObject({ sent: true, lost: true, reason: 'connection' })
    expect(quickBooks.killed()).toBe(1)
  })

  it('the COM host is ended if it does not respond for 30 seconds, unless QuickBooks has a request', async () => {
    const { quickBooks, desktop } = await idle()
    const never = () => new Promise<never>(() => undefined)
    quickBooks.once(
      'ProcessRequest',
      () => new Promise((resolve) => setTimeout(() => resolve(ok('<QBXML />')), 60_000)),
    )
    const first = desktop.process(write, 'write')
    await vi.advanceTimersByTimeAsync(0)
    quickBooks.once('look', never)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await first).toMatchObject({ sent: true, lost: false })

    await vi.advanceTimersByTimeAsync(10_000)
    expect([quickBooks.killed(), quickBooks.started()]).toEqual([1, 2])
    quickBooks.once('BeginSession', never)
    const second = desktop.process(write, 'write')
    await vi.advanceTimersByTimeAsync(0)
    quickBooks.once('look', never)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(quickBooks.killed()).toBe(1)

    await vi.advanceTimersByTimeAsync(10_000)
    expect(await second).toMatchObject({ sent: false, reason: 'execution-error' })
    expect(hasResponse(await desktop.process(read, 'read'))).toBe(true)
  })

  it('the COM host is ended by a person before QuickBooks has the request, which was not sent then', async () => {
    const { quickBooks, desktop } = await idle()
    quickBooks.once('BeginSession', () => new Promise(() => undefined))
    const outcome = desktop.process(write, 'write')
    await vi.advanceTimersByTimeAsync(1_000)
    desktop.restart()

    expect(await outcome).toMatchObject({ sent: false, reason: 'execution-error' })
  })
})

describe('the state', () => {
  it('the state is busy while QuickBooks asks for its first permission', async () => {
    const { quickBooks, desktop } = await startComFixture()
    let allow: () => void = () => undefined
    quickBooks.once(
      'BeginSession',
      () =>
        new Promise((resolve) => {
          allow = () => resolve(ok('ticket-0'))
        }),
    )
    quickBooks.look = `${openLook.replace('enabled', 'disabled')}\nwindow 7 owned enabled #32770 Zugriff`
    desktop.useRealm(realmId)
    await vi.advanceTimersByTimeAsync(2_000)

    expect(await desktop.process(read, 'read')).toEqual({ sent: false, reason: 'busy' })
    expect(desktop.state()).toEqual({ phase: 'ready', notice: 'dialog-open' })
    quickBooks.look = openLook
    allow()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(desktop.state()).toEqual({ phase: 'ready', companyFile: 'Rock Castle.qbw' })
  })

  it('follows QuickBooks as it closes and opens', async () => {
    const { quickBooks, desktop } = await idle()
    quickBooks.look = closedLook
    await vi.advanceTimersByTimeAsync(2_000)
    expect(desktop.state()).toEqual({ phase: 'app-not-open' })

    quickBooks.look = openLook
    await vi.advanceTimersByTimeAsync(2_000)
    expect(desktop.state()).toEqual({ phase: 'ready', companyFile: 'Rock Castle.qbw' })
  })

  it('keeps the notice of a failure until the windows of QuickBooks change', async () => {
    const { quickBooks, desktop } = await idle()
    quickBooks.once('BeginSession', () => failed(0x80040417))
    await desktop.process(read, 'read')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(desktop.state()).toEqual({ phase: 'ready', notice: 'no-company-file' })

    quickBooks.look = openLook.replace('Rock Castle', 'QuickBooks Pro')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(desktop.state().notice).toBeUndefined()
  })

  it.each([
    ['other-session', 'host 64-bit session 1\nprocess 7 session 2 QBW.EXE', 'app-not-open'],
    ['elevated', `${openLook}\nelevation host normal\nelevation 7 elevated`, 'ready'],
  ])('the state has the notice %s', async (notice, look, phase) => {
    const { desktop } = await startComFixture({ look })
    expect(desktop.state()).toEqual({ phase, notice })
  })
})
