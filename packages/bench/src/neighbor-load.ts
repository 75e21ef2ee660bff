// Sends loads' requests (names of `NeighborLoad`, separated by commas) over and over, until the parent process ends it.
// Arguments: the loads, origin, the realm with many records and its access token, a realm to reset and an API key.
import { Pool } from 'undici'
import type { NeighborLoad } from './neighbors.ts'

const [loads = '', origin = '', realmId = '', token = '', resetRealmId = '', apiKey = ''] = process.argv.slice(2)
const atOnce = 4
const batchItems = 30
const scan = "select * from Customer where Notes like '%x%' orderby CompanyName maxresults 1000"
const pool = new Pool(origin, { connections: 4 * atOnce, headersTimeout: 0, bodyTimeout: 0 })

const company = { path: `/v3/company/${realmId}`, headers: { authorization: `Bearer ${token}` } }
const items = Array.from({ length: batchItems }, (_, index) => ({ bId: String(index), Query: scan }))

const start: Readonly<Record<NeighborLoad, () => readonly Promise<never>[]>> = {
  scans: () =>
    Array.from({ length: atOnce }, () => [
      repeat(() => send('GET', `${company.path}/query?query=${encodeURIComponent(scan)}`, company.headers)),
      repeat(() => send('POST', `${company.path}/batch`, company.headers, { BatchItemRequest: items })),
    ]).flat(),
  resets: () => [
    repeat(() =>
      send('POST', `/admin/v1/realms/${resetRealmId}/sandbox/reset`, { 'x-api-key': apiKey }, { template: 'sample' }),
    ),
  ],
}
await Promise.all(loads.split(',').flatMap((load) => start[load as NeighborLoad]()))

async function repeat(work: () => Promise<void>): Promise<never> {
  for (;;) await work()
}

async function send(
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
  json?: unknown,
): Promise<void> {
  const sent = json === undefined ? {} : { body: JSON.stringify(json) }
  const { statusCode, body } = await pool.request({
    method,
    path,
    headers: { ...headers, ...(json !== undefined && { 'content-type': 'application/json' }) },
    ...sent,
  })
  const { byteLength } = await body.arrayBuffer()
  process.send?.({ path: path.split('?')[0], statusCode, byteLength })
}
