import { randomUUID } from 'node:crypto'
import type { Operation } from '@bridge/control-plane/operation/operation'
import { namedOperations } from '@bridge/control-plane/provisioning/operations'
import { parseSettings, realmSettings } from '@bridge/data-plane/realms/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Credential, startAdmin, type TestAdmin, type TestResponse } from '../admin.fixture.ts'

let admin: TestAdmin
let session: Credential
let stranger: Credential
let ids: Readonly<Record<string, string>>

beforeAll(async () => {
  admin = await startAdmin({ config: { apiKeyRequestsPerMinute: 100_000, userRequestsPerMinute: 100_000 } })
  const { orgId, realmId, ...owner } = await admin.organization()
  session = owner.session
  stranger = (await admin.organization('stranger@example.com')).session
  const { database } = admin
  const user = await admin.person('user@example.com', orgId)
  const membership = await database.membership.findFirstOrThrow({ where: { userId: user.caller.userId } })
  const client = await admin.call('POST /clients', session, { orgId, name: 'App', redirectUris: [redirectUri] })
  const token = await admin.call(`POST /realms/${realmId}/agent-tokens`, session)
  const credential = await admin.call(`POST /realms/${realmId}/connector-credentials`, session)
  const key = await admin.call('POST /api-keys', session, { orgId, name: 'Key' })
  const invitation = await admin.call('POST /invitations', session, { orgId, email: 'invited@example.com' })
  const { id: clientId } = client.body.client
  const connection = await database.connection.create({ data: { clientId, realmId, scope: 'accounting' } })
  const logged = await database.loggedRequest.create({
    data: {
      id: randomUUID(),
      traceId: 'trace',
      realmId,
      orgId,
      createdAt: new Date(),
      method: 'GET',
      path: '/',
      status: 200,
      totalMs: 1,
    },
  })
  const { id: proposalId } = await database.mcpProposal.create({
    data: {
      id: randomUUID(),
      realmId,
      clientId: 'svcc_host',
      userId: 'user',
      hostName: 'Host',
      operation: 'create',
      entity: 'Customer',
      createdAt: new Date(),
      expiresAt: new Date(),
    },
  })
  const deliveryId = randomUUID()
  await database.webhook.create({
    data: {
      clientId,
      // Refused before anything is sent.
      url: 'https://127.0.0.1/webhook',
      sealedToken: 'sealed',
      deliveries: {
        create: {
          id: deliveryId,
          messageId: randomUUID(),
          reason: 'test',
          events: 1,
          body: '[]',
          createdAt: new Date(),
          ms: 1,
        },
      },
    },
  })
  const setupLink = await admin.call(`POST /realms/${realmId}/setup-links`, session)
  ids = {
    deliveryId,
    proposalId,
    setupLinkId: setupLink.body.setupLink.id,
    orgId,
    realmId,
    memberId: membership.id,
    clientId,
    tokenId: token.body.id,
    credentialId: credential.body.id,
    id: key.body.id,
    invitationId: invitation.body.invitation.id,
    loggedRequestId: logged.id,
    sessionId: randomUUID(),
    connectionId: connection.id,
  }
})
afterAll(() => admin.stop())

const redirectUri = 'https://app.example/cb'

/** The validation library's own words, found in no message. */
const validationLibrary = /Invalid|expected|received|Too (big|small)|Unrecognized/

/** A valid value for each body field. */
const goodValues: Readonly<Record<string, unknown>> = {
  name: 'New',
  companyFile: 'C:\\New.qbw',
  label: 'New',
  email: 'new@example.com',
  role: 'member',
  redirectUris: [redirectUri],
  url: 'https://bridge.test/setup/svcl_nothing',
  transport: 'agent',
  template: 'empty',
  token: 'svci_nothing',
  departmentsFromClasses: true,
  logsBodies: true,
  offlineAlertMinutes: 5,
  codePage: 1252,
  replacesLetters: true,
  holdsRepeats: false,
  required: false,
  event: 'invoice.updated',
  format: 'legacy',
  events: ['invoice.updated'],
  signsFrom: '2026-03-02T09:00:00Z',
}

function isRead({ route }: Operation) {
  return route.startsWith('GET ') || route.startsWith('DELETE ')
}
function placeholders({ route }: Operation) {
  return [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}
function takesOrg(operation: Operation) {
  return operation.about === 'org' && placeholders(operation).length === 0
}

interface Property {
  readonly type?: string
  readonly anyOf?: readonly Property[]
  readonly enum?: readonly unknown[]
}

/** Returns an operation's body fields by name. */
function getFields({ input }: Operation): Readonly<Record<string, Property>> {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return properties as Record<string, Property>
}

function goodBody(operation: Operation): Record<string, unknown> {
  return {
    ...(takesOrg(operation) && { orgId: ids.orgId }),
    ...Object.fromEntries(
      Object.keys(getFields(operation)).flatMap((name) => (name in goodValues ? [[name, goodValues[name]]] : [])),
    ),
  }
}

/** Returns the operation's route with the setup's IDs, or with `others`. */
function toRoute(operation: Operation, others: Readonly<Record<string, string>> = {}) {
  const named = { ...ids, ...others }
  const path = operation.route.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(named[name] ?? ''))
  return takesOrg(operation) && isRead(operation) ? `${path}?orgId=${encodeURIComponent(named.orgId ?? '')}` : path
}

