import type { IncomingMessage } from 'node:http'
import { hashSecret } from '@bridge/database/secrets'
import type { Logger } from 'pino'
import type { CredentialStore } from './connector-credential.store.ts'
import type { ConnectorHolder, ConnectorLeaseStore } from './connector-lease.store.ts'
import type { ConnectorRegistry } from './connector-registry.ts'
import type { SoapCall } from './soap/operations.ts'

interface ForwardOptions {
  readonly registry: Pick<ConnectorRegistry, 'find' | 'hasTicket'>
  readonly leases: Pick<ConnectorLeaseStore, 'findHolder' | 'findHolderOfTicket'>
  readonly credentials: Pick<CredentialStore, 'find'>
  readonly gatewayUrl: () => string
  /** Authenticates one gateway to another. */
  readonly machineSecret: string
  readonly isGateway: (authorization: string | undefined) => boolean
  readonly logger: Logger
}

/** A response to a call: SOAP text with its status, 200 or that of a fault. */
export interface SoapResponse {
  readonly status: number
  readonly text: string
}

/** Below the Web Connector's own time-out, and above the longest hold of a call. */
const timeoutMs = 90_000

const ticketForm = /^[0-9a-f-]{36}$/

/**
 * Creates the function that passes a call on to the gateway that serves its realm or its run, and returns the SOAP
 * response. Returns nothing for a call of this gateway, for one that was passed on already, and where the other gateway
 * cannot be reached or something else has its address: then the run is over, and the next one begins here.
 */
export function createForwardCall(options: ForwardOptions) {
  const { registry, leases, credentials, logger } = options

  const findHolder = async (call: SoapCall): Promise<ConnectorHolder | undefined> => {
    if (call.operation === 'authenticate') {
      const credential = await credentials.find(call.parameters.strUserName)
      if (credential === undefined || registry.find(credential.realmId) !== undefined) return undefined
      return leases.findHolder(credential.realmId)
    }
    if (!('ticket' in call.parameters)) return undefined
    const { ticket } = call.parameters
    if (registry.hasTicket(ticket) || !ticketForm.test(ticket)) return undefined
    return leases.findHolderOfTicket(hashSecret(ticket))
  }

  return async (
    request: IncomingMessage,
    call: SoapCall,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<SoapResponse | undefined> => {
    if (options.isGateway(request.headers.authorization)) return undefined
    try {
      const holder = await findHolder(call)
      if (!holder?.isAlive || holder.gatewayUrl === options.gatewayUrl()) return undefined
      const response = await fetch(`${holder.gatewayUrl.replace(/\/$/, '')}/connector`, {
        method: 'POST',
        headers: { 'content-type': 'text/xml; charset=utf-8', authorization: `Bearer ${options.machineSecret}` },
        body: new Uint8Array(body),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      const isGateway = response.headers.get('content-type')?.startsWith('text/xml') === true
      if (!isGateway) throw new Error(`${holder.gatewayUrl} responded with ${response.status}, and not as a gateway.`)
      return { status: response.status, text: await response.text() }
    } catch (error) {
      logger.warn({ err: error, operation: call.operation }, 'could not pass on a call of a Web Connector')
      return undefined
    }
  }
}

export type ForwardCall = ReturnType<typeof createForwardCall>
