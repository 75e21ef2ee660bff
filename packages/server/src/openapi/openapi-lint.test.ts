import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { createOpenApi } from './openapi.ts'

it('passes the recommended rules of Redocly', { timeout: 180_000 }, async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify(createOpenApi('https://bridge.test'))
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  const found = problems.map(({ ruleId, message, location: [place] }) => `${ruleId} ${place?.pointer}: ${message}`)
  expect(found).toEqual([])
})
