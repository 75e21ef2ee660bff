import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTokenSealing, findInstalledToken, SealedTokenError } from '../../src/pairing/token-sealing.ts'
import type { ComResult, ComWord } from '../../src/quickbooks/com-host.ts'
import { readHostVersion } from '../../windows/host-version.ts'
import { look, lookUntil, useComHosts } from '../com-host.fixture.ts'
import { deferred } from '../deferred.ts'

const hosts = useComHosts()

describe('without QuickBooks’ SDK', () => {
  it('reports that the class is missing', async () => {
    const host = hosts.start()
    await expect(host.request('new')).resolves.toMatchObject({ ok: false, hresult: 0x800401f3 })
    await expect(host.request('call', 'CloseConnection')).resolves.toMatchObject({ ok: false, hresult: 0x800401fd })
    await expect(host.request('prefs', 'PutIsReadOnly', 1)).resolves.toMatchObject({ ok: false, hresult: 0x800401fd })
  })

  it('reports its bitness and session, and no process', async () => {
    const lines = await look(hosts.start())
    expect(lines).toEqual([
      expect.stringMatching(`^host ${hosts.bits}-bit session \\d+$`),
      `version ${await readHostVersion()} protocol 2`,
      expect.stringMatching(/^elevation host (elevated|normal)$/),
    ])
  })

  it('fails a request of a later protocol, and goes on', async () => {
    const host = hosts.start()
    const later: string = 'later'
    // Words of later versions are no words of this agent.
    const result = await host.request(later as ComWord, 'argument')
    expect(result).toMatchObject({ ok: false, hresult: 0x80070057 })
    expect((await host.request('look')).ok).toBe(true)
  })

  it('ends with code 2 when its input is not a frame', async () => {
    const [file = '', ...args] = [...hosts.prefix.command(), hosts.executable()]
    const child = spawn(file, args, { stdio: ['pipe', 'ignore', 'ignore'] })
    child.stdin.end('GET / HTTP/1.1\n')
    const [code] = await once(child, 'exit')
    expect(code).toBe(2)
  })

  it('seals a secret for the Windows user, and opens it in another process', async () => {
    const secret = 'token-Łódź 漢字 😀'
    const sealed = await hosts.start().request('seal', secret)
    expect(sealed.ok).toBe(true)
    expect(sealed.text).toMatch(/^[A-Za-z0-9+/]+=*$/)
    expect(Buffer.from(sealed.text, 'base64').includes(Buffer.from(secret))).toBe(false)
    await expect(hosts.start().request('open', sealed.text)).resolves.toEqual({ ok: true, text: secret })
  })

  it('seals the token of an installation, which a later start opens', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'bridge-token-'))
    const file = path.join(folder, 'token')
    const sealing = createTokenSealing(hosts.start)
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

  it.each(['', '%%%', 'aGVsbG8='])(
    'without QuickBooks’ SDK does not open %j, which is not a sealed secret',
    async (text) => {
      await expect(hosts.start().request('open', text)).resolves.toMatchObject({ ok: false })
    },
  )
})

describe('with the request processor in another process', () => {
  beforeAll(() => hosts.registerProgram())

  function isGone(lines: readonly string[]): boolean {
    return !lines.some((line) => line.startsWith('process '))
  }

  it('calls methods, reads properties and returns failures across processes', async () => {
    const host = await hosts.startReady()
    hosts.quickBooks.script(({ method }) =>
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
    await hosts.prefix.run('taskkill', '/IM', 'QBW.EXE')
    await lookUntil(host, isGone)
  })

  it('serves the host of the next agent after the call of an agent that has ended', async () => {
    const { promise, resolve } = deferred<ComResult>()
    hosts.quickBooks.script(({ method }) => (method === 'ProcessRequest' ? promise : { ok: true, text: method }))
    const first = await hosts.startReady()
    void first.request('call', 'ProcessRequest', 'ticket', '<QBXML/>')
    await expect.poll(() => hosts.quickBooks.calls.length, { timeout: 60_000 }).toBe(1)
    const closed = first.close()
    const second = hosts.start()
    const next = second.request('new')
    resolve({ ok: true, text: '' })
    await closed
    await expect(next).resolves.toEqual({ ok: true, text: '' })
    await expect(second.request('call', 'GetQBLastError')).resolves.toEqual({ ok: true, text: 'GetQBLastError' })
    expect(hosts.quickBooks.calls.map(({ method }) => method)).toEqual([
      'ProcessRequest',
      'CloseConnection',
      'GetQBLastError',
    ])
    await hosts.prefix.run('taskkill', '/IM', 'QBW.EXE')
    await lookUntil(second, isGone)
  })

  it('reports an unknown outcome when QuickBooks is killed during a call, and no connection afterwards', async () => {
    const blocked = hosts.blockCalls()
    const host = await hosts.startReady()
    const call = host.request('call', 'ProcessRequest', 'ticket', '<QBXML/>')
    await blocked
    await hosts.prefix.run('taskkill', '/F', '/IM', 'QBW.EXE')
    await expect(call).resolves.toMatchObject({ ok: false, hresult: 0x800706be })
    await expect(host.request('call', 'EndSession', 'ticket')).resolves.toMatchObject({
      ok: false,
      hresult: 0x800706ba,
    })
  })
})
