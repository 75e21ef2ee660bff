import { gzipSync } from 'node:zlib'
import { readFaultCode } from '../clients/responses.ts'
import { type Capability, capabilityNames } from '../library/capabilities.ts'
import type { Client, Integration } from '../library/client.ts'
import { parseBody } from './parse-body.ts'
import { fillJson, fillText, type Values } from './placeholders.ts'
import { readResult } from './read-result.ts'
import type { RecordedRequest, Recording } from './recording.ts'

/** Compresses a body if its headers say that the library did. */
function encode(body: Buffer<ArrayBuffer>, headers: RecordedRequest['headers']) {
  return headers['content-encoding'] === 'gzip' ? gzipSync(body) : body
}

/** A fault received by a recorded request. */
class ReceivedFault extends Error {
  readonly code: string | undefined

  constructor(status: number, text: string) {
    super(`${status} ${text}`)
    this.code = /^[{<]/.test(text) ? readFaultCode(parseBody(text)) : undefined
  }
}

/**
 * Sends what a library sent. Each operation takes its requests from the recording, in recorded order, with the call's
 * parameters and the realm's tokens.
 *
 * @param tag the walk's tag
 * @param missing the capabilities the recording lacks
 */
export function recordedClient(
  recording: Recording,
  integration: Integration,
  tag: string,
  missing: readonly Capability[],
): Client {
  const { baseUrl, realmId, clientId, clientSecret, redirectUri, consent } = integration
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const names: Record<string, string> = { realmId, tag, clientId, clientSecret, redirectUri, credentials }
  const calls = recording[Symbol.iterator]()

  const send = async (request: RecordedRequest, values: Values): Promise<unknown> => {
    const { method, path, headers, json, text, encoding = 'utf8' } = request
    const body = json === undefined ? text && fillText(text, values) : JSON.stringify(fillJson(json, values))
    const response = await fetch(baseUrl + fillText(path, values), {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, fillText(value, values)]),
      ...(body === undefined ? {} : { body: encode(Buffer.from(body, encoding), headers) }),
    })
    const received = await response.text()
    if (!response.ok) throw new ReceivedFault(response.status, received)
    const parsed = parseBody(received) as Readonly<Record<string, unknown>>
    if (typeof parsed.access_token === 'string')
      Object.assign(names, { accessToken: parsed.access_token, refreshToken: parsed.refresh_token })
    return parsed
  }
  /** Replays the next recorded call. Returns the bodies received. */
  const replay = async (operation: string, parameters: readonly unknown[]): Promise<readonly unknown[]> => {
    const { value: call } = calls.next()
    if (call?.operation !== operation) throw new Error(`The recording continues with ${call?.operation}.`)
    const bodies: unknown[] = []
    for (const request of call.requests) bodies.push(await send(request, { names, parameters, bodies }))
    return bodies
  }
  const operate =
    (operation: Capability) =>
    async (...parameters: unknown[]) =>
      readResult[operation](await replay(operation, parameters), String(parameters[0]))
  const readCode = (error: unknown) => (error instanceof ReceivedFault ? error.code : undefined)
  const operations = Object.fromEntries(
    capabilityNames.filter((name) => !missing.includes(name)).map((name) => [name, operate(name)]),
  )
  return {
    ...(operations as unknown as Client),
    ...(missing.includes('signIn')
      ? {}
      : {
          signIn: async () => {
            const parameters = new URLSearchParams({
              response_type: 'code',
              client_id: clientId,
              redirect_uri: redirectUri,
              state: 'recorded',
            })
            const redirect = new URL(await consent(`${baseUrl}/oauth2/v1/authorize?${parameters}`))
            names.code = String(redirect.searchParams.get('code'))
            await replay('signIn', [])
          },
        }),
    ...(missing.includes('fault') ? {} : { fault: readCode }),
    ...(missing.includes('serviceFault') ? {} : { serviceFault: readCode }),
  }
}
