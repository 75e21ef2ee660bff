import { operations } from '@bridge/control-plane/provisioning/operations'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { requireDocumentedResponse } from '../../test/documented-response.fixture.ts'
import { createOpenApi } from './openapi.ts'

const document = createOpenApi('https://bridge.test')

it('is an OpenAPI 3.1 document', async () => {
  const result = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>)
  expect(result).toEqual({ valid: true })
})

it('contains every operation of the control plane', () => {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  for (const { route } of operations) expect(documented).toContain(route.replace(' ', ' /admin/v1'))
})

it('names the session cookie of http and of https', () => {
  const getCookie = (baseUrl: string) => createOpenApi(baseUrl).components.securitySchemes.session
  expect(getCookie('https://bridge.test')).toMatchObject({ name: '__Host-next-auth.session-token' })
  expect(getCookie('http://localhost:3000')).toMatchObject({ name: 'next-auth.session-token' })
})

it('marks the operations that require a session', () => {
  expect(document.paths['/admin/v1/api-keys']?.post?.security).toEqual([{ session: [] }])
  expect(document.paths['/admin/v1/api-keys']?.get?.security).toEqual([{ apiKey: [] }, { session: [] }])
})

it('describes a record with its nested fields', () => {
  const { Customer } = document.components.schemas as Record<string, { properties: Record<string, unknown> }>
  expect(Customer?.properties).toMatchObject({
    Id: { type: 'string', readOnly: true },
    DisplayName: { type: 'string' },
    Balance: { type: 'number', readOnly: true },
    PrimaryPhone: { type: 'object', properties: { FreeFormNumber: { type: 'string', maxLength: 21 } } },
  })
})

it('detects an undocumented shape or status of a response', () => {
  const org = { id: 'a', name: 'Acme', slug: 'acme', role: 'owner' }
  expect(() => requireDocumentedResponse('GET', '/admin/v1/orgs', 200, { orgs: [org] })).not.toThrow()
  expect(() => requireDocumentedResponse('GET', '/admin/v1/orgs', 200, { orgs: [{ ...org, id: 1 }] })).toThrow(
    'must be string',
  )
  expect(() => requireDocumentedResponse('GET', '/admin/v1/orgs', 200, { orgs: [{ ...org, secret: 'x' }] })).toThrow(
    'additional',
  )
  expect(() => requireDocumentedResponse('GET', '/admin/v1/orgs', 202, {})).toThrow('not documented')
  expect(() => requireDocumentedResponse('GET', '/admin/v1/orgs', 401, { error: 'other', message: '' })).toThrow(
    'not documented',
  )
})
