import { Problem, renderProblem } from '@bridge/faults'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { RateLimiter } from '../http/rate-limit.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import { findApiKeyCaller } from './api-key.ts'
import type { Caller } from './caller.ts'
import type { Operation } from './operation.ts'
import type { OperationDependencies } from './operation-dependencies.ts'
import { operations } from './operations.ts'

export interface AdminApiDependencies extends OperationDependencies {
  /** Tells who is signed in. */
  readonly sessions: { signedInUser(headers: Headers): Promise<{ readonly id: string } | undefined> }
  /** Counts the requests of an API key a minute. */
  readonly apiKeyLimiter: RateLimiter
  readonly clientAddress: (context: Context) => string
}

const bodyBytesMax = 64 * 1024

/** The methods that change nothing. */
const reads: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** The public REST surface of the control plane, to be mounted at `/admin/v1`: every operation of the list, on its route. */
export function createAdminApi(dependencies: AdminApiDependencies): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    context.header('Cache-Control', 'no-store')
    await next()
  })
  // A GET has no body that anybody reads, and looking for one costs more than the rest of it.
  app.on(
    ['POST', 'PATCH', 'DELETE'],
    '*',
    bodyLimit({
      maxSize: bodyBytesMax,
      onError: () => {
        throw new Problem('invalid_request', `The body is larger than ${bodyBytesMax} bytes.`)
      },
    }),
  )
  for (const operation of operations) {
    const [method = '', path = ''] = operation.route.split(' ')
    app.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), (context) => respond(dependencies, operation, context))
  }
  app.onError((error, context) => {
    if (!(error instanceof Problem)) {
      const entry = { traceId: context.get('traceId'), method: context.req.method, path: context.req.path }
      dependencies.logger.error({ ...entry, err: error }, 'An operation failed')
    }
    return respondWithProblem(context, error instanceof Problem ? error : new Problem('internal_error'))
  })
  app.all('/*', (context) =>
    respondWithProblem(
      context,
      new Problem('not_found', `There is no route ${context.req.method} ${context.req.path}.`),
    ),
  )
  return app
}

async function respond(dependencies: AdminApiDependencies, operation: Operation, context: Context): Promise<Response> {
  const caller = await authenticate(dependencies, context)
  if (operation.sessionOnly && caller.kind === 'api-key') {
    throw new Problem('forbidden', 'An API key cannot do this. Sign in to the portal and do it there.')
  }
  const { id, members } = await parseRequest(operation, context)
  const output = await operation.perform(dependencies, caller, id, members)
  if (output === undefined) return context.body(null, 204)
  const { file, status = 200 } = operation
  if (!file || typeof output !== 'string') return context.json(output, status)
  return context.body(output, status, {
    'Content-Type': file.type,
    'Content-Disposition': `attachment; filename="${file.name}"`,
  })
}

/** An API key comes before a session; one that is not valid is not made good by a session. */
async function authenticate(dependencies: AdminApiDependencies, context: Context): Promise<Caller> {
  const address = dependencies.clientAddress(context)
  const key = context.req.header('x-api-key')
  if (key !== undefined) {
    const caller = context.get('apiKeyCaller') ?? (await findApiKeyCaller(dependencies, key))
    if (!caller) throw new Problem('unauthenticated', 'The API key is unknown or was revoked.')
    const { allowed, limit, resetSeconds } = await dependencies.apiKeyLimiter.consume(caller.apiKeyId)
    if (allowed) return { ...caller, address }
    const message = `The API key made its ${limit} requests of this minute. Wait ${resetSeconds} s.`
    throw new Problem('rate_limited', message, {}, resetSeconds)
  }
  const user = await dependencies.sessions.signedInUser(context.req.raw.headers)
  if (!user) throw new Problem('unauthenticated')
  if (!reads.has(context.req.method) && !isSameOrigin(context.req.raw.headers, dependencies.config.baseUrl)) {
    throw new Problem('forbidden', 'Changes with a session are taken from the pages of this service alone.')
  }
  return { kind: 'session', userId: user.id, address }
}

interface OperationRequest {
  readonly id: string
  readonly members: Readonly<Record<string, unknown>>
}

/** What the request names: the resource, and the members of the operation's input. */
async function parseRequest({ route, about }: Operation, context: Context): Promise<OperationRequest> {
  const [subject, ...rest] = Object.entries(context.req.param() as Record<string, string>)
  const sent = route.startsWith('GET ') || route.startsWith('DELETE ') ? parseQuery(context) : await parseBody(context)
  const members = { ...sent, ...Object.fromEntries(rest) }
  if (subject !== undefined || about === 'caller') return { id: subject?.[1] ?? '', members }
  const { orgId, ...others } = members
  if (typeof orgId !== 'string' || orgId === '') {
    throw new Problem('invalid_request', 'orgId: name the organization that this is about')
  }
  return { id: orgId, members: others }
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
  throw new Problem('invalid_request', 'The body is not a JSON object.')
}

function respondWithProblem(context: Context, problem: Problem): Response {
  const { status, headers, body } = renderProblem(problem)
  return context.json(body, status as 400, headers)
}
