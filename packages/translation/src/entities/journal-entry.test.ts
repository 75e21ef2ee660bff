import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  createRememberingContext,
  inDollars,
  payeeQueries,
  read,
  requireTable,
  serializeCreate,
  serializeRequest,
  serializeUpdate,
} from '../../test/translation.fixture.ts'
import { checkUpdate } from '../check/check.ts'
import { createReadRequests } from '../read/requests.ts'
import { createModRequest, needsCurrent } from '../write/requests.ts'

const JournalEntry = requireTable('JournalEntry')
function posting(side: string, account: string, amount: unknown, rest: object = {}): object {
  return {
    Amount: amount,
    DetailType: 'JournalEntryLineDetail',
    JournalEntryLineDetail: { PostingType: side, AccountRef: { value: account }, ...rest },
  }
}
const balanced = [posting('Debit', '80000041-1', 100), posting('Credit', '80000042-1', 100)]
function create(body: object): string {
  return serializeCreate(JournalEntry, { Line: balanced, ...body })
}
function update(body: object): string {
  return serializeUpdate(JournalEntry, { Id: 'A0-1782900000', SyncToken: '1782900000', ...body }, stored)
}

const stored = `
  <JournalEntryRet>
    <TxnID>A0-1782900000</TxnID>
    <TimeCreated>2026-07-01T10:00:00+00:00</TimeCreated><TimeModified>2026-07-01T10:00:00+00:00</TimeModified>
    <EditSequence>1782900000</EditSequence><TxnNumber>50</TxnNumber>
    <TxnDate>2026-06-30</TxnDate><RefNumber>ADJ-7</RefNumber><IsAdjustment>true</IsAdjustment>
    <JournalCreditLine>
      <TxnLineID>A1-1</TxnLineID><AccountRef><ListID>80000042-1</ListID><FullName>Accumulated Depreciation</FullName></AccountRef>
      <Amount>150.10</Amount><Memo>June</Memo>
    </JournalCreditLine>
    <JournalDebitLine>
      <TxnLineID>A2-1</TxnLineID><AccountRef><ListID>80000041-1</ListID><FullName>Depreciation</FullName></AccountRef>
      <Amount>100.00</Amount><ClassRef><ListID>80000003-1</ListID><FullName>Remodel</FullName></ClassRef>
    </JournalDebitLine>
    <JournalDebitLine>
      <TxnLineID>A3-1</TxnLineID><AccountRef><ListID>80000021-1</ListID><FullName>Accounts Payable</FullName></AccountRef>
      <Amount>50.10</Amount><EntityRef><ListID>80000031-1</ListID><FullName>Patton Hardware</FullName></EntityRef>
    </JournalDebitLine>
    <JournalDebitLine><TxnLineID>A4-1</TxnLineID><Memo>as agreed</Memo></JournalDebitLine>
  </JournalEntryRet>`

