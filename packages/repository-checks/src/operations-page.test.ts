import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

function read(file: string): string {
  return readFileSync(`${root}/${file}`, 'utf8')
}

/** Returns the sum over the numbers matching the pattern. */
function sum(file: string, pattern: RegExp): number {
  const numbers = [...read(file).matchAll(pattern)].map(([, number]) => Number(number))
  expect(numbers, `${pattern} in ${file}`).not.toEqual([])
  return numbers.reduce((left, right) => left + right)
}

const page = read('docs/operations.md')

it('says what to do about every alert', () => {
  const names = [...read('deploy/monitoring/alerts.yaml').matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  const [, incidents = ''] = page.split('\n## Incidents\n')
  const [table = ''] = incidents.split('\n## ')
  expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})

it('counts the connections to PostgreSQL that servers, gateways and sandbox hosts open', () => {
  const pool = sum('apps/portal/env.ts', /DATABASE_POOL_MAX: \{[^}]*?default: (\d+)/g)
  // One for notifications, and one for the lock.
  const others = sum('packages/control-plane/src/billing/billing.ts', /maxStripeFetches = (\d+)/g) + 2
  const gateway = sum('apps/agent-gateway/src/runtime/gateway-databases.ts', /connect\((\d+)\)/g) + 1
  const perProcess = sum('apps/sandbox-host/src/run-host.ts', /maxConnections = (\d+)/g)
  const host = perProcess * sum('apps/sandbox-host/src/env.ts', /PROCESSES: \{[^}]*?default: (\d+)/g)
  const server = pool + others
  const all = 2 * (2 * server + gateway) + host
  const surges = ['servers', 'pages'].map((name) => sum(`deploy/kubernetes/${name}.yaml`, /maxSurge: (\d+)/g))
  const added =
    surges.reduce((servers, surge) => servers + surge) * server +
    sum('deploy/kubernetes/sandbox-hosts.yaml', /maxSurge: (\d+)/g) * host
  for (const sentence of [
    `+ ${others} for Stripe, notifications and its lock; a gateway up to ${gateway}; a sandbox host up to ${perProcess} for each process.`,
    `a server opens ${server} and a sandbox host ${host}; two servers for each surface, two gateways and a host open ${all}.`,
    `(\`maxSurge: ${surges[0]}\`), which need ${added} more: ${all + added}.`,
  ]) {
    expect(page).toContain(sentence)
  }
})
