import { createTransport } from 'nodemailer'
import type { Dependencies } from '../dependencies.ts'
import { isLoopback } from '../http/loopback.ts'
import { type Invitation, invitationMail } from './invitation-mail.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'
import { signInMail } from './sign-in-mail.ts'

export interface Mailer {
  /** Sends the link, or throws where the mail server refuses it. */
  sendSignInLink(to: string, link: string): Promise<void>
  /** Sends the link by which the address joins the organization, or throws as above. */
  sendInvitation(to: string, invitation: Invitation): Promise<void>
  /** Where links wait to be read when there is no mail server and the service is on this machine alone. */
  readonly mailbox: Mailbox | undefined
}

/** Sends through the SMTP server of the configuration; without one, links go to the log and, on a loopback address, to a mailbox. */
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
      async sendInvitation(to, invitation) {
        await transport.sendMail({ to, from, ...invitationMail(host, invitation) })
      },
    }
  }
  const mailbox = isLoopback(config.baseUrl) ? createMailbox() : undefined
  const keep = (to: string, link: string, { subject, text }: { readonly subject: string; readonly text: string }) => {
    mailbox?.put({ to, subject, text, link, sentAt: clock() })
    logger.info({ to, link, subject }, 'link (no SMTP server is configured, so it was not mailed)')
  }
  return {
    mailbox,
    sendSignInLink: async (to, link) => keep(to, link, signInMail(host, link)),
    sendInvitation: async (to, invitation) => keep(to, invitation.link, invitationMail(host, invitation)),
  }
}
