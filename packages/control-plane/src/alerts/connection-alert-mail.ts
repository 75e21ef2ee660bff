import type { Transport } from '@bridge/data-plane/realms/get-realm-state'
import { realmStates } from '@bridge/data-plane/realms/realm-states'
import { isolateName, toPlainSentence } from '@bridge/identity/access/isolate-name'
import { type MailMessage, renderMail } from '@bridge/identity/mail/mail-page'

/** An alert's kind: the company file is back, or it is offline, with the transport that served it last. */
export type AlertKind = { readonly kind: 'back' } | { readonly kind: 'offline'; readonly transport: Transport }

/** An alert about a company file's connection. */
export type ConnectionAlert = AlertKind & {
  readonly realmName: string
  readonly orgName: string
  readonly offlineSince: Date
  /** The company file's page. */
  readonly link: string
}

const transports = {
  agent: { name: 'agent', gone: 'has not been connected', steps: realmStates.offline.steps },
  connector: { name: 'QuickBooks Web Connector', gone: 'has not polled', steps: realmStates.not_polling.steps },
} as const satisfies Readonly<Record<Transport, unknown>>

/** Renders the email about a company file going offline, or being back. */
export function connectionAlertMail(host: string, alert: ConnectionAlert): MailMessage {
  const { offlineSince, link } = alert
  const realmName = isolateName(alert.realmName)
  const orgName = isolateName(alert.orgName)
  const since = `${offlineSince.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const isOffline = alert.kind === 'offline'
  const title = isOffline ? `${realmName} is offline` : `${realmName} is back`
  return {
    subject: toPlainSentence(title),
    ...renderMail({
      host,
      title,
      paragraphs: isOffline
        ? describeOutage(alert.transport, orgName, since)
        : [`This company file of ${orgName} is connected again. It was offline since ${since}.`],
      action: { label: 'Open the company file', link },
      note: 'You get this email because you are an owner or admin. Change it in the settings of the company file.',
    }),
  }
}

function describeOutage(transport: Transport, orgName: string, since: string): string[] {
  const { name, gone, steps } = transports[transport]
  return [
    `The ${name} of this company file of ${orgName} ${gone} since ${since}. Requests to it fail.`,
    ...steps.map((step, index) => `${index + 1}. ${step}`),
  ]
}
