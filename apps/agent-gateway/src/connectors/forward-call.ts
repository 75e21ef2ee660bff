import type { IncomingMessage } from 'node:http'
import type { RealmId } from '@bridge/agent-protocol'
import { hashSecret } from '@bridge/database/secrets'
import type { Logger } from 'pino'
import type { ConnectorHolder, ConnectorLeaseStore } from './connector-lease.store.ts'
import type { ConnectorRegistry } from './connector-registry.ts'
import type { SoapCall } from './soap/operations.ts'

interface ForwardOptions {
  readonly registry: Pick<ConnectorRegistry, 'find' | 'hasTicket'>
  readonly leases: Pick<ConnectorLeaseStore, 'findHolder' | 'findHolderOfTicket'>
  readonly gatewayUrl: () => string
  /** Authenticates one gateway to another. */
  readonly machineSecret: string
  readonly isGateway: (authorization: string | undefined) => boolean
  readonly logger: Logger
}

/** A call's response: SOAP text with its status, 200 or a fault's. */
export interface SoapResponse {
  readonly status: number
  readonly text: string
}

/** Below the Web Connector's own time-out, and above a call's longest hold. */
const timeoutMs = 90_000

const ticketForm = /^[0-9a-f-]{36}$/

/** A call as its run's gateway is found: by its ticket, or by a sign-in's realm. */
type Target = SoapCall | { readonly realmId: RealmId }

/** Passes calls on to the gateways serving their runs. */
export interface ForwardCalls {
  /**
   * Passes a call on to the gateway serving its realm or its run, and returns the SOAP response. Returns nothing for
   * this gateway's own calls, for one passed on already, and where the other gateway cannot be reached or something
   * else has its address: then the run is over, and the next one begins here.
   */
  pass(request: IncomingMessage, target: Target, body: Buffer, signal: AbortSignal): Promise<SoapResponse | undefined>
  /** Whether another gateway serves a ticket's run. */
  serves(ticket: string): Promise<boolean>
}

export function createForwardCalls({ registry, leases, logger, ...options }: ForwardOptions): ForwardCalls {
  const toOther = (holder: ConnectorHolder | undefined): ConnectorHolder | undefined =>
    holder?.isAlive && holder.gatewayUrl !== options.gatewayUrl() ? holder : undefined

  const findHolderOfTicket = async (ticket: string): Promise<ConnectorHolder | undefined> => {
    if (registry.hasTicket(ticket) || !ticketForm.test(ticket)) return undefined
    return toOther(await leases.findHolderOfTicket(hashSecret(ticket)))
  }

  const findHolder = async (target: Target): Promise<ConnectorHolder | undefined> => {
    if ('realmId' in target) {
      return registry.find(target.realmId) ? undefined : toOther(await leases.findHolder(target.realmId))
    }
    return 'ticket' in target.parameters ? findHolderOfTicket(target.parameters.ticket) : undefined
  }

  const send = async ({ gatewayUrl }: ConnectorHolder, body: Buffer, signal: AbortSignal): Promise<SoapResponse> => {
    const response = await fetch(`${gatewayUrl.replace(/\/$/, '')}/connector`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml; charset=utf-8', authorization: `Bearer ${options.machineSecret}` },
      body: new Uint8Array(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const isGateway = response.headers.get('content-type')?.startsWith('text/xml') === true
    if (!isGateway) throw new Error(`${gatewayUrl} responded with ${response.status}, and not as a gateway.`)
    return { status: response.status, text: await response.text() }
  }

  return {
    pass: async (request, target, body, signal) => {
      if (options.isGateway(request.headers.authorization)) return undefined
      try {
        const holder = await findHolder(target)
        return holder && (await send(holder, body, signal))
      } catch (error) {
        logger.warn({ err: error }, 'could not pass on a call of a Web Connector')
        return undefined
      }
    },
    serves: async (ticket) => (await findHolderOfTicket(ticket)) !== undefined,
  }
}
