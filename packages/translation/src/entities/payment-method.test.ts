import { describe, expect, it } from 'vitest'
import { catchFault, compact, read, requireTable, serializeCreate } from '../../test/translation.fixture.ts'

const PaymentMethod = requireTable('PaymentMethod')
function create(body: object): string {
  return serializeCreate(PaymentMethod, body)
}

function stored(type: string): string {
  return `
  <PaymentMethodRet>
    <ListID>80000003-1782900005</ListID>
    <TimeCreated>2026-07-01T10:00:05+00:00</TimeCreated><TimeModified>2026-07-01T10:00:05+00:00</TimeModified>
    <EditSequence>7</EditSequence>
    <Name>Theirs</Name><IsActive>false</IsActive>${type}
  </PaymentMethodRet>`
}

describe('PaymentMethod', () => {
  it('reads a record as client-side JSON', () => {
    expect(read('PaymentMethod', stored('<PaymentMethodType>Visa</PaymentMethodType>'))).toEqual({
      domain: 'QBO',
      sparse: false,
      Id: '80000003-1782900005',
      SyncToken: '7',
      MetaData: { CreateTime: '2026-07-01T10:00:05+00:00', LastUpdatedTime: '2026-07-01T10:00:05+00:00' },
      Name: 'Theirs',
      Active: false,
      Type: 'CREDIT_CARD',
    })
  })

  it.each([
    ['AmericanExpress', 'CREDIT_CARD'],
    ['OtherCreditCard', 'CREDIT_CARD'],
    ['Cash', 'NON_CREDIT_CARD'],
    ['DebitCard', 'NON_CREDIT_CARD'],
    ['Other', 'NON_CREDIT_CARD'],
  ])('reads %s as %s', (desktop, client) => {
    const method = read('PaymentMethod', stored(`<PaymentMethodType>${desktop}</PaymentMethodType>`))
    expect(method.Type).toBe(client)
  })

  it('creates a record', () => {
    expect(create({ Type: 'CREDIT_CARD', Name: 'Club card' })).toBe(
      compact(`
        <PaymentMethodAddRq><PaymentMethodAdd>
          <Name>Club card</Name><PaymentMethodType>OtherCreditCard</PaymentMethodType>
        </PaymentMethodAdd></PaymentMethodAddRq>`),
    )
    expect(create({ Type: 'NON_CREDIT_CARD', Name: 'Barter' })).toContain(
      '<PaymentMethodType>Other</PaymentMethodType>',
    )
    expect(create({ Name: 'Barter' })).not.toContain('PaymentMethodType')
    expect(catchFault(() => create({ Name: 'Barter', Type: 'GOATS' }))).toMatchObject({ code: '2010', element: 'Type' })
  })

  it('payment methods cannot be updated, since qbXML has no request for it', () => {
    expect(PaymentMethod.can).toEqual(['read', 'query', 'create'])
  })
})
