import { childText, correctEpoch, type Element, formatEpoch, getIdSuffix, parseEpoch } from '@bridge/qbxml'
import type { RowSpecs } from '../table/row.ts'
import { derived, echo, field, filter, ignored, max, part, readOnly } from '../table/rows.ts'

const times: RowSpecs = {
  SyncToken: field('EditSequence', max(16), readOnly),
  'MetaData.CreateTime': derived('dateTime', readCreateTime, { filter: 'byCreated' }),
  'MetaData.LastUpdatedTime': derived('dateTime', (record) => format(readUpdateTime(record)), { filter: 'byModified' }),
  'MetaData.CreatedByRef': echo,
  'MetaData.LastModifiedByRef': echo,
  'MetaData.LastChangedInQB': echo,
  'MetaData.Synchronized': echo,
}

/** Clients recognize a new record by equal times, and QuickBooks may stamp its edit sequence a second later. */
function readCreateTime(record: Element): string | undefined {
  const created = readTime(record, 'TimeCreated', getIdSuffix(record.children[0]?.text ?? ''))
  const updated = readUpdateTime(record)
  const isUnchanged = created !== undefined && updated !== undefined && Math.abs(updated - created) <= 1
  return format(isUnchanged ? updated : created)
}

function readUpdateTime(record: Element): number | undefined {
  return readTime(record, 'TimeModified', childText(record, 'EditSequence'))
}

function readTime(record: Element, name: string, witness: string | undefined): number | undefined {
  const printed = parseEpoch(childText(record, name) ?? '')
  return printed === undefined ? undefined : correctEpoch(printed, witness)
}

function format(epoch: number | undefined): string | undefined {
  return epoch === undefined ? undefined : formatEpoch(epoch)
}

export const listIdentity: RowSpecs = part('identity of lists', {
  Id: field('ListID', readOnly, filter('byId')),
  ...times,
})

const timeOfReading = derived('dateTime', (_record, { now }) =>
  format(now === undefined ? undefined : Math.floor(now.getTime() / 1000)),
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
