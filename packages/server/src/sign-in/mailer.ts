import { createTransport } from 'nodemailer'
import type { Dependencies } from '../dependencies.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'
import { signInMail } from './sign-in-mail.ts'

export interface Mailer {
  /** Sends the link, or throws where the mail server refuses it. */
  sendSignInLink(to: string, link: string): Promise<void>
  /** Where links wait to be read when there is no mail server and the service is on this machine alone. */
  readonly mailbox: Mailbox | undefined
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

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
    }
  }
  const mailbox = loopbackHosts.has(new URL(config.baseUrl).hostname) ? createMailbox() : undefined
  return {
    mailbox,
    async sendSignInLink(to, link) {
      const { subject, text } = signInMail(host, link)
      mailbox?.put({ to, subject, text, link, sentAt: clock() })
      logger.info({ to, link }, 'sign-in link (no SMTP server is configured, so it was not mailed)')
    },
  }
}
