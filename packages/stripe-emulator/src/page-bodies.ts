import { html, raw } from 'hono/html'
import type { DeliveryMode } from './deliveries.ts'
import type { EmulatorContext } from './emulator-context.ts'
import { unitAmount } from './render.ts'
import type { CheckoutSession, Customer, EmulatorState, Invoice, PortalSession, Subscription } from './state.ts'

type Body = ReturnType<typeof html>

export const modes: readonly DeliveryMode[] = ['normal', 'twice', 'held', 'reversed', 'lost']

const style = `
  body { font: 14px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 3rem auto; padding: 0 1rem; color: #1a1f36 }
  h1 { font-size: 20px; line-height: 28px } h2 { font-size: 16px; margin-top: 2rem }
  form { display: inline-block; margin: 0 8px 8px 0 } table { border-collapse: collapse; width: 100% }
  td, th { text-align: left; padding: 6px 12px 6px 0; border-bottom: 1px solid #e3e8ee }
  button { font: inherit; min-height: 36px; padding: 0 14px; border: 1px solid #c1c9d2; border-radius: 6px; background: #fff; cursor: pointer }
  button.main { background: #4338ca; border-color: #4338ca; color: #fff } p.note { color: #4f566b }
  a { color: #4338ca } select { font: inherit; min-height: 36px }`

/** Finds a customer's latest subscription. */
export function findSubscription(state: EmulatorState, customer: Customer): Subscription | undefined {
  return Object.values(state.subscriptions)
    .filter((each) => each.customer === customer.id)
    .at(-1)
}

/** Renders the hosted checkout. */
export function renderCheckout({ id, quantity, cancel_url, status }: CheckoutSession): Body {
  const what = `${quantity} company ${quantity === 1 ? 'file' : 'files'}, ${formatAmount(quantity * unitAmount)} a month`
  if (status !== 'open') return page('Checkout', html`<p>This checkout is no longer open.</p>`)
  return page(
    'Checkout',
    html`<p>${what}</p>
      <p class="note">Card 4242 4242 4242 4242. Nothing is charged: this page replaces Stripe.</p>
      ${button(`/pay/${id}`, 'Pay and subscribe', true)}
      ${cancel_url ? html`<p><a href="${cancel_url}">Back without paying</a></p>` : ''}`,
  )
}

/** Renders a customer's billing portal. */
export function renderPortal(state: EmulatorState, { id, return_url }: PortalSession, customer: Customer): Body {
  const subscription = findSubscription(state, customer)
  const invoices = Object.values(state.invoices).filter((each) => each.customer === customer.id)
  const action = (name: string) => `/portal/${id}/${name}`
  const until = subscription ? formatDay(subscription.periodEnd) : ''
  return page(
    'Billing portal',
    html`<p>${customer.name ?? customer.id}</p>
      <h2>Subscription</h2>
      ${subscription ? html`<p>${subscription.status}, ${subscription.quantity} × ${formatAmount(unitAmount)}, period until ${until}</p>` : html`<p>None</p>`}
      ${subscription && subscription.endedAt === null ? (subscription.cancelAtPeriodEnd ? button(action('resume'), 'Keep subscription') : button(action('cancel'), 'Cancel at the end of the period')) : ''}
      <h2>Card</h2>
      <p>${customer.cardWorks ? 'The card works.' : 'The card is declined.'}</p>
      ${button(action('working-card'), 'Use a card that works', !customer.cardWorks)}
      ${button(action('failing-card'), 'Use a card that is declined')}
      <h2>Invoices</h2>
      <table>
        ${invoices.map((each) => html`<tr><td>${formatDay(each.created)}</td><td>${formatAmount(each.amount)}</td><td>${each.status}</td></tr>`)}
      </table>
      ${invoices.some((each) => each.status === 'open') ? html`<p>${button(action('pay'), 'Pay open invoices')}</p>` : ''}
      <p><a href="${return_url}">Return to the Bridge Service</a></p>`,
  )
}

/** Renders an invoice's hosted page, which does not lead back, like Stripe's. */
export function renderInvoice({ id, amount, status }: Invoice): Body {
  return page(
    'Invoice',
    html`<p>${formatAmount(amount)}, ${status}</p>
      ${
        status === 'open'
          ? html`<p class="note">Nothing is charged: this page replaces Stripe.</p>
              ${button(`/invoice/${id}`, `Pay ${formatAmount(amount)}`, true, { card: 'working' })}
              ${button(`/invoice/${id}`, 'Pay with a card that is declined', false, { card: 'declined' })}`
          : html`<p>Invoice ${status}. You can close this page.</p>`
      }`,
  )
}

/** Renders the page with the test clock, cards, deliveries and faults. */
export function renderOverview({ emulator, render }: EmulatorContext): Body {
  const { state, deliveries } = emulator
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

function formatAmount(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}

function formatDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}
