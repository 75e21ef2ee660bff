import { Problem } from '@bridge/faults'
import { recordRepeatedAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import { fieldProblem } from '@bridge/identity/access/parse-input'
import { problemResponse } from '@bridge/platform/problem-response'
import type { RateDecision } from '@bridge/platform/rate-decision'
import { rateLimitHeaders } from '@bridge/platform/rate-limit-headers'
import { isSameOrigin } from '@bridge/platform/same-origin'
import { toProblem } from '@bridge/platform/to-problem'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isFileOutput, namedFileOutput, type Operation } from '../operation/operation.ts'
import { countCaller, requireAllowed } from '../services/count-caller.ts'
import type { Services } from '../services/services.ts'
import { findApiKeyCaller } from './api-key.ts'
import { parseIdempotencyKey, performOnce } from './idempotency-key.ts'
import { operations } from './operations.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The decision on a request by a key, a user or an address. */
    rateDecision: RateDecision | undefined
  }
}

const maxBodyBytes = 64 * 1024

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Creates the control plane's REST surface, mounted at `/admin/v1`: every operation on its route. */
export function createAdminApi(services: Services): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    context.header('Cache-Control', 'no-store')
    await next()
    const rate = context.get('rateDecision')
    if (!rate) return
    for (const [name, value] of Object.entries(rateLimitHeaders(rate))) context.res.headers.set(name, value)
  })
  // A GET body is never read, and checking for one costs more than the rest of the request.
  app.on(
    ['POST', 'PUT', 'PATCH', 'DELETE'],
    '*',
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: () => {
        throw new Problem('invalid_request', `The body is larger than ${maxBodyBytes} bytes.`)
      },
    }),
  )
  for (const operation of literalFirst(operations)) {
    const [method = '', path = ''] = operation.route.split(' ')
    app.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), (context) => respond(services, operation, context))
  }
  app.onError((error, context) => {
    if (!(error instanceof Problem)) {
      const entry = { traceId: context.get('traceId'), method: context.req.method, path: context.req.path }
      services.logger.error({ ...entry, err: error }, 'An operation failed unexpectedly.')
    }
    return problemResponse(toProblem(error))
  })
  app.all('/*', (context) =>
    problemResponse(new Problem('not_found', `There is no route ${context.req.method} ${context.req.path}.`)),
  )
  return app
}

/** Sorts `GET /requests/counts` before `GET /requests/{requestId}`, which matches its path, too. */
function literalFirst(operations: readonly Operation[]): Operation[] {
  const sortKey = ({ route }: Operation) => route.replaceAll('{', '\uffff')
  return [...operations].sort((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1))
}

async function respond(services: Services, operation: Operation, context: Context): Promise<Response> {
  const caller = await authenticate(services, context)
  if (operation.sessionOnly && caller.kind === 'api-key') {
    await recordRepeatedAudit(services.database, {
      orgId: caller.orgId,
      caller,
      action: 'access.deny',
      resource: 'api-key',
      resourceId: caller.apiKeyId,
      at: services.clock(),
      details: { operation: operation.route, needs: 'session' },
    })
    throw new Problem('forbidden', 'An API key cannot do this. Sign in to the portal and do it there.')
  }
  const { id, fields } = await parseRequest(operation, context)
  const key = operation.creates && parseIdempotencyKey(context.req.header('idempotency-key'))
  const { output, isReplayed } =
    key === undefined
      ? { output: await operation.perform(services, caller, id, fields), isReplayed: false }
      : await performOnce(services, operation, { caller, id, fields, key })
  if (isReplayed) context.header('Idempotent-Replayed', 'true')
  if (output === undefined) return context.body(null, 204)
  const { file, status = 200 } = operation
  if (!file) {
    const next = findNextPage(context.req.url, output)
    if (next !== undefined) context.header('Link', `<${next}>; rel="next"`)
    return context.json(output, status)
  }
  const named = namedFileOutput.safeParse(output)
  const { name, text } = named.success ? named.data : { name: file.name, text: output }
  return context.body(isFileOutput(text) ? await startStream(text) : String(text), status, {
    'Content-Type': file.type,
    'Content-Disposition': `attachment; filename="${name}"`,
  })
}

