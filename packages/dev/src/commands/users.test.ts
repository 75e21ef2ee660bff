import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { users } from './users.ts'

let test: TestDatabase
const printed: string[] = []

function run(...args: string[]) {
  return users(args, { DATABASE_URL: test.url }, (line) => void printed.push(line))
}

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('resets a second factor and ends the sessions, by the email address in any case', async () => {
  const at = new Date()
  await test.database.user.create({
    data: {
      email: 'ada@example.com',
      secondFactorSince: at,
      secondFactor: { create: { sealedSecret: 'sealed' } },
      recoveryCodes: { create: { codeHash: 'hash' } },
      sessions: { create: { sessionToken: 'token', expires: at } },
      memberships: { create: { role: 'owner', org: { create: { name: 'Acme', slug: 'acme' } } } },
    },
  })
  expect(await run('reset-second-factor', 'Ada@Example.com')).toBe(0)
  const user = await test.database.user.findFirstOrThrow({
    include: { secondFactor: true, recoveryCodes: true, sessions: true },
  })
  expect(user).toMatchObject({ secondFactorSince: null, secondFactor: null, recoveryCodes: [], sessions: [] })
  await test.database.session.create({ data: { userId: user.id, sessionToken: 'other', expires: at } })
  expect(await run('end-sessions', 'ada@example.com')).toBe(0)
  expect(await test.database.session.count()).toBe(0)
  expect(printed).toEqual([
    'The second factor is off. Sessions that ended: 1.',
    'The user is signed out. Sessions that ended: 1.',
  ])
  const events = await test.database.auditEvent.findMany({
    orderBy: { createdAt: 'asc' },
    select: { action: true, actorKind: true, org: { select: { name: true } } },
  })
  const shared = { actorKind: 'system', org: { name: 'Acme' } }
  expect(events).toEqual([
    { ...shared, action: 'second-factor.reset' },
    { ...shared, action: 'session.end-all' },
  ])
})

it.each([
  [['reset-second-factor', 'nobody@example.com'], 'There is no user nobody@example.com.'],
  [['reset-second-factor', 'nonsense'], 'Usage: '],
  [['delete', 'ada@example.com'], 'Usage: '],
  [[], 'Usage: '],
])('%j says what is wrong', async (args, message) => {
  await expect(run(...args)).rejects.toThrow(message)
})
