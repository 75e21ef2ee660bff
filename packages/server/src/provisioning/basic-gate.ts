import { sameSecret } from '@bridge/database/secrets'
import { Problem, renderProblem } from '@bridge/faults'
import type { MiddlewareHandler } from 'hono'
import { auth } from 'hono/utils/basic-auth'
import type { ServerConfig } from '../config.ts'
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

const closed = () => {
  const { status, body } = renderProblem(
    new Problem(
      'unauthenticated',
      "The operator of this service asks for a user name and a password first (HTTP Basic). A script's valid `x-api-key` stands for them everywhere but below /admin/v1/auth.",
    ),
  )
  return Response.json(body, { status, headers: challenge })
}

/** Makes the gate; names and passwords are compared in a time that tells nothing about them. */
export const createBasicGate = (
  dependencies: ProvisioningDependencies & { readonly config: Pick<ServerConfig, 'adminGate'> },
): BasicGate => {
  const { adminGate } = dependencies.config
  const opens = (request: Request): boolean => {
    if (!adminGate) return true
    const { username = '', password = '' } = auth(request) ?? {}
    const isUser = sameSecret(username, adminGate.user)
    const isPassword = sameSecret(password, adminGate.password)
    return isUser && isPassword
  }
  return {
    async forEveryone({ req }, next) {
      return opens(req.raw) ? next() : closed()
    },
    async unlessKey(context, next) {
      if (opens(context.req.raw)) return next()
      const key = context.req.header('x-api-key')
      const caller = key === undefined ? undefined : await findApiKeyCaller(dependencies, key)
      if (!caller) return closed()
      context.set('apiKeyCaller', caller)
      return next()
    },
  }
}
