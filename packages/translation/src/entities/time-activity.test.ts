import { runAtOnce } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  context,
  createRememberingContext,
  parseElement,
  parseResponse,
  requireTable,
  serializeCreate,
  serializeRequest,
  serializeUpdate,
} from '../../test/translation.fixture.ts'
import { parseQuery } from '../query/parse.ts'
import { planQuery } from '../query/plan.ts'
import { readRecord } from '../read/read.ts'
import { createReadRequests } from '../read/requests.ts'
import { readResponses } from '../read/response.ts'

const TimeActivity = requireTable('TimeActivity')
const employee = { NameOf: 'Employee', EmployeeRef: { value: '8000001F-1' } }
function create(body: object): string {
  return serializeCreate(TimeActivity, { ...employee, Hours: 8, Minutes: 30, ...body })
}
function update(body: object): string {
  return serializeUpdate(TimeActivity, { Id: '2B-1782900005', SyncToken: '7', ...body }, stored)
}
function readWithLists(names: Record<string, string>) {
  return readRecord(TimeActivity, parseElement(stored), { ...context, nameLists: new Map(Object.entries(names)) })
}

const stored = `
  <TimeTrackingRet>
    <TxnID>2B-1782900005</TxnID>
    <TimeCreated>2026-07-01T10:00:05+00:00</TimeCreated><TimeModified>2026-07-01T10:00:05+00:00</TimeModified>
    <EditSequence>7</EditSequence>
    <TxnNumber>40</TxnNumber><TxnDate>2026-07-01</TxnDate>
    <EntityRef><ListID>8000001F-1</ListID><FullName>Ada Byron</FullName></EntityRef>
    <CustomerRef><ListID>80000007-1</ListID><FullName>Abercrombie:Kitchen</FullName></CustomerRef>
    <ItemServiceRef><ListID>8000000E-1</ListID><FullName>Hours</FullName></ItemServiceRef>
    <Duration>PT8H30M0S</Duration>
    <ClassRef><ListID>80000002-1</ListID><FullName>North</FullName></ClassRef>
    <PayrollItemWageRef><ListID>80000003-1</ListID><FullName>Salary</FullName></PayrollItemWageRef>
    <Notes>planned the move</Notes><BillableStatus>Billable</BillableStatus>
  </TimeTrackingRet>`

