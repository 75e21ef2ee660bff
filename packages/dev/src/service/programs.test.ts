import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { inRepository } from '../files/repository.ts'
import { programs } from './programs.ts'

it('may take longer to stop than the documented limit of the program', async () => {
  const page = await readFile(inRepository('docs/operations.md'), 'utf8')
  const [, server, gateway] = /exits no later than (\d+) s \(server\), (\d+) s \(gateway\)/.exec(page) ?? []
  expect([server, gateway]).toEqual(['15', '30'])
  expect(programs.portal.maxStopMs).toBeGreaterThan(Number(server) * 1000)
  expect(programs.gateway.maxStopMs).toBeGreaterThan(Number(gateway) * 1000)
})
