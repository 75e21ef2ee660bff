import { EventEmitter, once } from 'node:events'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { ProgramEnd } from './keep-updated.ts'
import { runToEnd } from './run-to-end.ts'

/** Runs a program ending when stopped, and whose desktop closes as given. */
function setup(close: () => Promise<void>) {
  const emitter = new EventEmitter()
  const exited = once(emitter, 'exit')
  const process = Object.assign(emitter, { exit: (code: number) => void emitter.emit('exit', code) })
  let end: (end: ProgramEnd) => void = () => undefined
  const ended = new Promise<ProgramEnd>((resolve) => {
    end = resolve
  })
  const program = {
    ended,
    stop: async () => end({ reason: 'stopped', message: 'The agent was stopped.' }),
  }
  const finished = runToEnd({ program, close, maxStopMs: 50, logger: pino({ level: 'silent' }), process })
  return { process, end, exited, finished }
}

it.each(['SIGINT', 'SIGTERM'])('exits after the desktop has closed on %s', async (signal) => {
  const { process, exited, finished } = setup(async () => undefined)
  process.emit(signal, signal)
  expect(await finished).toMatchObject({ reason: 'stopped' })
  expect(await exited).toEqual([0])
})

it.each(['SIGINT', 'SIGTERM'])('exits on %s although the desktop does not close', async (signal) => {
  const { process, exited } = setup(() => new Promise(() => undefined))
  process.emit(signal, signal)
  expect(await exited).toEqual([1])
})

it('returns why the program ended on its own', async () => {
  const { end, finished } = setup(async () => undefined)
  end({ reason: 'superseded', message: 'Another agent connected.' })
  expect(await finished).toMatchObject({ reason: 'superseded' })
})
