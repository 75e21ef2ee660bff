import { portalRouter } from '@bridge/control-plane/portal/router'
import { namedOperations } from '@bridge/control-plane/provisioning/operations'
import type { ResourceIds } from '@bridge/harness/create-tenant'
import { findSampleBodies } from '@bridge/server/openapi/operation-samples'
import { z } from 'zod'
import type { Attack } from '../run/attack.ts'
import type { Reply } from '../target/reply.ts'
import type { AttackRequest } from '../target/send.ts'
import type { Target } from '../target/start-target.ts'
import { type Credential, nobodies, strangers, withSession } from './credentials.ts'
import { hasStatus, hiddenAttacks } from './hidden-attacks.ts'

/** A control plane operation on one of its surfaces. */
export interface ControlPlaneCall {
  readonly name: string
  /** The name of the operation or procedure, the same on both surfaces. */
  readonly operation: string
  readonly isRest: boolean
  readonly isRead: boolean
  /** Whether it acts on a resource named in the request, and not only on the caller. */
  readonly namesResource: boolean
  /** Whether visitors may call it. */
  readonly isPublic: boolean
  readonly isDenied: (reply: Reply) => boolean
  readonly toRequest: (ids: ResourceIds) => AttackRequest
}

const isDenied = hasStatus(401, 403, 404)

const json = { 'content-type': 'application/json' }

const restCalls: readonly ControlPlaneCall[] = Object.entries(namedOperations).map(([name, { route, about }]) => {
  const [method = '', template = ''] = route.split(' ')
  const hasPlaceholder = template.includes('{')
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method)
  const namesOrganization = about === 'org' && !hasPlaceholder
  return {
    name: route,
    operation: name,
    isRest: true,
    isRead: method === 'GET',
    namesResource: about !== 'caller' || hasPlaceholder,
    isPublic: false,
    isDenied,
    toRequest: (ids) => {
      const path = `/admin/v1${template.replaceAll(/\{(\w+)\}/g, (_, field: string) => requireId(ids, field))}`
      const named = namesOrganization ? { orgId: ids.orgId } : {}
      if (!hasBody) return { method, path: namesOrganization ? `${path}?orgId=${ids.orgId}` : path }
      return { method, path, headers: json, body: JSON.stringify({ ...getSampleBody(name), ...named }) }
    },
  }
})

function requireId(ids: ResourceIds, field: string): string {
  const id = ids[field]
  if (id === undefined) throw new Error(`The tenants have no ${field}: add it in create-tenant.ts.`)
  return id
}

function getSampleBody(name: string): object {
  const { orgId: _, ...body } = (findSampleBodies(name)?.default ?? {}) as { readonly orgId?: string }
  return body
}

/** Procedures for visitors. Every other one must deny them. */
const publicProcedures: ReadonlySet<string> = new Set([
  'session.user',
  'demoCall',
  'demoFailure',
  'serviceHistory',
  'sandboxFaults',
  'invitationPreview',
  'setup.state',
  'setup.check',
])

/** Procedures finding something by a secret. Without it, the response is the one for an unknown secret. */
const lookups: ReadonlySet<string> = new Set([...publicProcedures, 'invitation'])

function isUnknown(reply: Reply): boolean {
  return isDenied(reply) || hasStatus(200, 400)(reply)
}

/** A subscription has begun by the time it is denied. */
function isEndedStream({ body }: Reply): boolean {
  return body.includes('event: serialized-error') && /"code":"(UNAUTHORIZED|NOT_FOUND)"/.test(body)
}

const namingFields = ['orgId', 'realmId', 'token']

const procedureCalls: readonly ControlPlaneCall[] = Object.entries(portalRouter._def.procedures).map(
  ([name, procedure]) => {
    const operation = Object.entries(namedOperations).find(([each]) => each === name)?.[1]
    const { type, inputs } = (procedure as unknown as { readonly _def: { type: string; inputs: readonly unknown[] } })
      ._def
    const fields = operation
      ? [...operation.route.matchAll(/\{(\w+)\}/g)].flatMap(([, field]) => field ?? []).concat(operation.subject ?? [])
      : inputs.flatMap((input) => (input instanceof z.ZodObject ? Object.keys(input.shape) : []))
    const isMutation = type === 'mutation'
    return {
      name: `tRPC ${name}`,
      operation: name,
      isRest: false,
      isRead: !isMutation,
      namesResource: operation ? fields.length > 0 : fields.some((field) => namingFields.includes(field)),
      isPublic: publicProcedures.has(name),
      isDenied: lookups.has(name) ? isUnknown : type === 'subscription' ? isEndedStream : isDenied,
      toRequest: (ids) => {
        const input = JSON.stringify(
          operation
            ? { ...getSampleBody(name), ...Object.fromEntries(fields.map((field) => [field, requireId(ids, field)])) }
            : pick(toPortalInput(ids), fields),
        )
        return isMutation
          ? { method: 'POST', path: `/trpc/${name}`, headers: json, body: input }
          : { method: 'GET', path: `/trpc/${name}?input=${encodeURIComponent(input)}` }
      },
    }
  },
)

/** Returns values for every field in the pages' own procedures. */
function toPortalInput({ orgId, realmId, setupLinkId }: ResourceIds): Readonly<Record<string, unknown>> {
  const call = { method: 'GET', path: '/customer/1', query: '', body: '' }
  const sample = { entity: 'Customer', operation: 'read' }
  return { orgId, realmId, token: setupLinkId, name: 'victim', code: '123456', ...call, ...sample }
}

function pick(values: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

const evilOrigin = 'https://evil.example'

/** The victim's sessions in a browser showing another site's page. */
const lured: readonly Credential[] = [
  {
    name: 'a session, from another site',
    toHeaders: (target: Target) => ({
      ...withSession(target.victim.members.owner.session, target),
      origin: evilOrigin,
      'sec-fetch-site': 'cross-site',
    }),
  },
  {
    name: 'a session, from a sandboxed frame',
    toHeaders: (target: Target) => ({
      ...withSession(target.victim.members.owner.session, target),
      origin: 'null',
      'sec-fetch-site': 'cross-site',
    }),
  },
]

function credentialsFor({ namesResource, isRead, isPublic }: ControlPlaneCall): readonly Credential[] {
  return [...nobodies, ...(namesResource ? strangers : []), ...(isRead || isPublic ? [] : lured)]
}

/** Every operation and procedure, on both surfaces of the control plane. */
export const controlPlaneCalls: readonly ControlPlaneCall[] = [...restCalls, ...procedureCalls]

/** Resource × credential × operation, on both control plane surfaces. */
export const controlPlaneMatrix: readonly Attack[] = controlPlaneCalls.flatMap((call) =>
  credentialsFor(call).flatMap(({ name, toHeaders }) =>
    hiddenAttacks({
      name: `${call.name} with ${name}`,
      toRequest: (ids, target) => {
        const request = call.toRequest(ids)
        return { ...request, headers: { ...request.headers, ...toHeaders(target) } }
      },
      isDenied: call.isDenied,
    }),
  ),
)
