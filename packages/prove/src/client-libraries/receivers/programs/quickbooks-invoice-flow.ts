// Runs the webhook handler of quickbooks-invoice-flow, without Deno and Supabase.
import { json } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { type ReceiverCall, standIn } from './stand-in-modules.ts'

const { headers, body, token } = (await json(process.stdin)) as ReceiverCall
const shared = Object.assign(globalThis, {
  token,
  handler: undefined as ((request: Request) => Promise<Response>) | undefined,
})
standIn({
  'https://deno.land/std@0.190.0/http/server.ts': 'export const serve = (handler) => { globalThis.handler = handler }',
  'https://cdn.jsdelivr.net/npm/@supabase/supabase-js@2.50.5/+esm': 'export const createClient = undefined',
  // Every query finds the token.
  '../_shared/sync-helpers.ts': `
    const query = new Proxy({}, { get: (_, name) =>
      name === 'then' ? (resolve) => resolve({ data: { setting_value: globalThis.token }, error: null }) : () => query })
    export const createSupabaseClient = () => query`,
})
// Its log lines must not come between.
console.log = console.warn = console.error = () => undefined
await import(pathToFileURL(`${process.argv[2]}/supabase/functions/qbo-webhook-handler/index.ts`).href)
const response = await shared.handler?.(new Request('http://localhost/', { method: 'POST', headers, body }))
const verdict = { isVerified: response?.status === 200, response: `${response?.status} ${await response?.text()}` }
process.stdout.write(JSON.stringify(verdict))
