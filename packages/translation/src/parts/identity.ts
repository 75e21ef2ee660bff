import { childText, correctEpoch, type Element, formatEpoch, getIdSuffix, parseEpoch } from '@bridge/qbxml'
import type { RowSpecs } from '../table/row.ts'
import { derived, echo, field, filter, ignored, max, part, readOnly } from '../table/rows.ts'

const times: RowSpecs = {
  SyncToken: field('EditSequence', max(16), readOnly),
  'MetaData.CreateTime': derived(
    'dateTime',
    (record) => readTime(record, 'TimeCreated', getIdSuffix(record.children[0]?.text ?? '')),
    { filter: 'byCreated' },
  ),
  'MetaData.LastUpdatedTime': derived(
    'dateTime',
    (record) => readTime(record, 'TimeModified', childText(record, 'EditSequence')),
    {
      filter: 'byModified',
    },
  ),
  'MetaData.CreatedByRef': echo,
  'MetaData.LastModifiedByRef': echo,
  'MetaData.LastChangedInQB': echo,
  'MetaData.Synchronized': echo,
}

function readTime(record: Element, name: string, witness: string | undefined): string | undefined {
  const printed = parseEpoch(childText(record, name) ?? '')
  return printed === undefined ? undefined : formatEpoch(correctEpoch(printed, witness))
}

/** The identity of a list record. */
export const listIdentity: RowSpecs = part('identity of lists', {
  Id: field('ListID', readOnly, filter('byId')),
  ...times,
})

/**
 * The times of a record for which QuickBooks has none. It may have changed until it was read, so a client that asks for
 * newer records reads it again.
 */
export const timesOfReading: RowSpecs = part('times of reading', {
  'MetaData.CreateTime': derived('dateTime', (_record, { now }) => (now === undefined ? undefined : formatEpoch(0))),
  'MetaData.LastUpdatedTime': derived('dateTime', (_record, { now }) =>
    now === undefined ? undefined : formatEpoch(Math.floor(now.getTime() / 1000)),
  ),
})

/** The identity of a transaction. */
export const txnIdentity: RowSpecs = part('identity of transactions', {
  Id: field('TxnID', readOnly, filter('byId')),
  ...times,
})

/** Fields that any body may have and that are not part of the record. */
export const envelope: RowSpecs = part('envelope', {
  domain: echo,
  sparse: echo,
  status: echo,
  time: echo,
  AttachableRef: ignored,
})
