import { type Context, Hono } from 'hono'
import type { EmulatorContext } from './emulator-context.ts'
import { findSubscription, modes, renderCheckout, renderInvoice, renderOverview, renderPortal } from './page-bodies.ts'
import { requireOwnPages } from './require-own-pages.ts'
import type { Customer, PortalSession } from './state.ts'

const daySeconds = 86_400

/** Creates the hosted checkout, the billing portal and a page for moving the test clock and breaking deliveries. */
export function createPages(emulatorContext: EmulatorContext): Hono {
  const app = new Hono()
  app.use(requireOwnPages)
  addControls(app, emulatorContext)
  addCheckout(app, emulatorContext)
  addPortal(app, emulatorContext)
  addInvoices(app, emulatorContext)
  return app
}

/** Adds the page that moves the test clock and breaks deliveries. */
function addControls(app: Hono, emulatorContext: EmulatorContext): void {
  const { emulator } = emulatorContext
  const { state, deliveries } = emulator
  app.get('/', (context) => context.html(renderOverview(emulatorContext)))
  app.post('/emulator/advance', async (context) => {
    const { days } = await context.req.parseBody()
    const count = Number(days)
    if (!Number.isFinite(count) || count < 0 || count > 400) return context.text('days must be 0 to 400', 400)
    emulator.advanceTo(new Date(emulator.now().getTime() + count * daySeconds * 1000))
    return context.redirect('/', 303)
  })
  app.post('/emulator/reset', (context) => {
    emulator.reset()
    return context.redirect('/', 303)
  })
  app.post('/emulator/card', async (context) => {
    const { works } = await context.req.parseBody()
    for (const customer of Object.values(state.customers)) customer.cardWorks = works === 'true'
    return context.redirect('/', 303)
  })
  app.post('/emulator/deliveries', async (context) => {
    const { mode, shape } = await context.req.parseBody()
    deliveries.settings.mode = modes.find((each) => each === mode) ?? 'normal'
    deliveries.settings.isOldShape = shape === 'old'
    return context.redirect('/', 303)
  })
  app.post('/emulator/release', async (context) => {
    const isReversed = deliveries.settings.mode === 'reversed'
    await deliveries.flush((all) => (isReversed ? [...all].reverse() : all))
    return context.redirect('/', 303)
  })
  app.post('/emulator/faults', async (context) => {
    const { down } = await context.req.parseBody()
    emulator.faults.always = down === 'true' ? 500 : undefined
    return context.redirect('/', 303)
  })
}

/** Adds the hosted checkout. */
function addCheckout(app: Hono, { emulator }: EmulatorContext): void {
  const { state, cycle } = emulator
  const findSession = (context: Context) => state.sessions[context.req.param('id') ?? '']
  app.get('/pay/:id', (context) => {
    const session = findSession(context)
    return session ? context.html(renderCheckout(session)) : context.notFound()
  })
  app.post('/pay/:id', (context) => {
    const session = findSession(context)
    if (!session) return context.notFound()
    if (session.status === 'open') cycle.completeCheckout(session)
    return context.redirect(session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id), 303)
  })
}

/** Adds the billing portal. */
function addPortal(app: Hono, { emulator }: EmulatorContext): void {
  const { state, cycle } = emulator
  const findPortal = (context: Context): readonly [PortalSession, Customer] | undefined => {
    const portal = state.portals[context.req.param('id') ?? '']
    const customer = portal && state.customers[portal.customer]
    return customer && [portal, customer]
  }
  app.get('/portal/:id', (context) => {
    const found = findPortal(context)
    return found ? context.html(renderPortal(state, ...found)) : context.notFound()
  })
  app.post('/portal/:id/:action', (context) => {
    const found = findPortal(context)
    if (!found) return context.notFound()
    const [portal, customer] = found
    const subscription = findSubscription(state, customer)
    switch (context.req.param('action')) {
      case 'working-card':
        customer.cardWorks = true
        cycle.payOpen(customer)
        break
      case 'failing-card':
        customer.cardWorks = false
        break
      case 'pay':
        cycle.payOpen(customer)
        break
      case 'cancel':
        if (subscription) cycle.setCancelAtPeriodEnd(subscription, true)
        break
      case 'resume':
        if (subscription) cycle.setCancelAtPeriodEnd(subscription, false)
        break
      default:
        return context.notFound()
    }
    return context.redirect(`/portal/${portal.id}`, 303)
  })
}

/** Adds the hosted pages of invoices. */
function addInvoices(app: Hono, { emulator }: EmulatorContext): void {
  const findInvoice = (context: Context) => emulator.state.invoices[context.req.param('id') ?? '']
  app.get('/invoice/:id', (context) => {
    const invoice = findInvoice(context)
    return invoice ? context.html(renderInvoice(invoice)) : context.notFound()
  })
  app.post('/invoice/:id', async (context) => {
    const invoice = findInvoice(context)
    if (!invoice) return context.notFound()
    const { card } = await context.req.parseBody()
    emulator.cycle.payInvoice(invoice, card === 'working')
    return context.redirect(`/invoice/${invoice.id}`, 303)
  })
}
