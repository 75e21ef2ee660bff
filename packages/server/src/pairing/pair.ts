import type { PairingResponse } from '@bridge/agent-protocol'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { Problem } from '@bridge/faults'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { toNetwork } from '../http/network.ts'
import { problemResponse } from '../http/problem-response.ts'
import { toProblem } from '../http/to-problem.ts'
import { nameSchema } from '../operation/name.ts'
import { parseInput } from '../operation/parse-input.ts'
import { listSessionSecrets } from '../runtime/config.ts'
import { requireAllowed } from '../services/count-caller.ts'
import type { Services } from '../services/services.ts'
import { redeemPairingCode } from './pair.store.ts'
import { hashPairingCode } from './pairing-code-text.ts'

const bodyBytesMax = 4 * 1024

/** Newer agents may send more. */
const requestSchema = z.object({
  code: z.string().min(1).max(40),
  name: nameSchema(80),
  version: nameSchema(40).optional(),
})

type PairingServices = Pick<
  Services,
  'database' | 'clock' | 'config' | 'changes' | 'clientAddress' | 'pairingLimiter' | 'pairingTotalLimiter'
>

/** Creates the endpoint at which agents redeem pairing codes for their tokens, to be mounted at `/agent/pair`. */
export function createPairing(services: PairingServices): Hono {
  const app = new Hono()
  const tooLarge = new Problem('invalid_request', `The body is larger than ${bodyBytesMax} bytes.`)
  app.post('/', bodyLimit({ maxSize: bodyBytesMax, onError: () => problemResponse(tooLarge) }), async (context) => {
    try {
      const address = services.clientAddress(context)
      await limit(services, address)
      const body: unknown = await context.req.json().catch(() => undefined)
      return Response.json(await pair(services, address, body), {
        status: 201,
        headers: { 'Cache-Control': 'no-store' },
      })
    } catch (error) {
      const problem = toProblem(error)
      if (problem.code === 'internal_error') throw error
      return problemResponse(problem)
    }
  })
  app.all('/', () => problemResponse(new Problem('not_found', 'An agent sends its pairing code with POST.')))
  return app
}

/** @throws Problem `rate_limited`; every attempt counts, whether it succeeds or not */
async function limit({ pairingLimiter, pairingTotalLimiter }: PairingServices, address: string): Promise<void> {
  requireAllowed('This address', await pairingLimiter.consume(toNetwork(address)))
  requireAllowed('The service', await pairingTotalLimiter.consume('all'))
}

async function pair(
  { database, clock, config, changes }: PairingServices,
  address: string,
  body: unknown,
): Promise<PairingResponse> {
  const { code, name, version } = parseInput(requestSchema, body)
  const token = mintSecret('svca_')
  const redeemed = await redeemPairingCode(database, {
    codeHashes: listSessionSecrets(config).map((secret) => hashPairingCode(code, secret)),
    label: name,
    tokenHash: hashSecret(token),
    agentVersion: version,
    address,
    at: clock(),
  })
  if (!redeemed) {
    throw new Problem(
      'not_found',
      'The pairing code is wrong, was used or has expired. Create a new one in the portal.',
    )
  }
  await changes.publish('portal')
  return { token, ...redeemed }
}
