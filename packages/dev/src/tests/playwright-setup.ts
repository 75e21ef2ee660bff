import { fork } from 'node:child_process'
import { inRepository } from '../files/repository.ts'
import setUpClock from './set-up-clock.ts'

/**
 * Playwright's global setup: starts the service in a temporary folder, at the time TEST_AT, sets BRIDGE_DATA_FOLDER to
 * it and returns the teardown. Does nothing when that variable already names a running service.
 */
export default async function setUpBridge(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.BRIDGE_DATA_FOLDER) return undefined
  setUpClock()
  const child = fork(inRepository('packages/dev/bootstrap.mjs'), ['serve-tests'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = new Promise<{ dataFolder: string }>((resolve) =>
    child.once('message', (message) => resolve(message as { dataFolder: string })),
  )
  const failed = ended.then(() => {
    throw new Error('The service for the browser tests did not start. Its output is above.')
  })
  const { dataFolder } = await Promise.race([ready, failed])
  process.env.BRIDGE_DATA_FOLDER = dataFolder
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}
