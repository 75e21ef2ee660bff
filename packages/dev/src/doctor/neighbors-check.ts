import { setTimeout as delay } from 'node:timers/promises'
import { deadAfterMs, exchangePath, heartbeatMs } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import type { Check } from './deployment.ts'
import { type Finding, ok, problem } from './finding.ts'
import { probe, upgradeHeaders } from './probe.ts'

/** A program that servers call, and that stores its address at every heartbeat. */
interface Neighbor {
  readonly title: string
  /** The variable with its address. */
  readonly variable: string
  /** One sentence on life without any. */
  readonly loss: string
  list(database: Database): Promise<readonly { readonly url: string }[]>
}

const aliveSeconds = deadAfterMs / 1000

const neighbors: readonly Neighbor[] = [
  {
    title: 'Gateways',
    variable: 'GATEWAY_URL',
    loss: 'No agent and no Web Connector can connect.',
    list: (database) =>
      database.$queryRaw`SELECT url FROM gateway
        WHERE "lastSeenAt" > now() - make_interval(secs => ${aliveSeconds}) ORDER BY url`,
  },
  {
    title: 'Sandbox hosts',
    variable: 'SANDBOX_HOST_URL',
    loss: 'Requests of sandboxes are AGENT_OFFLINE.',
    list: (database) =>
      database.$queryRaw`SELECT url FROM sandbox_host
        WHERE "lastSeenAt" > now() - make_interval(secs => ${aliveSeconds}) ORDER BY url`,
  },
]

/** Whether this machine reaches every running gateway and sandbox host, with the machine secret. */
export const neighborChecks: readonly Check[] = neighbors.map(({ title, variable, loss, list }) => ({
  title,
  needs: ['DATABASE_URL', 'MACHINE_SECRET'],
  async examine({ database, settings }) {
    const running = await listAfterHeartbeat(() => list(database))
    if (running.length === 0)
      return [problem(`None has stored a heartbeat lately. ${loss}`, 'Start one, and read its first log lines.')]
    return Promise.all(running.map(({ url }) => call(url, variable, settings.MACHINE_SECRET ?? '')))
  },
}))

/** A program that has just started is known after its first heartbeat. */
async function listAfterHeartbeat<Row>(list: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
  const running = await list()
  if (running.length > 0) return running
  await delay(2 * heartbeatMs)
  return list()
}

async function call(url: string, variable: string, machineSecret: string): Promise<Finding> {
  const headers = { ...upgradeHeaders, authorization: `Bearer ${machineSecret}` }
  const reply = await probe(new URL(exchangePath, url), { headers })
  if ('failure' in reply) {
    return problem(
      `${url} cannot be reached from this machine: ${reply.failure}.`,
      `Its ${variable} must be its own address, as servers reach it. Open its port to them.`,
    )
  }
  if (reply.status === 101) return ok(`${url} accepts this server.`)
  if (reply.status === 401) {
    return problem(
      `${url} refuses the machine secret.`,
      'MACHINE_SECRET must be the same on servers, gateways and sandbox hosts; MACHINE_SECRETS_ACCEPTED serves a rotation.',
    )
  }
  return problem(
    `${url} responded with ${reply.status} where it takes calls of servers.`,
    `Check its ${variable}: another program may listen there.`,
  )
}
