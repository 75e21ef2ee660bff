import { memoryStorage, openCompany, type Template } from '@bridge/emulator'
import { expect, it } from 'vitest'
import { verifyCompany } from '../../test/verify.fixture.ts'

async function verify(template: Template, isSample: boolean): Promise<Record<string, string>> {
  const clock = () => new Date('2026-03-02T09:00:00Z')
  const company = openCompany({ storage: memoryStorage(), clock, random: () => 0.5, template })
  company.switches.isSampleCompany = isSample
  const { rows } = await verifyCompany(company, { isSample, writes: isSample })
  return Object.fromEntries(rows.map(({ id, outcome, found }) => [id, `${outcome}: ${found}`]))
}

it('computes groups, taxes, discounts and letters in the sample company as QuickBooks should', async () => {
  expect(await verify('sample', true)).toMatchObject({
    A53: 'proved: letters of Windows unchanged, others replaced',
    A64: 'noted: after 200 requests, the first one returned set 0, 0',
    A76: 'proved: 0, Quantity 6',
    A78: 'proved: 0.16, 0.47, 0.31, 0.17',
    A80: 'proved: -3.33, -0.01, 30.05 -3.01, 10.00 -1.00 -1.00, -5.00',
    A84: expect.stringMatching(/^noted: /),
  })
})

it('compares the amounts of foreign transactions with their rates, and leaves a file of one currency', async () => {
  expect((await verify('trading', false)).A83).toMatch(/^proved: /)
  expect((await verify('starter', false)).A83).toBe('skipped: the company file has one currency')
})
