import { runInSlices } from '@bridge/platform/run-in-slices'
import { runAtOnce } from '@bridge/qbxml'
import type { Admitted } from './admit.ts'
import type { Call, SharedDataPlane } from './call.ts'
import { getBodyFormat } from './format.ts'
import { requireMayWrite } from './is-write.ts'
import { parseRoute } from './parse-route.ts'
import { readBody } from './read-body.ts'

/** Reads what an admitted call requests. */
export async function parse(plane: SharedDataPlane, call: Call, admitted: Admitted) {
  const { http } = call
  const { grant, path, parameters, realmId } = admitted
  const settings = await call.step('settings', () => plane.settings.get(realmId))
  const route = call.step('route', () =>
    parseRoute({
      method: http.method,
      segments: path.segments,
      parameters,
      entities: settings.entities,
      time: plane.clock(),
    }),
  )
  const body = await call.step('body', () => (route.readsBody ? readBody(http.raw, plane.config.maxBodyBytes) : ''))
  const request = await call.step('request', () => {
    const parsing = route.parse(body, getBodyFormat(http.header('content-type'), body))
    return route.readsBody ? runInSlices(parsing) : runAtOnce(parsing)
  })
  requireMayWrite(grant, request)
  return { ...admitted, settings, request }
}

export type Parsed = Awaited<ReturnType<typeof parse>>
