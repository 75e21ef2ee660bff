import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { encodeFrame, type ProtocolLimits, parseExchangeCall } from '@bridge/agent-protocol'
import type { AgentSession } from './agent-session.ts'
import { createJob } from './job.ts'

interface EndpointOptions {
  readonly machineSecret: string
  readonly limits: ProtocolLimits
  readonly findSession: (realmId: string) => AgentSession | undefined
}

type ExchangeFrame = NonNullable<ReturnType<typeof parseExchangeCall>>

/** The body, or nothing where it is larger than `bytesMax`. */
const readBody = (request: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > bytesMax) resolve(undefined)
      else chunks.push(chunk)
    })
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
    request.on('error', reject)
  })

const refuse = (response: ServerResponse, status: number, message: string): void => {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify({ ok: false, message }))
}

/** The internal call of the servers: one frame in, one frame out. Rejects where the caller's connection fails. */
export const createExchangeEndpoint = ({ machineSecret, limits, findSession }: EndpointOptions) => {
  const expected = Buffer.from(`Bearer ${machineSecret}`)
  const isServer = (authorization: string | undefined): boolean => {
    const given = Buffer.from(authorization ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  const relay = ({ header, payload }: ExchangeFrame, response: ServerResponse): void => {
    const job = createJob(header, payload, (outcome, answer) => {
      const frame = encodeFrame(outcome, answer)
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': frame.length })
      response.end(frame)
    })
    const session = findSession(header.realmId)
    if (session === undefined) {
      job.answer({ outcome: 'not-sent', why: 'not-mine' })
      return
    }
    response.on('close', () => {
      if (!response.writableFinished) session.abandon(job)
    })
    session.submit(job)
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isServer(request.headers.authorization)) {
      refuse(response, 401, 'The machine secret is missing or wrong.')
      return
    }
    const body = await readBody(request, limits.frameBytesMax)
    const frame = body && parseExchangeCall(body, limits)
    if (body === undefined) refuse(response, 413, `The body has more than ${limits.frameBytesMax} bytes.`)
    else if (frame === undefined) refuse(response, 400, 'The body is no exchange call.')
    else relay(frame, response)
  }
}
