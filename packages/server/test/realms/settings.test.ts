import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Operation } from '@bridge/control-plane/operation/operation'
import { createUpdateSettings } from '@bridge/control-plane/provisioning/realm'
import type { Services } from '@bridge/control-plane/services/services'
import { createRealmSettings } from '@bridge/data-plane/realms/realm-settings'
import { createSettingsSchema, parseSettings, realmSettings } from '@bridge/data-plane/realms/settings'
import { findSettings } from '@bridge/data-plane/realms/settings.store'
import { createChangeFeed } from '@bridge/database'
import { withEnvironmentTable } from '@bridge/environment'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { documentOperation } from '../../src/openapi/admin-paths.ts'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

const page = fileURLToPath(new URL('../../../../docs/realm-settings.md', import.meta.url))
const defaults = Object.fromEntries(Object.entries(realmSettings).map(([name, row]) => [name, row.default]))
const program = { program: 'realm settings', heading: 'Setting' }

it('documents the settings on their page (vitest -u updates it)', async () => {
  const updated = withEnvironmentTable(await readFile(page, 'utf8'), { ...program, variables: realmSettings })
  await expect(updated).toMatchFileSnapshot(page)
})

it('returns defaults unless a valid value is stored', () => {
  for (const stored of [undefined, null, {}, [], 'x', { logsBodies: 'yes', gone: true }])
    expect(parseSettings(realmSettings, stored)).toEqual(defaults)
  expect(parseSettings(realmSettings, { logsBodies: true })).toEqual({ ...defaults, logsBodies: true })
})

describe('a setting that is added as one row', () => {
  const rows = {
    ...realmSettings,
    maxLines: {
      title: 'Lines',
      schema: z.int().min(1),
      default: 100,
      description: 'Lines that a transaction may have.',
    },
  } as const
  const operation = createUpdateSettings(rows)
  let admin: TestAdmin
  let realm: Awaited<ReturnType<TestAdmin['organization']>>

  beforeAll(async () => {
    admin = await startAdmin()
    realm = await admin.organization()
  })
  afterAll(() => admin.stop())

  it('is validated', () => {
    const schema = createSettingsSchema(rows).partial()
    expect(schema.parse({ maxLines: 5 })).toEqual({ maxLines: 5 })
    expect(schema.safeParse({ maxLines: 0 }).success).toBe(false)
    expect(schema.safeParse({ other: 0 }).success).toBe(false)
  })

  it('is stored with the others, and cached', async () => {
    const { database } = admin
    const changes = createChangeFeed(admin.url)
    const settings = createRealmSettings({ database, changes, clock: () => new Date('2026-03-02T09:00:00Z') }, rows)
    expect(await settings.get(realm.realmId)).toMatchObject({ maxLines: 100 })

    const services = { ...admin.services, changes } as unknown as Services
    await operation.perform(services, realm.caller, realm.realmId, { logsBodies: true })
    const changed = await operation.perform(services, realm.caller, realm.realmId, { maxLines: 5 })
    const expected = { ...defaults, logsBodies: true, maxLines: 5 }
    expect(changed).toEqual({ settings: expected })
    expect(await findSettings(database, realm.realmId, rows)).toEqual({ settings: expected, reportsChanges: false })
    await expect.poll(() => settings.get(realm.realmId)).toMatchObject(expected)

    await database.realmSettings.deleteMany()
    expect(await settings.get(realm.realmId)).toMatchObject(expected)
    settings.close()
    await changes.close()
  })

  it('is in the OpenAPI document of the operation that changes it', () => {
    const documented = documentOperation('updateSettings', operation as unknown as Operation)
    const body = documented.requestBody?.content['application/json']?.schema
    const response = documented.responses[200]?.content?.['application/json']?.schema
    const maxLines = { type: 'integer', minimum: 1, description: 'Lines that a transaction may have.' }
    expect(body).toMatchObject({ properties: { maxLines } })
    expect(response).toMatchObject({ properties: { settings: { properties: { maxLines } } } })
  })

  it('is in the table of the documentation page', async () => {
    const updated = withEnvironmentTable(await readFile(page, 'utf8'), { ...program, variables: rows })
    expect(updated).toContain('| `maxLines` | `100` | Lines that a transaction may have. |')
  })
})
