import { describe, expect, it } from 'vitest'
import { groups } from './groups.ts'
import { runGroup, sampleGroup } from './run/run-group.ts'
import { startTarget } from './target/start-target.ts'

describe('a sample of the attacks on', () => {
  it.each(groups.map((group) => [group.name, sampleGroup(group)] as const))(
    '%s is withstood',
    async (_, group) => {
      const target = await startTarget()
      const { tried, breaches } = await runGroup(group, target)
      await target.close()
      expect(breaches).toEqual([])
      expect(tried).toBeGreaterThanOrEqual(Math.min(group.attacks.length, group.sampleSize / 2))
    },
    300_000,
  )
})
