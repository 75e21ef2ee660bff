import { type Context, Hono } from 'hono'
import { ApiError } from './api-error.ts'
import type { EmulatorContext } from './emulator-context.ts'
import type { FaultKind } from './faults.ts'
import { parseForm } from './form.ts'
import { createOperations, type Params } from './operations.ts'
import { apiVersion } from './state.ts'
import { findOperation, validateParameters } from './validate.ts'

/** Creates the API below `/v1`. */
export function createApi(context: EmulatorContext, secretKey: string): Hono {
  const { state, faults } = context.emulator
  const operations = createOperations(context)
  const app = new Hono()
  let requestIds = 0

  app.all('/*', async (request) => {
    requestIds += 1
    request.header('request-id', `req_${requestIds}`)
    request.header('stripe-version', apiVersion)
    const fault = faults.next(findOperation(request.req.method, request.req.path)?.name)
    if (fault === 'close') return closeConnection(request)
    if (fault === 'hang') {
      faults.onHang?.()
      return new Promise<never>(() => undefined)
    }
    try {
      if (request.req.header('authorization') !== `Bearer ${secretKey}`) {
        throw new ApiError(401, 'invalid_request_error', 'Invalid API Key provided.')
      }
      if (fault === 409 || fault === 429) throw toApiError(fault)
      const { status, body } = await respond(request, fault === 500)
      return fault === 'lose' ? closeConnection(request) : request.json(body as object, status as 200)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return request.json(renderError(error), error.status)
    }
  })
  return app

  async function respond(
    request: Context,
    fails: boolean,
  ): Promise<{ readonly status: number; readonly body: unknown }> {
    const { method, path } = request.req
    const operation = findOperation(method, path)
    if (!operation) throw new ApiError(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`)
    const text = method === 'POST' ? await request.req.text() : new URL(request.req.url).search
    const params = readParams(text)
    const problem = validateParameters(operation.name, params)
    const key = request.req.header('idempotency-key')
    context.record({ method, operation: operation.name, idempotencyKey: key, params, problem: problem?.message })
    if (problem) {
      const { code, param, message } = problem
      throw new ApiError(400, 'invalid_request_error', message, { code, param })
    }
    if (key === undefined) {
      if (fails) throw toApiError(500)
      return { status: 200, body: run(operation, params) }
    }
    const described = `${method} ${path} ${text}`
    const first = state.responses[key]
    if (first && first.request !== described) {
      throw new ApiError(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters.',
      )
    }
    // Stripe repeats the response to a key, also when it has failed itself.
    const response =
      first ??
      (fails
        ? { request: described, status: 500, body: renderError(toApiError(500)) }
        : { request: described, status: 200, body: run(operation, params) })
    state.responses[key] = response
    return response
  }

  function run({ name, id }: { readonly name: string; readonly id: string }, params: Params): unknown {
    const operation = operations[name]
    if (!operation) throw new ApiError(404, 'invalid_request_error', `The emulator does not serve ${name}.`)
    context.emulator.cycle.runDue()
    return operation(id, params)
  }
}

function renderError({ type, message, details }: ApiError) {
  return { error: { type, message, ...details } }
}

function readParams(text: string): Params {
  try {
    return parseForm(text)
  } catch (error) {
    throw new ApiError(400, 'invalid_request_error', error instanceof Error ? error.message : 'The form is invalid.')
  }
}

/** Makes the server end the connection without a response. */
function closeConnection(request: Context): Response {
  const { incoming } = request.env as { incoming?: { destroy(): void } }
  incoming?.destroy()
  return new Response(null, { status: 500 })
}

function toApiError(status: Exclude<FaultKind, string>): ApiError {
  if (status === 429) return new ApiError(429, 'invalid_request_error', 'Too many requests.', { code: 'rate_limit' })
  return new ApiError(status, 'api_error', 'The emulator fails on request.')
}
