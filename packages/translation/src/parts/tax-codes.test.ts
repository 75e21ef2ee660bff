import { runAtOnce } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import {
  createRememberingContext,
  parseElement,
  parseResponse,
  requireTable,
  serializeRequest,
} from '../../test/translation.fixture.ts'
import { checkUpdate } from '../check/check.ts'
import { readRecord } from '../read/read.ts'
import { extendContext } from '../read/response.ts'
import { createModRequest, needsCurrent } from '../write/requests.ts'

const codes = parseResponse(
  'SalesTaxCodeQueryRs',
  `<SalesTaxCodeRet><ListID>80000001-1</ListID><IsTaxable>true</IsTaxable></SalesTaxCodeRet>
   <SalesTaxCodeRet><ListID>80000003-1</ListID><IsTaxable>false</IsTaxable></SalesTaxCodeRet>`,
)

function code(id: string, name: string): string {
  return `<SalesTaxCodeRef><ListID>${id}</ListID><FullName>${name}</FullName></SalesTaxCodeRef>`
}

describe('Taxable', () => {
  it.each([
    ['a code of the company', '80000003-1', 'Gov', false],
    ['a code that a user renamed', '80000001-1', 'Non', true],
    ['a code that is not known by its name', '80000009-1', 'Non', false],
    ['another code that is not known', '80000009-1', 'Out', true],
  ])('Taxable follows from %s [dp-1.2]', (_what, id, name, expected) => {
    for (const [entity, xml] of [
      ['Customer', `<CustomerRet><ListID>1-1</ListID><Name>Ada</Name>${code(id, name)}</CustomerRet>`],
      ['Item', `<ItemServiceRet><ListID>2-1</ListID><Name>Hour</Name>${code(id, name)}</ItemServiceRet>`],
    ] as const) {
      const table = requireTable(entity)
      const context = runAtOnce(extendContext(createRememberingContext(), table, [codes]))
      expect(readRecord(table, parseElement(xml), context).Taxable).toBe(expected)
    }
  })

  it.each([
    ['Customer', '<CustomerRet><ListID>1-1</ListID><EditSequence>7</EditSequence><Name>Ada</Name>'],
    ['Item', '<ItemServiceRet><ListID>1-1</ListID><EditSequence>7</EditSequence><Name>Hour</Name>'],
  ])('a repeated Taxable keeps a %s’s code, and a changed one replaces it', (entity, start) => {
    const table = requireTable(entity)
    const name = /<(\w+)>/.exec(start)?.[1] ?? ''
    const stored = parseElement(`${start}${code('80000003-1', 'Gov')}</${name}>`)
    const context = runAtOnce(extendContext(createRememberingContext(), table, [codes]))
    const update = (Taxable: boolean) => {
      const record = checkUpdate(table, { Id: '1-1', SyncToken: '7', Active: true, Taxable })
      expect(needsCurrent(record)).toBe(true)
      return serializeRequest(createModRequest(record, stored, context))
    }
    expect(update(false)).not.toContain('SalesTaxCodeRef')
    expect(update(true)).toContain('<SalesTaxCodeRef><FullName>Tax</FullName></SalesTaxCodeRef>')
  })

  it('a record without a code has no Taxable', () => {
    const xml = '<CustomerRet><ListID>1-1</ListID><Name>Ada</Name></CustomerRet>'
    expect(readRecord(requireTable('Customer'), parseElement(xml), createRememberingContext())).not.toHaveProperty(
      'Taxable',
    )
  })
})
