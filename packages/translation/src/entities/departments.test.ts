import { runAtOnce } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import {
  catchFault,
  context,
  parseElement,
  parseResponse,
  requireTable,
  serializeCreate,
  serializeRequest,
} from '../../test/translation.fixture.ts'
import { checkCreate, checkUpdate } from '../check/check.ts'
import { parseQuery } from '../query/parse.ts'
import { planQuery } from '../query/plan.ts'
import { readRecord } from '../read/read.ts'
import type { EntityTable } from '../table/entity-table.ts'
import { createAddRequest, createModRequest } from '../write/requests.ts'
import { departmentsFromClasses } from './departments.ts'
import { findEntity, registry } from './index.ts'

const aliased = departmentsFromClasses(registry)
function table(name: string): EntityTable {
  const found = findEntity(name, aliased)
  if (found?.kind !== 'built') throw new Error(`${name} is not supported.`)
  return found.table
}

const line = { DetailType: 'SalesItemLineDetail', Amount: 5, SalesItemLineDetail: { ItemRef: { value: '80000002-1' } } }
function invoice(fields: object) {
  return { CustomerRef: { value: '80000001-1' }, Line: [line], ...fields }
}
const north = { value: '80000009-1' }
const south = { value: '8000000A-1' }
const stored = `
  <InvoiceRet>
    <TxnID>50-1</TxnID><EditSequence>7</EditSequence>
    <ClassRef><ListID>80000009-1</ListID><FullName>North</FullName></ClassRef>
  </InvoiceRet>`

