import { secretsMatch } from '@bridge/database/secrets'
import { Problem } from '@bridge/faults'
import type { Caller } from '@bridge/identity/access/caller'
import { toNetwork } from '@bridge/platform/network'
import { problemResponse } from '@bridge/platform/problem-response'
import type { Context, MiddlewareHandler } from 'hono'
import { auth } from 'hono/utils/basic-auth'
import type { Services } from '../services/services.ts'
import { findApiKeyCaller } from './api-key.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The API key's caller, once authenticated by the gate. */
    apiKeyCaller: Extract<Caller, { kind: 'api-key' }> | undefined
  }
}

/** The operator's HTTP Basic gate, open unless it is configured. */
export interface BasicGate {
  /** Requires the operator's user name and password. */
  readonly forEveryone: MiddlewareHandler
  /** Requires them unless the request has a valid API key. */
  readonly unlessKey: MiddlewareHandler
}

const challenge = { 'WWW-Authenticate': 'Basic realm="Bridge Service", charset="UTF-8"' }

/**
 * Creates the gate. User names and passwords are compared in constant time, and not at all for an address with too many
 * wrong ones.
 */
export function createBasicGate(
  services: Pick<Services, 'config' | 'database' | 'clock' | 'signInLimiter' | 'clientAddress'>,
): BasicGate {
  const { signInLimiter, clientAddress } = services
  const { adminGate } = services.config

  const reject = async (context: Context): Promise<Response | undefined> => {
    if (!adminGate) return undefined
    const sent = auth(context.req.raw)
    if (!sent) return problemResponse(missingCredentials(), challenge)
    const key = `gate:${toNetwork(clientAddress(context))}`
    const { remaining, resetSeconds } = await signInLimiter.consume(key, 0)
    if (remaining === 0) return problemResponse(tooManyAttempts(resetSeconds))
    const isUser = secretsMatch(sent.username, adminGate.user)
    const isPassword = [adminGate.password, ...(adminGate.passwordsAccepted ?? [])].some((password) =>
      secretsMatch(sent.password, password),
    )
    if (isUser && isPassword) return undefined
    await signInLimiter.consume(key)
    return problemResponse(missingCredentials(), challenge)
  }

  return {
    async forEveryone(context, next) {
      return (await reject(context)) ?? next()
    },
    async unlessKey(context, next) {
      const rejection = await reject(context)
      if (!rejection) return next()
      const key = context.req.header('x-api-key')
      const caller = key === undefined ? undefined : await findApiKeyCaller(services, key)
      if (!caller) return rejection
      context.set('apiKeyCaller', caller)
      return next()
    },
  }
}

function missingCredentials() {
  return new Problem(
    'unauthenticated',
    'The operator of this service requires a user name and a password (HTTP Basic). A valid `x-api-key` replaces them everywhere except below /admin/v1/auth.',
  )
}

function tooManyAttempts(resetSeconds: number) {
  const message = `Too many wrong passwords came from this address. Wait ${resetSeconds} s.`
  return new Problem('rate_limited', message, {}, resetSeconds)
}
