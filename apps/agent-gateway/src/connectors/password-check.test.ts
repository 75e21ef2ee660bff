import { mintSecret } from '@bridge/database/secrets'
import { expect, it, vi } from 'vitest'
import { createPasswordCheck } from './password-check.ts'

it('remembers a valid password until the stored hash changes', async () => {
  const verify = vi.fn(async () => true)
  const check = createPasswordCheck(verify)
  const password = mintSecret('svcw_')
  for (const stored of ['one', 'one', 'two']) expect(await check('user', password, stored)).toBe('valid')
  expect(verify).toHaveBeenCalledTimes(2)
})

it('computes no hash for a text that no password has', async () => {
  const verify = vi.fn(async () => true)
  expect(await createPasswordCheck(verify)('user', 'x'.repeat(1_000_000), 'stored')).toBe('invalid')
  expect(verify).not.toHaveBeenCalled()
})

it('computes no hash after five wrong passwords in a minute', async () => {
  const verify = vi.fn(async () => false)
  const check = createPasswordCheck(verify)
  for (let count = 0; count < 8; count += 1) expect(await check('user', mintSecret('svcw_'), 'stored')).toBe('invalid')
  expect(verify).toHaveBeenCalledTimes(5)
  await check('another', mintSecret('svcw_'), 'stored')
  expect(verify).toHaveBeenCalledTimes(6)
})

it('computes two hashes at a time, and is busy while many wait', async () => {
  let running = 0
  let runningMax = 0
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const check = createPasswordCheck(async () => {
    running += 1
    runningMax = Math.max(runningMax, running)
    await gate
    running -= 1
    return true
  })
  const results = Array.from({ length: 100 }, (_, n) => check(`user ${n}`, mintSecret('svcw_'), 'stored'))
  expect(await results[99]).toBe('busy')
  open()
  const all = await Promise.all(results)
  expect([runningMax, all.filter((result) => result === 'valid').length]).toEqual([2, 66])
})