describe('departmentsFromClasses', () => {
  it('builds a registry without changing the original [cp-4.7]', () => {
    expect(departmentsFromClasses(registry)).toBe(aliased)
    expect(findEntity('department')).toMatchObject({ kind: 'refused', state: 'gap' })
    expect(Object.keys(aliased).sort()).toEqual(Object.keys(registry).sort())
  })

  it('reads a class as a department [cp-4.7:1] [cp-4.7:9]', () => {
    const read = readRecord(
      table('Department'),
      parseElement(
        '<ClassRet><ListID>8000000B-1</ListID><EditSequence>3</EditSequence><Name>West</Name><FullName>North:West</FullName><IsActive>true</IsActive><ParentRef><ListID>80000009-1</ListID><FullName>North</FullName></ParentRef><Sublevel>1</Sublevel></ClassRet>',
      ),
      context,
    )
    expect(read).toEqual({
      domain: 'QBO',
      sparse: false,
      Id: '8000000B-1',
      SyncToken: '3',
      Name: 'West',
      FullyQualifiedName: 'North:West',
      Active: true,
      ParentRef: { value: '80000009-1', name: 'North' },
      SubDepartment: true,
    })
  })

  it('writes a department as a class [cp-4.7:2] [cp-4.7:9]', () => {
    const create = checkCreate(table('Department'), {
      Name: 'West',
      ParentRef: north,
      SubDepartment: true,
      FullyQualifiedName: 'Elsewhere:West',
    })
    expect(serializeRequest(createAddRequest(create))).toBe(
      '<ClassAddRq><ClassAdd><Name>West</Name><ParentRef><ListID>80000009-1</ListID></ParentRef></ClassAdd></ClassAddRq>',
    )
    const hide = checkUpdate(table('Department'), { Id: '8000000B-1', SyncToken: '3', Active: false })
    expect(serializeRequest(createModRequest(hide))).toBe(
      '<ClassModRq><ClassMod><ListID>8000000B-1</ListID><EditSequence>3</EditSequence><IsActive>false</IsActive></ClassMod></ClassModRq>',
    )
    expect(catchFault(() => checkCreate(table('Department'), { Name: 'x'.repeat(32) }))).toMatchObject({
      code: '2050',
      element: 'Name',
    })
  })

  it('departments cannot be deleted [cp-4.7:3]', () => {
    expect(table('Department').can).not.toContain('delete')
  })

  it('maps DepartmentRef to the header’s class in both directions [cp-4.7:4]', () => {
    const written = serializeCreate(table('Invoice'), invoice({ DepartmentRef: north }))
    expect(written.match(/<ClassRef>.*?<\/ClassRef>/g)).toEqual(['<ClassRef><ListID>80000009-1</ListID></ClassRef>'])
    expect(readRecord(table('Invoice'), parseElement(stored), context)).toMatchObject({
      ClassRef: { value: '80000009-1', name: 'North' },
      DepartmentRef: { value: '80000009-1', name: 'North' },
    })
  })

  it('accepts equal ClassRef and DepartmentRef, and rejects different ones [cp-4.7:6]', () => {
    const same = checkCreate(table('Invoice'), invoice({ DepartmentRef: north, ClassRef: north }))
    expect(serializeRequest(createAddRequest(same)).match(/<ClassRef>/g)).toHaveLength(1)
    expect(
      catchFault(() => checkCreate(table('Invoice'), invoice({ DepartmentRef: north, ClassRef: south }))),
    ).toMatchObject({
      code: 'BAD_REQUEST',
      element: 'DepartmentRef',
    })
    const lineClass = { ...line, SalesItemLineDetail: { ...line.SalesItemLineDetail, ClassRef: south } }
    const different = checkCreate(table('Invoice'), invoice({ DepartmentRef: north, Line: [lineClass] }))
    expect(serializeRequest(createAddRequest(different)).match(/<ClassRef>.*?<\/ClassRef>/g)).toEqual([
      '<ClassRef><ListID>80000009-1</ListID></ClassRef>',
      '<ClassRef><ListID>8000000A-1</ListID></ClassRef>',
    ])
  })

  it.each(['Invoice', 'SalesReceipt', 'Estimate', 'CreditMemo', 'PurchaseOrder', 'TimeActivity'])(
    'accepts a DepartmentRef on %s [cp-4.7:6]',
    (name) => {
      const [variant] = table(name).variants
      expect(variant?.rows.DepartmentRef).toMatchObject({ type: 'ref', element: 'ClassRef' })
    },
  )

  it.each(['Bill', 'Purchase', 'VendorCredit', 'JournalEntry', 'Deposit', 'RefundReceipt', 'Transfer'])(
    'rejects a DepartmentRef on %s [cp-4.7:7]',
    (name) => {
      for (const { rows } of table(name).variants) expect(rows.DepartmentRef).toMatchObject({ kind: 'refused' })
      const update = () => checkUpdate(table(name), { Id: '1-1', SyncToken: '1', DepartmentRef: north })
      expect(catchFault(update).code).toBe('UNSUPPORTED_BY_DESKTOP')
    },
  )

  it('filters transactions by department [cp-4.7:8]', () => {
    const query = parseQuery("SELECT Id FROM Invoice WHERE DepartmentRef = '80000009-1'")
    const run = planQuery(query, table('Invoice'), context)
    run.next()
    const other = stored.replaceAll('50-1', '51-1').replace('80000009-1', '8000000A-1')
    runAtOnce(run.accept([{ ...parseResponse('InvoiceQueryRs', stored + other), iteratorRemainingCount: 0 }]))
    expect(run.finish().queryResponse).toMatchObject({ Invoice: [{ Id: '50-1' }], maxResults: 1 })
  })

  it('reports departments in the preferences [cp-4.7:5]', () => {
    const preferences = parseElement(
      '<PreferencesRet><AccountingPreferences><IsUsingClassTracking>true</IsUsingClassTracking></AccountingPreferences></PreferencesRet>',
    )
    const tracks = (preferred: EntityTable) => readRecord(preferred, preferences, context).AccountingInfoPrefs
    expect(tracks(table('Preferences'))).toMatchObject({ TrackDepartments: true })
    expect(tracks(requireTable('Preferences'))).toMatchObject({ TrackDepartments: false })
  })
})

describe('registry', () => {
  it.each(['Invoice', 'Bill', 'JournalEntry', 'TimeActivity', 'Transfer'])(
    '%s has no DepartmentRef [cp-4.8] [dp-4.2-notes:8]',
    (name) => {
      const update = () => checkUpdate(requireTable(name), { Id: '1-1', SyncToken: '1', DepartmentRef: north })
      expect(catchFault(update)).toMatchObject({ code: 'UNMAPPED_FIELD', element: 'DepartmentRef' })
    },
  )
})
