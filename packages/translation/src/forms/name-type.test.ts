import { describe, expect, it } from 'vitest'
import { catchFault, read, requireTable } from '../../test/translation.fixture.ts'
import { checkCreate } from '../check/check.ts'

describe.each(['CustomerType', 'VendorType'])('%s', (name) => {
  it('reads a type as client-side JSON', () => {
    const stored = `
      <${name}Ret>
        <ListID>80000003-1782900005</ListID>
        <TimeCreated>2026-07-01T10:00:05+00:00</TimeCreated><TimeModified>2026-07-01T10:00:05+00:00</TimeModified>
        <EditSequence>7</EditSequence>
        <Name>Retail</Name><FullName>Trade:Retail</FullName><IsActive>true</IsActive>
        <ParentRef><ListID>80000001-1</ListID><FullName>Trade</FullName></ParentRef><Sublevel>1</Sublevel>
      </${name}Ret>`
    expect(read(name, stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      Id: '80000003-1782900005',
      SyncToken: '7',
      MetaData: { CreateTime: '2026-07-01T10:00:05+00:00', LastUpdatedTime: '2026-07-01T10:00:05+00:00' },
      Name: 'Retail',
      FullyQualifiedName: 'Trade:Retail',
      Active: true,
      ParentRef: { value: '80000001-1', name: 'Trade' },
    })
  })

  it('types are read-only [dp-1.5:2]', () => {
    expect(requireTable(name).can).toEqual(['read', 'query'])
    expect(catchFault(() => checkCreate(requireTable(name), { Name: 'Retail' }))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
    })
  })
})
