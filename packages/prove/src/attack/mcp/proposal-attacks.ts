import { randomUUID } from 'node:crypto'
import type { Tenant } from '@bridge/harness/create-tenant'
import type { Attack } from '../run/attack.ts'
import type { Target } from '../target/start-target.ts'
import { callTool, openHost } from './mcp-host.ts'

/** Returns a function that calls a tool of a tenant's company file, with its own new token, and returns the structure. */
async function openTools(target: Target, tenant: Tenant) {
  const { access_token } = await openHost(target, tenant).connectHost()
  return async (name: string, input: object): Promise<Readonly<Record<string, unknown>>> => {
    const call = { authorization: `Bearer ${access_token}`, realmId: tenant.productionId, name, input }
    const { status, body } = await callTool(target, call)
    if (status !== 200) throw new Error(`${name}: ${status} ${body}`)
    return JSON.parse(body).result.structuredContent
  }
}

async function proposeCustomer(target: Target, tenant: Tenant): Promise<string> {
  const propose = await openTools(target, tenant)
  const record = { DisplayName: randomUUID() }
  const answer = await propose('propose', { operation: 'create', entity: 'Customer', record })
  const { proposalId } = answer
  if (typeof proposalId !== 'string') throw new Error(`Nothing was proposed: ${JSON.stringify(answer)}`)
  return proposalId
}

/** IDs that are no proposals of the caller. */
const forgedIds: Readonly<Record<string, (target: Target) => string | Promise<string>>> = {
  'a random ID': () => randomUUID(),
  'no UUID': () => '1',
  'an empty ID': () => '',
  SQL: () => "' OR true --",
  'a logged request': ({ victim }) => victim.ids.loggedRequestId ?? '',
  'a proposal of another organization': (target) => proposeCustomer(target, target.victim),
  'that proposal in capitals': async (target) => (await proposeCustomer(target, target.victim)).toUpperCase(),
}

/** Commits of forged proposals. */
export const proposalAttacks: readonly Attack[] = Object.entries(forgedIds).map(([name, getId]) => ({
  name: `a commit of ${name}`,
  async attempt(target: Target) {
    const call = await openTools(target, target.attacker)
    const { code, outcome } = await call('commit', { proposalId: await getId(target) })
    return `${code} ${outcome}`
  },
  holds: (seen: string) => seen === 'proposal_not_found not_sent',
})) as readonly Attack[]
