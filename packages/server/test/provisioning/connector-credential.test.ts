import { createHash } from 'node:crypto'
import { requireRealmId } from '@bridge/agent-protocol'
import { getQwcFileName, isAllowedByConnector, serializeQwcFile } from '@bridge/control-plane/provisioning/qwc-file'
import { verifyKeyedHash, verifyPassword } from '@bridge/database/passwords'
import { isWellFormedSecret } from '@bridge/database/secrets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Credential, startAdmin, type TestAdmin } from '../admin.fixture.ts'

let admin: TestAdmin
let session: Credential
let realmId: string
let sandboxRealmId: string

beforeAll(async () => {
  admin = await startAdmin()
  ;({ session, realmId, sandboxRealmId } = await admin.organization())
})
afterAll(() => admin.stop())

function create(sent?: object, realm = realmId) {
  return admin.call(`POST /realms/${realm}/connector-credentials`, session, sent)
}
async function list() {
  return (await admin.call(`GET /realms/${realmId}/connector-credentials`, session)).body.connectorCredentials
}
function download(id: string) {
  return admin.call(`GET /connector-credentials/${id}/qwc`, session)
}
function getPair(text: string) {
  return [/<OwnerID>(.*)<\/OwnerID>/.exec(text)?.[1], /<FileID>(.*)<\/FileID>/.exec(text)?.[1]]
}

describe('credentials for the Web Connector', () => {
  it('are created with a password that is shown once and stored as a hash', async () => {
    const { body } = await create({ label: 'Front desk' })
    expect(body).toEqual({
      id: expect.any(String),
      label: 'Front desk',
      userName: expect.stringMatching(/^connector-[0-9a-f]{16}$/),
      password: expect.any(String),
    })
    expect(isWellFormedSecret('svcw_', body.password)).toBe(true)
    const row = await admin.database.connectorCredential.findUniqueOrThrow({ where: { id: body.id } })
    expect(verifyKeyedHash(body.password, row.passwordHash, [admin.config.machineSecret])).toBe(true)
    expect(await verifyPassword(body.password, row.passwordHash)).toBe(true)
    const listed = await admin.call(`GET /realms/${realmId}/connector-credentials`, session)
    expect(listed.text).not.toContain(body.password)
    expect((await download(body.id)).text).not.toContain(body.password)
    expect(JSON.stringify(await admin.database.auditEvent.findMany())).not.toContain(body.password)
  })

  it('are listed with their last poll and revocation', async () => {
    const { id, userName } = (await create()).body
    expect((await list()).at(-1)).toEqual({
      id,
      label: 'Web Connector',
      userName,
      createdAt: expect.stringMatching(/\+00:00$/),
      lastPolledAt: null,
      revoked: false,
      revokedAt: null,
      problem: null,
      sharedAt: null,
      machine: null,
      formerMachine: null,
    })
    for (let time = 1; time <= 2; time += 1) {
      expect((await admin.call(`DELETE /connector-credentials/${id}`, session)).status).toBe(204)
    }
    expect((await list()).at(-1)).toMatchObject({ id, revoked: true, revokedAt: expect.stringMatching(/\+00:00$/) })
    const refused = await download(id)
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request'])
    const events = await admin.database.auditEvent.findMany({
      where: { resourceId: id },
      orderBy: { createdAt: 'asc' },
    })
    expect(events.map(({ action }) => action)).toEqual(['connector.create', 'connector.revoke'])
  })

  it('are listed with the PCs that use them', async () => {
    const { id } = (await create()).body
    const machines = { machine: 'FRONT-DESK', formerMachine: 'OFFICE-PC' }
    await admin.database.connectorCredential.update({ where: { id }, data: { ...machines, sharedAt: admin.clock() } })
    expect((await list()).at(-1)).toMatchObject({ id, ...machines, sharedAt: expect.stringMatching(/\+00:00$/) })
  })

  it('get a new password, which ends the previous one and the update that it opened [cp-4:connector-password]', async () => {
    const { id, userName, password } = (await create()).body
    const file = (await download(id)).text
    await admin.database.connectorSession.create({
      data: {
        realmId,
        credentialId: id,
        gatewayUrl: 'http://127.0.0.1:1',
        epoch: 4n,
        ticketHash: 'ticket',
        runOpenedAt: admin.clock(),
        lastPolledAt: admin.clock(),
        lastSeenAt: new Date(),
        intervalMs: 15_000,
      },
    })
    await admin.database.connectorCredential.update({ where: { id }, data: { sharedAt: admin.clock() } })
    const { status, body } = await admin.call(`POST /connector-credentials/${id}/password`, session)
    expect([status, body]).toEqual([
      200,
      { id, label: 'Web Connector', userName, password: expect.stringMatching(/^svcw_/) },
    ])
    const row = await admin.database.connectorCredential.findUniqueOrThrow({ where: { id } })
    expect(await verifyPassword(body.password, row.passwordHash)).toBe(true)
    expect(await verifyPassword(password, row.passwordHash)).toBe(false)
    expect(row.sharedAt).toBeNull()
    expect((await download(id)).text).toBe(file)
    expect(await admin.database.connectorSession.findUniqueOrThrow({ where: { realmId } })).toMatchObject({
      epoch: 5n,
      ticketHash: null,
      runOpenedAt: null,
    })
    const events = await admin.database.auditEvent.findMany({
      where: { resourceId: id },
      orderBy: { createdAt: 'asc' },
    })
    expect(events.map(({ action }) => action)).toEqual(['connector.create', 'connector.rotate-password'])
    expect(JSON.stringify(events)).not.toContain(body.password)
  })

  it('get a new password once per Idempotency-Key, which a repeat does not show', async () => {
    const { id } = (await create()).body
    const rotate = () =>
      admin.call(`POST /connector-credentials/${id}/password`, { ...session, 'idempotency-key': 'rotate' })
    const first = await rotate()
    const { password, ...shown } = first.body
    expect((await rotate()).body).toEqual({ ...shown, replayed: true })
    const { passwordHash } = await admin.database.connectorCredential.findUniqueOrThrow({ where: { id } })
    expect(await verifyPassword(password, passwordHash)).toBe(true)
  })

  it('get no new password after they were revoked', async () => {
    const { id } = (await create()).body
    await admin.call(`DELETE /connector-credentials/${id}`, session)
    const refused = await admin.call(`POST /connector-credentials/${id}/password`, session)
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: 'invalid_request', message: 'The credential was revoked. Create a new one.' },
    ])
  })

  it('are for production realms only [cp-4.4]', async () => {
    const { status, body } = await create({}, sandboxRealmId)
    expect([status, body.error]).toEqual([409, 'sandbox_realm'])
    expect((await admin.call(`GET /realms/${sandboxRealmId}/connector-credentials`, session)).body).toEqual({
      connectorCredentials: [],
    })
  })
})

