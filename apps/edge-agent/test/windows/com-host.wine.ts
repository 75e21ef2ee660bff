import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { memoryStorage, openCompany } from '@bridge/emulator'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTokenSealing, findInstalledToken, SealedTokenError } from '../../src/pairing/token-sealing.ts'
import { type ComHost, type ComResult, startComHost } from '../../src/quickbooks/com-host.ts'
import { buildHost, buildStandIns, type StandIns } from '../../windows/build.ts'
import { type FakeQuickBooks, serveCompany, startFakeQuickBooks } from '../fake-quickbooks.ts'
import { createWinePrefix, toWindowsPath, type WinePrefix } from '../wine.ts'

const classId = '{45F5708E-3B43-4FA8-BE7E-A5F1849214CB}'
const classKey = `HKEY_CLASSES_ROOT\\CLSID\\${classId}`
const programIdentifier = { 'HKEY_CLASSES_ROOT\\QBXMLRP2.RequestProcessor\\CLSID': { '@': classId } }

let folder: string
let executable: string
let standIns: StandIns
let prefix: WinePrefix
let quickBooks: FakeQuickBooks
const hosts: ComHost[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bridge-windows-'))
  const [host, built, created] = await Promise.all([buildHost(64, folder), buildStandIns(folder), createWinePrefix()])
  executable = host
  standIns = built
  prefix = created
})

beforeEach(async () => {
  quickBooks = await startFakeQuickBooks()
})

afterEach(async () => {
  for (const host of hosts.splice(0)) {
    host.kill()
    await host.ended
  }
  await quickBooks.close()
})

afterAll(async () => {
  await prefix?.destroy()
  await rm(folder, { recursive: true, force: true })
})

function startHost(): ComHost {
  const command = prefix.command({ STAND_IN_PORT: String(quickBooks.port) })
  const host = startComHost({ executable, command })
  hosts.push(host)
  return host
}

/** Starts a host that has created the object. */
async function startReadyHost(): Promise<ComHost> {
  const host = startHost()
  await expect(host.request('new')).resolves.toEqual({ ok: true, text: '' })
  return host
}

/** Returns a promise, and the function that resolves it. */
function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** Leaves every call without a response. Resolves with the first one. */
function blockCalls(): Promise<void> {
  const { promise, resolve } = deferred<void>()
  quickBooks.script(() => {
    resolve()
    return new Promise(() => undefined)
  })
  return promise
}

async function look(host: ComHost): Promise<string[]> {
  const result = await host.request('look')
  expect(result.ok).toBe(true)
  return result.text.split('\n')
}

/** Looks until the lines meet a condition. Returns the lines. */
async function lookUntil(host: ComHost, condition: (lines: readonly string[]) => boolean): Promise<string[]> {
  for (;;) {
    const lines = await look(host)
    if (condition(lines)) return lines
  }
}

describe('without QuickBooks’ SDK', () => {
  it('reports that the class is missing', async () => {
    const host = startHost()
    await expect(host.request('new')).resolves.toMatchObject({ ok: false, hresult: 0x800401f3 })
    await expect(host.request('call', 'CloseConnection')).resolves.toMatchObject({ ok: false, hresult: 0x800401fd })
    await expect(host.request('prefs', 'PutIsReadOnly', 1)).resolves.toMatchObject({ ok: false, hresult: 0x800401fd })
  })

  it('reports its bitness and session, and no process', async () => {
    const lines = await look(startHost())
    expect(lines).toEqual([
      expect.stringMatching(/^host 64-bit session \d+$/),
      expect.stringMatching(/^elevation host (elevated|normal)$/),
    ])
  })

  it('ends with code 2 when its input is not a frame', async () => {
    const [file = '', ...args] = [...prefix.command(), executable]
    const child = spawn(file, args, { stdio: ['pipe', 'ignore', 'ignore'] })
    child.stdin.end('GET / HTTP/1.1\n')
    const [code] = await once(child, 'exit')
    expect(code).toBe(2)
  })

  it('seals a secret for the Windows user, and opens it in another process', async () => {
    const secret = 'token-Łódź 漢字 😀'
    const sealed = await startHost().request('seal', secret)
    expect(sealed.ok).toBe(true)
    expect(sealed.text).toMatch(/^[A-Za-z0-9+/]+=*$/)
    expect(Buffer.from(sealed.text, 'base64').includes(Buffer.from(secret))).toBe(false)
    await expect(startHost().request('open', sealed.text)).resolves.toEqual({ ok: true, text: secret })
  })

  it('seals the token of an installation, which a later start opens', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'bridge-token-'))
    const file = path.join(folder, 'token')
    const sealing = createTokenSealing(startHost)
    try {
      await writeFile(file, 'svca_secret\n')
      expect(await findInstalledToken(file, sealing)).toBe('svca_secret')
      expect(await readFile(file, 'utf8')).toMatch(/^sealed:[A-Za-z0-9+/]+=*\n$/)
      expect(await findInstalledToken(file, sealing)).toBe('svca_secret')
      await writeFile(file, 'sealed:aGVsbG8=\n')
      await expect(findInstalledToken(file, sealing)).rejects.toThrow(SealedTokenError)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it.each(['', '%%%', 'aGVsbG8='])('does not open %j, which is not a sealed secret', async (text) => {
    await expect(startHost().request('open', text)).resolves.toMatchObject({ ok: false })
  })
})

