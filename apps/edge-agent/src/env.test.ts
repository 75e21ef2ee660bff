import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { withEnvironmentTable } from '@bridge/environment'
import { expect, it } from 'vitest'
import { environment, readEnv } from './env.ts'

const page = fileURLToPath(new URL('../../../docs/deployment.md', import.meta.url))

it("the agent's environment is documented on the deployment page (vitest -u updates it)", async () => {
  const updated = withEnvironmentTable(await readFile(page, 'utf8'), environment)
  await expect(updated).toMatchFileSnapshot(page)
})

it('requires no variable', () => {
  expect(readEnv({})).toEqual({ LOG_LEVEL: 'info' })
})
