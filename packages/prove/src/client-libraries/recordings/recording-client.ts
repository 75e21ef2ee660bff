import { type Capability, capabilityNames } from '../library/capabilities.ts'
import type { Client, Integration } from '../library/client.ts'
import { insertPlaceholders } from './insert-placeholders.ts'
import { parseBody } from './parse-body.ts'
import type { Values } from './placeholders.ts'
import { readResult } from './read-result.ts'
import type { Recording } from './recording.ts'
import type { Exchange, RecordingProxy } from './recording-proxy.ts'

type RecordedCall = Recording[number]

export interface RecordingClient {
  readonly client: Client
  readonly recording: readonly RecordedCall[]
}

/**
 * Records what a library sends. Operations return what the recorded client will read from the bodies, so that the walk's
 * next calls are those of a replay.
 *
 * @param connect connects the library
 * @param proxy what the library sends to
 * @param missing the capabilities the library lacks
 */
export function recordingClient(
  connect: (integration: Integration) => Client,
  proxy: RecordingProxy,
  integration: Integration,
  tag: string,
  missing: readonly Capability[],
): RecordingClient {
  const { realmId, clientId, clientSecret, redirectUri } = integration
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const names: Record<string, string> = { realmId, clientId, clientSecret, redirectUri, credentials, tag }
  const consent = async (authorizeUrl: string) => {
    const redirect = await integration.consent(authorizeUrl)
    names.code = String(new URL(redirect).searchParams.get('code'))
    return redirect
  }
  const library = connect({ ...integration, baseUrl: proxy.baseUrl, consent })
  const recording: RecordedCall[] = []

  const keep = (operation: Capability, parameters: readonly unknown[]): readonly unknown[] => {
    const bodies: unknown[] = []
    const requests = proxy.take().map((exchange) => {
      const request = toRequest(exchange, { names, parameters, bodies: [...bodies] })
      const body = parseBody(exchange.received)
      bodies.push(body)
      const { access_token, refresh_token } = (body ?? {}) as Record<string, unknown>
      if (access_token !== undefined) Object.assign(names, { accessToken: access_token, refreshToken: refresh_token })
      return request
    })
    recording.push({ operation, requests })
    return bodies
  }
  const record =
    (capability: Capability) =>
    async (...parameters: unknown[]) => {
      const run = library[capability] as unknown as (...parameters: unknown[]) => Promise<unknown>
      const failure = await run(...parameters).then(
        () => undefined,
        (error: unknown) => ({ error }),
      )
      const bodies = keep(capability, parameters)
      if (failure !== undefined) throw failure.error
      return readResult[capability](bodies, String(parameters[0]))
    }
  const operations = capabilityNames
    .filter((name) => library[name] !== undefined && !missing.includes(name))
    .map((name) => [name, name === 'fault' || name === 'serviceFault' ? library[name] : record(name)])
  const close = library.close === undefined ? {} : { close: library.close }
  return { client: { ...(Object.fromEntries(operations) as Client), ...close }, recording }
}

function toRequest(
  { method, path, headers, body, encoding }: Exchange,
  values: Values,
): RecordedCall['requests'][number] {
  const { tag: _tag, ...names } = values.names
  return {
    method,
    path: insertPlaceholders(path, values),
    headers: Object.fromEntries(
      // A user agent may contain what the tag is.
      Object.entries(headers).map(([name, value]) => [name, insertPlaceholders(value, { ...values, names })]),
    ),
    ...(body === '' ? {} : { text: insertPlaceholders(body, values) }),
    ...(encoding === undefined ? {} : { encoding }),
  }
}
