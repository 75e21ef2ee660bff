import { createTransport } from 'nodemailer'
import { isLoopback } from '../http/loopback.ts'
import type { Dependencies } from '../runtime/dependencies.ts'
import { type ConnectionAlert, connectionAlertMail } from './connection-alert-mail.ts'
import { type ConnectionNotice, connectionNoticeMail } from './connection-notice-mail.ts'
import { type Invitation, invitationMail } from './invitation-mail.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'
import { type SecurityNotice, securityNoticeMail } from './security-notice-mail.ts'
import { signInMail } from './sign-in-mail.ts'

export interface Mailer {
  /** Sends a sign-in link. Throws if the mail server rejects it. */
  sendSignInLink(to: string, link: string): Promise<void>
  /** Sends an invitation. Throws if the mail server rejects it. */
  sendInvitation(to: string, invitation: Invitation): Promise<void>
  /** Sends an alert about a company file's connection. Throws if the mail server rejects it. */
  sendConnectionAlert(to: string, alert: ConnectionAlert): Promise<void>
  /** Sends an email about an app's new connection. Throws if the mail server rejects it. */
  sendConnectionNotice(to: string, notice: ConnectionNotice): Promise<void>
  /** Sends an email about a second factor. Throws if the mail server rejects it. */
  sendSecurityNotice(to: string, notice: SecurityNotice): Promise<void>
  /** Whether emails reach anyone: through an SMTP server, or in the development mailbox. */
  readonly delivers: boolean
  /** The development mailbox, if no SMTP server is configured and the base URL is a loopback address. */
  readonly mailbox: Mailbox | undefined
}

/**
 * Creates a mailer for the configured SMTP server. Without one, emails go to the development mailbox. Links are never
 * logged, because log readers could use them.
 */
export function createMailer({ config, logger, clock }: Pick<Dependencies, 'config' | 'logger' | 'clock'>): Mailer {
  const { host } = new URL(config.baseUrl)
  if (config.smtp) {
    const { url, from } = config.smtp
    const transport = createTransport(url)
    return {
      delivers: true,
      mailbox: undefined,
      async sendSignInLink(to, link) {
        await transport.sendMail({ to, from, ...signInMail(host, link) })
      },
      async sendConnectionAlert(to, alert) {
        await transport.sendMail({ to, from, ...connectionAlertMail(host, alert) })
      },
      async sendConnectionNotice(to, notice) {
        await transport.sendMail({ to, from, ...connectionNoticeMail(host, notice) })
      },
      async sendSecurityNotice(to, notice) {
        await transport.sendMail({ to, from, ...securityNoticeMail(host, notice) })
      },
      async sendInvitation(to, invitation) {
        await transport.sendMail({ to, from, ...invitationMail(host, invitation) })
      },
    }
  }
  const mailbox = isLoopback(config.baseUrl) ? createMailbox() : undefined
  const keep = (to: string, link: string, { subject, text }: { readonly subject: string; readonly text: string }) => {
    mailbox?.put({ to, subject, text, link, sentAt: clock() })
    const page = `${config.baseUrl}/dev/mailbox`
    if (mailbox) logger.info({ to, subject, link: page }, 'An email is in the development mailbox.')
    else logger.warn({ to, subject }, 'An email was not sent, because SMTP_URL is not set.')
  }
  return {
    delivers: mailbox !== undefined,
    mailbox,
    sendSignInLink: async (to, link) => keep(to, link, signInMail(host, link)),
    sendConnectionAlert: async (to, alert) => keep(to, alert.link, connectionAlertMail(host, alert)),
    sendConnectionNotice: async (to, notice) => keep(to, notice.link, connectionNoticeMail(host, notice)),
    sendSecurityNotice: async (to, notice) =>
      keep(to, notice.undoLink ?? notice.link, securityNoticeMail(host, notice)),
    sendInvitation: async (to, invitation) => keep(to, invitation.link, invitationMail(host, invitation)),
  }
}
