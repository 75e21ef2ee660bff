import type { RateDecision } from '@bridge/platform/rate-decision'
import { rateLimitHeaders } from '@bridge/platform/rate-limit-headers'
import { sendParts } from '@bridge/platform/send-parts'
import type { TextParts } from '@bridge/platform/text-parts'
import { traceHeaders } from '@bridge/platform/trace-id'
import type { Result } from '../operations/operation.ts'
import { CallerLeftError } from '../operations/require-caller.ts'
import type { Call, DataPlane, SharedDataPlane } from './call.ts'
import type { Parsed } from './parse.ts'
import { callerLeftResponse, faultResponse, type HttpResponse, type ResponseStyle, toResponse } from './response.ts'
import { requirePageSize } from './response-limit.ts'
import { toFault } from './to-fault.ts'

/** How long a client may pause while it receives a long response. */
const maxUnreadMs = 60_000

/** Renders a result. Nothing was sent before, so a too large page is still a fault. */
export function respond(
  plane: SharedDataPlane,
  call: Call,
  { request }: Pick<Parsed, 'request'>,
  result: Result,
): HttpResponse {
  return call.step('response', () => {
    const response = toResponse(result, getStyle(plane, call))
    if (request.kind === 'query') requirePageSize(response)
    return response
  })
}

/** Renders a failed call. */
export function respondToError(plane: SharedDataPlane, call: Call, error: unknown): HttpResponse {
  if (error instanceof CallerLeftError) return callerLeftResponse
  return faultResponse(toFault(plane, call, error), plane.clock(), getStyle(plane, call))
}

function getStyle({ docsUrl }: SharedDataPlane, { format, clientSettings: { ids, faultCodes } }: Call): ResponseStyle {
  return { docsUrl, format, ids, faultCodes }
}

/**
 * Sends a response. A long one keeps its call's slot until the client has received it, so the slots bound what is
 * kept for a company file's clients.
 *
 * @param endConnection ends the client's connection
 */
export function send(
  plane: SharedDataPlane,
  call: Call,
  response: HttpResponse,
  endConnection: () => void = () => undefined,
): Response {
  const { body, status } = response
  const { company, slot, rate } = call.reached
  const end = (): void => {
    company?.held.set(0)
    slot?.()
  }
  const isText = typeof body === 'string'
  // Several times as fast as an object literal with four spreads.
  const headers: Record<string, string> = Object.assign(
    {},
    response.headers,
    !isText && { 'Content-Length': String(body.byteLength) },
    rateLimitHeaders(rate ?? unusedWindow(plane)),
    traceHeaders(call.traceId),
  )
  const sendsParts = !isText && call.http.method !== 'HEAD'
  if (!sendsParts) end()
  // Avoids `context.body`, which copies every response's headers one by one.
  return new Response(sendsParts ? stream(plane, call, body, { end, endConnection }) : isText ? body : null, {
    status,
    headers,
  })
}

function stream(
  plane: SharedDataPlane,
  call: Call,
  body: TextParts,
  { end, endConnection }: { readonly end: () => void; readonly endConnection: () => void },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const held = call.reached.company?.held
  const drop = () => {
    sent.drop()
    endConnection()
  }
  const sent = sendParts(body, {
    maxIdleMs: maxUnreadMs,
    onEnd: end,
    onIdle: () => {
      const dropped = { owner: held?.owner, bytes: body.byteLength }
      plane.logger.warn(dropped, 'A client did not read its response, and its connection was ended')
      endConnection()
    },
  })
  if (held !== undefined) {
    held.onDrop = drop
    held.set(body.byteLength)
  }
  return sent.stream
}

/** Returns the rate window for a caller whose realm is unknown, so the call is not counted. */
function unusedWindow({ clock, config }: Pick<DataPlane, 'clock' | 'config'>): RateDecision {
  return {
    allowed: true,
    limit: config.restRequestsPerMinute,
    remaining: config.restRequestsPerMinute,
    resetSeconds: 60 - (Math.floor(clock().getTime() / 1000) % 60),
  }
}
