import { childText, correctEpoch, type Element, formatEpoch, getIdSuffix, parseEpoch } from '@bridge/qbxml'
import type { RowSpecs } from '../table/row.ts'
import { derived, echo, field, filter, ignored, max, part, readOnly } from '../table/rows.ts'

const times: RowSpecs = {
  SyncToken: field('EditSequence', max(16), readOnly),
  'MetaData.CreateTime': derived('dateTime', readCreateTime, {
    filter: 'byCreated',
    reads: ['TimeCreated', 'TimeModified', 'EditSequence'],
  }),
  'MetaData.LastUpdatedTime': derived('dateTime', readUpdateTime, {
    filter: 'byModified',
    reads: ['TimeModified', 'EditSequence'],
  }),
  'MetaData.CreatedByRef': echo,
  'MetaData.LastModifiedByRef': echo,
  'MetaData.LastChangedInQB': echo,
  'MetaData.Synchronized': echo,
}

/**
 * Reads when a record was created. Clients recognize a new record by equal times, and QuickBooks may stamp the edit
 * sequence a second later than both.
 */
function readCreateTime(record: Element): string | undefined {
  if (childText(record, 'TimeCreated') === childText(record, 'TimeModified')) return readUpdateTime(record)
  return readTime(record, 'TimeCreated', getIdSuffix(record.children[0]?.text ?? ''))
}

function readUpdateTime(record: Element): string | undefined {
  return readTime(record, 'TimeModified', childText(record, 'EditSequence'))
}

function readTime(record: Element, name: string, witness: string | undefined): string | undefined {
  const printed = parseEpoch(childText(record, name) ?? '')
  return printed === undefined ? undefined : formatEpoch(correctEpoch(printed, witness))
}

export const listIdentity: RowSpecs = part('identity of lists', {
  Id: field('ListID', readOnly, filter('byId')),
  ...times,
})

const timeOfReading = derived('dateTime', (_record, { now }) =>
  now === undefined ? undefined : formatEpoch(Math.floor(now.getTime() / 1000)),
)

/**
 * Times for a record without any in QuickBooks. It may have changed until it was read, so clients asking for newer
 * records read it again.
 */
export const timesOfReading: RowSpecs = part('times of reading', {
  'MetaData.CreateTime': timeOfReading,
  'MetaData.LastUpdatedTime': timeOfReading,
})

export const txnIdentity: RowSpecs = part('identity of transactions', {
  Id: field('TxnID', readOnly, filter('byId')),
  ...times,
})

/** Fields allowed in any body without being part of the record. */
export const envelope: RowSpecs = part('envelope', {
  domain: echo,
  sparse: echo,
  status: echo,
  time: echo,
  AttachableRef: ignored,
})
