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

it('counts the connections to PostgreSQL that servers and gateways open', () => {
  const pool = sum('apps/portal/env.ts', /DATABASE_POOL_MAX: \{[^}]*?default: (\d+)/g)
  const threads = sum('packages/server/src/runtime/config.ts', /SANDBOX_THREADS: \{[^}]*?default: (\d+)/g) + 1
  const perThread = sum('packages/server/src/sandbox/company-turns.ts', /callsAtOnceMax = (\d+)/g)
  // One for notifications, and one for the lock.
  const others = sum('packages/server/src/billing/billing.ts', /fetchesMax = (\d+)/g) + 2
  const gateway = sum('apps/agent-gateway/src/runtime/gateway-databases.ts', /connect\((\d+)\)/g) + 1
  const server = pool + threads * perThread + others
  const all = 2 * (2 * server + gateway)
  const surges = ['servers', 'pages'].map((name) => sum(`deploy/kubernetes/${name}.yaml`, /maxSurge: (\d+)/g))
  const added = surges.reduce((servers, surge) => servers + surge) * server
  for (const sentence of [
    `+ ${perThread} for each thread of sandboxes (\`SANDBOX_THREADS\` + 1)`,
    `+ ${others} for Stripe, notifications and its lock; a gateway up to ${gateway}.`,
    `a server opens ${server}; two for each surface and two gateways open ${all}.`,
    `(\`maxSurge: ${surges[0]}\`), which need ${added} more: ${all + added}.`,
  ]) {
    expect(page).toContain(sentence)
  }
})