const everyOperation = Object.entries<Operation>(namedOperations)
const withBody = everyOperation.filter(([, operation]) => !isRead(operation))
function expectRefused({ status, body }: TestResponse, what: unknown) {
  return expect([what, status, body.error]).toEqual([what, 400, 'invalid_request'])
}

describe('a body that is not a JSON object [cp-7:invalid_request]', () => {
  it.each(withBody)('is rejected by %s', async (_name, operation) => {
    for (const text of [
      '{"name":',
      '{name: 1}',
      '[]',
      'null',
      '7',
      '"text"',
      '\u0000',
      '{}{}',
      `{"a":"${'x'.repeat(70_000)}"}`,
    ]) {
      expectRefused(await admin.call(toRoute(operation), session, text), text.slice(0, 10))
    }
    const members = Object.entries(goodBody(operation)).map((each) =>
      each.map((text) => JSON.stringify(text)).join(':'),
    )
    const prototype = `{${['"__proto__":{"polluted":1}', ...members].join()}}`
    expectRefused(await admin.call(toRoute(operation), session, prototype), '__proto__')
    expect({}).not.toHaveProperty('polluted')
  })
})

describe('a body with one invalid field [cp-7:invalid_request]', () => {
  it.each(withBody)('is rejected by %s', async (_name, operation) => {
    const send = (body: object) => admin.call(toRoute(operation), session, body)
    const good = goodBody(operation)
    const unknown = await send({ ...good, extra: 1 })
    expectRefused(unknown, 'extra')
    expect(unknown.body).toMatchObject({ field: 'extra', message: 'extra is not a known field.' })
    const inPath = placeholders(operation)
    for (const [name, property] of Object.entries(getFields(operation)).filter(([each]) => !inPath.includes(each))) {
      const choices = property.anyOf ?? [property]
      const types = choices.map(({ type }) => type)
      const values = choices.flatMap((choice) => choice.enum ?? [])
      const wrong: unknown[] = [7.5, true, {}, null, [[]]].filter((value) => !types.includes(getType(value)))
      // Any other text is an unknown invitation's token.
      if (types.includes('string') && name !== 'token') {
        wrong.push('x'.repeat(10_000), '', ' \t', 'a\u0000b', '\ud800', '\uffff')
      }
      if (values.length > 0) wrong.push('other')
      for (const value of wrong) {
        const response = await send({ ...good, [name]: value })
        expectRefused(response, [name, String(value).slice(0, 10)])
        expect(response.body.message.startsWith(name)).toBe(true)
        expect(response.body.field.startsWith(name)).toBe(true)
        expect(response.body.message).not.toMatch(validationLibrary)
      }
    }
  })

  const getType = (value: unknown): string =>
    typeof value === 'number' ? 'number' : Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
})

describe('a missing field [cp-7:invalid_request]', () => {
  it.each([
    ['POST /orgs', {}, 'name'],
    ['POST /realms', { name: 'New' }, 'orgId'],
    ['POST /realms/sandbox', {}, 'orgId'],
    ['POST /clients', { orgId: 'own', redirectUris: [redirectUri] }, 'name'],
    ['POST /clients', { orgId: 'own', name: 'App' }, 'redirectUris'],
    ['POST /api-keys', { orgId: 'own' }, 'name'],
    ['POST /invitations', { orgId: 'own' }, 'email'],
    ['POST /invitations/accept', {}, 'token'],
  ])('is named by %s %j', async (route, sent: Record<string, unknown>, field) => {
    const response = await admin.call(route, session, { ...sent, ...(sent.orgId === 'own' && { orgId: ids.orgId }) })
    expectRefused(response, route)
    expect(response.body).toMatchObject({ field, message: `${field} is required.` })
  })
})

describe('an invalid query [cp-7:invalid_request]', () => {
  it.each(everyOperation.filter(([, operation]) => isRead(operation)))(
    'is rejected by %s',
    async (_name, operation) => {
      const address = toRoute(operation)
      const send = (query: string) => admin.call(address + (address.includes('?') ? '&' : '?') + query, session)
      expectRefused(await send('extra=1'), 'extra')
      if (takesOrg(operation)) expectRefused(await send(`orgId=${ids.orgId}`), 'twice')
      for (const name of Object.keys(getFields(operation)).filter((each) => !placeholders(operation).includes(each))) {
        expectRefused(await send(`${name}=${'x'.repeat(10_000)}`), name)
        expectRefused(await send(`${name}=a&${name}=b`), `${name} twice`)
        expectRefused(await send(`${name}=%00`), `${name} NUL`)
        if (name === 'since' || name === 'until') expectRefused(await send(`${name}=0000-12-31T23:59:59Z`), name)
      }
    },
  )
})

