import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import type { Role } from '@bridge/identity/access/owned'
import { type ConnectionNotice, connectionNoticeMail } from '@bridge/identity/mail/connection-notice-mail'
import type { MailMessage } from '@bridge/identity/mail/mail-page'
import type { Mailer } from '@bridge/identity/mail/mailer'
import { createConnectionNotices } from '@bridge/identity/oauth/connection-notice'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedClient, testConfig } from '../oauth.fixture.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** Creates a connection in an organization with an owner, an admin and a member; the admin has consented. */
async function setup(send: Mailer['send'], kind: 'production' | 'sandbox' = 'production') {
  const { database } = test
  const { orgId, realmId, clientId } = await seedClient(database)
  await database.realm.update({ where: { id: realmId }, data: { kind } })
  const add = async (role: Role, second: number) => {
    const { id } = await database.user.create({ data: { email: `${role}-${realmId}@example.com` } })
    await database.membership.create({ data: { orgId, userId: id, role, createdAt: new Date(second * 1000) } })
    return id
  }
  await add('owner', 1)
  const consenterId = await add('admin', 2)
  await add('member', 3)
  const { id } = await database.connection.create({ data: { clientId, realmId, scope: 's', consenterId } })
  const logger = pino({ level: 'silent' })
  const notices = createConnectionNotices({ database, logger, config: testConfig, mailer: { send } })
  return { notices, id, realmId }
}

it('emails owners and admins that an app was connected, and by whom [cp-3:connection-notice]', async () => {
  const sent: (readonly [string, MailMessage])[] = []
  const { notices, id, realmId } = await setup(async (to, message) => void sent.push([to, message]))
  notices.announce(id)
  await notices.close()
  const message = connectionNoticeMail('localhost:4000', {
    clientName: 'Invoice Robot',
    realmName: 'Rock Castle Construction',
    orgName: 'Rock Castle',
    consenter: `admin-${realmId}@example.com`,
    link: `http://localhost:4000/orgs/${realmId}/company-files/${realmId}/apps`,
  })
  expect(sent).toEqual([
    [`owner-${realmId}@example.com`, message],
    [`admin-${realmId}@example.com`, message],
  ])
})

it('emails nothing about a sandbox, or a connection that is gone', async () => {
  const sent: string[] = []
  const { notices, id } = await setup(async (to) => void sent.push(to), 'sandbox')
  notices.announce(id)
  notices.announce('gone')
  await notices.close()
  expect(sent).toEqual([])
})

it('survives a mail server that is down, and tries each address', async () => {
  const tried: string[] = []
  const { notices, id } = await setup(async (to) => {
    tried.push(to)
    throw new Error('The mail server is down.')
  })
  notices.announce(id)
  await notices.close()
  expect(tried).toHaveLength(2)
})

it('the email says what was connected, by whom, and where to end it', () => {
  const notice: ConnectionNotice = {
    clientName: 'Robot <1>',
    realmName: 'Rock Castle',
    orgName: 'Acme',
    consenter: 'ada@example.com',
    link: 'https://bridge.test/orgs/acme/company-files/1/apps',
  }
  const { subject, text, html } = connectionNoticeMail('bridge.test', notice)
  expect(subject).toBe('Robot <1> was connected to Rock Castle')
  expect(text).toContain('ada@example.com connected the app Robot <1> to Rock Castle, a company file of Acme.')
  expect(text).toContain(notice.link)
  expect(html).toContain('Robot &lt;1&gt;')
  expect(connectionNoticeMail('bridge.test', { ...notice, consenter: undefined }).text).toContain(
    'Someone who was not signed in connected the app',
  )
})
