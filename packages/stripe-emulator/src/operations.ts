import { ApiError, missing } from './api-error.ts'
import { renderEvent } from './deliveries.ts'
import type { EmulatorContext, StripeEmulator } from './emulator-context.ts'
import { type EmulatorState, emulatorPriceId, type Metadata } from './state.ts'

export type Params = Readonly<Record<string, unknown>>

/** The API's operations by Stripe's names, called with the ID in the path and the parameters. */
type Operations = Readonly<Record<string, (id: string, params: Params) => unknown>>

export function createOperations(context: EmulatorContext): Operations {
  return {
    ...customerOperations(context),
    ...subscriptionOperations(context),
    ...readOperations(context),
    ...clockOperations(context),
  }
}

/** Customers, and the pages where they pay and manage their subscription. */
function customerOperations(context: EmulatorContext): Operations {
  const { emulator } = context
  const { state } = emulator
  return {
    'customers.create': (_id, params) => {
      const id = context.newId('cus')
      state.customers[id] = {
        id,
        created: getSeconds(emulator),
        name: toText(params.name),
        email: toText(params.email),
        metadata: toMetadata(params.metadata),
        deleted: false,
        cardWorks: true,
      }
      return context.render.customer(find(state.customers, id))
    },
    'customers.update': (id, params) => {
      const customer = find(state.customers, id)
      customer.name = toText(params.name) ?? customer.name
      customer.metadata = { ...customer.metadata, ...toMetadata(params.metadata) }
      return context.render.customer(customer)
    },
    'customers.retrieve': (id) => context.render.customer(find(state.customers, id)),
    'checkout.sessions.create': (_id, params) => {
      const customer = requireCustomer(state, String(params.customer))
      const [line] = (params.line_items ?? []) as readonly Params[]
      if (line?.price !== emulatorPriceId) throw missing(400, 'line_items[0][price]', String(line?.price))
      const id = context.newId('cs_test')
      const subscriptionData = (params.subscription_data ?? {}) as Params
      state.sessions[id] = {
        id,
        created: getSeconds(emulator),
        customer: customer.id,
        client_reference_id: toText(params.client_reference_id),
        metadata: toMetadata(params.metadata),
        subscriptionMetadata: toMetadata(subscriptionData.metadata),
        quantity: Number(line.quantity ?? 1),
        success_url: String(params.success_url),
        cancel_url: toText(params.cancel_url),
        expires_at: getSeconds(emulator) + 86_400,
        status: 'open',
        subscription: null,
      }
      return context.render.session(find(state.sessions, id))
    },
    'checkout.sessions.retrieve': (id, params) => {
      const session = find(state.sessions, id)
      if (session.status === 'open' && session.expires_at <= getSeconds(emulator)) session.status = 'expired'
      return context.render.session(session, getExpand(params))
    },
    'checkout.sessions.expire': (id) => {
      const session = find(state.sessions, id)
      if (session.status !== 'open') throw new ApiError(400, 'invalid_request_error', 'The session is not open.')
      session.status = 'expired'
      return context.render.session(session)
    },
    'billingPortal.sessions.create': (_id, params) => {
      const customer = requireCustomer(state, String(params.customer))
      const id = context.newId('bps')
      state.portals[id] = { id, customer: customer.id, return_url: toText(params.return_url) ?? '/' }
      return context.render.portalSession(find(state.portals, id))
    },
  }
}

/** Subscriptions and their items. */
function subscriptionOperations(context: EmulatorContext): Operations {
  const { state, cycle } = context.emulator
  return {
    'subscriptions.retrieve': (id, params) =>
      context.render.subscription(find(state.subscriptions, id), getExpand(params)),
    'subscriptions.list': (_id, params) => {
      const { customer, status } = params
      if (customer !== undefined && !state.customers[String(customer)]) throw missing(400, 'customer', String(customer))
      const found = Object.values(state.subscriptions).filter(
        (each) =>
          (customer === undefined || each.customer === customer) &&
          (status === 'all' || (status === undefined ? each.endedAt === null : each.status === status)),
      )
      return list(found.reverse().map((each) => context.render.subscription(each, getExpand(params))))
    },
    'subscriptions.update': (id, params) => {
      const subscription = find(state.subscriptions, id)
      if (params.cancel_at_period_end !== undefined) {
        cycle.setCancelAtPeriodEnd(subscription, params.cancel_at_period_end === true)
      }
      return context.render.subscription(subscription)
    },
    'subscriptions.cancel': (id) => {
      const subscription = find(state.subscriptions, id)
      cycle.cancelNow(subscription)
      return context.render.subscription(subscription)
    },
    'subscriptionItems.update': (id, params) => {
      const subscription = Object.values(state.subscriptions).find(({ itemId }) => itemId === id)
      if (!subscription) throw missing(404, 'id', id)
      if (subscription.endedAt !== null) {
        throw new ApiError(400, 'invalid_request_error', 'A canceled subscription can only update its metadata.')
      }
      if (params.quantity !== undefined) cycle.setQuantity(subscription, Number(params.quantity))
      return context.render.item(subscription)
    },
  }
}

/** Invoices, the price and events, which are only read. */
function readOperations(context: EmulatorContext): Operations {
  const { state } = context.emulator
  return {
    'invoices.retrieve': (id) => context.render.invoice(find(state.invoices, id)),
    'prices.retrieve': (id) => {
      if (id !== emulatorPriceId) throw missing(404, 'price', id)
      return context.render.price()
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
  }
}

/** The test clock. */
function clockOperations(context: EmulatorContext): Operations {
  const { emulator, clockId } = context
  const renderClock = () => ({
    id: clockId,
    object: 'test_helpers.test_clock',
    created: 0,
    frozen_time: getSeconds(emulator),
    livemode: false,
    name: 'Bridge',
    status: 'ready',
    deletes_after: getSeconds(emulator) + 30 * 86_400,
  })
  return {
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
      if (seconds < getSeconds(emulator))
        throw new ApiError(400, 'invalid_request_error', 'A test clock only moves forward.')
      emulator.advanceTo(new Date(seconds * 1000))
      return renderClock()
    },
  }
}

function getSeconds(emulator: StripeEmulator): number {
  return Math.floor(emulator.now().getTime() / 1000)
}

function find<Each>(all: Readonly<Record<string, Each>>, id: string): Each {
  const found = all[id]
  if (!found) throw missing(404, 'id', id)
  return found
}

function requireCustomer(state: EmulatorState, id: string) {
  const customer = state.customers[id]
  if (!customer || customer.deleted) throw missing(400, 'customer', id)
  return customer
}

function getExpand({ expand }: Params): string[] {
  return Array.isArray(expand) ? expand.map(String) : []
}

function list(data: readonly unknown[]) {
  return { object: 'list', data, has_more: false, url: '/v1' }
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function toMetadata(value: unknown): Metadata {
  return typeof value === 'object' && value !== null ? (value as Metadata) : {}
}
