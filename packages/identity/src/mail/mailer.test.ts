import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { serverDefaults } from '@bridge/platform/server-config'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { renderMail } from './mail-page.ts'
import { createMailer } from './mailer.ts'

/** Accepts one email by SMTP, and returns it as it was sent. */
async function receiveMail() {
  const received = Promise.withResolvers<string>()
  const server = createServer((socket) => {
    let text = ''
    let isMessage = false
    const reply = (line: string) => socket.write(`${line}\r\n`)
    reply('220 mail.test')
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (isMessage) {
        if (!text.endsWith('\r\n.\r\n')) return
        received.resolve(text)
        isMessage = false
        reply('250 accepted')
      } else if (text.startsWith('DATA')) {
        isMessage = true
        reply('354 go on')
      } else {
        reply(text.startsWith('QUIT') ? '221 bye' : '250 mail.test')
      }
      text = ''
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { port: (server.address() as AddressInfo).port, message: received.promise, close: () => server.close() }
}

it('sends the mark along, because programs load no pictures from elsewhere', async () => {
  const { port, message, close } = await receiveMail()
  const mailer = createMailer({
    config: {
      ...serverDefaults,
      baseUrl: 'https://bridge.test',
      machineSecret: 'machine',
      sessionSecret: 'session',
      smtp: { url: `smtp://127.0.0.1:${port}`, from: 'no-reply@bridge.test' },
    },
    logger: pino({ level: 'silent' }),
    clock: () => new Date('2027-03-01T09:30:00Z'),
  })
  const action = { label: 'Open', link: 'https://bridge.test/setup/abc' }
  const mail = renderMail({ host: 'bridge.test', title: 'Connect', paragraphs: ['Hello.'], action, note: 'Bye.' })
  await mailer.send('ada@example.com', { subject: 'Connect', ...mail })
  const sent = await message
  close()
  expect(mail.html).toContain('src="cid:mark@bridge-service"')
  expect(sent).toContain('Content-ID: <mark@bridge-service>')
  expect(sent).toContain('Content-Type: image/png; name=mark.png')
  expect(sent).toContain('Content-Disposition: inline; filename=mark.png')
  expect(sent).not.toMatch(/src=(?:3D)?"http/)
})
