import { memoryStorage, openCompany } from '@bridge/emulator'
import { beforeAll, expect, it } from 'vitest'
import type { ComResult } from '../../src/quickbooks/com-host.ts'
import { useComHosts } from '../com-host.fixture.ts'
import { serveCompany } from '../fake-quickbooks.ts'

const hosts = useComHosts()
beforeAll(() => hosts.registerLibrary())

it('adds a customer to a company file and reads it', async () => {
  const company = openCompany({
    storage: memoryStorage(),
    clock: () => new Date('2026-01-05T10:00:00Z'),
    random: () => 0.5,
    template: 'starter',
  })
  const file = 'C:\\Users\\Jörg\\Müller & Söhne 株式会社.qbw'
  hosts.quickBooks.script(serveCompany(company, file))
  const host = await hosts.startReady()
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
  hosts.quickBooks.script(({ args }) => ({ ok: true, text: String(args[1]) }))
  const host = await hosts.startReady()
  await expect(host.request('call', 'ProcessRequest', 'ticket', text)).resolves.toEqual({ ok: true, text })
  expect(hosts.quickBooks.calls).toEqual([{ method: 'ProcessRequest', args: ['ticket', text] }])
})

it('passes a request and a response of 60 MiB on unchanged', async () => {
  const text = '<Name>Łódź 漢字 😀 0123456789</Name>\n'.repeat(1_400_000)
  const bytes = Buffer.byteLength(text)
  expect(bytes).toBeGreaterThan(58 * 1024 * 1024)
  expect(bytes).toBeLessThan(63 * 1024 * 1024)
  hosts.quickBooks.script(({ args }) => ({ ok: true, text: String(args[1]) }))
  const host = await hosts.startReady()
  const result = await host.request('call', 'ProcessRequest', 'ticket', text)
  expect(result.ok && result.text === text).toBe(true)
})

it('returns numbers in decimal, and an array with one string per line', async () => {
  hosts.quickBooks.script(({ method }) => ({ ok: true, text: method === 'MajorVersion' ? '16' : '1.0\n13.0\n16.0' }))
  const host = await hosts.startReady()
  await expect(host.request('call', 'MajorVersion')).resolves.toEqual({ ok: true, text: '16' })
  await expect(host.request('call', 'QBXMLVersionsForSession', 'ticket')).resolves.toEqual({
    ok: true,
    text: '1.0\n13.0\n16.0',
  })
})

it('sets preferences before it opens a connection', async () => {
  const host = await hosts.startReady()
  await expect(host.request('prefs', 'PutUnattendedModePref', 1)).resolves.toEqual({ ok: true, text: '' })
  await expect(host.request('prefs', 'PutIsReadOnly', 0)).resolves.toEqual({ ok: true, text: '' })
  await host.request('call', 'OpenConnection2', '', 'Bridge Service 1', 1)
  expect(hosts.quickBooks.calls).toEqual([
    { method: 'PutUnattendedModePref', args: [1] },
    { method: 'PutIsReadOnly', args: [0] },
    { method: 'OpenConnection2', args: ['', 'Bridge Service 1', 1] },
  ])
})

it.each([0x80040400, 0x80040408, 0x8004040a, 0x8004040d, 0x80040414, 0x8004041a, 0x80040423, 0x80010105, 0x800706be])(
  'returns the HRESULT %i with its text',
  async (hresult) => {
    const failure: ComResult = { ok: false, hresult, text: 'QuickBooks displays a dialog – “Müller & Söhne”.' }
    hosts.quickBooks.script(() => failure)
    const host = await hosts.startReady()
    await expect(host.request('call', 'BeginSession', '', 2)).resolves.toEqual(failure)
    await expect(host.request('prefs', 'PutUnattendedModePref', 1)).resolves.toEqual(failure)
  },
)

it('describes an HRESULT of Windows that comes without a text', async () => {
  hosts.quickBooks.script(() => ({ ok: false, hresult: 0x80070005, text: '' }))
  const host = await hosts.startReady()
  const result = await host.request('call', 'BeginSession', '', 2)
  expect(result).toEqual({ ok: false, hresult: 0x80070005, text: expect.stringMatching(/denied/i) })
})

it.each([
  ['a method that does not exist', 0x80020006, ['NoSuchMethod']],
  ['too few arguments', 0x8002000e, ['BeginSession', '']],
  ['an argument of another type', 0x80020005, ['BeginSession', '', 'two']],
] as const)('fails a call with %s', async (_case, hresult, args) => {
  const host = await hosts.startReady()
  await expect(host.request('call', ...args)).resolves.toMatchObject({ ok: false, hresult })
  expect(hosts.quickBooks.calls).toEqual([])
})
