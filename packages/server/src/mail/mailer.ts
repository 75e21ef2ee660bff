import { createTransport } from 'nodemailer'
import { isLoopback } from '../http/loopback.ts'
import type { Dependencies } from '../runtime/dependencies.ts'
import { type ConnectionAlert, connectionAlertMail } from './connection-alert-mail.ts'
import { type Invitation, invitationMail } from './invitation-mail.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'
import { signInMail } from './sign-in-mail.ts'

export interface Mailer {
  /** Sends a sign-in link. Throws if the mail server rejects it. */
  sendSignInLink(to: string, link: string): Promise<void>
  /** Sends an invitation. Throws if the mail server rejects it. */
  sendInvitation(to: string, invitation: Invitation): Promise<void>
  /** Sends an alert about the connection of a company file. Throws if the mail server rejects it. */
  sendConnectionAlert(to: string, alert: ConnectionAlert): Promise<void>
  /** The development mailbox, if no SMTP server is configured and the base URL is a loopback address. */
  readonly mailbox: Mailbox | undefined
}

/** Creates a mailer for the configured SMTP server. Without one, links go to the log and the development mailbox. */
export function createMailer({ config, logger, clock }: Pick<Dependencies, 'config' | 'logger' | 'clock'>): Mailer {
  const { host } = new URL(config.baseUrl)
  if (config.smtp) {
    const { url, from } = config.smtp
    const transport = createTransport(url)
    return {
      mailbox: undefined,
      async sendSignInLink(to, link) {
        await transport.sendMail({ to, from, ...signInMail(host, link) })
      },
      async sendConnectionAlert(to, alert) {
        await transport.sendMail({ to, from, ...connectionAlertMail(host, alert) })
      },
      async sendInvitation(to, invitation) {
        await transport.sendMail({ to, from, ...invitationMail(host, invitation) })
      },
    }
  }
  const mailbox = isLoopback(config.baseUrl) ? createMailbox() : undefined
  const keep = (to: string, link: string, { subject, text }: { readonly subject: string; readonly text: string }) => {
    mailbox?.put({ to, subject, text, link, sentAt: clock() })
    logger.info({ to, link, subject }, 'Link not emailed, because no SMTP server is configured')
  }
  return {
    mailbox,
    sendSignInLink: async (to, link) => keep(to, link, signInMail(host, link)),
    sendConnectionAlert: async (to, alert) => keep(to, alert.link, connectionAlertMail(host, alert)),
    sendInvitation: async (to, invitation) => keep(to, invitation.link, invitationMail(host, invitation)),
  }
}
