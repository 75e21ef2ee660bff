import type { Database } from '@bridge/database'
import { createTenant, type ResourceIds, type Tenant } from '@bridge/harness/create-tenant'
import { type Service, type ServiceOptions, startService } from '@bridge/harness/start-service'
import { startSimulatedAgent } from '@bridge/harness/start-simulated-agent'
import { Agent } from 'undici'
import { findDeletedIds } from './deleted-tenant.ts'
import { fingerprint } from './fingerprint.ts'
import type { Reply } from './reply.ts'
import { type AttackRequest, send } from './send.ts'

/** A running service with two organizations, one attacked by the other, and a deleted one. */
export interface Target {
  /** Where the portal's server listens, which passes agents to the gateway. */
  readonly origin: string
  readonly port: number
  /** The pages' address, which a separate process may serve. */
  readonly pagesOrigin: string
  /** The gateway's address, which a deployment may make public, too. */
  readonly gatewayOrigin: string
  readonly database: Database
  readonly victim: Tenant
  readonly attacker: Tenant
  /** A deleted organization's IDs. */
  readonly deletedIds: ResourceIds
  /** A hash over everything the victim had before the attacks. */
  readonly fingerprint: string
  send(request: AttackRequest): Promise<Reply>
  close(): Promise<void>
}

/** Shorter than the default, because some attacks wait for it. */
export const agentTimeoutMs = 30_000

/** Starts a service whose limits a matrix does not reach. One request may cost as much as by default. */
export async function startTarget(): Promise<Target> {
  return (await startAttackedService()).target
}

/** Starts the attacked service, with the parts that only some groups need. */
export async function startAttackedService(
  parts: Pick<ServiceOptions, 'billing'> = {},
): Promise<{ readonly target: Target; readonly service: Service }> {
  const service = await startService({
    ...parts,
    gateway: {},
    sandboxHost: true,
    api: { config: { consentRequiresSignIn: true, agentTimeoutMs } },
  })
  const { origin, port, gatewayUrl, database } = service
  const client = new Agent({ connections: 128, pipelining: 1 })
  const victim = await createTenant(database, 'victim')
  const attacker = await createTenant(database, 'attacker')
  const { agent } = await startSimulatedAgent({ url: origin, token: victim.agentToken })
  const target: Target = {
    origin,
    port,
    pagesOrigin: origin,
    gatewayOrigin: gatewayUrl,
    database,
    victim,
    attacker,
    deletedIds: await findDeletedIds(database),
    fingerprint: await fingerprint(database, victim),
    send: (request) => send(client, origin, request),
    async close() {
      await client.destroy()
      await agent.stop()
      await service.close()
    },
  }
  return { target, service }
}
