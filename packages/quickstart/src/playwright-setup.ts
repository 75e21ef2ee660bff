import { fork } from 'node:child_process'
import { inRepository } from './repository.ts'

/**
 * Playwright's global set-up: starts everything in a temporary folder and tells the tests where by
 * BRIDGE_DATA_FOLDER; returns the tear-down. Does nothing where that variable points to a running one already.
 */
export default async function setUpBridge(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.BRIDGE_DATA_FOLDER) return undefined
  const child = fork(inRepository('packages/quickstart/bootstrap.mjs'), ['serve-tests'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = new Promise<{ dataFolder: string }>((resolve) =>
    child.once('message', (message) => resolve(message as { dataFolder: string })),
  )
  const failed = ended.then(() => {
    throw new Error('The service that the browser tests need did not start; what it said is above.')
  })
  const { dataFolder } = await Promise.race([ready, failed])
  process.env.BRIDGE_DATA_FOLDER = dataFolder
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}
