import type { Dependencies } from '@bridge/platform/dependencies'
import { isLoopback } from '@bridge/platform/loopback'
import { createTransport } from 'nodemailer'
import { type MailMessage, markId } from './mail-page.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'
import { mark } from './mark.ts'

export interface Mailer {
  /** Throws if the mail server rejects it. */
  send(to: string, message: MailMessage): Promise<void>
  /** Connects to the mail server and signs in, without sending anything. Throws if the server rejects it. */
  verify(): Promise<void>
  /** Whether emails reach anyone: through an SMTP server, or in the development mailbox. */
  readonly delivers: boolean
  /** The development mailbox, if no SMTP server is configured and the base URL is a loopback address. */
  readonly mailbox: Mailbox | undefined
}

type MailerOptions = Pick<Dependencies, 'logger' | 'clock'> & {
  readonly config: Pick<Dependencies['config'], 'baseUrl' | 'smtp' | 'supportContact'>
}

const markPicture = {
  cid: markId,
  filename: 'mark.png',
  content: mark,
  encoding: 'base64',
  contentDisposition: 'inline',
} as const

/**
 * Creates a mailer for the configured SMTP server. Without one, emails go to the development mailbox. Links are never
 * logged, because log readers could use them.
 */
export function createMailer({ config, logger, clock }: MailerOptions): Mailer {
  if (config.smtp) {
    const { url, from } = config.smtp
    const transport = createTransport(url)
    const { supportContact = '' } = config
    const sender = supportContact.startsWith('mailto:')
      ? { from, replyTo: supportContact.slice('mailto:'.length) }
      : { from }
    return {
      delivers: true,
      mailbox: undefined,
      async verify() {
        await transport.verify()
      },
      async send(to, { subject, text, html }) {
        await transport.sendMail({ to, ...sender, subject, text, html, attachments: [markPicture] })
      },
    }
  }
  const mailbox = isLoopback(config.baseUrl) ? createMailbox() : undefined
  return {
    delivers: mailbox !== undefined,
    mailbox,
    verify: () => Promise.resolve(),
    async send(to, { subject, text, link }) {
      mailbox?.put({ to, subject, text, link, sentAt: clock() })
      const page = `${config.baseUrl}/dev/mailbox`
      if (mailbox) logger.info({ to, subject, link: page }, 'An email is in the development mailbox.')
      else logger.warn({ to, subject }, 'An email was not sent, because SMTP_URL is not set.')
    },
  }
}
