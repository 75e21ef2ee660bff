import type { IncomingMessage } from 'node:http'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * Creates the function that returns the client's address. With `trustProxy`, this is the last entry of
 * `X-Forwarded-For`, which the deployment's proxy wrote; the client can forge earlier entries. A request without a
 * socket is from `local`.
 */
export function createClientAddress(trustProxy: boolean) {
  return (context: Context): string => {
    const forwarded = trustProxy ? getForwarded(context.req.header('x-forwarded-for')) : undefined
    return forwarded || socketAddress(context)
  }
}

/** Creates the same function for requests of `node:http`. */
export function createPeerAddress(trustProxy: boolean) {
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const forwarded = trustProxy ? getForwarded(headers['x-forwarded-for']?.toString()) : undefined
    return forwarded || socket.remoteAddress || 'local'
  }
}

function getForwarded(header: string | undefined): string | undefined {
  return header?.split(',').at(-1)?.trim()
}

function socketAddress(context: Context): string {
  const hasSocket = typeof context.env === 'object' && context.env !== null && 'incoming' in context.env
  return (hasSocket && getConnInfo(context).remote.address) || 'local'
}
