import { createMailer } from '@bridge/identity/mail/mailer'
import { isLoopback } from '@bridge/server'
import pino from 'pino'
import type { Check } from './deployment.ts'
import { ok, problem, unused, warning } from './finding.ts'
import { describeFailure } from './probe.ts'

/** The mail server's handshake and sign-in. Nothing is sent. */
export const mailCheck: Check = {
  title: 'Mail',
  needs: [],
  async examine({ settings: { SMTP_URL: url, MAIL_FROM }, baseUrl, clock }) {
    if (url === undefined) {
      if (isLoopback(baseUrl)) return [unused(`Emails are in the development mailbox, ${baseUrl}/dev/mailbox.`)]
      return [warning('No emails are sent: no sign-in links, no invitations and no alerts.', 'Set SMTP_URL.')]
    }
    const from = MAIL_FROM ?? `no-reply@${new URL(baseUrl).hostname}`
    const config = { baseUrl, smtp: { url, from } }
    const mailer = createMailer({ config, clock, logger: pino({ level: 'silent' }) })
    const { host } = new URL(url)
    try {
      await mailer.verify()
      return [ok(`${host} accepts emails from this service. They come from ${from}.`)]
    } catch (error) {
      return [
        problem(
          `${host} refuses this service: ${describeFailure(error as Error)}.`,
          'Check SMTP_URL: its host, port, user and password; smtps:// is for port 465.',
        ),
      ]
    }
  },
}
