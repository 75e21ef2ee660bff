import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { expect, it, onTestFinished } from 'vitest'
import { renderMail } from './mail-page.ts'
import { createMailer } from './mailer.ts'

/** Starts a mail server, which returns the email that it receives. */
async function startMailServer() {
  const received = Promise.withResolvers<string>()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      text(stream).then(received.resolve, received.reject)
      stream.on('end', () => done())
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  return { port: (server.server.address() as AddressInfo).port, message: received.promise }
}

it('sends the mark along, because programs load no pictures from elsewhere, and where replies go', async () => {
  const { port, message } = await startMailServer()
  const mailer = createMailer({
    config: {
      baseUrl: 'https://bridge.test',
      smtp: { url: `smtp://127.0.0.1:${port}`, from: 'no-reply@bridge.test' },
      supportContact: 'mailto:support@bridge.test',
    },
    logger: pino({ level: 'silent' }),
    clock: () => new Date('2027-03-01T09:30:00Z'),
  })
  const action = { label: 'Open', link: 'https://bridge.test/setup/abc' }
  const mail = renderMail({ host: 'bridge.test', title: 'Connect', paragraphs: ['Hello.'], action, note: 'Bye.' })
  await mailer.send('ada@example.com', { subject: 'Connect', ...mail })
  const sent = await message
  expect(mail.html).toContain('src="cid:mark@bridge-service"')
  expect(sent).toContain('From: no-reply@bridge.test')
  expect(sent).toContain('Reply-To: support@bridge.test')
  expect(sent).toContain('Content-ID: <mark@bridge-service>')
  expect(sent).toContain('Content-Type: image/png; name=mark.png')
  expect(sent).toContain('Content-Disposition: inline; filename=mark.png')
  expect(sent).not.toMatch(/src=(?:3D)?"http/)
})
