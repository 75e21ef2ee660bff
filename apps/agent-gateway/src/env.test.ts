import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { withEnvironmentTable } from '@bridge/environment'
import { expect, it } from 'vitest'
import { environment, readEnv } from './env.ts'

const page = fileURLToPath(new URL('../../../docs/deployment.md', import.meta.url))

it("the gateway's environment is documented on the deployment page (vitest -u updates it)", async () => {
  const updated = withEnvironmentTable(await readFile(page, 'utf8'), environment)
  await expect(updated).toMatchFileSnapshot(page)
})

it('trusts a proxy only at a private address, unless TRUST_PROXY says otherwise', () => {
  const required = { DATABASE_URL: 'postgresql://localhost/bridge', MACHINE_SECRET: 'm'.repeat(32) }
  expect(readEnv(required).TRUST_PROXY).toBeUndefined()
  expect(readEnv({ ...required, TRUST_PROXY: 'false' }).TRUST_PROXY).toBe(false)
})

it('rejects a gateway without a database and a secret', () => {
  expect(() => readEnv({ MACHINE_SECRET: 'short' })).toThrow(
    /^The environment of agent-gateway is invalid\. DATABASE_URL.*MACHINE_SECRET/,
  )
})
