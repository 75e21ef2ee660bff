import { describe, expect, it } from 'vitest'
import { catchFault, requireTable, serializeUpdate } from '../../test/translation.fixture.ts'

const identity = { Id: '1F-1700000000', SyncToken: '7' }

function update(entity: string, body: object) {
  return serializeUpdate(requireTable(entity), { ...identity, ...body })
}

describe('an empty reference in an update', () => {
  it.each([
    ['Invoice', 'ClassRef', 'ClassRef'],
    ['Invoice', 'SalesTermRef', 'TermsRef'],
    ['Invoice', 'SalesRepRef', 'SalesRepRef'],
    ['Invoice', 'ShipMethodRef', 'ShipMethodRef'],
    ['SalesReceipt', 'PaymentMethodRef', 'PaymentMethodRef'],
    ['PurchaseOrder', 'ShipMethodRef', 'ShipMethodRef'],
    ['Bill', 'SalesTermRef', 'TermsRef'],
    ['Transfer', 'ClassRef', 'ClassRef'],
    ['Customer', 'CustomerTypeRef', 'CustomerTypeRef'],
    ['Customer', 'SalesRepRef', 'SalesRepRef'],
    ['Vendor', 'TermRef', 'TermsRef'],
  ])('clears %s.%s [dp-4.2.3]', (entity, key, element) => {
    for (const empty of [null, '', { value: '' }, { value: null, name: '' }])
      expect(update(entity, { [key]: empty })).toContain(`<${element}><ListID /></${element}>`)
  })

  it('clears a message’s text [dp-4.2.3]', () => {
    for (const CustomerMemo of [null, { value: '' }])
      expect(update('Invoice', { CustomerMemo })).toContain('<CustomerMsgRef><FullName /></CustomerMsgRef>')
  })

  it('leaves a reference without fields unchanged, as sent by clients with static types', () => {
    expect(update('Invoice', { ClassRef: {}, PrivateNote: 'x' })).not.toContain('ClassRef')
  })

  it.each([
    ['Invoice', 'TemplateRef'],
    ['Invoice', 'ARAccountRef'],
    ['Customer', 'DefaultTaxCodeRef'],
    ['Bill', 'APAccountRef'],
  ])('rejects clearing %s.%s, which QuickBooks Desktop cannot do', (entity, key) => {
    const stored = `<${entity}Ret><EditSequence>7</EditSequence>${[
      'ARAccountRef',
      'TemplateRef',
      'APAccountRef',
      'ItemSalesTaxRef',
    ]
      .map((name) => `<${name}><ListID>80000001-1</ListID><FullName>A</FullName></${name}>`)
      .join('')}</${entity}Ret>`
    const fault = catchFault(() => serializeUpdate(requireTable(entity), { ...identity, [key]: null }, stored))
    expect(fault).toMatchObject({ code: 'UNSUPPORTED_BY_DESKTOP', element: key })
  })
})
