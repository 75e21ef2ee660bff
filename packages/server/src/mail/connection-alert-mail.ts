import { renderMail } from './mail-page.ts'

/** The contents of an alert about the connection of a company file. */
export interface ConnectionAlert {
  readonly kind: 'offline' | 'back'
  readonly realmName: string
  readonly orgName: string
  readonly offlineSince: Date
  /** The steps at the PC that fix it. */
  readonly steps: readonly string[]
  /** The page of the company file. */
  readonly link: string
}

/** Renders the email that says that a company file is offline, or back. */
export function connectionAlertMail(
  host: string,
  { kind, realmName, orgName, offlineSince, steps, link }: ConnectionAlert,
): { subject: string; text: string; html: string } {
  const since = `${offlineSince.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const isOffline = kind === 'offline'
  return {
    subject: isOffline ? `${realmName} is offline` : `${realmName} is back`,
    ...renderMail({
      host,
      title: isOffline ? `${realmName} is offline` : `${realmName} is back`,
      paragraphs: isOffline
        ? [
            `The agent of this company file of ${orgName} has not been connected since ${since}. Requests to it fail.`,
            ...steps.map((step, index) => `${index + 1}. ${step}`),
          ]
        : [`The agent of this company file of ${orgName} is connected again. It was offline since ${since}.`],
      action: { label: 'Open the company file', link },
      note: 'You get this email because you are an owner or admin. Change it in the settings of the company file.',
    }),
  }
}
