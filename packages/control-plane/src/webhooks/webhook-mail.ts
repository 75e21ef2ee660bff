import { isolateName, toPlainSentence } from '@bridge/identity/access/isolate-name'
import { type MailMessage, renderMail } from '@bridge/identity/mail/mail-page'

/** What an email about a webhook says. */
export interface WebhookNotice {
  readonly appName: string
  readonly orgName: string
  readonly url: string
  readonly failingSince: Date
  readonly pausedAt: Date | null
  readonly missedSince: Date | null
  /** The app's page. */
  readonly link: string
}

/** Renders the email about a webhook that fails, or is paused. */
export function webhookMail(host: string, notice: WebhookNotice): MailMessage {
  const appName = isolateName(notice.appName)
  const title = notice.pausedAt === null ? `The webhook of ${appName} fails` : `The webhook of ${appName} is paused`
  return {
    subject: toPlainSentence(title),
    ...renderMail({
      host,
      title,
      paragraphs: notice.pausedAt === null ? describeFailure(notice) : describePause(notice),
      action: { label: 'Open the app', link: notice.link },
      note: 'You get this email because you are an owner or admin of the organization.',
    }),
  }
}

function describeFailure({ orgName, url, failingSince }: WebhookNotice): string[] {
  return [
    `${isolateName(orgName)}: ${url} has not confirmed an event since ${formatMinute(failingSince)}.`,
    'Events wait and are sent again, at least every 6 hours. After 5 days of failures, they are paused.',
    'A receiver confirms events by responding with 200 within 3 seconds. The deliveries of the app show what it responded.',
  ]
}

function describePause({ orgName, url, failingSince, missedSince }: WebhookNotice): string[] {
  return [
    `${isolateName(orgName)}: ${url} responded with 410, or has not confirmed an event since ${formatMinute(failingSince)}. No more events are sent.`,
    'Once the receiver works, resume the webhook on the page of the app.',
    `Then request the changes since ${formatMinute(missedSince ?? failingSince)} with CDC: their events are not sent later.`,
  ]
}

function formatMinute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
