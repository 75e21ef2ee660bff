import { isJsonObject, toNumericId, withNumericIds } from '@bridge/translation'
import { expect, it } from 'vitest'
import { openSampleCompany, readEverything } from '../../test/sample-company.fixture.ts'

it('shows no ID of any record, line or link of a company file in the form of QuickBooks', async () => {
  const entities = await readEverything(openSampleCompany())
  const records = entities.flatMap((entity) => entity.records)
  const ids = new Set(records.flatMap(listIds))
  expect(ids.size).toBeGreaterThan(1_000)
  expect([...ids].filter((id) => toNumericId(id) === id)).toEqual([])
  expect(
    records
      .map((record) => withNumericIds(record))
      .flatMap(listTexts)
      .filter((text) => ids.has(text)),
  ).toEqual([])
})

/** Lists the IDs of a record and of its lines. */
function listIds(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listIds)
  if (!isJsonObject(value)) return []
  const { Id, ...rest } = value
  return [...(typeof Id === 'string' ? [Id] : []), ...Object.values(rest).flatMap(listIds)]
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}
