import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pairAgent } from './pair-agent.ts'
import { PairingError } from './redeem-code.ts'

const token = `svca_${'a'.repeat(36)}`
const response = { token, realmId: '9130350000000001', realmName: 'Rock Castle' }

let folder: string
let server: Server | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairing-'))
})
afterEach(async () => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
  await rm(folder, { recursive: true })
})

/** Starts a service that responds as the listener does; returns its address. */
async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function respond(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): RequestListener {
  return (_request, reply) => {
    reply.writeHead(status, { 'content-type': 'application/json', ...headers })
    reply.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

function pair(url: string, tokenFile = join(folder, 'token')) {
  return pairAgent({ url, code: 'K7PM-2XQA', name: 'Front desk', version: '0.1.0', tokenFile })
}

describe('pairing', () => {
  it('sends the code and the name of the PC, and stores the token for its owner only', async () => {
    const received: unknown[] = []
    const url = await serve(async (request, reply) => {
      let text = ''
      for await (const chunk of request) text += chunk
      received.push(request.method, request.url, JSON.parse(text))
      respond(201, response)(request, reply)
    })
    const tokenFile = join(folder, 'Büro 株式会社', 'token')
    expect(await pair(`${url.replace('http', 'ws')}/agent`, tokenFile)).toEqual({ realmName: 'Rock Castle' })
    expect(received).toEqual(['POST', '/agent/pair', { code: 'K7PM-2XQA', name: 'Front desk', version: '0.1.0' }])
    expect(await readFile(tokenFile, 'utf8')).toBe(`${token}\n`)
    expect((await stat(tokenFile)).mode & 0o777).toBe(0o600)
    expect(await readdir(join(folder, 'Büro 株式会社'))).toEqual(['token'])
  })

  it('replaces an earlier token, and its permissions', async () => {
    const tokenFile = join(folder, 'token')
    await writeFile(tokenFile, 'svca_old', { mode: 0o644 })
    await pair(await serve(respond(201, response)))
    expect([await readFile(tokenFile, 'utf8'), (await stat(tokenFile)).mode & 0o777]).toEqual([`${token}\n`, 0o600])
  })

  it.each([
    ['a refused code', respond(404, { error: 'not_found', message: 'x' }), /wrong, was used or has expired/, true],
    ['too many attempts', respond(429, { error: 'rate_limited' }, { 'retry-after': '42' }), /Wait 42 s/, false],
    ['a rejected name', respond(400, { error: 'invalid_request' }), /Pass another --name/, true],
    ['a failing service', respond(503, 'Service Unavailable'), /failed with the status 503/, false],
    ['another website', respond(404, '<html>'), /no Bridge Service at http/, false],
    ['a page with status 200', respond(200, response), /no Bridge Service at http/, false],
    ['a redirect', respond(307, '', { location: 'http://127.0.0.1:1/agent/pair' }), /redirects to another/, false],
    ['a body that is no JSON', respond(201, 'ok'), /cannot be read/, false],
    ['a wrong token', respond(201, { ...response, token: 'svca_\r\nx' }), /cannot be read/, false],
    ['a wrong realm', respond(201, { ...response, realmId: '1' }), /cannot be read/, false],
    [
      'an endless body',
      respond(201, JSON.stringify({ ...response, more: 'x'.repeat(20_000) })),
      /cannot be read/,
      false,
    ],
  ] as const)('reports %s in one line, and leaves the file unchanged', async (_name, listener, message, isRefused) => {
    const tokenFile = join(folder, 'token')
    await writeFile(tokenFile, 'svca_old')
    const error = await pair(await serve(listener)).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(PairingError)
    expect(error).toMatchObject({ message: expect.stringMatching(message), isRefused })
    expect((error as PairingError).message).not.toContain('\n')
    expect([await readFile(tokenFile, 'utf8'), await readdir(folder)]).toEqual(['svca_old', ['token']])
  })

  it('reports a response that ends early', async () => {
    const url = await serve((_request, reply) => {
      reply.writeHead(201, { 'content-length': '500' })
      reply.write('{"token":', () => reply.destroy())
    })
    await expect(pair(url)).rejects.toThrow(/cannot be read/)
  })

  it('reports an address that cannot be reached', async () => {
    const url = await serve(respond(201, response))
    server?.close()
    await once(server as Server, 'close')
    await expect(pair(url)).rejects.toThrow(/cannot be reached: .*ECONNREFUSED/)
  })

  it('pairing does not use up the code if the token cannot be stored', async () => {
    let requests = 0
    const url = await serve((request, reply) => {
      requests += 1
      respond(201, response)(request, reply)
    })
    // A folder is in the unfinished file's place.
    await mkdir(join(folder, 'token.unfinished'))
    await expect(pair(url)).rejects.toThrow(/EISDIR/)
    expect(requests).toBe(0)
  })
})
