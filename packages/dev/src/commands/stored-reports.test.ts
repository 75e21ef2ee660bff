import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { storedReports } from './stored-reports.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function run(id?: string, folder?: string) {
  const printed: string[] = []
  const args = id === undefined ? [] : [id]
  await storedReports(args, { DATABASE_URL: test.url }, (line) => void printed.push(line), folder)
  return printed
}

it('lists the reports of agents, and writes one to a file that only its user can read', async () => {
  expect(await run()).toEqual(['No agent has sent a report in the last 90 days.'])
  const { id: orgId } = await test.database.organization.create({ data: { name: 'Office', slug: 'office' } })
  const realmId = '9130350000000001'
  await test.database.realm.create({ data: { id: realmId, orgId, kind: 'production', name: 'Company' } })
  await test.database.truthReport.create({
    data: {
      id: 'report1',
      realmId,
      kind: 'recording',
      agentTokenId: 'token',
      agentVersion: '0.1.0',
      product: 'QuickBooks Pro 2024',
      release: '34.0',
      receivedAt: new Date('2026-03-02T09:00:00Z'),
      rows: [],
      content: new Uint8Array(gzipSync('{"format":1}')),
    },
  })
  expect(await run()).toEqual([
    `report1  2026-03-02T09:00:00.000Z  recording  ${realmId}  QuickBooks Pro 2024 34.0  0.1.0  1 KiB`,
  ])
  const folder = await mkdtemp(`${tmpdir()}/reports-`)
  onTestFinished(() => rm(folder, { recursive: true }))
  expect(await run('report1', folder)).toEqual([
    'Wrote report-report1.json. Compare it with npm run truth -- report-report1.json',
  ])
  expect(await readFile(path.join(folder, 'report-report1.json'), 'utf8')).toBe('{"format":1}')
})

it.each(['unknown', '../etc/passwd'])('says that there is no report %s', async (id) => {
  await expect(run(id)).rejects.toThrow(`There is no report ${id}.`)
})
