import { describe, expect, it } from 'vitest'
import { context, requireTable, serializeRequest } from '../../test/translation.fixture.ts'
import { parseQuery } from './parse.ts'
import { planQuery } from './plan.ts'

function serializePlanned(text: string): string {
  const query = parseQuery(text)
  const [request] = planQuery(query, requireTable(query.entity), context).next()
  return request === undefined ? '' : serializeRequest(request)
}

/** Lists, each with the name of its name field. */
const lists = [
  ['Customer', 'DisplayName'],
  ['Vendor', 'DisplayName'],
  ['Employee', 'DisplayName'],
  ['Account', 'Name'],
  ['Item', 'Name'],
  ['Class', 'Name'],
  ['Term', 'Name'],
  ['PaymentMethod', 'Name'],
  ['CustomerType', 'Name'],
  ['VendorType', 'Name'],
  ['TaxCode', 'Name'],
  ['TaxRate', 'Name'],
  ['TaxAgency', 'DisplayName'],
  ['CompanyCurrency', 'Name'],
] as const

describe.each(lists)('%s', (entity, name) => {
  it('lists are filtered by Active [dp-4.3.10]', () => {
    expect(serializePlanned(`SELECT * FROM ${entity}`)).toContain('<ActiveStatus>ActiveOnly</ActiveStatus>')
    expect(serializePlanned(`SELECT * FROM ${entity} WHERE Active = false`)).toContain(
      '<ActiveStatus>InactiveOnly</ActiveStatus>',
    )
    expect(serializePlanned(`SELECT * FROM ${entity} WHERE Active IN (true, false)`)).toContain(
      '<ActiveStatus>All</ActiveStatus>',
    )
  })

  it('lists are filtered by name and ID [dp-4.3.10]', () => {
    expect(serializePlanned(`SELECT * FROM ${entity} WHERE ${name} = 'Acme'`)).toContain(
      '<NameFilter><MatchCriterion>Contains</MatchCriterion><Name>Acme</Name></NameFilter>',
    )
    expect(serializePlanned(`SELECT * FROM ${entity} WHERE ${name} LIKE '%Ac%'`)).toContain(
      '<NameFilter><MatchCriterion>Contains</MatchCriterion><Name>Ac</Name></NameFilter>',
    )
    expect(serializePlanned(`SELECT * FROM ${entity} WHERE Id = '80000001-1'`)).toContain('<ListID>80000001-1</ListID>')
  })

  it('lists are filtered by modification time [dp-4.3.10]', () => {
    expect(
      serializePlanned(`SELECT * FROM ${entity} WHERE MetaData.LastUpdatedTime >= '2026-01-01T10:00:00Z'`),
    ).toContain('<FromModifiedDate>2026-01-01T08:00:00+00:00</FromModifiedDate>')
  })
})

describe.each(['Customer', 'Account', 'Class', 'Item'])('%s', (entity) => {
  it('lists are filtered by full name [dp-4.3.10]', () => {
    expect(serializePlanned(`SELECT * FROM ${entity} WHERE FullyQualifiedName = 'Acme:Kitchen'`)).toContain(
      '<FullName>Acme:Kitchen</FullName>',
    )
  })
})
