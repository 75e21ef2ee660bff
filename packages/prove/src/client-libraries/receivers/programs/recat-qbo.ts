// Runs the webhook route of recat-qbo, without Express and Prisma.
import { json } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { type ReceiverCall, standIn } from './stand-in-modules.ts'

interface Answer {
  readonly status: number
  readonly value: unknown
}

/** An Express handler, as far as this one uses it. */
type Handler = (
  request: { readonly body: Buffer; readonly header: (name: string) => string | undefined },
  response: { readonly status: (status: number) => { readonly json: (value: unknown) => void } },
) => void

const { headers, body, token } = (await json(process.stdin)) as ReceiverCall
const shared = Object.assign(globalThis, { token, handler: undefined as Handler | undefined })
standIn({
  express: `
    export const Router = () => ({ post: (_path, _raw, handler) => { globalThis.handler = handler } })
    export default { raw: () => undefined }`,
  '../env.js': 'export const env = {}',
  '../lib/http.js': 'export const asyncHandler = (handler) => handler',
  '../lib/prisma.js': 'export const prisma = { webhookEvent: { create: async () => ({ id: 1 }) } }',
  '../services/instanceSettings.js':
    'export const getInstanceSettings = async () => ({ webhookVerifierToken: globalThis.token })',
  '../services/sync.js': 'export const syncCompany = undefined',
})
await import(pathToFileURL(`${process.argv[2]}/server/src/routes/webhooks.ts`).href)
const { status, value } = await new Promise<Answer>((resolve) => {
  const request = { body: Buffer.from(body), header: (name: string) => headers[name] }
  shared.handler?.(request, { status: (code) => ({ json: (answer) => resolve({ status: code, value: answer }) }) })
})
const verdict = { isVerified: status === 200, response: `${status} ${JSON.stringify(value)}` }
// Its timers would wait for seconds.
process.stdout.write(JSON.stringify(verdict), () => process.exit())