describe('with the request processor as a DLL', () => {
  beforeAll(async () => {
    await prefix.register({
      ...programIdentifier,
      [`${classKey}\\InprocServer32`]: { '@': toWindowsPath(standIns.library), ThreadingModel: 'Apartment' },
    })
  })

  it('adds a customer to a company file and reads it', async () => {
    const company = openCompany({
      storage: memoryStorage(),
      clock: () => new Date('2026-01-05T10:00:00Z'),
      random: () => 0.5,
      template: 'starter',
    })
    const file = 'C:\\Users\\Jörg\\Müller & Söhne 株式会社.qbw'
    quickBooks.script(serveCompany(company, file))
    const host = await startReadyHost()
    const text = async (...args: [string, ...(string | number)[]]) => {
      const result = await host.request('call', ...args)
      expect(result).toMatchObject({ ok: true })
      return result.text
    }
    await text('OpenConnection2', '', 'Bridge Service 9130000000000001', 1)
    const ticket = await text('BeginSession', file, 2)
    await expect(text('GetCurrentCompanyFileName', ticket)).resolves.toBe(file)
    const added = await text(
      'ProcessRequest',
      ticket,
      '<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">' +
        '<CustomerAddRq><CustomerAdd><Name>Zoë Müller</Name></CustomerAdd></CustomerAddRq></QBXMLMsgsRq></QBXML>',
    )
    expect(added).toContain('statusCode="0"')
    const found = await text(
      'ProcessRequest',
      ticket,
      '<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">' +
        '<CustomerQueryRq><FullName>Zoë Müller</FullName></CustomerQueryRq></QBXMLMsgsRq></QBXML>',
    )
    // QuickBooks writes letters beyond ASCII as references.
    expect(found).toContain('<FullName>Zo&#235; M&#252;ller</FullName>')
    await text('EndSession', ticket)
    await expect(host.request('call', 'ProcessRequest', ticket, '<?xml version="1.0"?>')).resolves.toMatchObject({
      ok: false,
      hresult: 0x8004040d,
    })
    await text('CloseConnection')
    await expect(host.request('drop')).resolves.toEqual({ ok: true, text: '' })
    await expect(host.request('call', 'CloseConnection')).resolves.toMatchObject({ ok: false, hresult: 0x800401fd })
  })

  it.each([
    ['other scripts and symbols', 'Łódź 漢字 😀 Müller'],
    ['control characters', 'a\u0001b\tc\r\nd"e\'f<g>&h'],
    ['no text', ''],
  ])('passes %s on unchanged', async (_case, text) => {
    quickBooks.script(({ args }) => ({ ok: true, text: String(args[1]) }))
    const host = await startReadyHost()
    await expect(host.request('call', 'ProcessRequest', 'ticket', text)).resolves.toEqual({ ok: true, text })
    expect(quickBooks.calls).toEqual([{ method: 'ProcessRequest', args: ['ticket', text] }])
  })

  it('passes a request and a response of 60 MiB on unchanged', async () => {
    const text = '<Name>Łódź 漢字 😀 0123456789</Name>\n'.repeat(1_400_000)
    const bytes = Buffer.byteLength(text)
    expect(bytes).toBeGreaterThan(58 * 1024 * 1024)
    expect(bytes).toBeLessThan(63 * 1024 * 1024)
    quickBooks.script(({ args }) => ({ ok: true, text: String(args[1]) }))
    const host = await startReadyHost()
    const result = await host.request('call', 'ProcessRequest', 'ticket', text)
    expect(result.ok && result.text === text).toBe(true)
  })

  it('returns numbers in decimal, and an array with one string per line', async () => {
    quickBooks.script(({ method }) => ({ ok: true, text: method === 'MajorVersion' ? '16' : '1.0\n13.0\n16.0' }))
    const host = await startReadyHost()
    await expect(host.request('call', 'MajorVersion')).resolves.toEqual({ ok: true, text: '16' })
    await expect(host.request('call', 'QBXMLVersionsForSession', 'ticket')).resolves.toEqual({
      ok: true,
      text: '1.0\n13.0\n16.0',
    })
  })

  it('sets preferences before it opens a connection', async () => {
    const host = await startReadyHost()
    await expect(host.request('prefs', 'PutUnattendedModePref', 1)).resolves.toEqual({ ok: true, text: '' })
    await expect(host.request('prefs', 'PutIsReadOnly', 0)).resolves.toEqual({ ok: true, text: '' })
    await host.request('call', 'OpenConnection2', '', 'Bridge Service 1', 1)
    expect(quickBooks.calls).toEqual([
      { method: 'PutUnattendedModePref', args: [1] },
      { method: 'PutIsReadOnly', args: [0] },
      { method: 'OpenConnection2', args: ['', 'Bridge Service 1', 1] },
    ])
  })

  it.each([0x80040400, 0x80040408, 0x8004040a, 0x8004040d, 0x80040414, 0x8004041a, 0x80040423, 0x80010105, 0x800706be])(
    'returns the HRESULT %i with its text',
    async (hresult) => {
      const failure: ComResult = { ok: false, hresult, text: 'QuickBooks displays a dialog – “Müller & Söhne”.' }
      quickBooks.script(() => failure)
      const host = await startReadyHost()
      await expect(host.request('call', 'BeginSession', '', 2)).resolves.toEqual(failure)
      await expect(host.request('prefs', 'PutUnattendedModePref', 1)).resolves.toEqual(failure)
    },
  )

  it('describes an HRESULT of Windows that comes without a text', async () => {
    quickBooks.script(() => ({ ok: false, hresult: 0x80070005, text: '' }))
    const host = await startReadyHost()
    const result = await host.request('call', 'BeginSession', '', 2)
    expect(result).toEqual({ ok: false, hresult: 0x80070005, text: expect.stringMatching(/denied/i) })
  })

  it.each([
    ['a method that does not exist', 0x80020006, ['NoSuchMethod']],
    ['too few arguments', 0x8002000e, ['BeginSession', '']],
    ['an argument of another type', 0x80020005, ['BeginSession', '', 'two']],
  ] as const)('fails a call with %s', async (_case, hresult, args) => {
    const host = await startReadyHost()
    await expect(host.request('call', ...args)).resolves.toMatchObject({ ok: false, hresult })
    expect(quickBooks.calls).toEqual([])
  })

  it('fails the requests that exceed its queue, and none of the others', async () => {
    const { promise, resolve } = deferred<ComResult>()
    quickBooks.script(() => promise)
    const host = await startReadyHost()
    const first = host.request('call', 'CloseConnection')
    await expect.poll(() => quickBooks.calls.length, { timeout: 60_000 }).toBe(1)
    const waiting = Array.from({ length: 16 }, () => host.request('call', 'CloseConnection'))
    await expect(host.request('call', 'CloseConnection')).resolves.toMatchObject({ ok: false, hresult: 0x800700aa })
    resolve({ ok: true, text: '' })
    for (const request of [first, ...waiting]) await expect(request).resolves.toEqual({ ok: true, text: '' })
    expect(quickBooks.calls).toHaveLength(17)
  })

  it('finishes its call and closes the connection when the agent ends', async () => {
    const { promise, resolve } = deferred<ComResult>()
    quickBooks.script(({ method }) => (method === 'ProcessRequest' ? promise : { ok: true, text: '' }))
    const host = await startReadyHost()
    const call = host.request('call', 'ProcessRequest', 'ticket', '<QBXML/>')
    await expect.poll(() => quickBooks.calls.length, { timeout: 60_000 }).toBe(1)
    const closed = host.close()
    resolve({ ok: true, text: 'late' })
    await expect(call).resolves.toEqual({ ok: true, text: 'late' })
    await closed
    expect(quickBooks.calls.map(({ method }) => method)).toEqual(['ProcessRequest', 'CloseConnection'])
  })

  it('reports an unknown outcome when the host is killed during a call; another one works', async () => {
    const blocked = blockCalls()
    const host = await startReadyHost()
    const call = host.request('call', 'ProcessRequest', 'ticket', '<QBXML/>')
    await blocked
    host.kill()
    await expect(call).resolves.toMatchObject({ ok: false, hresult: 0x800706be })
    await host.ended
    await expect(host.request('new')).resolves.toMatchObject({ ok: false, hresult: 0x800706ba })
    quickBooks.script(() => ({ ok: true, text: 'fine' }))
    const next = await startReadyHost()
    await expect(next.request('call', 'GetQBLastError')).resolves.toEqual({ ok: true, text: 'fine' })
  })

  it('sees the windows of QuickBooks, and a modal dialog over them, while a call is blocked', async () => {
    const blocked = blockCalls()
    const host = await startReadyHost()
    void host.request('call', 'ProcessRequest', 'ticket', '<QBXML/>')
    await blocked
    const [file = '', ...args] = prefix.command()
    const dialog = spawn(file, [...args, standIns.quickBooks, 'dialog'], { stdio: 'ignore' })
    const ended = once(dialog, 'exit')
    const expected = [
      /^process \d+ session \d+ QBW\.EXE$/,
      /^elevation \d+ (elevated|normal)$/,
      /^window \d+ owned enabled #32770 Update Company File$/,
      /^window \d+ main disabled Maui_Frame Müller & Söhne 株式会社 - QuickBooks$/,
    ]
    const lines = await lookUntil(host, (all) => expected.every((line) => all.some((each) => line.test(each))))
    expect(lines).toHaveLength(2 + expected.length)
    dialog.kill('SIGKILL')
    await ended
  })
})

