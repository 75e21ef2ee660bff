import { describe, expect, it } from 'vitest'
import { groups } from './groups.ts'
import { sampleGroup, startGroup } from './run/run-group.ts'

describe('a sample of the attacks on', () => {
  it.each(groups.map((group) => [group.name, sampleGroup(group)] as const))(
    '%s is withstood',
    async (_, group) => {
      const { tried, breaches } = await startGroup(group)
      expect(breaches).toEqual([])
      expect(tried).toBeGreaterThanOrEqual(Math.min(group.attacks.length, group.sampleSize / 2))
    },
    300_000,
  )
})
