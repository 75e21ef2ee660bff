import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  read,
  requireTable,
  serializeCreate,
  serializeUpdate,
} from '../../test/translation.fixture.ts'

const InventoryAdjustment = requireTable('InventoryAdjustment')
function create(detail: object, body: object = {}): string {
  return serializeCreate(InventoryAdjustment, {
    AdjustAccountRef: { value: '80000021-1' },
    Line: [
      {
        DetailType: 'ItemAdjustmentLineDetail',
        ItemAdjustmentLineDetail: { ItemRef: { value: '8000000C-1' }, ...detail },
      },
    ],
    ...body,
  })
}
function update(body: object): string {
  return serializeUpdate(InventoryAdjustment, { Id: '1F-1782900005', SyncToken: '7', ...body }, stored)
}

const stored = `
  <InventoryAdjustmentRet>
    <TxnID>1F-1782900005</TxnID>
    <TimeCreated>2026-07-01T10:00:05+00:00</TimeCreated><TimeModified>2026-07-01T10:00:05+00:00</TimeModified>
    <EditSequence>7</EditSequence>
    <TxnNumber>12</TxnNumber>
    <AccountRef><ListID>80000021-1</ListID><FullName>Shrinkage</FullName></AccountRef>
    <TxnDate>2026-07-01</TxnDate><RefNumber>A-1</RefNumber>
    <CustomerRef><ListID>80000007-1</ListID><FullName>Kitchen</FullName></CustomerRef>
    <Memo>counted</Memo>
    <InventoryAdjustmentLineRet>
      <TxnLineID>20-1782900005</TxnLineID>
      <ItemRef><ListID>8000000C-1</ListID><FullName>Bolt</FullName></ItemRef>
      <QuantityDifference>-3</QuantityDifference><ValueDifference>-4.50</ValueDifference>
    </InventoryAdjustmentLineRet>
  </InventoryAdjustmentRet>`

describe('InventoryAdjustment', () => {
  it('reads a record as client-side JSON', () => {
    expect(read('InventoryAdjustment', stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      Id: '1F-1782900005',
      SyncToken: '7',
      MetaData: { CreateTime: '2026-07-01T10:00:05+00:00', LastUpdatedTime: '2026-07-01T10:00:05+00:00' },
      AdjustAccountRef: { value: '80000021-1', name: 'Shrinkage' },
      TxnDate: '2026-07-01',
      DocNumber: 'A-1',
      CustomerRef: { value: '80000007-1', name: 'Kitchen' },
      PrivateNote: 'counted',
      Line: [
        {
          Id: '20-1782900005',
          LineNum: 1,
          Amount: -4.5,
          DetailType: 'ItemAdjustmentLineDetail',
          ItemAdjustmentLineDetail: { ItemRef: { value: '8000000C-1', name: 'Bolt' }, QtyDiff: -3 },
        },
      ],
    })
  })

  it('creates an adjustment by difference or by new quantity', () => {
    expect(create({ QtyDiff: -3 }, { PrivateNote: 'counted', DocNumber: 'A-1', TxnDate: '2026-07-01' })).toBe(
      compact(`
        <InventoryAdjustmentAddRq><InventoryAdjustmentAdd>
          <AccountRef><ListID>80000021-1</ListID></AccountRef>
          <TxnDate>2026-07-01</TxnDate><RefNumber>A-1</RefNumber><Memo>counted</Memo>
          <InventoryAdjustmentLineAdd>
            <ItemRef><ListID>8000000C-1</ListID></ItemRef>
            <QuantityAdjustment><QuantityDifference>-3</QuantityDifference></QuantityAdjustment>
          </InventoryAdjustmentLineAdd>
        </InventoryAdjustmentAdd></InventoryAdjustmentAddRq>`),
    )
    expect(create({ NewQty: 0 })).toContain('<QuantityAdjustment><NewQuantity>0</NewQuantity></QuantityAdjustment>')
  })

  it('rejects a line with neither or both quantities, and a line without an item', () => {
    const element = 'Line[0].ItemAdjustmentLineDetail'
    expect(catchFault(() => create({}))).toMatchObject({ code: '2020', element: `${element}.QtyDiff` })
    expect(catchFault(() => create({ QtyDiff: 1, NewQty: 2 }))).toMatchObject({
      code: '2010',
      element: `${element}.NewQty`,
    })
    expect(catchFault(() => create({ QtyDiff: 1, ItemRef: null }))).toMatchObject({
      code: 'MISSING_REQUIRED_DESKTOP_ITEM',
      element: `${element}.ItemRef`,
    })
    expect(catchFault(() => create({ QtyDiff: 1, ClassRef: { value: '1-1' } }))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: `${element}.ClassRef`,
    })
  })

  it('accepts a number of at most 11 characters [dp-7.3:2050]', () => {
    expect(catchFault(() => create({ QtyDiff: 1 }, { DocNumber: '123456789012' }))).toMatchObject({
      code: '2050',
      element: 'DocNumber',
    })
  })

  it('updates the header and keeps the lines', () => {
    expect(update({ PrivateNote: '' })).toBe(
      compact(`
        <InventoryAdjustmentModRq><InventoryAdjustmentMod>
          <TxnID>1F-1782900005</TxnID><EditSequence>7</EditSequence><Memo />
        </InventoryAdjustmentMod></InventoryAdjustmentModRq>`),
    )
    expect(update(read('InventoryAdjustment', stored))).not.toContain('InventoryAdjustmentLineMod')
  })

  it('rejects a line update [dp-4.2-lines.11]', () => {
    const line = {
      Id: '20-1782900005',
      DetailType: 'ItemAdjustmentLineDetail',
      ItemAdjustmentLineDetail: { ItemRef: { value: '8000000C-1' }, QtyDiff: -4 },
    }
    expect(catchFault(() => update({ Line: [line] }))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'Line',
    })
  })

  it('rejects QBO fields it does not have [dp-1.3]', () => {
    const foreign = { TotalCostAmount: 5, TxnSubType: 'x', LinkedTxn: [{ TxnId: '1-1', TxnType: 'Bill' }] }
    for (const [element, value] of Object.entries(foreign)) {
      expect(catchFault(() => update({ [element]: value }))).toMatchObject({ code: 'UNSUPPORTED_BY_DESKTOP', element })
    }
  })
})