describe('the file for the Web Connector', () => {
  it('contains the user name, and is downloaded as a file', async () => {
    const { id, userName } = (await create()).body
    const { status, headers, text } = await download(id)
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'application/octet-stream',
      expect.stringMatching(/^attachment; filename="Bridge Service [\w ]+\.qwc"$/),
    ])
    expect(text).toContain(`<UserName>${userName}</UserName>`)
    expect(text).toContain('<AppURL>https://bridge.test/connector</AppURL>')
    expect((await download(id)).text).toBe(text)
  })

  it('has another OwnerID and FileID for each credential, so that a company file accepts each', async () => {
    const [first, second] = await Promise.all([create(), create()])
    const [one, other] = [await download(first.body.id), await download(second.body.id)]
    const guids = [...getPair(one.text), ...getPair(other.text)]
    for (const guid of guids) expect(guid).toMatch(/^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/)
    expect(new Set(guids).size).toBe(4)
  })

  it('keeps its OwnerID and FileID where it was downloaded before credentials had their own', async () => {
    const { id } = (await create()).body
    const fileId = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
    await admin.database.connectorCredential.update({ where: { id }, data: { ownerId: null, fileId } })
    const hex = createHash('sha256').update(`web connector ${realmId}`).digest('hex').toUpperCase()
    const [ownerId, kept] = getPair((await download(id)).text)
    expect([ownerId?.slice(0, 14), kept]).toEqual([
      `{${hex.slice(0, 8)}-${hex.slice(8, 12)}`,
      `{${fileId.toUpperCase()}}`,
    ])
  })

  it('has the elements of the Web Connector in order', () => {
    const text = serializeQwcFile({
      baseUrl: 'https://bridge.example',
      realmId: requireRealmId('9876543210987654'),
      realmName: `Müller & <Söhne> ${'x'.repeat(100)}`,
      userName: 'connector-1',
      ownerId: '29033fdc-93f2-88da-83a3-f863c6e5b480',
      fileId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    })
    expect(text).toBe(`<?xml version="1.0" encoding="utf-8"?>
<QBWCXML>
<AppName>Bridge Service 9876543210987654</AppName>
<AppID />
<AppURL>https://bridge.example/connector</AppURL>
<AppDescription>Bridge Service for M&#252;ller &amp; &lt;S&#246;hne&gt; ${'x'.repeat(44)}</AppDescription>
<AppSupport>https://bridge.example/connector</AppSupport>
<UserName>connector-1</UserName>
<OwnerID>{29033FDC-93F2-88DA-83A3-F863C6E5B480}</OwnerID>
<FileID>{7C9E6679-7425-40DE-944B-E07FC1F90AE7}</FileID>
<QBType>QBFS</QBType>
<PersonalDataPref>pdpOptional</PersonalDataPref>
<UnattendedModePref>umpOptional</UnattendedModePref>
<Notify>false</Notify>
<Scheduler>
<RunEveryNSeconds>15</RunEveryNSeconds>
</Scheduler>
<IsReadOnly>false</IsReadOnly>
</QBWCXML>
`)
  })

  it.each([
    ['Rock Castle', 'Bridge Service Rock Castle.qwc'],
    ['Müller & Söhne "GmbH"/..\\x', 'Bridge Service Muller Sohne GmbH x.qwc'],
    ['漢字', 'Bridge Service 9876543210987654.qwc'],
  ])('is named after the company file %j', (name, fileName) => {
    expect(getQwcFileName(name, requireRealmId('9876543210987654'))).toBe(fileName)
  })

  it('requires an address that the Web Connector accepts', async () => {
    const accepted = ['https://bridge.example', 'https://localhost', 'http://localhost:3000']
    expect(accepted.filter((address) => !isAllowedByConnector(address))).toEqual([])
    const refused = [
      'http://bridge.example',
      'http://127.0.0.1:3000',
      'https://192.0.2.7',
      'https://[2001:db8::7]:8443',
    ]
    expect(refused.filter(isAllowedByConnector)).toEqual([])
    const plain = await startAdmin({ config: { baseUrl: 'https://192.0.2.7' } })
    const org = await plain.organization()
    const key = await plain.createKey(org.caller, org.orgId)
    const { id } = (await plain.call(`POST /realms/${org.realmId}/connector-credentials`, key)).body
    const { status, body } = await plain.call(`GET /connector-credentials/${id}/qwc`, key)
    expect([status, body]).toEqual([
      400,
      {
        error: 'invalid_request',
        message: expect.stringMatching(/the address of this service, https:\/\/192\.0\.2\.7: .* no IP address/),
      },
    ])
    await plain.stop()
  })
})
