import { beforeAll, expect, it } from 'vitest'
import { recordResponses } from '../../test/record-responses.fixture.ts'
import { createOpenApi } from './openapi.ts'

const document = createOpenApi('https://bridge.test')
let recorded: Awaited<ReturnType<typeof recordResponses>>
beforeAll(async () => {
  recorded = await recordResponses(document.paths)
}, 300_000)

it('contains the responses of the service to all samples; `vitest -u` records them again', async () => {
  await expect(`${JSON.stringify(recorded, null, 2)}\n`).toMatchFileSnapshot('recorded-responses.json')
})

it('contains a response to every operation', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const withoutResponse = operations.filter(({ operationId }) => !(operationId in recorded))
  expect(withoutResponse.map(({ operationId }) => operationId)).toEqual([])
})
