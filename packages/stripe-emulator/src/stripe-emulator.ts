import { Hono } from 'hono'
import { createApi } from './api.ts'
import { BillingCycle } from './billing-cycle.ts'
import { createDeliveries } from './deliveries.ts'
import type { RecordedRequest, StripeEmulator, StripeEmulatorOptions } from './emulator-context.ts'
import { createFaults } from './faults.ts'
import { createPages } from './pages.ts'
import { Renderer } from './render.ts'
import { createState, emulatorClockId } from './state.ts'

const resendMs = 2_000

export function createStripeEmulator(options: StripeEmulatorOptions): StripeEmulator {
  const { clock = () => new Date(), state = createState(), sendsEvents = true } = options
  const nowSeconds = () => state.frozenTime ?? Math.floor(clock().getTime() / 1000)
  const newId = (prefix: string) => {
    state.ids += 1
    return `${prefix}_${String(state.ids).padStart(8, '0')}`
  }
  const render = new Renderer(state, options.getUrl)
  const faults = createFaults()
  const { webhookUrl: url, webhookSecret: secret, post } = options
  const deliveries = createDeliveries({ url, secret, clock, ...(post && { post }) })
  const requests: RecordedRequest[] = []
  const cycle = new BillingCycle({
    state,
    render,
    now: nowSeconds,
    newId,
    emit(type, object, created) {
      const event = { id: newId('evt'), type, object, created }
      state.events.push(event)
      deliveries.add(event)
      if (sendsEvents) setTimeout(send, 0)
    },
  })
  const isHeld = () => deliveries.settings.mode === 'held' || deliveries.settings.mode === 'reversed'
  const send = () => {
    if (!isHeld()) void deliveries.flush()
  }
  const timer = sendsEvents ? setInterval(send, resendMs).unref() : undefined

  const emulator: StripeEmulator = {
    app: new Hono(),
    state,
    cycle,
    deliveries,
    faults,
    requests,
    now: () => new Date(nowSeconds() * 1000),
    advanceTo(time) {
      state.frozenTime = Math.floor(time.getTime() / 1000)
      cycle.runDue()
    },
    setMode(mode) {
      deliveries.settings.mode = mode
    },
    reset() {
      deliveries.clear()
      deliveries.settings.mode = 'normal'
      deliveries.settings.isOldShape = false
      faults.always = undefined
      for (const customer of Object.values(state.customers)) customer.deleted = true
      for (const each of [state.sessions, state.portals, state.subscriptions, state.invoices]) {
        for (const id of Object.keys(each)) delete each[id]
      }
      state.frozenTime = null
    },
    close: () => clearInterval(timer),
  }
  const context = {
    emulator,
    render,
    newId,
    clockId: emulatorClockId,
    record: (each: RecordedRequest) => requests.push(each),
  }
  emulator.app.route('/v1', createApi(context, options.secretKey))
  emulator.app.route('/', createPages(context))
  return emulator
}
