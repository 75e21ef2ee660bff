// Reads public pages as several visitors, each from another loopback address, from a message 'read' until a message
// 'pause', and then sends how many were read, and how many were refused. Arguments: origin, visitors, paths.
import { Pool } from 'undici'

const [origin = '', visitors = '1', ...paths] = process.argv.slice(2)
const pools = Array.from(
  { length: Number(visitors) },
  (_, index) => new Pool(origin, { connections: 1, localAddress: `127.0.0.${index + 2}` }),
)
let isReading = false
let counts = { read: 0, refused: 0 }
let running: Promise<unknown> = Promise.resolve()

process.on('message', async (message) => {
  isReading = message === 'read'
  if (isReading) running = Promise.all(pools.map(read))
  else {
    await running
    process.send?.(counts)
    counts = { read: 0, refused: 0 }
  }
})

async function read(pool: Pool): Promise<void> {
  while (isReading) {
    for (const path of paths) {
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers: { 'accept-encoding': 'br' } })
      await body.arrayBuffer()
      if (statusCode === 200) counts.read += 1
      else if (statusCode === 429) counts.refused += 1
      else throw new Error(`${path} returned ${statusCode}.`)
    }
  }
}