describe('TimeActivity', () => {
  it('reads a record as client-side JSON [dp-4.2-notes:4]', () => {
    expect(readWithLists({ '8000001F-1': 'Employee' })).toEqual({
      domain: 'QBO',
      sparse: false,
      Id: '2B-1782900005',
      SyncToken: '7',
      MetaData: { CreateTime: '2026-07-01T10:00:05+00:00', LastUpdatedTime: '2026-07-01T10:00:05+00:00' },
      TxnDate: '2026-07-01',
      NameOf: 'Employee',
      EmployeeRef: { value: '8000001F-1', name: 'Ada Byron' },
      CustomerRef: { value: '80000007-1', name: 'Abercrombie:Kitchen' },
      ItemRef: { value: '8000000E-1', name: 'Hours' },
      Hours: 8,
      Minutes: 30,
      ClassRef: { value: '80000002-1', name: 'North' },
      PayrollItemRef: { value: '80000003-1', name: 'Salary' },
      Description: 'planned the move',
      BillableStatus: 'Billable',
    })
  })

  it('determines a name’s kind from the lists', () => {
    expect(readWithLists({ '8000001F-1': 'OtherName' })).toMatchObject({
      NameOf: 'Other',
      OtherNameRef: { name: 'Ada Byron' },
    })
    const ofVendor = readWithLists({ '80000055-1': 'Employee' })
    expect(ofVendor).toMatchObject({ NameOf: 'Vendor', VendorRef: { value: '8000001F-1', name: 'Ada Byron' } })
    expect(ofVendor).not.toHaveProperty('EmployeeRef')
  })

  it('reads a name as a vendor if it is in no other list', () => {
    const responses = ['TimeTracking', 'Vendor', 'Employee', 'OtherName'].map((name) =>
      parseResponse(`${name}QueryRs`, name === 'TimeTracking' ? stored : ''),
    )
    expect(runAtOnce(readResponses(responses, TimeActivity, createRememberingContext())).records).toMatchObject([
      { NameOf: 'Vendor' },
    ])
  })

  it('queries the name lists once, with the first request', () => {
    const along = [
      '<VendorQueryRq><ActiveStatus>All</ActiveStatus><IncludeRetElement>ListID</IncludeRetElement></VendorQueryRq>',
      '<EmployeeQueryRq><ActiveStatus>All</ActiveStatus><IncludeRetElement>ListID</IncludeRetElement></EmployeeQueryRq>',
      '<OtherNameQueryRq><ActiveStatus>All</ActiveStatus><IncludeRetElement>ListID</IncludeRetElement></OtherNameQueryRq>',
    ]
    expect(createReadRequests(TimeActivity, '2B-1782900005', createRememberingContext()).map(serializeRequest)).toEqual(
      ['<TimeTrackingQueryRq><TxnID>2B-1782900005</TxnID></TimeTrackingQueryRq>', ...along],
    )
    const parsed = parseQuery("SELECT COUNT(*) FROM TimeActivity WHERE NameOf = 'Vendor'")
    const run = planQuery(parsed, TimeActivity, createRememberingContext())
    expect(run.next().slice(1).map(serializeRequest)).toEqual(along)
    const page = { ...parseResponse('TimeTrackingQueryRs', stored), iteratorId: '{1}', iteratorRemainingCount: 1 }
    runAtOnce(
      run.accept([
        page,
        parseResponse('VendorQueryRs', '<VendorRet><ListID>8000001F-1</ListID></VendorRet>'),
        parseResponse('EmployeeQueryRs', '<EmployeeRet><ListID>80000055-1</ListID></EmployeeRet>'),
        parseResponse('OtherNameQueryRs', ''),
      ]),
    )
    expect(run.next()).toHaveLength(1)
    runAtOnce(run.accept([parseResponse('TimeTrackingQueryRs', stored.replaceAll('8000001F-1', '80000055-1'))]))
    expect(run.finish().queryResponse).toEqual({ totalCount: 1 })
  })

  it('writes a new activity’s elements in QuickBooks’ order', () => {
    const body = {
      Description: 'planned',
      TxnDate: '2026-07-01',
      CustomerRef: { value: '80000007-1' },
      ItemRef: { value: '8000000E-1' },
      BillableStatus: 'Billable',
      ClassRef: { value: '80000002-1' },
      PayrollItemRef: { value: '80000003-1' },
    }
    expect(create(body)).toBe(
      compact(`
        <TimeTrackingAddRq><TimeTrackingAdd>
          <TxnDate>2026-07-01</TxnDate><EntityRef><ListID>8000001F-1</ListID></EntityRef>
          <CustomerRef><ListID>80000007-1</ListID></CustomerRef><ItemServiceRef><ListID>8000000E-1</ListID></ItemServiceRef>
          <Duration>PT8H30M</Duration><ClassRef><ListID>80000002-1</ListID></ClassRef>
          <PayrollItemWageRef><ListID>80000003-1</ListID></PayrollItemWageRef>
          <Notes>planned</Notes><BillableStatus>Billable</BillableStatus>
        </TimeTrackingAdd></TimeTrackingAddRq>`),
    )
    expect(create({ Hours: 0, Minutes: 95 })).toContain('<Duration>PT1H35M</Duration>')
    expect(create({ NameOf: 'Vendor', EmployeeRef: null, VendorRef: { name: 'Bolt & Co' } })).toContain(
      '<EntityRef><FullName>Bolt &amp; Co</FullName></EntityRef>',
    )
  })

  it('computes duration and date from start, end and break', () => {
    const times = {
      Hours: null,
      Minutes: null,
      StartTime: '2026-07-01T08:00:00-08:00',
      EndTime: '2026-07-01T17:15:00-08:00',
    }
    expect(create({ ...times, BreakMinutes: 45 })).toContain('<Duration>PT8H30M</Duration>')
    expect(create(times)).toContain('<TxnDate>2026-07-01</TxnDate>')
    expect(create({ ...times, EndTime: '2026-07-01T17:15:00Z' })).toContain('<Duration>PT1H15M</Duration>')
    expect(create({ ...times, StartTime: '2026-07-01T16:15' })).toContain('<Duration>PT1H0M</Duration>')
  })

  it('rejects invalid times', () => {
    const times = { Hours: null, Minutes: null, StartTime: '2026-07-01T08:00:00Z', EndTime: '2026-07-01T17:00:00Z' }
    expect(catchFault(() => create({ ...times, EndTime: null }))).toMatchObject({ code: '2020', element: 'EndTime' })
    expect(catchFault(() => create({ ...times, EndTime: '2026-07-01T07:00:00Z' }))).toMatchObject({ code: '2010' })
    expect(catchFault(() => create({ ...times, StartTime: '2026-06-31T07:00:00Z' }))).toMatchObject({
      code: '2010',
      element: 'StartTime',
    })
    expect(catchFault(() => create({ ...times, Hours: 1 }))).toMatchObject({ code: '2010', element: 'Hours' })
    expect(catchFault(() => create({ Hours: null, Minutes: null }))).toMatchObject({ code: '2020', element: 'Hours' })
    expect(catchFault(() => create({ BreakHours: 1 }))).toMatchObject({ code: '2020', element: 'StartTime' })
    expect(catchFault(() => create({ Hours: 8761 }))).toMatchObject({ code: '2010', element: 'Hours' })
  })

  it('rejects a missing name, and two names', () => {
    for (const EmployeeRef of [null, {}, { value: '' }]) {
      expect(catchFault(() => create({ EmployeeRef }))).toMatchObject({ code: '2020', element: 'EmployeeRef' })
    }
    expect(catchFault(() => create({ NameOf: 'Vendor' }))).toMatchObject({ code: '2010', element: 'EmployeeRef' })
    expect(catchFault(() => create({ NameOf: 'Robot' }))).toMatchObject({ code: '2010', element: 'NameOf' })
    expect(catchFault(() => create({ VendorRef: { value: '80000009-1' } }))).toMatchObject({ code: '2010' })
  })

  it('rejects rates, and billable time without a customer', () => {
    for (const CustomerRef of [undefined, {}]) {
      expect(catchFault(() => create({ BillableStatus: 'Billable', CustomerRef }))).toMatchObject({
        code: '2020',
        element: 'CustomerRef',
      })
    }
    expect(catchFault(() => create({ CostRate: 80 }))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'CostRate',
    })
  })

  it('repeats required elements in an update, and merges hours with minutes [dp-4.2.3]', () => {
    expect(update({ Description: '' })).toBe(
      compact(`
        <TimeTrackingModRq><TimeTrackingMod>
          <TxnID>2B-1782900005</TxnID><EditSequence>7</EditSequence>
          <EntityRef><ListID>8000001F-1</ListID></EntityRef><Duration>PT8H30M</Duration><Notes />
        </TimeTrackingMod></TimeTrackingModRq>`),
    )
    expect(update({ BillableStatus: 'Billable' })).toContain('<BillableStatus>Billable</BillableStatus>')
    expect(update({ Minutes: 15 })).toContain('<Duration>PT8H15M</Duration>')
    expect(update({ Hours: 2 })).toContain('<Duration>PT2H30M</Duration>')
    expect(update({ NameOf: 'Vendor', VendorRef: { value: '80000009-1' } })).toContain(
      '<EntityRef><ListID>80000009-1</ListID></EntityRef>',
    )
  })

  it('accepts its own record as an update', () => {
    expect(update(readWithLists({ '8000001F-1': 'Employee' }))).toContain('<Duration>PT8H30M</Duration>')
  })

  it('time activities can be deleted [dp-4.2.4]', () => {
    expect(TimeActivity.can).toEqual(['read', 'query', 'create', 'update', 'delete'])
  })
})