describe('with the request processor in another process', () => {
  beforeAll(async () => {
    await prefix.run('reg', 'delete', classKey, '/f').catch(() => undefined)
    await prefix.register({
      ...programIdentifier,
      [`${classKey}\\LocalServer32`]: { '@': toWindowsPath(standIns.quickBooks) },
    })
  })

  function isGone(lines: readonly string[]): boolean {
    return !lines.some((line) => line.startsWith('process '))
  }

  it('calls methods, reads properties and returns failures across processes', async () => {
    const host = await startReadyHost()
    quickBooks.script(({ method }) =>
      method === 'BeginSession'
        ? { ok: false, hresult: 0x80040414, text: 'A dialog – “Müller” – is open.' }
        : { ok: true, text: '1.0\n13.0' },
    )
    await expect(host.request('prefs', 'PutUnattendedModePref', 1)).resolves.toEqual({ ok: true, text: '' })
    await expect(host.request('call', 'BeginSession', '', 2)).resolves.toEqual({
      ok: false,
      hresult: 0x80040414,
      text: 'A dialog – “Müller” – is open.',
    })
    await expect(host.request('call', 'QBXMLVersionsForSession', 'ticket')).resolves.toEqual({
      ok: true,
      text: '1.0\n13.0',
    })
    // Closes the window. Wine would not start a server again that was killed.
    await prefix.run('taskkill', '/IM', 'QBW.EXE')
    await lookUntil(host, isGone)
  })

  it('reports an unknown outcome when QuickBooks is killed during a call, and no connection afterwards', async () => {
    const blocked = blockCalls()
    const host = await startReadyHost()
    const call = host.request('call', 'ProcessRequest', 'ticket', '<QBXML/>')
    await blocked
    await prefix.run('taskkill', '/F', '/IM', 'QBW.EXE')
    await expect(call).resolves.toMatchObject({ ok: false, hresult: 0x800706be })
    await expect(host.request('call', 'EndSession', 'ticket')).resolves.toMatchObject({
      ok: false,
      hresult: 0x800706ba,
    })
  })
})
