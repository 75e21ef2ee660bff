import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { withEnvironmentTable } from '@bridge/environment'
import { expect, it } from 'vitest'
import { environment, readEnv } from './env.ts'
import { toProcessUrl } from './run-host.ts'

const page = fileURLToPath(new URL('../../../docs/deployment.md', import.meta.url))

it('is documented on the deployment page (vitest -u updates it)', async () => {
  const updated = withEnvironmentTable(await readFile(page, 'utf8'), environment)
  await expect(updated).toMatchFileSnapshot(page)
})

it('rejects a host without a database and a secret', () => {
  expect(() => readEnv({ MACHINE_SECRET: 'short' })).toThrow(
    /^The environment of sandbox-host is invalid\. DATABASE_URL.*MACHINE_SECRET/,
  )
})

it('gives each process the next port after the first one’s', () => {
  expect([0, 1].map((index) => toProcessUrl('http://host.example:4100', index))).toEqual([
    'http://host.example:4100',
    'http://host.example:4101',
  ])
})
