import { describe, expect, it } from 'vitest'
import { catchFault, parseResponse, requireTable, serializeRequest } from '../../test/translation.fixture.ts'
import { checkCreate } from '../check/check.ts'
import { planConfirmation } from './confirm-record.ts'

describe('the currency of a transaction', () => {
  const euro = '80000002-1731760954'
  const confirm = (CurrencyRef: object, currency: string) => {
    const { requests, finish } = planConfirmation(
      checkCreate(requireTable('Invoice'), {
        CustomerRef: { value: '80000001-1' },
        CurrencyRef,
        Line: [{ DetailType: 'DescriptionOnly', Description: 'x' }],
      }),
    )
    const customer = `<CustomerRet><ListID>80000001-1</ListID>${currency}</CustomerRet>`
    return {
      requests: requests.map(serializeRequest),
      finish: () => finish([parseResponse('CustomerQueryRs', customer)]).warnings,
    }
  }
  const inEuro = `<CurrencyRef><ListID>${euro}</ListID><FullName>Euro</FullName></CurrencyRef>`

  it('may repeat that of its name', () => {
    const { requests, finish } = confirm({ value: euro, name: 'Euro' }, inEuro)
    expect(requests).toEqual(['<CustomerQueryRq><ListID>80000001-1</ListID></CustomerQueryRq>'])
    expect(finish()).toEqual([])
  })

  it.each([
    ['of a name in another', inEuro],
    ['in a file with one', ''],
  ])('cannot be another one: %s [dp-1.3]', (_which, currency) => {
    expect(catchFault(confirm({ value: '80000003-1' }, currency).finish)).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'CurrencyRef',
    })
  })

  it('needs no look if it is the home currency', () => {
    expect(confirm({ value: 'USD' }, '').requests).toEqual([])
  })
})