describe('an ID that is foreign, unknown or malformed [cp-7:not_found]', () => {
  const about = everyOperation.filter(([, operation]) => operation.about !== 'caller')
  it.each(about)('has the same response from %s', async (_name, operation) => {
    const subject = placeholders(operation)[0] ?? 'orgId'
    const strange = ['nothing', '1000000000000000', randomUUID(), 'x'.repeat(3_000), "'; --", 'a\u0000b', 'ü']
    const responses = [
      await admin.call(toRoute(operation), stranger, isRead(operation) ? undefined : goodBody(operation)),
    ]
    for (const id of strange) {
      const others = { [subject]: id }
      const sent = { ...goodBody(operation), ...(takesOrg(operation) && { orgId: id }) }
      responses.push(await admin.call(toRoute(operation, others), stranger, isRead(operation) ? undefined : sent))
    }
    // Invalid other fields do not reveal whether the ID exists.
    const wrong = isRead(operation) ? undefined : { ...goodBody(operation), extra: 1 }
    responses.push(await admin.call(toRoute(operation), stranger, wrong))
    const said = responses.map(({ status, text, headers }) => `${status} ${headers.get('content-type')} ${text}`)
    expect(new Set(said)).toEqual(new Set([said[0]]))
    expect(responses[0]?.body.error).toBe('not_found')
  })
})

describe('a forbidden redirect URI [cp-4.1]', () => {
  it.each([
    ['http://app.example/cb', 'must use https'],
    ['ftp://app.example/cb', 'must use https'],
    ['javascript:alert(1)', 'must use https'],
    ['http://localhost.example/cb', 'must use https'],
    ['http://127.0.0.2/cb', 'must use https'],
    ['app.example/cb', 'must be an absolute URL'],
    ['//app.example/cb', 'must be an absolute URL'],
    ['/cb', 'must be an absolute URL'],
    ['', 'must be an absolute URL'],
    ['https://user@app.example/cb', 'must not contain a user name or a password'],
    ['https://user:secret@app.example/cb', 'must not contain a user name or a password'],
    ['https://app.example/cb#top', 'must not have a fragment'],
    ['https://app.example/cb#', 'must not have a fragment'],
    ['https://*.example/cb', 'must not contain a wildcard'],
    ['https://app.example/*', 'must not contain a wildcard'],
    ['https://app.example:443/cb', 'must be in its normal form, which is https://app.example/cb'],
    ['http://localhost:80/cb', 'must be in its normal form, which is http://localhost/cb'],
    ['https://app.example', 'must be in its normal form'],
    ['HTTPS://app.example/cb', 'must be in its normal form'],
    ['https://app.example/a/../cb', 'must be in its normal form'],
    ['https://app.example\\cb', 'must be in its normal form'],
    ['https://müller.example/cb', 'must be in its normal form'],
    [' https://app.example/cb', 'must not contain white space'],
    ['https://app.example/c b', 'must not contain white space'],
    ['https://app.example/\tcb', 'must not contain white space'],
    ['https://app.example/cb\n', 'must not contain white space'],
    [`https://app.example/${'x'.repeat(10_000)}`, 'must be at most 2048 characters'],
  ])('is rejected: %j', async (uri, problem) => {
    const list = [redirectUri, uri]
    const { orgId, clientId } = ids
    const before = await admin.database.oAuthClient.findMany()
    const made = await admin.call('POST /clients', session, { orgId, name: 'App', redirectUris: list })
    const changed = await admin.call(`PATCH /clients/${clientId}`, session, { redirectUris: list })
    for (const response of [made, changed]) {
      expectRefused(response, uri)
      expect(response.body.message).toMatch(/^redirectUris\[1\] /)
      expect(response.body.field).toBe('redirectUris[1]')
      expect(response.body.message).toContain(problem)
    }
    expect(await admin.database.oAuthClient.findMany()).toEqual(before)
  })

  it.each([
    ['none', []],
    ['eleven', Array.from({ length: 11 }, (_, index) => `https://app.example/${index}`)],
    ['a string instead of a list', redirectUri],
    ['a number in the list', [7]],
    ['nothing', null],
  ])('is rejected in lists: %s', async (_what, redirectUris) => {
    const { orgId, clientId } = ids
    expectRefused(await admin.call('POST /clients', session, { orgId, name: 'App', redirectUris }), 'POST')
    expectRefused(await admin.call(`PATCH /clients/${clientId}`, session, { redirectUris }), 'PATCH')
  })
})

it('leaves everything unchanged after all of these requests', async () => {
  const { orgId, realmId } = ids
  expect((await admin.call('GET /orgs', session)).body.orgs).toEqual([
    { id: orgId, name: 'Acme', slug: expect.any(String), role: 'owner' },
  ])
  const { settings, agentTokens } = (await admin.call(`GET /realms/${realmId}`, session)).body
  expect(settings).toEqual(parseSettings(realmSettings, {}))
  expect(agentTokens).toHaveLength(1)
  const { events } = (await admin.call(`GET /audit-events?orgId=${orgId}`, session)).body
  expect(events.map(({ action }: { action: string }) => action)).toEqual([
    'setup-link.create',
    'invitation.create',
    'api-key.create',
    'connector.create',
    'agent-token.create',
    'client.create',
    'realm.create',
    'realm.create',
    'organization.create',
  ])
})
