import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  read,
  requireTable,
  serializeCreate,
  serializeUpdate,
} from '../../test/translation.fixture.ts'

const Class = requireTable('Class')
function create(body: object): string {
  return serializeCreate(Class, body)
}
function update(body: object): string {
  return serializeUpdate(Class, { Id: '80000002-1', SyncToken: '7', ...body }, stored)
}

const stored = `
  <ClassRet>
    <ListID>80000002-1782900005</ListID>
    <TimeCreated>2026-07-01T10:00:05+00:00</TimeCreated><TimeModified>2026-07-01T10:00:05+00:00</TimeModified>
    <EditSequence>7</EditSequence>
    <Name>North</Name><FullName>Region:North</FullName><IsActive>true</IsActive>
    <ParentRef><ListID>80000001-1</ListID><FullName>Region</FullName></ParentRef><Sublevel>1</Sublevel>
  </ClassRet>`

describe('Class', () => {
  it('reads a record as client-side JSON', () => {
    expect(read('Class', stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      Id: '80000002-1782900005',
      SyncToken: '7',
      MetaData: { CreateTime: '2026-07-01T10:00:05+00:00', LastUpdatedTime: '2026-07-01T10:00:05+00:00' },
      Name: 'North',
      FullyQualifiedName: 'Region:North',
      Active: true,
      ParentRef: { value: '80000001-1', name: 'Region' },
      SubClass: true,
    })
  })

  it('creates a class below a parent', () => {
    expect(create({ ParentRef: { value: '80000001-1' }, Name: 'North', SubClass: true })).toBe(
      compact(`
        <ClassAddRq><ClassAdd>
          <Name>North</Name><ParentRef><ListID>80000001-1</ListID></ParentRef>
        </ClassAdd></ClassAddRq>`),
    )
  })

  it('deactivates a class', () => {
    expect(update({ Active: false })).toBe(
      compact(`
        <ClassModRq><ClassMod>
          <ListID>80000002-1</ListID><EditSequence>7</EditSequence><IsActive>false</IsActive>
        </ClassMod></ClassModRq>`),
    )
  })

  it('rejects removing the parent', () => {
    expect(catchFault(() => update({ ParentRef: null }))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'ParentRef',
    })
  })

  it('accepts its own record as an update', () => {
    expect(update(read('Class', stored))).toContain('<Name>North</Name>')
  })

  it('rejects a name that is too long', () => {
    expect(catchFault(() => create({ Name: 'x'.repeat(32) }))).toMatchObject({ code: '2050', element: 'Name' })
  })
})
