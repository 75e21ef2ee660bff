import { expect, it } from 'vitest'
import { describeLoad, getBusyShare, type MachineLoad } from './machine-load.ts'

function processor({ busy, idle }: { readonly busy: number; readonly idle: number }) {
  return { times: { user: busy, nice: 0, sys: 0, idle, irq: 0 } }
}

function load(busyShare: number, average = 0.1): MachineLoad {
  return { busyShare, average }
}

it('is the share of all processors that is busy between two samples', () => {
  const first = [processor({ busy: 500, idle: 9_000 }), processor({ busy: 700, idle: 8_000 })]
  const second = [processor({ busy: 1_500, idle: 9_000 }), processor({ busy: 700, idle: 9_000 })]
  expect(getBusyShare(first, second)).toBe(0.5)
})

it('is 0 where no time has passed', () => {
  const sample = [processor({ busy: 1, idle: 1 })]
  expect(getBusyShare(sample, sample)).toBe(0)
})

it('describes a quiet machine', () => {
  expect(describeLoad({ before: load(0.031), after: load(0.02, 1.204) })).toBe(
    'machine: 3 % busy before, 2 % after (load average 0.1 and 1.2)',
  )
})

it.each([
  { before: load(0.31), after: load(0.02) },
  { before: load(0.02), after: load(0.31) },
])('warns where the machine is busy before or after: $before.busyShare, $after.busyShare', (loads) => {
  expect(describeLoad(loads)).toMatch(
    /^WARNING: the machine was not quiet \(\d+ % busy before, \d+ % after; load average 0\.1 and 0\.1\): repeat this measurement$/,
  )
})