/** The fields of a page's output, and of the next one's input, that say where the next page begins. */
const cursors = ['before', 'after'] as const

/** Returns the next page's address, relative to the service; undefined for a last page or another output. */
function findNextPage(url: string, output: unknown): string | undefined {
  const values: Readonly<Record<string, unknown>> = typeof output === 'object' ? { ...output } : {}
  const { pathname, searchParams } = new URL(url)
  for (const name of cursors) {
    const cursor = values[name]
    if (typeof cursor !== 'string') continue
    searchParams.set(name, cursor)
    return `${pathname}?${searchParams}`
  }
  return undefined
}

/** Streams the parts. An error before the first one is thrown here, while the response can still have its status. */
async function startStream(parts: AsyncIterable<string>): Promise<ReadableStream<Uint8Array>> {
  const iterator = parts[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  let upcoming: IteratorResult<string> | undefined = await iterator.next()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = upcoming ?? (await iterator.next())
      upcoming = undefined
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

/** An API key takes precedence over a session: an invalid key is rejected even with a valid session. */
async function authenticate(services: Services, context: Context): Promise<Caller> {
  const address = services.clientAddress(context)
  const limit = async (subject: string, counted: Promise<RateDecision> | RateDecision) => {
    const decision = await counted
    context.set('rateDecision', decision)
    requireAllowed(subject, decision)
  }
  const key = context.req.header('x-api-key')
  if (key !== undefined) {
    const caller = context.get('apiKeyCaller') ?? (await findApiKeyCaller(services, key))
    if (!caller) {
      await limit('This address', countCaller(services, { userId: undefined, address }))
      throw new Problem('unauthenticated', 'The API key is unknown or was revoked.')
    }
    await limit('The API key', services.apiKeyLimiter.consume(caller.apiKeyId))
    return { ...caller, address }
  }
  const user = await services.sessions.signedInUser(context.req.raw.headers, address)
  await limit(user ? 'Your account' : 'This address', countCaller(services, { userId: user?.id, address }))
  if (!user) throw new Problem('unauthenticated')
  if (!safeMethods.has(context.req.method) && !isSameOrigin(context.req.raw.headers, services.config.baseUrl)) {
    throw new Problem('forbidden', 'Changes with a session are accepted only from pages of this service.')
  }
  return { kind: 'session', userId: user.id, sessionId: user.sessionId, address }
}

interface OperationRequest {
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** Returns the resource ID and the operation's input fields. */
async function parseRequest({ route, about }: Operation, context: Context): Promise<OperationRequest> {
  const placeholders = Object.entries(context.req.param() as Record<string, string>)
  const subject = about === 'caller' ? undefined : placeholders[0]
  const others = subject ? placeholders.slice(1) : placeholders
  const input = route.startsWith('GET ') || route.startsWith('DELETE ') ? parseQuery(context) : await parseBody(context)
  const fields = { ...input, ...Object.fromEntries(others) }
  if (subject !== undefined || about === 'caller') return { id: subject?.[1] ?? '', fields }
  const { orgId, ...rest } = fields
  if (typeof orgId !== 'string' || orgId === '') {
    throw fieldProblem('orgId', 'is required')
  }
  return { id: orgId, fields: rest }
}

function parseQuery(context: Context): Record<string, unknown> {
  const entries = Object.entries(context.req.queries())
  return Object.fromEntries(entries.map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}

async function parseBody(context: Context): Promise<Record<string, unknown>> {
  const text = await context.req.text()
  if (text.trim() === '') return {}
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  } catch {
    throw new Problem('invalid_request', 'The body is not JSON.')
  }
  throw new Problem('invalid_request', 'The body must be a JSON object.')
}
