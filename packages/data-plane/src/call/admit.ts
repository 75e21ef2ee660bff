import { parseQueryParameters } from '@bridge/platform/query-parameters'
import { admitToSandbox, requireWithinLimit } from './admission.ts'
import { authenticate, authorize } from './authenticate.ts'
import type { Call, SharedDataPlane } from './call.ts'
import { getClient } from './client-desktop.ts'
import { isEntitlementsPath, parsePath } from './parse-path.ts'

/** Finds out who calls for which company file, and waits for a slot among its calls. */
export async function admit(plane: SharedDataPlane, call: Call) {
  const { http, userGrant } = call
  const path = call.step('path', () => parsePath(http.url))
  const grant = await call.step(
    'grant',
    () => userGrant ?? authenticate(plane.accessTokens, http.header('authorization')),
  )
  const parameters = call.step('parameters', () => parseQueryParameters(http.url))
  requireWithinLimit(await call.step('rate', () => plane.rateLimiter.consume(grant.realmId)))
  const realmId = await call.step('realm', async () => {
    const authorized = authorize(grant, path.realmId)
    if (!isEntitlementsPath(path)) await plane.entitlement.require(grant)
    await admitToSandbox(plane.sandboxLimiter, grant)
    return authorized
  })
  await call.step('slot', () => plane.callSlots.acquire(realmId, getClient(grant)))
  return { path, grant, parameters, realmId }
}

export type Admitted = Awaited<ReturnType<typeof admit>>
