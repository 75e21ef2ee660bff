import { createSeededRandom } from '@bridge/emulator/testing/seeded-random'
import { expect, it } from 'vitest'
import {
  bounceDatabase,
  endProgram,
  type Incident,
  pickIncidents,
  replaceProgram,
  rollingRestart,
} from './incidents.ts'

function isOutage({ name }: Incident): boolean {
  return name.startsWith('database')
}

function pick(seed: number, count: number) {
  return pickIncidents(createSeededRandom(seed), count)
}

it('ends a program in every step', () => {
  for (const count of [1, 2, 3, 8, 20]) {
    const steps = pick(count, count)
    expect(steps.map((step) => step.filter((incident) => !isOutage(incident)).length)).toEqual(Array(count).fill(1))
  }
})

it('takes the database away in two steps, after the end of a program', () => {
  const outages = pick(7, 8).flatMap((step, index) => (step.some(isOutage) ? [[index, step.findIndex(isOutage)]] : []))
  expect(outages).toEqual([
    [2, 1],
    [5, 1],
  ])
})

it('takes the database away for a minute in a test of ten minutes', () => {
  const names = (count: number) =>
    pick(7, count)
      .flat()
      .filter(isOutage)
      .map(({ name }) => name)
  expect(names(8).at(-1)).toBe('database, away for 60.0 s')
  expect(names(7)).not.toContain('database, away for 60.0 s')
})

it('repeats the incidents of a seed', () => {
  const names = (seed: number) => pick(seed, 8).map((step) => step.map(({ name }) => name))
  expect(names(3)).toEqual(names(3))
  expect(names(3)).not.toEqual(names(4))
})

it.each([
  [endProgram('server 1', 'SIGKILL'), true, true],
  [endProgram('server 2', 'SIGTERM'), true, false],
  [endProgram('gateway 1', 'SIGKILL'), false, false],
  [endProgram('agents', 'SIGKILL'), false, false],
  [bounceDatabase(1_000), false, false],
  [replaceProgram('server 1'), false, false],
])('knows whether $name cuts connections and leaves claims', (incident, cutsConnections, leavesClaims) => {
  expect(incident).toMatchObject({ cutsConnections, leavesClaims, healedMs: 5_000 })
})

it('replaces servers before gateways', () => {
  expect(rollingRestart.map(({ name }) => name)).toEqual([
    'server 1, replaced',
    'server 2, replaced',
    'gateway 1, replaced',
    'gateway 2, replaced',
  ])
})
