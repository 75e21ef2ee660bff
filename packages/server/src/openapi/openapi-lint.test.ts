import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { createOpenApi } from './openapi.ts'

/** Paths whose specification makes a fixed name and an ID share a place. */
const fixedBySpecification = ['/admin/v1/realms/sandbox', '/admin/v1/invitations/accept']

it('passes the recommended rules of Redocly', { timeout: 180_000 }, async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify(createOpenApi('https://bridge.test'))
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  const found = problems
    .map(({ ruleId, message, location: [place] }) => `${ruleId} ${place?.pointer}: ${message}`)
    .filter(
      (text) => !(text.startsWith('no-ambiguous-paths') && fixedBySpecification.some((path) => text.includes(path))),
    )
  expect(found).toEqual([])
})
