import { expect, it } from 'vitest'
import { createCork } from './cork.ts'

it('corks the socket once per turn of the event loop', () => {
  const calls: string[] = []
  const socket = { cork: () => calls.push('cork'), uncork: () => calls.push('uncork') }
  const later: (() => void)[] = []
  const cork = createCork(
    () => socket,
    (callback) => later.push(callback),
  )

  cork()
  cork()
  expect(calls).toEqual(['cork'])
  later.pop()?.()
  cork()
  expect(calls).toEqual(['cork', 'uncork', 'cork'])
})

it('a cork does nothing while there is no socket', () => {
  const cork = createCork(
    () => undefined,
    () => expect.unreachable(),
  )
  expect(cork).not.toThrow()
})
