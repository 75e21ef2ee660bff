import { setTimeout as delay } from 'node:timers/promises'

/**
 * Asks until the answer is yes.
 *
 * @throws what `failure` makes once `timeoutMs` have passed, and whatever `isSo` throws
 */
export async function waitUntil(isSo: () => Promise<boolean>, timeoutMs: number, failure: () => Error): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw failure()
    await delay(50)
  }
}
