import { expect, it } from 'vitest'
import type { Target } from '../target/start-target.ts'
import type { AttackGroup } from './attack.ts'
import { chooseGroups, findUnknown } from './choose-groups.ts'

function group(name: string, ...attacks: readonly string[]): AttackGroup {
  return {
    name,
    start: async () => ({}) as Target,
    attacks: attacks.map((each) => ({ name: each, attempt: async () => 403, holds: () => true })),
    atOnce: 1,
    sampleSize: 1,
  }
}
const groups = [group('walls of /v3', 'a door', 'a window'), group('roofs', 'a window: open')]

function choose(...texts: readonly string[]) {
  return chooseGroups(groups, texts).map(({ name, attacks }) => [name, attacks.map((attack) => attack.name)])
}

it.each([
  [[], ['walls of /v3', 'roofs']],
  [['WALLS'], ['walls of /v3']],
  [
    ['roofs', 'v3'],
    ['walls of /v3', 'roofs'],
  ],
  [['cellar'], []],
])('chooses groups by a part of their names: %s', (texts, names) => {
  expect(choose(...texts).map(([name]) => name)).toEqual(names)
})

it('chooses attacks of a group by a part of their names, which may have colons', () => {
  expect(choose('walls: Window', 'roofs:window: open')).toEqual([
    ['walls of /v3', ['a window']],
    ['roofs', ['a window: open']],
  ])
  expect(choose('roofs: door')).toEqual([])
})

it('finds the texts that choose no attack, also next to others that do', () => {
  expect(findUnknown(groups, ['roofs', 'cellar', 'walls: window', 'walls: chimney'])).toEqual([
    'cellar',
    'walls: chimney',
  ])
  expect(findUnknown(groups, [])).toEqual([])
})
