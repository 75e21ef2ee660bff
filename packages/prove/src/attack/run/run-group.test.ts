import { expect, it } from 'vitest'
import type { Target } from '../target/start-target.ts'
import type { Attack, AttackGroup } from './attack.ts'
import { formatResults } from './format-results.ts'
import { runGroup, sampleGroup } from './run-group.ts'

const target = {} as Target

function attack(name: string, attempt: () => Promise<number>): Attack<number> {
  return { name, attempt, holds: (status) => status === 403 }
}

function group(attacks: readonly Attack[]): AttackGroup {
  return { name: 'walls', start: async () => target, attacks, atOnce: 2, sampleSize: 10 }
}

it('reports what does not hold, with what was seen, and attempts that fail', async () => {
  const attacks = [
    attack('a locked door', async () => 403),
    attack('an open door', async () => 200),
    attack('a missing wall', () => Promise.reject(new Error('There is no wall.'))),
  ]
  const { tried, breaches } = await runGroup(group(attacks), target)
  expect(tried).toBe(3)
  expect(breaches).toEqual([
    { name: 'an open door', seen: '200' },
    { name: 'a missing wall', seen: expect.stringContaining('There is no wall.') },
  ])
})

it('reports how much an attack tried', async () => {
  const described = { ...attack('a locked door', async () => 403), describe: (status: number) => `pushed, ${status}` }
  const { notes } = await runGroup(group([described, attack('another door', async () => 403)]), target)
  expect(notes).toEqual(['a locked door: pushed, 403'])
})

it('checks what is left after the attacks', async () => {
  let isOpen = false
  const opens = attack('opens', async () => {
    isOpen = true
    return 403
  })
  const afterwards = [attack('is open', async () => (isOpen ? 200 : 403))]
  const { tried, breaches } = await runGroup({ ...group([opens]), afterwards }, target)
  expect([tried, breaches]).toEqual([2, [{ name: 'is open', seen: '200' }]])
})

it('prints the attacks that were tried and that held, by group and in all', () => {
  const breaches = [{ name: 'an open door', seen: '200' }]
  const printed = formatResults([
    { name: 'walls', tried: 12, breaches, notes: ['an open door: pushed twice'] },
    { name: 'roofs', tried: 3, breaches: [], notes: [] },
  ])
  expect(printed).toBe(
    [
      'an open door: pushed twice',
      '✗ walls: an open door',
      '  200',
      'walls      12 tried      11 held     1 not held',
      'roofs       3 tried       3 held     0 not held',
      'all        15 tried      14 held     1 not held',
      '',
    ].join('\n'),
  )
})

it('samples every column of a matrix', () => {
  const rows = Array.from({ length: 40 }, (_, index) => index)
  const columns = Array.from({ length: 18 }, (_, index) => index)
  const matrix = rows.flatMap((row) => columns.map((column) => attack(`${row} ${column}`, async () => 403)))
  const { attacks } = sampleGroup({ ...group(matrix), sampleSize: 100 })
  const sampled = new Set(attacks.map(({ name }) => name.split(' ')[1]))
  expect(sampled.size).toBe(columns.length)
  expect(attacks.length).toBeGreaterThanOrEqual(50)
  expect(attacks.length).toBeLessThanOrEqual(100)
})
