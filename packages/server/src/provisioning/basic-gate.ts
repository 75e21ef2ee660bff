import { secretsMatch } from '@bridge/database/secrets'
import { Problem, renderProblem } from '@bridge/faults'
import type { Context, MiddlewareHandler } from 'hono'
import { auth } from 'hono/utils/basic-auth'
import type { ServerConfig } from '../config.ts'
import { toNetwork } from '../http/network.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { findApiKeyCaller } from './api-key.ts'
import type { Caller } from './caller.ts'
import type { ProvisioningDependencies } from './provisioning-dependencies.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Whom the request's API key stands for, where the gate has looked. */
    apiKeyCaller: Extract<Caller, { kind: 'api-key' }> | undefined
  }
}

/** The operator's HTTP Basic gate (specification, section 5), which stands open where none is configured. */
export interface BasicGate {
  /** Asks everyone for the operator's user name and password. */
  readonly forEveryone: MiddlewareHandler
  /** Lets valid API keys through without them. */
  readonly unlessKey: MiddlewareHandler
}

const challenge = { 'WWW-Authenticate': 'Basic realm="Bridge Service", charset="UTF-8"', 'Cache-Control': 'no-store' }

interface BasicGateDependencies extends ProvisioningDependencies {
  readonly config: Pick<ServerConfig, 'adminGate'>
  /** Counts wrong passwords an address and minute. */
  readonly signInLimiter: RateLimiter
  readonly clientAddress: (context: Context) => string
}

/**
 * Makes the gate; names and passwords are compared in a time that tells nothing about them, and not at all for an
 * address that has sent too many wrong ones.
 */
export function createBasicGate(dependencies: BasicGateDependencies): BasicGate {
  const { config, signInLimiter, clientAddress } = dependencies
  const { adminGate } = config
  /** What the gate answers whoever may not pass it. */
  const refusal = async (context: Context): Promise<Response | undefined> => {
    if (!adminGate) return undefined
    const sent = auth(context.req.raw)
    if (!sent) return closed()
    const guesser = `gate:${toNetwork(clientAddress(context))}`
    const { remaining, resetSeconds } = await signInLimiter.consume(guesser, 0)
    if (remaining === 0) return guessedTooOften(resetSeconds)
    const isUser = secretsMatch(sent.username, adminGate.user)
    const isPassword = secretsMatch(sent.password, adminGate.password)
    if (isUser && isPassword) return undefined
    await signInLimiter.consume(guesser)
    return closed()
  }
  return {
    async forEveryone(context, next) {
      return (await refusal(context)) ?? next()
    },
    async unlessKey(context, next) {
      const refused = await refusal(context)
      if (!refused) return next()
      const key = context.req.header('x-api-key')
      const caller = key === undefined ? undefined : await findApiKeyCaller(dependencies, key)
      if (!caller) return refused
      context.set('apiKeyCaller', caller)
      return next()
    },
  }
}

function closed() {
  const { status, body } = renderProblem(
    new Problem(
      'unauthenticated',
      "The operator of this service asks for a user name and a password first (HTTP Basic). A script's valid `x-api-key` stands for them everywhere but below /admin/v1/auth.",
    ),
  )
  return Response.json(body, { status, headers: challenge })
}

function guessedTooOften(resetSeconds: number) {
  const message = `Too many wrong passwords came from this address. Wait ${resetSeconds} s.`
  const { status, headers, body } = renderProblem(new Problem('rate_limited', message, {}, resetSeconds))
  return Response.json(body, { status, headers: { ...headers, 'Cache-Control': 'no-store' } })
}
