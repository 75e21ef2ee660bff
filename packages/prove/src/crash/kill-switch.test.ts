import { expect, it } from 'vitest'
import { createKillSwitch } from './kill-switch.ts'

it('kills a part at a fatal point, whose step never returns', async () => {
  let isWritten = false
  const killSwitch = createKillSwitch((point) => point === 'after write')
  const step = killSwitch.step('write', async () => {
    isWritten = true
  })
  await killSwitch.killed
  const first = await Promise.race([step, Promise.resolve('pending')])
  expect([isWritten, killSwitch.isKilled, first]).toEqual([true, true, 'pending'])
})

it('fails the steps of a killed part when it is disposed of, so that nothing waits for them', async () => {
  const killSwitch = createKillSwitch(() => false)
  let finish: () => void = () => undefined
  const begun = killSwitch.step('flush', () => new Promise<void>((resolve) => (finish = resolve)))
  killSwitch.kill()
  finish()
  const later = killSwitch.step('flush again', async () => undefined)
  const settled = Promise.allSettled([begun, later])
  // Both steps have met the kill by now.
  await new Promise(setImmediate)
  killSwitch.dispose()
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
