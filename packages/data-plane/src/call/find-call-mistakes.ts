import type { RealmId } from '@bridge/agent-protocol'
import { Fault, faults } from '@bridge/faults'
import { parseQueryParameters } from '@bridge/platform/query-parameters'
import { runInSlices } from '@bridge/platform/run-in-slices'
import type { HonoRequest } from 'hono/request'
import type { FoundMistake } from '../user-calls/user-calls.ts'
import type { DataPlane } from './call.ts'
import { findFaults } from './find-mistakes.ts'
import { getBodyFormat } from './format.ts'
import { parsePath } from './parse-path.ts'
import { parseRoute } from './parse-route.ts'
import { readBody } from './read-body.ts'

/** Returns what is wrong with a request, which is parsed and not run. */
export async function findCallMistakes(
  { clock, config, settings }: DataPlane,
  http: HonoRequest,
  realmId: RealmId,
): Promise<readonly FoundMistake[]> {
  const { entities } = await settings.get(realmId)
  try {
    const { segments } = parsePath(http.url)
    const parameters = parseQueryParameters(http.url)
    const route = parseRoute({ method: http.method, segments, parameters, entities, time: clock() })
    const body = route.readsBody ? await readBody(http.raw, config.maxBodyBytes) : ''
    const request = await runInSlices(route.parse(body, getBodyFormat(http.header('content-type'), body)))
    return findFaults(request, { entities, readContext: { realmId } }).map(toMistake)
  } catch (error) {
    if (error instanceof Fault) return [toMistake(error)]
    throw error
  }
}

function toMistake(fault: Fault): FoundMistake {
  const { code, element, detail } = fault
  const row = code in faults ? faults[code as keyof typeof faults] : undefined
  return {
    code,
    status: fault.status ?? row?.status ?? 400,
    message: row?.message ?? detail,
    detail,
    ...(element !== undefined && { element }),
  }
}