describe('JournalEntry', () => {
  it('reads a record with its lines in entry order as client-side JSON', () => {
    expect(read('JournalEntry', stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      ...inDollars,
      Id: 'A0-1782900000',
      SyncToken: '1782900000',
      MetaData: { CreateTime: '2026-07-01T10:00:00+00:00', LastUpdatedTime: '2026-07-01T10:00:00+00:00' },
      TxnDate: '2026-06-30',
      DocNumber: 'ADJ-7',
      Adjustment: true,
      Line: [
        {
          Id: 'A1-1',
          LineNum: 1,
          Description: 'June',
          Amount: 150.1,
          DetailType: 'JournalEntryLineDetail',
          JournalEntryLineDetail: {
            PostingType: 'Credit',
            AccountRef: { value: '80000042-1', name: 'Accumulated Depreciation' },
          },
        },
        {
          Id: 'A2-1',
          LineNum: 2,
          Amount: 100,
          DetailType: 'JournalEntryLineDetail',
          JournalEntryLineDetail: {
            PostingType: 'Debit',
            AccountRef: { value: '80000041-1', name: 'Depreciation' },
            ClassRef: { value: '80000003-1', name: 'Remodel' },
          },
        },
        {
          Id: 'A3-1',
          LineNum: 3,
          Amount: 50.1,
          DetailType: 'JournalEntryLineDetail',
          JournalEntryLineDetail: {
            PostingType: 'Debit',
            AccountRef: { value: '80000021-1', name: 'Accounts Payable' },
            Entity: { EntityRef: { value: '80000031-1', name: 'Patton Hardware' } },
          },
        },
        { Id: 'A4-1', LineNum: 4, Description: 'as agreed', DetailType: 'DescriptionOnly', DescriptionLineDetail: {} },
      ],
      TotalAmt: 150.1,
      TxnTaxDetail: {},
    })
  })

  it('writes debits and credits in the client’s order', () => {
    const text = create({
      TxnDate: '2026-06-30',
      DocNumber: 'ADJ-7',
      Adjustment: true,
      TxnTaxDetail: {},
      Line: [
        posting('Credit', '80000042-1', 100, { Entity: { Type: 'Vendor', EntityRef: { value: '80000031-1' } } }),
        { ...posting('debit', '80000041-1', '60.5', { ClassRef: { value: '80000003-1' } }), Description: 'June' },
        posting('Debit', '80000043-1', 39.5, { TaxCodeRef: { value: 'NON' } }),
      ],
    })
    expect(text).toBe(
      compact(`
        <JournalEntryAddRq><JournalEntryAdd>
          <TxnDate>2026-06-30</TxnDate><RefNumber>ADJ-7</RefNumber><IsAdjustment>true</IsAdjustment>
          <JournalCreditLine>
            <AccountRef><ListID>80000042-1</ListID></AccountRef><Amount>100.00</Amount>
            <EntityRef><ListID>80000031-1</ListID></EntityRef>
          </JournalCreditLine>
          <JournalDebitLine>
            <AccountRef><ListID>80000041-1</ListID></AccountRef><Amount>60.50</Amount><Memo>June</Memo>
            <ClassRef><ListID>80000003-1</ListID></ClassRef>
          </JournalDebitLine>
          <JournalDebitLine>
            <AccountRef><ListID>80000043-1</ListID></AccountRef><Amount>39.50</Amount>
          </JournalDebitLine>
        </JournalEntryAdd></JournalEntryAddRq>`),
    )
  })

  it('updates the header without the current record, and keeps every posting [dp-4.2.3]', () => {
    const record = checkUpdate(JournalEntry, {
      Id: 'A0-1',
      SyncToken: '7',
      TxnDate: '2026-07-31',
      DocNumber: '',
      Adjustment: false,
    })
    expect(needsCurrent(record)).toBe(false)
    expect(serializeRequest(createModRequest(record))).toBe(
      compact(`
        <JournalEntryModRq><JournalEntryMod>
          <TxnID>A0-1</TxnID><EditSequence>7</EditSequence><TxnDate>2026-07-31</TxnDate><RefNumber />
          <IsAdjustment>false</IsAdjustment>
        </JournalEntryMod></JournalEntryModRq>`),
    )
  })

  it('checks the merged lines’ balance [dp-4.2-lines.7]', () => {
    const rest = [{ Id: 'A2-1' }, { Id: 'A3-1' }, { Id: 'A4-1' }]
    expect(catchFault(() => update({ Line: [{ Id: 'A1-1', Amount: 150 }, ...rest] }))).toMatchObject({
      code: '2010',
      element: 'Line',
      message: expect.stringContaining('150.10'),
    })
    expect(catchFault(() => update({ Line: [{ Id: 'A1-1' }, { Id: 'A2-1' }] })).code).toBe('2010')
    const text = update({
      Line: [{ Id: 'A1-1', Amount: 151 }, ...rest, posting('Debit', '80000044-1', '0.9')],
    })
    expect(text).toContain(
      compact(`
        <JournalLineMod><TxnLineID>A1-1</TxnLineID><Amount>151.00</Amount></JournalLineMod>
        <JournalLineMod><TxnLineID>A2-1</TxnLineID></JournalLineMod>
        <JournalLineMod><TxnLineID>A3-1</TxnLineID></JournalLineMod>
        <JournalLineMod><TxnLineID>A4-1</TxnLineID></JournalLineMod>
        <JournalLineMod>
          <TxnLineID>-1</TxnLineID><JournalLineType>Debit</JournalLineType>
          <AccountRef><ListID>80000044-1</ListID></AccountRef><Amount>0.90</Amount>
        </JournalLineMod>`),
    )
  })

  it('moves a line to the other side [dp-4.2-lines.7]', () => {
    const side = (PostingType: string) => ({ JournalEntryLineDetail: { PostingType } })
    const text = update({
      Line: [
        { Id: 'A1-1', ...side('Debit'), Amount: 50.1 },
        { Id: 'A2-1', ...side('Debit') },
        { Id: 'A3-1', ...side('Credit'), Amount: '150.10', DetailType: 'JournalEntryLineDetail' },
      ],
    })
    expect(text).toContain(
      compact(`
        <JournalLineMod><TxnLineID>A1-1</TxnLineID><JournalLineType>Debit</JournalLineType><Amount>50.10</Amount></JournalLineMod>
        <JournalLineMod><TxnLineID>A2-1</TxnLineID><JournalLineType>Debit</JournalLineType></JournalLineMod>
        <JournalLineMod><TxnLineID>A3-1</TxnLineID><JournalLineType>Credit</JournalLineType><Amount>150.10</Amount></JournalLineMod>`),
    )
  })

  it('accepts its own record as an update and keeps every line', () => {
    const text = update(read('JournalEntry', stored))
    expect([...text.matchAll(/<TxnLineID>(.+?)<\/TxnLineID>/g)].map(([, id]) => id)).toEqual([
      'A1-1',
      'A2-1',
      'A3-1',
      'A4-1',
    ])
  })

  it.each([
    ['Line', { Line: [balanced[0]] }, '2010'],
    ['Line', { Line: undefined }, '2020'],
    ['Line[0].JournalEntryLineDetail.PostingType', { Line: [posting('Sideways', '80000041-1', 1)] }, '2010'],
    [
      'Line[0].JournalEntryLineDetail.PostingType',
      {
        Line: [
          { DetailType: 'JournalEntryLineDetail', Amount: 1, JournalEntryLineDetail: { AccountRef: { value: '1' } } },
        ],
      },
      '2020',
    ],
    [
      'Line[0].JournalEntryLineDetail.AccountRef',
      { Line: [{ DetailType: 'JournalEntryLineDetail', Amount: 1, JournalEntryLineDetail: { PostingType: 'Debit' } }] },
      '2020',
    ],
    ['Line[0].DetailType', { Line: [{ DetailType: 'DescriptionOnly', Description: 'x' }] }, 'UNSUPPORTED_BY_DESKTOP'],
    ['PrivateNote', { PrivateNote: true }, '2010'],
    ['TxnTaxDetail', { TxnTaxDetail: { TotalTax: 1 } }, 'UNSUPPORTED_BY_DESKTOP'],
    ['DocNumber', { DocNumber: '123456789012' }, '2050'],
  ])('rejects a wrong %s [dp-7.3:2050]', (element, body, code) => {
    expect(catchFault(() => create(body))).toMatchObject({ code, element })
  })

  it('entries are read with their lines, and cannot be deleted [dp-4.2.4]', () => {
    expect(createReadRequests(JournalEntry, 'A0-1', createRememberingContext()).map(serializeRequest)).toEqual([
      '<JournalEntryQueryRq><TxnID>A0-1</TxnID><IncludeLineItems>true</IncludeLineItems></JournalEntryQueryRq>',
      ...payeeQueries,
    ])
    expect(JournalEntry.can).not.toContain('delete')
  })

  it('describes lines without a description by a new entry’s note', () => {
    const own = [balanced[0], { ...balanced[1], Description: 'own words' }]
    const written = create({ PrivateNote: 'Payroll of June', Line: own })
    expect(written.match(/<Memo>[^<]*<\/Memo>/g)).toEqual(['<Memo>Payroll of June</Memo>', '<Memo>own words</Memo>'])
    expect(create({ PrivateNote: ' ' })).not.toContain('<Memo>')
    expect(catchFault(() => create({ PrivateNote: 'x'.repeat(4_096) }))).toMatchObject({
      code: '2050',
      element: 'PrivateNote',
    })
  })
})
