import type { PairingResponse } from '@bridge/agent-protocol'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { Problem } from '@bridge/faults'
import { foreignNameSchema } from '@bridge/identity/access/name'
import { parseInput } from '@bridge/identity/access/parse-input'
import { toNetwork } from '@bridge/platform/network'
import { problemResponse } from '@bridge/platform/problem-response'
import { listSessionSecrets } from '@bridge/platform/server-config'
import { toProblem } from '@bridge/platform/to-problem'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { requireAllowed } from '../services/count-caller.ts'
import type { Services } from '../services/services.ts'
import { redeemPairingCode } from './pair.store.ts'
import { hashPairingCode, parsePairingCode } from './pairing-code-text.ts'

const maxBodyBytes = 4 * 1024

/** Newer agents may send more. */
const requestSchema = z.object({
  code: z.string().min(1).max(40),
  name: foreignNameSchema(80),
  version: foreignNameSchema(40).optional(),
})

type PairingServices = Pick<
  Services,
  | 'database'
  | 'clock'
  | 'config'
  | 'changes'
  | 'clientAddress'
  | 'pairingLimiter'
  | 'pairing56Limiter'
  | 'pairing48Limiter'
  | 'pairingTotalLimiter'
>

/** Creates the endpoint at which agents redeem pairing codes for their tokens, to be mounted at `/agent/pair`. */
export function createPairing(services: PairingServices): Hono {
  const app = new Hono()
  const tooLarge = new Problem('invalid_request', `The body is larger than ${maxBodyBytes} bytes.`)
  app.post('/', bodyLimit({ maxSize: maxBodyBytes, onError: () => problemResponse(tooLarge) }), async (context) => {
    try {
      const body: unknown = await context.req.json().catch(() => undefined)
      return Response.json(await pair(services, services.clientAddress(context), body), {
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
async function limit(services: PairingServices, address: string): Promise<void> {
  requireAllowed('This address', await services.pairingLimiter.consume(toNetwork(address)))
  const site = toNetwork(address, 48)
  if (site !== toNetwork(address)) {
    requireAllowed('This network', await services.pairing56Limiter.consume(toNetwork(address, 56)))
    requireAllowed('This network', await services.pairing48Limiter.consume(site))
  }
  requireAllowed('The service', await services.pairingTotalLimiter.consume('all'))
}

async function pair(services: PairingServices, address: string, body: unknown): Promise<PairingResponse> {
  const { database, clock, config, changes } = services
  const { code: typed, name, version } = parseInput(requestSchema, body)
  const code = parsePairingCode(typed)
  // A mistyped code is no attempt.
  if (code === undefined) throw wrongCode()
  await limit(services, address)
  const token = mintSecret('svca_')
  const redeemed = await redeemPairingCode(database, {
    codeHashes: listSessionSecrets(config).map((secret) => hashPairingCode(code, secret)),
    label: name,
    tokenHash: hashSecret(token),
    agentVersion: version,
    address,
    at: clock(),
  })
  if (!redeemed) throw wrongCode()
  await changes.publish('portal')
  return { token, ...redeemed }
}

function wrongCode(): Problem {
  return new Problem('not_found', 'The pairing code is wrong, was used or has expired. Create a new one in the portal.')
}
