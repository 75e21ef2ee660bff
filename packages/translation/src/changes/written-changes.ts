import { childText, correctEpoch, type Element, getIdSuffix, parseEpoch, type QbxmlResponse } from '@bridge/qbxml'
import { type Registry, registry } from '../entities/index.ts'
import { findReportedTypes, toReportedOperation } from './reported-types.ts'

/** A change of a record as QuickBooks shows it. */
export interface SeenChange {
  /** The entity's name in QuickBooks Online. */
  readonly entity: string
  readonly recordId: string
  readonly operation: 'create' | 'update' | 'delete' | 'void'
  readonly occurredAt: Date
  /**
   * What distinguishes the record's changes, equal in every response that shows them: the EditSequence, or the printed
   * time of its creation or deletion.
   */
  readonly version: string
}

/** Returns the changes in the responses to a write's message set. A change whose version they lack is left out. */
export function readWrittenChanges(
  responses: readonly QbxmlResponse[],
  entities: Registry = registry,
): readonly SeenChange[] {
  const types = findReportedTypes(entities)
  const records = responses.flatMap(({ elements }) => elements)
  const hasCustomFields = responses.some(({ name }) => /^DataExt(Add|Mod|Del)Rs$/.test(name))
  const findRecord = (id: string) => records.findLast((each) => each.name.endsWith('Ret') && getRecordId(each) === id)
  const changes = responses.flatMap(({ name, statusSeverity, elements }): readonly DesktopChange[] => {
    if (statusSeverity === 'Error') return []
    const [, type = '', verb] = /^(\w+?)(Add|Mod)Rs$/.exec(name) ?? []
    if (verb !== undefined) return elements.map((record) => toSaved(type, record, verb === 'Add' ? 'create' : 'update'))
    if (name === 'TxnDelRs' || name === 'ListDelRs') return [toDeleted(elements)]
    if (name === 'TxnVoidRs') {
      const voided = findRecord(getVoidedId(elements))
      return voided === undefined ? [] : [toSaved(voided.name.slice(0, -'Ret'.length), voided, 'void')]
    }
    // The record is read again after its custom fields were written.
    return name.endsWith('QueryRs') && hasCustomFields
      ? elements.map((record) => toSaved(record.name.slice(0, -'Ret'.length), record, 'update'))
      : []
  })
  return changes.flatMap(({ type, id, ...change }) =>
    id === '' || change.version === '' || Number.isNaN(change.occurredAt.getTime())
      ? []
      : types.find(type, id).map((record) => ({
          ...record,
          ...change,
          operation: toReportedOperation(record.entity, change.operation),
        })),
  )
}

/** A change before its record has its client-side name. */
interface DesktopChange extends Omit<SeenChange, 'entity' | 'recordId'> {
  readonly type: string
  readonly id: string
}

function toSaved(type: string, record: Element, operation: 'create' | 'update' | 'void'): DesktopChange {
  const id = getRecordId(record)
  if (operation !== 'create') return { type, id, operation, ...getModification(record) }
  return { type, id, operation, ...getCreation(record) }
}

/** Returns when a record was created, and the version of its `create`. */
export function getCreation(record: Element): Pick<SeenChange, 'occurredAt' | 'version'> {
  const version = childText(record, 'TimeCreated') ?? ''
  return { occurredAt: toTrueTime(version, getIdSuffix(getRecordId(record))), version }
}

/** Returns when a record was last modified, and the version of that change. */
export function getModification(record: Element): Pick<SeenChange, 'occurredAt' | 'version'> {
  const version = childText(record, 'EditSequence') ?? ''
  return { occurredAt: toTrueTime(childText(record, 'TimeModified') ?? '', version), version }
}

/** Returns when a record was deleted, and the version of its `delete`. */
export function getDeletion(row: Element): Pick<SeenChange, 'occurredAt' | 'version'> {
  const version = childText(row, 'TimeDeleted') ?? ''
  return { occurredAt: toTrueTime(version, ''), version }
}

function toDeleted(elements: readonly Element[]): DesktopChange {
  const version = findText(elements, 'TimeDeleted')
  const type = findText(elements, 'TxnDelType') || findText(elements, 'ListDelType')
  const id = findText(elements, 'TxnID') || findText(elements, 'ListID')
  return { type, id, operation: 'delete', occurredAt: toTrueTime(version, ''), version }
}

function toTrueTime(printed: string, exact: string): Date {
  const time = parseEpoch(printed)
  return new Date(time === undefined ? Number.NaN : correctEpoch(time, exact) * 1000)
}

/** Returns a voided transaction's ID, which QuickBooks' record of message sets has in an `ErrorRecovery`. */
function getVoidedId(elements: readonly Element[]): string {
  const recovery = elements.find(({ name }) => name === 'ErrorRecovery')
  return findText(elements, 'TxnID') || (recovery === undefined ? '' : getRecordId(recovery))
}

function findText(elements: readonly Element[], name: string): string {
  return elements.find((each) => each.name === name)?.text ?? ''
}

/** Returns a record's ID; empty without one. */
export function getRecordId(record: Element): string {
  return childText(record, 'TxnID') ?? childText(record, 'ListID') ?? ''
}
