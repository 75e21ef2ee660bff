// Reads pages over and over, until the parent process ends it. Arguments: origin, path, number of readers.
import { Pool } from 'undici'

const [origin = '', path = '', readers = '1'] = process.argv.slice(2)
const pool = new Pool(origin, { connections: Number(readers) })

await Promise.all(Array.from({ length: Number(readers) }, read))

async function read(): Promise<never> {
  for (;;) {
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers: { 'accept-encoding': 'br' } })
    await body.arrayBuffer()
    if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}.`)
    process.send?.('read')
  }
}
