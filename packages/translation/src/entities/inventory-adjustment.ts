import { Fault } from '@bridge/faults'
import { noCurrency, noRate } from '../parts/currency-rows.ts'
import { customFields } from '../parts/custom-fields.ts'
import { envelope, txnIdentity } from '../parts/identity.ts'
import { noProjects } from '../parts/only-in-qbo.ts'
import { transaction } from '../table/entity-table.ts'
import type { LineKindSpec } from '../table/row.ts'
import {
  acceptsNumbers,
  addedAs,
  createOnly,
  derived,
  echo,
  field,
  filter,
  lines,
  notClearable,
  note,
  readOnly,
  refused,
  required,
  requiredItem,
  sameRow,
  writeOnly,
} from '../table/rows.ts'

const noSuchField = refused(
  'QuickBooks Desktop has no such field on inventory adjustments',
  'Put the text in PrivateNote of the adjustment.',
)
const difference = 'ItemAdjustmentLineDetail.QtyDiff'
const newQuantity = 'ItemAdjustmentLineDetail.NewQty'

/** A line changing a quantity. Its value follows from the average cost. */
const adjustment: LineKindSpec = {
  detailType: 'ItemAdjustmentLineDetail',
  detail: 'ItemAdjustmentLineDetail',
  rows: {
    Id: field('TxnLineID', readOnly),
    LineNum: echo,
    DetailType: derived('text', () => 'ItemAdjustmentLineDetail'),
    Amount: field('ValueDifference', readOnly, note('the quantity at its average cost')),
    'ItemAdjustmentLineDetail.ItemRef': field('ItemRef', requiredItem, notClearable),
    [difference]: field('QuantityDifference', addedAs('QuantityAdjustment/QuantityDifference')),
    [newQuantity]: field(
      'QuantityAdjustment/NewQuantity',
      createOnly,
      writeOnly,
      note('QuickBooks Desktop stores the difference from the quantity on hand: reads show QtyDiff'),
    ),
    'ItemAdjustmentLineDetail.ClassRef': refused(
      'QuickBooks Desktop adjustments have one class for all lines: ClassRef of the transaction',
      'Set ClassRef of the transaction, and create an adjustment for each class.',
    ),
    'ItemAdjustmentLineDetail.SalesPrice': refused(
      'QuickBooks Desktop adjustments have no sales price',
      'Set UnitPrice on the Item.',
    ),
    Description: refused(
      'QuickBooks Desktop adjustments have no description on lines',
      'Put the text in PrivateNote of the adjustment.',
    ),
    ...sameRow(['ProjectRef', 'CustomField', 'Received'], noSuchField),
    LinkedTxn: noSuchField,
  },
  beforeWrite: ({ path, values }) => {
    const sent = [difference, newQuantity].filter((key) => (values.get(key) ?? '') !== '')
    if (sent.length === 1) return values
    throw sent.length === 0
      ? new Fault('2020', `${path} requires ${difference} or ${newQuantity}.`, { element: `${path}.${difference}` })
      : new Fault('2010', `${path} cannot have both ${difference} and ${newQuantity}.`, {
          element: `${path}.${newQuantity}`,
        })
  },
}

export const InventoryAdjustment = transaction('InventoryAdjustment', {
  can: ['create', 'update', 'delete'],
  iterates: true,
  ownerId: true,
  rows: {
    ...envelope,
    ...txnIdentity,
    AdjustAccountRef: field('AccountRef', required, notClearable),
    TxnDate: field('TxnDate', notClearable, filter('byTxnDate')),
    DocNumber: field('RefNumber', acceptsNumbers, filter('byRefNumber')),
    CustomerRef: field('CustomerRef', filter('byEntity')),
    ClassRef: field('ClassRef'),
    PrivateNote: field('Memo', acceptsNumbers),
    Line: lines('InventoryAdjustmentLine', [adjustment], { required: true, updates: 'kept' }),
    CustomField: customFields,

    CurrencyRef: noCurrency('stock is kept in the home currency', 'Send values in the home currency.'),
    ExchangeRate: noRate('stock is kept in the home currency', 'Send values in the home currency.'),
    ProjectRef: noProjects('CustomerRef'),
    ShippingAdjustment: noSuchField,
    ...sameRow(['TxnTaxDetail', 'TaxFormType', 'TaxFormNum', 'TransactionLocationType'], noSuchField),
    ...sameRow(['Tag', 'RecurringInfo'], noSuchField),
    ...sameRow(['TxnSubType', 'TxnStatus', 'LinkedTxn', 'TxnSource', 'TxnApprovalInfo'], noSuchField),
    ...sameRow(['TotalCostAmount', 'AttachableRef'], noSuchField),
    RecurDataRef: echo,
    HomeTotalCostAmount: echo,
  },
})
