import { EventEmitter, once } from 'node:events'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { stopOnSignal } from './stop-on-signal.ts'

function setup(close: () => Promise<void>, maxStopMs = 60_000) {
  const emitter = new EventEmitter()
  const events: (string | number)[] = []
  const process = Object.assign(emitter, {
    exit: (code: number) => {
      events.push(code)
      emitter.emit('exit')
    },
  })
  const logger = pino({ level: 'error' }, { write: (line: string) => void events.push(JSON.parse(line).msg) })
  stopOnSignal({ close, maxStopMs, logger, process })
  const exited = once(emitter, 'exit')
  return { process, events, exited }
}

it.each(['SIGINT', 'SIGTERM'])('exits after everything is closed on %s', async (signal) => {
  const close = vi.fn(async () => undefined)
  const { process, events, exited } = setup(close)
  process.emit(signal, signal)
  await exited
  expect([close.mock.calls.length, events]).toEqual([1, [0]])
})

it('exits when something does not close in time', async () => {
  const { process, events, exited } = setup(() => new Promise(() => undefined), 1)
  process.emit('SIGTERM', 'SIGTERM')
  await exited
  expect(events).toEqual(['The process could not stop in time, and exits.', 1])
})

it('exits with an error when something cannot be closed', async () => {
  const { process, events, exited } = setup(() => Promise.reject(new Error('no connection')))
  process.emit('SIGTERM', 'SIGTERM')
  await exited
  expect(events).toEqual(['The process could not stop cleanly.', 1])
})

it('leaves a second signal to the system, which ends the process', () => {
  const { process } = setup(() => new Promise(() => undefined))
  process.emit('SIGTERM', 'SIGTERM')
  expect([process.listenerCount('SIGTERM'), process.listenerCount('SIGINT')]).toEqual([0, 0])
})
