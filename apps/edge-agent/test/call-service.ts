import { pino } from 'pino'
import { Connection } from '../src/connection.ts'
import { redeemCode } from '../src/pairing/redeem-code.ts'
import { memoryResponseLog } from '../src/response-log.ts'
import { readBytes } from '../src/updates/read-bytes.ts'

/*
 * Usage: call-service.ts ADDRESS. Sends the service everything that an agent can: a pairing code, its token, and a request
 * for an update. Prints what came of each as JSON.
 */
const [address = ''] = process.argv.slice(2)

async function pair(): Promise<string> {
  const request = { code: 'K7PM-2XQA', name: 'Front desk', version: '0.1.0' }
  return redeemCode(address, request).then(
    () => 'paired',
    (error: Error) => error.message,
  )
}

async function serve(): Promise<string> {
  const { ended } = new Connection({
    url: address.replace('http', 'ws'),
    token: 'svca_test',
    agentVersion: '0.1.0',
    worker: { state: () => ({ phase: 'ready' }), process: async () => undefined },
    responses: memoryResponseLog(),
    logger: pino({ level: 'silent' }),
    onRealm: () => undefined,
    onWelcome: () => undefined,
    onSwitches: () => undefined,
  })
  const end = await ended
  return end.kind === 'unreachable' ? end.error.message : end.kind
}

async function update(): Promise<string> {
  try {
    for await (const _chunk of readBytes(new URL(address), 100));
    return 'read'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function call(): Promise<void> {
  process.stdout.write(JSON.stringify({ pairing: await pair(), serving: await serve(), update: await update() }))
}

void call()
