import { expect, it } from 'vitest'
import { findMonthDifferences } from '../../test/check-month.fixture.ts'
import { openRandomMonth } from '../../test/random-months.fixture.ts'

it.each(Array.from({ length: 20 }, (_, index) => 1 + index * 50))(
  'fifty random months from %i equal their recount in both currencies',
  async (first) => {
    for (let seed = first; seed < first + 50; seed++) {
      const { company, storage } = await openRandomMonth(seed, 40)
      expect({ seed, differences: await findMonthDifferences(company, storage) }).toEqual({ seed, differences: [] })
    }
  },
)
