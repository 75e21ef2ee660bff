import { randomInt } from 'node:crypto'
import getPort, { portNumbers } from 'get-port'

// Below the ports systems assign to outgoing connections and to servers listening on port 0.
const [lowest, highest] = [10_000, 32_000]
const tries = 200

/**
 * Finds a free TCP port on 127.0.0.1 for a server started later. Until it listens, the system assigns the port to nothing
 * else.
 */
export function findFreePort(): Promise<number> {
  const first = randomInt(lowest, highest - tries)
  return getPort({ host: '127.0.0.1', port: portNumbers(first, first + tries) })
}
