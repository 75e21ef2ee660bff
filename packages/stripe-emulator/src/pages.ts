import { type Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { DeliveryMode } from './deliveries.ts'
import type { EmulatorContext } from './emulator-context.ts'
import { unitAmount } from './render.ts'
import { requireOwnPages } from './require-own-pages.ts'
import type { CheckoutSession, Customer, PortalSession } from './state.ts'

type Body = ReturnType<typeof html>

const daySeconds = 86_400
const modes: readonly DeliveryMode[] = ['normal', 'twice', 'held', 'reversed', 'lost']

const style = `
  body { font: 14px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 3rem auto; padding: 0 1rem; color: #1a1f36 }
  h1 { font-size: 20px; line-height: 28px } h2 { font-size: 16px; margin-top: 2rem }
  form { display: inline-block; margin: 0 8px 8px 0 } table { border-collapse: collapse; width: 100% }
  td, th { text-align: left; padding: 6px 12px 6px 0; border-bottom: 1px solid #e3e8ee }
  button { font: inherit; min-height: 36px; padding: 0 14px; border: 1px solid #c1c9d2; border-radius: 6px; background: #fff; cursor: pointer }
  button.main { background: #4338ca; border-color: #4338ca; color: #fff } p.note { color: #4f566b }
  a { color: #4338ca } select { font: inherit; min-height: 36px }`

/** Creates the hosted checkout, the billing portal and a page that moves the test clock and breaks deliveries. */
export function createPages({ emulator, render }: EmulatorContext): Hono {
  const { state, cycle, deliveries } = emulator
  const app = new Hono()
  app.use(requireOwnPages)

  const findSession = (context: Context) => state.sessions[context.req.param('id') ?? '']
  const findPortal = (context: Context): readonly [PortalSession, Customer] | undefined => {
    const portal = state.portals[context.req.param('id') ?? '']
    const customer = portal && state.customers[portal.customer]
    return customer && [portal, customer]
  }
  const currentSubscription = (customer: Customer) =>
    Object.values(state.subscriptions)
      .filter((each) => each.customer === customer.id)
      .at(-1)

  app.get('/', (context) => context.html(overview()))
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

  app.get('/pay/:id', (context) => {
    const session = findSession(context)
    return session ? context.html(checkoutPage(session)) : context.notFound()
  })
  app.post('/pay/:id', (context) => {
    const session = findSession(context)
    if (!session) return context.notFound()
    if (session.status === 'open') cycle.completeCheckout(session)
    return context.redirect(session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id), 303)
  })

  app.get('/portal/:id', (context) => {
    const found = findPortal(context)
    return found ? context.html(portalPage(...found)) : context.notFound()
  })
  app.post('/portal/:id/:action', (context) => {
    const found = findPortal(context)
    if (!found) return context.notFound()
    const [portal, customer] = found
    const subscription = currentSubscription(customer)
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
  return app

  function checkoutPage({ id, quantity, cancel_url, status }: CheckoutSession): Body {
    const what = `${quantity} company ${quantity === 1 ? 'file' : 'files'}, ${printAmount(quantity * unitAmount)} a month`
    if (status !== 'open') return page('Checkout', html`<p>This checkout is no longer open.</p>`)
    return page(
      'Checkout',
      html`<p>${what}</p>
        <p class="note">Card 4242 4242 4242 4242. Nothing is charged: this page replaces Stripe.</p>
        ${button(`/pay/${id}`, 'Pay and subscribe', true)}
        ${cancel_url ? html`<p><a href="${cancel_url}">Back without paying</a></p>` : ''}`,
    )
  }

  function portalPage({ id, return_url }: PortalSession, customer: Customer): Body {
    const subscription = currentSubscription(customer)
    const invoices = Object.values(state.invoices).filter((each) => each.customer === customer.id)
    const action = (name: string) => `/portal/${id}/${name}`
    const until = subscription ? printTime(subscription.periodEnd) : ''
    return page(
      'Billing portal',
      html`<p>${customer.name ?? customer.id}</p>
        <h2>Subscription</h2>
        ${subscription ? html`<p>${subscription.status}, ${subscription.quantity} × ${printAmount(unitAmount)}, period until ${until}</p>` : html`<p>None</p>`}
        ${subscription && subscription.endedAt === null ? (subscription.cancelAtPeriodEnd ? button(action('resume'), 'Keep subscription') : button(action('cancel'), 'Cancel at the end of the period')) : ''}
        <h2>Card</h2>
        <p>${customer.cardWorks ? 'The card works.' : 'The card is declined.'}</p>
        ${button(action('working-card'), 'Use a card that works', !customer.cardWorks)}
        ${button(action('failing-card'), 'Use a card that is declined')}
        <h2>Invoices</h2>
        <table>
          ${invoices.map((each) => html`<tr><td>${printTime(each.created)}</td><td>${printAmount(each.amount)}</td><td>${each.status}</td></tr>`)}
        </table>
        ${invoices.some((each) => each.status === 'open') ? html`<p>${button(action('pay'), 'Pay open invoices')}</p>` : ''}
        <p><a href="${return_url}">Return to the Bridge Service</a></p>`,
    )
  }

  function overview(): Body {
    const days = [1, 8, 31]
    return page(
      'Stripe emulator',
      html`<p class="note">Test clock: <strong id="time">${emulator.now().toISOString()}</strong></p>
        ${days.map((each) => button('/emulator/advance', `Advance ${each} ${each === 1 ? 'day' : 'days'}`, false, { days: String(each) }))}
        ${button('/emulator/reset', 'Delete the clock and its customers')}
        <h2>Cards of all customers</h2>
        ${button('/emulator/card', 'Decline', false, { works: 'false' })}
        ${button('/emulator/card', 'Accept', false, { works: 'true' })}
        <h2>Events</h2>
        <p>${deliveries.settings.mode}, ${deliveries.waiting} waiting${deliveries.settings.isOldShape ? ', old shape' : ''}</p>
        ${modes.map((mode) => button('/emulator/deliveries', mode, false, { mode }))}
        ${button('/emulator/deliveries', 'old shape', false, { mode: 'normal', shape: 'old' })}
        ${button('/emulator/release', 'Send those that wait')}
        <table>
          ${state.events
            .slice(-20)
            .reverse()
            .map(({ id, type }) => html`<tr><td>${id}</td><td>${type}</td></tr>`)}
        </table>
        <h2>Outage</h2>
        ${button('/emulator/faults', 'Fail every request', false, { down: 'true' })}
        ${button('/emulator/faults', 'Work again', false, { down: 'false' })}
        <h2>Subscriptions</h2>
        <table>
          ${Object.values(state.subscriptions).map((each) => {
            const rendered = render.subscription(each)
            return html`<tr><td>${each.id}</td><td>${rendered.status}</td><td>${each.quantity}</td></tr>`
          })}
        </table>`,
    )
  }
}

function button(action: string, label: string, isMain = false, fields: Readonly<Record<string, string>> = {}): Body {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
  return html`<form method="post" action="${action}">${inputs}<button class="${isMain ? 'main' : ''}">${label}</button></form>`
}

function page(title: string, body: Body): Body {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>${raw(style)}</style>
      </head>
      <body><main><h1>${title}</h1>${body}</main></body>
    </html>`
}

function printAmount(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}

function printTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}
