import { setTimeout as delay } from 'node:timers/promises'

/**
 * Resolves when a condition holds.
 *
 * @param findError returns why it never will
 * @throws after `msMax` milliseconds
 */
export async function waitUntil(
  holds: () => Promise<boolean>,
  msMax: number,
  findError: () => string | undefined = () => undefined,
): Promise<void> {
  const until = performance.now() + msMax
  while (!(await holds())) {
    const error = findError()
    if (error !== undefined) throw new Error(error)
    if (performance.now() > until) throw new Error(`Nothing changed for ${msMax} ms.`)
    await delay(100)
  }
}
