import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { findMessage, readRecording } from '../test/recordings.fixture.ts'
import { createHttpTransport } from './http-transport.ts'
import { serializeCall } from './serialize-call.ts'

let server: Server | undefined
let transport: ReturnType<typeof createHttpTransport> | undefined
afterEach(async () => {
  transport?.close()
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined))
})

async function serve(listener: RequestListener): Promise<ReturnType<typeof createHttpTransport>> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  transport = createHttpTransport(`http://127.0.0.1:${port}/connector?a=1`)
  return transport
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const operation = 'authenticate'
const envelope = serializeCall(operation, { strUserName: 'Zoë', strPassword: 'secret' })
const never = new AbortController().signal

describe('The transport', () => {
  it('sends the recorded headers and the envelope, and keeps the connection', async () => {
    const requests: (readonly [IncomingMessage, string])[] = []
    const { post } = await serve(async (request, response) => {
      requests.push([request, await readBody(request)])
      response.end('<a>é</a>')
    })
    expect(await post({ operation, envelope, signal: never })).toEqual({ status: 200, body: '<a>é</a>' })
    await post({ operation: 'serverVersion', envelope: 'second', signal: never })
    const [[first, body] = [], [second] = []] = requests
    expect([first?.method, first?.url, first?.httpVersion, body]).toEqual(['POST', '/connector?a=1', '1.1', envelope])
    const recorded = findMessage(readRecording('requests'), 'http headers').split('\n')
    const sent = second?.rawHeaders.flatMap((name, index, all) =>
      index % 2 === 0 ? [`${name}: ${all[index + 1]}`] : [],
    )
    expect(sent).toEqual(expect.arrayContaining(recorded))
    expect(first?.socket).toBe(second?.socket)
  })

  it('sends the body only when the server asks for it', async () => {
    const { post } = await serve(() => undefined)
    const asked = new Promise<boolean>((resolve) => {
      server?.on('checkContinue', async (request, response) => {
        resolve(request.complete)
        response.writeContinue()
        response.end(await readBody(request))
      })
    })
    expect((await post({ operation, envelope, signal: never })).body).toBe(envelope)
    expect(await asked).toBe(false)
  })

  it('returns other statuses, and follows no redirect', async () => {
    const { post } = await serve((_request, response) => response.writeHead(302, { Location: '/other' }).end('moved'))
    expect(await post({ operation, envelope, signal: never })).toEqual({ status: 302, body: 'moved' })
  })

  it('rejects if the connection ends, or if the call is given up', async () => {
    const { post } = await serve((request) => request.socket.destroy())
    await expect(post({ operation, envelope, signal: never })).rejects.toThrow()
    await expect(post({ operation, envelope, signal: AbortSignal.abort() })).rejects.toThrow()
  })
})
