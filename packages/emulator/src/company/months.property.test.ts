import { expect, inject, it } from 'vitest'
import { findMonthDifferences } from '../../test/check-month.fixture.ts'
import { openRandomMonth } from '../../test/random-months.fixture.ts'

// `months.slow.test.ts` checks a thousand.
const months = 6 * inject('scale')

it('random months of the trading company equal their recount in both currencies', async () => {
  for (let seed = 1; seed <= months; seed++) {
    const { company, storage, accepted } = await openRandomMonth(seed, 40)
    expect(accepted).toBeGreaterThan(10)
    expect({ seed, differences: await findMonthDifferences(company, storage) }).toEqual({ seed, differences: [] })
  }
})
