import { setTimeout as delay } from 'node:timers/promises'

/**
 * Polls until `condition` is true.
 *
 * @throws the error created by `failure` after `timeoutMs`, and whatever `condition` throws
 */
export async function waitUntil(
  condition: () => Promise<boolean>,
  timeoutMs: number,
  failure: () => Error,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw failure()
    await delay(50)
  }
}
