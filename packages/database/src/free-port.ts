import { randomInt } from 'node:crypto'
import getPort, { portNumbers } from 'get-port'

// Below the ports that systems assign to outgoing connections and to servers that listen on port 0.
const [lowest, highest] = [10_000, 32_000]
const tries = 200

/**
 * Finds a free TCP port of 127.0.0.1 for a server that starts later. Until it listens, no connection or other server
 * of this machine is assigned the port.
 */
export function findFreePort(): Promise<number> {
  const first = randomInt(lowest, highest - tries)
  return getPort({ host: '127.0.0.1', port: portNumbers(first, first + tries) })
}
