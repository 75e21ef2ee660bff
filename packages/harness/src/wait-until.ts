import { setTimeout as delay } from 'node:timers/promises'

/**
 * Resolves when a condition holds.
 *
 * @param findError returns why it never will
 * @throws after `maxMs` milliseconds
 */
export async function waitUntil(
  holds: () => Promise<boolean>,
  maxMs: number,
  findError: () => string | undefined = () => undefined,
): Promise<void> {
  const until = performance.now() + maxMs
  while (!(await holds())) {
    const error = findError()
    if (error !== undefined) throw new Error(error)
    if (performance.now() > until) throw new Error(`Nothing changed for ${maxMs} ms.`)
    await delay(100)
  }
}
