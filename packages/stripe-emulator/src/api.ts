import { type Context, Hono } from 'hono'
import { renderEvent } from './deliveries.ts'
import type { EmulatorContext } from './emulator-context.ts'
import type { FaultKind } from './faults.ts'
import { parseForm } from './form.ts'
import { apiVersion, emulatorPriceId, type Metadata } from './state.ts'
import { findOperation, validateParameters } from './validate.ts'

type Params = Readonly<Record<string, unknown>>

type ErrorStatus = 400 | 401 | 404 | 409 | 429 | 500

class ApiError extends Error {
  readonly status: ErrorStatus
  readonly type: string
  readonly details: Readonly<Record<string, string>>

  constructor(status: ErrorStatus, type: string, message: string, details: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.type = type
    this.details = details
  }
}

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

function missing(status: 400 | 404, param: string, id: string): ApiError {
  return new ApiError(status, 'invalid_request_error', `No such object: '${id}'.`, { code: 'resource_missing', param })
}

function createOperations({ emulator, render, newId, clockId }: EmulatorContext) {
  const { state, cycle } = emulator
  const now = () => Math.floor(emulator.now().getTime() / 1000)

  const find = <Each>(all: Readonly<Record<string, Each>>, id: string): Each => {
    const found = all[id]
    if (!found) throw missing(404, 'id', id)
    return found
  }
  const requireCustomer = (id: string) => {
    const customer = state.customers[id]
    if (!customer || customer.deleted) throw missing(400, 'customer', id)
    return customer
  }
  const getExpand = ({ expand }: Params) => (Array.isArray(expand) ? expand.map(String) : [])
  const list = (data: readonly unknown[]) => ({ object: 'list', data, has_more: false, url: '/v1' })
  const renderClock = () => ({
    id: clockId,
    object: 'test_helpers.test_clock',
    created: 0,
    frozen_time: now(),
    livemode: false,
    name: 'Bridge',
    status: 'ready',
    deletes_after: now() + 30 * 86_400,
  })

  const operations: Readonly<Record<string, (id: string, params: Params) => unknown>> = {
    'customers.create': (_id, params) => {
      const id = newId('cus')
      state.customers[id] = {
        id,
        created: now(),
        name: toText(params.name),
        email: toText(params.email),
        metadata: toMetadata(params.metadata),
        deleted: false,
        cardWorks: true,
      }
      return render.customer(find(state.customers, id))
    },
    'customers.update': (id, params) => {
      const customer = find(state.customers, id)
      customer.name = toText(params.name) ?? customer.name
      customer.metadata = { ...customer.metadata, ...toMetadata(params.metadata) }
      return render.customer(customer)
    },
    'customers.retrieve': (id) => render.customer(find(state.customers, id)),
    'checkout.sessions.create': (_id, params) => {
      const customer = requireCustomer(String(params.customer))
      const [line] = (params.line_items ?? []) as readonly Params[]
      if (line?.price !== emulatorPriceId) throw missing(400, 'line_items[0][price]', String(line?.price))
      const id = newId('cs_test')
      const subscriptionData = (params.subscription_data ?? {}) as Params
      state.sessions[id] = {
        id,
        created: now(),
        customer: customer.id,
        client_reference_id: toText(params.client_reference_id),
        metadata: toMetadata(params.metadata),
        subscriptionMetadata: toMetadata(subscriptionData.metadata),
        quantity: Number(line.quantity ?? 1),
        success_url: String(params.success_url),
        cancel_url: toText(params.cancel_url),
        expires_at: now() + 86_400,
        status: 'open',
        subscription: null,
      }
      return render.session(find(state.sessions, id))
    },
    'checkout.sessions.retrieve': (id, params) => {
      const session = find(state.sessions, id)
      if (session.status === 'open' && session.expires_at <= now()) session.status = 'expired'
      return render.session(session, getExpand(params))
    },
    'checkout.sessions.expire': (id) => {
      const session = find(state.sessions, id)
      if (session.status !== 'open') throw new ApiError(400, 'invalid_request_error', 'The session is not open.')
      session.status = 'expired'
      return render.session(session)
    },
    'billingPortal.sessions.create': (_id, params) => {
      const customer = requireCustomer(String(params.customer))
      const id = newId('bps')
      state.portals[id] = { id, customer: customer.id, return_url: toText(params.return_url) ?? '/' }
      return render.portalSession(find(state.portals, id))
    },
    'subscriptions.retrieve': (id, params) => render.subscription(find(state.subscriptions, id), getExpand(params)),
    'subscriptions.list': (_id, params) => {
      const { customer, status } = params
      if (customer !== undefined && !state.customers[String(customer)]) throw missing(400, 'customer', String(customer))
      const found = Object.values(state.subscriptions).filter(
        (each) =>
          (customer === undefined || each.customer === customer) &&
          (status === 'all' || (status === undefined ? each.endedAt === null : each.status === status)),
      )
      return list(found.reverse().map((each) => render.subscription(each, getExpand(params))))
    },
    'subscriptions.update': (id, params) => {
      const subscription = find(state.subscriptions, id)
      if (params.cancel_at_period_end !== undefined) {
        cycle.setCancelAtPeriodEnd(subscription, params.cancel_at_period_end === true)
      }
      return render.subscription(subscription)
    },
    'subscriptions.cancel': (id) => {
      const subscription = find(state.subscriptions, id)
      cycle.cancelNow(subscription)
      return render.subscription(subscription)
    },
    'subscriptionItems.update': (id, params) => {
      const subscription = Object.values(state.subscriptions).find(({ itemId }) => itemId === id)
      if (!subscription) throw missing(404, 'id', id)
      if (subscription.endedAt !== null) {
        throw new ApiError(400, 'invalid_request_error', 'A canceled subscription can only update its metadata.')
      }
      if (params.quantity !== undefined) cycle.setQuantity(subscription, Number(params.quantity))
      return render.item(subscription)
    },
    'invoices.retrieve': (id) => render.invoice(find(state.invoices, id)),
    'prices.retrieve': (id) => {
      if (id !== emulatorPriceId) throw missing(404, 'price', id)
      return render.price()
    },
    'events.retrieve': (id) => {
      const event = state.events.find((each) => each.id === id)
      if (!event) throw missing(404, 'id', id)
      return renderEvent(event)
    },
    'events.list': () =>
      list(
        state.events
          .slice(-100)
          .reverse()
          .map((event) => renderEvent(event)),
      ),
    'testHelpers.testClocks.create': (_id, params) => {
      emulator.advanceTo(new Date(Number(params.frozen_time) * 1000))
      return renderClock()
    },
    'testHelpers.testClocks.retrieve': (id) => {
      if (id !== clockId) throw missing(404, 'id', id)
      return renderClock()
    },
    'testHelpers.testClocks.advance': (id, params) => {
      if (id !== clockId) throw missing(404, 'id', id)
      const seconds = Number(params.frozen_time)
      if (seconds < now()) throw new ApiError(400, 'invalid_request_error', 'A test clock only moves forward.')
      emulator.advanceTo(new Date(seconds * 1000))
      return renderClock()
    },
  }
  return operations
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function toMetadata(value: unknown): Metadata {
  return typeof value === 'object' && value !== null ? (value as Metadata) : {}
}
