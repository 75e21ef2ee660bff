import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { getForwarded } from './peer-address.ts'

/**
 * Creates the function returning the client's address. With `trustProxy`, this is the last entry in `X-Forwarded-For`,
 * written by the deployment's proxy; the client can forge earlier entries. A request without a socket is from `local`.
 */
export function createClientAddress(trustProxy: boolean) {
  return (context: Context): string => {
    const forwarded = trustProxy ? getForwarded(context.req.header('x-forwarded-for')) : undefined
    return forwarded || socketAddress(context)
  }
}

function socketAddress(context: Context): string {
  const hasSocket = typeof context.env === 'object' && context.env !== null && 'incoming' in context.env
  return (hasSocket && getConnInfo(context).remote.address) || 'local'
}
