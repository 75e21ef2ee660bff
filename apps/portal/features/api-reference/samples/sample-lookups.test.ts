import { execFileSync } from 'node:child_process'
import { createOpenApi } from '@bridge/server/openapi/openapi'
import { describe, expect, it } from 'vitest'
import { apiSurfaces } from '../api-catalogue.ts'
import { getSamples, listVariables } from './api-sample.ts'
import { fillSample } from './fill-sample.ts'
import { findLookups, formatSetup, listUnsetVariables, readLookup } from './sample-lookups.ts'

const samples = apiSurfaces(createOpenApi('https://bridge.test')).flatMap(({ tags }) =>
  tags.flatMap(({ calls }) =>
    calls.flatMap((call) =>
      getSamples(call).map((sample) => ({
        sample,
        operationId: call.operation.operationId,
        entity: call.operation.tags[0] ?? '',
      })),
    ),
  ),
)

function find(operationId: string, name = 'default') {
  const found = samples.find((each) => each.operationId === operationId && each.sample.name === name)
  return found ?? expect.fail(operationId)
}

describe('the variables of samples', () => {
  it('of company files are all looked up, except the token, the address and a time', () => {
    const others = samples
      .filter(({ sample }) => sample.path.startsWith('/v3/'))
      .flatMap(({ sample, entity }) => {
        const lookups = findLookups(sample, entity)
        return listVariables(sample).filter((variable) => !lookups.has(variable))
      })
    expect([...new Set(others)].sort()).toEqual(['CHANGED_SINCE', 'REALM_ID'])
  })

  it('are set by commands, one each, which a shell accepts', () => {
    for (const { sample, entity, operationId } of samples) {
      const setup = formatSetup(sample, entity)
      const set = [...setup.matchAll(/^export ([A-Z_]+)=/gm)].map(([, name]) => name)
      expect([operationId, set]).toEqual([operationId, listUnsetVariables(sample)])
    }
    execFileSync('sh', ['-n'], { input: samples.map(({ sample, entity }) => formatSetup(sample, entity)).join('\n') })
  })

  it('of a company file need no key of the control plane', () => {
    expect(listUnsetVariables(find('readCustomer').sample)).toEqual([
      'BASE_URL',
      'ACCESS_TOKEN',
      'REALM_ID',
      'CUSTOMER_ID',
    ])
    expect(listUnsetVariables(find('listMembers').sample)).toEqual(['BASE_URL', 'API_KEY', 'ORG_ID'])
  })

  it('of an open bill come from one record', () => {
    const { sample, entity } = find('writeBillPayment', 'create')
    const lookups = findLookups(sample, entity)
    const bill = { Id: '7', VendorRef: { value: '9', name: 'Vendor' } }
    expect([...lookups].map(([name, lookup]) => [name, lookup.from, readLookup(bill, lookup)])).toEqual([
      ['BILL_VENDOR_ID', "Bill WHERE Balance > '0'", '9'],
      ['OPEN_BILL_ID', "Bill WHERE Balance > '0'", '7'],
    ])
  })

  it('are no longer set once the reader has values for them', () => {
    const { sample, entity } = find('readCustomer')
    const filled = fillSample(sample, { BASE_URL: 'https://bridge.test', REALM_ID: '1', CUSTOMER_ID: '2' })
    expect(listUnsetVariables(filled)).toEqual(['ACCESS_TOKEN'])
    expect(formatSetup(filled, entity)).toBe('export ACCESS_TOKEN=…   # Home, “Create access token”')
  })
})
