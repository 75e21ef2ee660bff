import { Fault } from '@bridge/faults'
import { sameRow } from '../parts/contact.ts'
import { customFields } from '../parts/custom-fields.ts'
import { envelope, txnIdentity } from '../parts/identity.ts'
import { noProjects } from '../parts/only-in-qbo.ts'
import { transaction } from '../table/entity-table.ts'
import { isJsonObject } from '../table/json.ts'
import type { LineKind } from '../table/line-kind.ts'
import {
  amount,
  createOnly,
  date,
  derived,
  filter,
  ignored,
  inAdd,
  lines,
  max,
  note,
  passing,
  permanent,
  quantity,
  readOnly,
  ref,
  refused,
  required,
  requiredItem,
  text,
  writeOnly,
} from '../table/rows.ts'

const noSuchField = refused('QuickBooks Desktop has no such field on inventory adjustments')
const difference = 'ItemAdjustmentLineDetail.QtyDiff'
const newQuantity = 'ItemAdjustmentLineDetail.NewQty'

/** A line changes a quantity; its value follows from the average cost. */
const adjustment: LineKind = {
  detailType: 'ItemAdjustmentLineDetail',
  detail: 'ItemAdjustmentLineDetail',
  rows: {
    Id: text('TxnLineID', readOnly),
    LineNum: ignored,
    DetailType: derived('text', () => 'ItemAdjustmentLineDetail'),
    Amount: amount('ValueDifference', readOnly, note('the quantity at its average cost')),
    'ItemAdjustmentLineDetail.ItemRef': ref('ItemRef', requiredItem, permanent),
    [difference]: quantity('QuantityDifference', inAdd('QuantityAdjustment/QuantityDifference')),
    [newQuantity]: quantity(
      'QuantityAdjustment/NewQuantity',
      createOnly,
      writeOnly,
      note('QuickBooks Desktop stores the difference from the quantity on hand: reads show QtyDiff'),
    ),
    'ItemAdjustmentLineDetail.ClassRef': refused(
      'an adjustment of QuickBooks Desktop has one class for all lines: ClassRef of the transaction',
    ),
    'ItemAdjustmentLineDetail.SalesPrice': refused('an adjustment of QuickBooks Desktop has no sales price'),
    Description: refused('the lines of an adjustment have no description in QuickBooks Desktop'),
    ...sameRow(['ProjectRef', 'CustomField', 'Received'], noSuchField),
    LinkedTxn: ignored,
  },
  beforeWrite: ({ path, values }) => {
    const given = [difference, newQuantity].filter((key) => (values.get(key) ?? '') !== '')
    if (given.length === 1) return values
    throw given.length === 0
      ? new Fault('2020', `${path} needs ${difference} or ${newQuantity}`, { element: `${path}.${difference}` })
      : new Fault('2010', `${path} has either ${difference} or ${newQuantity}`, { element: `${path}.${newQuantity}` })
  },
}

export const InventoryAdjustment = transaction('InventoryAdjustment', {
  can: ['create', 'update', 'delete'],
  iterates: true,
  ownerId: true,
  rows: {
    ...envelope,
    ...txnIdentity,
    AdjustAccountRef: ref('AccountRef', required, permanent),
    TxnDate: date('TxnDate', permanent, filter('byTxnDate')),
    DocNumber: text('RefNumber', max(11), filter('byRefNumber')),
    CustomerRef: ref('CustomerRef', permanent, filter('byEntity')),
    ClassRef: ref('ClassRef', permanent),
    PrivateNote: text('Memo', max(4095)),
    Line: lines('InventoryAdjustmentLine', [adjustment], { required: true, updates: 'kept' }),
    CustomField: customFields,

    CurrencyRef: refused('stock is kept in the home currency', (value) => isJsonObject(value) && value.value === 'USD'),
    ExchangeRate: refused('stock is kept in the home currency', passing(1)),
    ProjectRef: noProjects('CustomerRef'),
    ShippingAdjustment: noSuchField,
    ...sameRow(['TxnTaxDetail', 'TaxFormType', 'TaxFormNum', 'TransactionLocationType'], noSuchField),
    ...sameRow(['Tag', 'RecurringInfo'], noSuchField),
    ...sameRow(
      ['TxnSubType', 'TxnStatus', 'LinkedTxn', 'TxnSource', 'TxnApprovalInfo', 'RecurDataRef', 'TotalCostAmount'],
      ignored,
    ),
    HomeTotalCostAmount: ignored,
  },
})
