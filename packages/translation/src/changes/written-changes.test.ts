import { type Element, leaf, type QbxmlResponse } from '@bridge/qbxml'
import { expect, it } from 'vitest'
import { departmentsFromClasses } from '../entities/departments.ts'
import { registry } from '../entities/index.ts'
import { readWrittenChanges } from './written-changes.ts'

function respond(name: string, elements: readonly Element[], severity: 'Info' | 'Error' = 'Info'): QbxmlResponse {
  return { name, statusCode: 0, statusSeverity: severity, statusMessage: 'Status OK', elements }
}

function record(name: string, values: Record<string, string>): Element {
  return { name, text: '', children: Object.entries(values).map(([field, text]) => leaf(field, text)) }
}

/** July 14, 2026, 16:00 in UTC, which the host prints an hour late. */
const epoch = 1_784_044_800
const check = record('CheckRet', {
  TxnID: `5A-${epoch}`,
  TimeCreated: '2026-07-14T12:00:00-05:00',
  TimeModified: '2026-07-14T12:00:00-05:00',
  EditSequence: String(epoch),
})
const occurredAt = new Date('2026-07-14T16:00:00Z')

it('names a record as clients know it, at its true time', () => {
  expect(readWrittenChanges([respond('CheckAddRs', [check])])).toEqual([
    {
      entity: 'Purchase',
      recordId: `5A-${epoch}`,
      operation: 'create',
      occurredAt,
      version: '2026-07-14T12:00:00-05:00',
    },
  ])
  expect(readWrittenChanges([respond('CheckModRs', [check])])).toMatchObject([
    { entity: 'Purchase', operation: 'update', occurredAt, version: String(epoch) },
  ])
})

it('takes the version of a void from the record read after it', () => {
  const voided = respond('TxnVoidRs', [leaf('TxnVoidType', 'Check'), leaf('TxnID', `5A-${epoch}`)])
  expect(readWrittenChanges([voided, respond('CheckQueryRs', [check])])).toMatchObject([
    { entity: 'Purchase', operation: 'void', version: String(epoch) },
  ])
  expect(readWrittenChanges([voided])).toEqual([])
})

it('finds a void whose response is lost and which the record of message sets names', () => {
  const recovered = respond('TxnVoidRs', [record('ErrorRecovery', { TxnID: `5A-${epoch}`, TxnNumber: '7' })])
  expect(readWrittenChanges([recovered, respond('CheckQueryRs', [check])])).toMatchObject([
    { entity: 'Purchase', operation: 'void', version: String(epoch) },
  ])
})

it('finds a record again after its custom fields were written', () => {
  const custom = respond('DataExtModRs', [record('DataExtRet', { DataExtName: 'Color' })])
  expect(readWrittenChanges([custom, respond('CheckQueryRs', [check])])).toMatchObject([{ operation: 'update' }])
  expect(readWrittenChanges([respond('CheckQueryRs', [check])])).toEqual([])
})

it('reports a class also as a department where classes are departments', () => {
  const deleted = respond('ListDelRs', [
    leaf('ListDelType', 'Class'),
    leaf('ListID', '80000001-1'),
    leaf('TimeDeleted', '2026-07-14T12:00:00-05:00'),
  ])
  const entities = departmentsFromClasses(registry)
  expect(readWrittenChanges([deleted], entities).map(({ entity, operation }) => [entity, operation])).toEqual([
    ['Class', 'delete'],
    ['Department', 'delete'],
  ])
})

it('reports nothing of a rejected write, of types without events, and without a version', () => {
  expect(readWrittenChanges([respond('CheckAddRs', [check], 'Error')])).toEqual([])
  expect(readWrittenChanges([respond('SalesOrderAddRs', [check])])).toEqual([])
  expect(readWrittenChanges([respond('CheckModRs', [record('CheckRet', { TxnID: '1' })])])).toEqual([])
  expect(readWrittenChanges([respond('TxnDelRs', [leaf('TxnDelType', 'Bill'), leaf('TxnID', '1')])])).toEqual([])
})
