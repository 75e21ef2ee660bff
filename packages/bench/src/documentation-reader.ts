// Reads pages over and over, from a message 'read' until a message 'pause', and then sends the number of pages.
// Arguments: origin, path, number of readers.
import { Pool } from 'undici'

const [origin = '', path = '', readers = '1'] = process.argv.slice(2)
const pool = new Pool(origin, { connections: Number(readers) })
let isReading = false
let count = 0
let running: Promise<unknown> = Promise.resolve()

process.on('message', async (message) => {
  isReading = message === 'read'
  if (isReading) running = Promise.all(Array.from({ length: Number(readers) }, read))
  else {
    await running
    process.send?.(count)
    count = 0
  }
})

async function read(): Promise<void> {
  while (isReading) {
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers: { 'accept-encoding': 'br' } })
    await body.arrayBuffer()
    if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}.`)
    count += 1
  }
}
