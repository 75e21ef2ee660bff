import { expect, it } from 'vitest'
import { recordResponses } from '../../test/record-responses.fixture.ts'
import { createOpenApi } from './openapi.ts'

import recorded from './recorded-responses.json' with { type: 'json' }

const document = createOpenApi('https://bridge.test')

it('contains the responses of the service to all samples; `vitest -u` records them again', {
  timeout: 300_000,
}, async () => {
  const recorded = await recordResponses(document.paths)
  await expect(`${JSON.stringify(recorded, null, 2)}\n`).toMatchFileSnapshot('recorded-responses.json')
})

it('contains a response to every operation', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const withoutResponse = operations.filter(({ operationId }) => !(operationId in recorded))
  expect(withoutResponse.map(({ operationId }) => operationId)).toEqual([])
})
