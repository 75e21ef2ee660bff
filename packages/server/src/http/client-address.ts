import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * Makes the function that tells who calls, for the limits per address. Behind a proxy of one's own
 * (`trustProxy`) it is the last entry of `X-Forwarded-For`, the one that this proxy wrote; earlier entries are the
 * client's own claim. A request that came over no socket is `local`.
 */
export function createClientAddress(trustProxy: boolean) {
  return (context: Context): string => {
    const forwarded = trustProxy ? context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
    return forwarded || socketAddress(context)
  }
}

function socketAddress(context: Context): string {
  const cameOverSocket = typeof context.env === 'object' && context.env !== null && 'incoming' in context.env
  return (cameOverSocket && getConnInfo(context).remote.address) || 'local'
}
