const accounts = 50

/** Serializes the response to a general ledger's message set with some rows. */
export function ledgerResponse(rows: number): string {
  const rowsOfAccount = Math.floor(rows / accounts)
  const names = Array.from({ length: accounts }, (_, index) => `Account ${index + 1}`)
  const data = names.flatMap((name, index) => serializeAccount(name, index * (rowsOfAccount + 2), rowsOfAccount))
  return [
    '<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>',
    '<GeneralDetailReportQueryRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage="Status OK"><ReportRet>',
    '<ReportTitle>General Ledger</ReportTitle><ReportSubtitle>All Transactions</ReportSubtitle><ReportBasis>Accrual</ReportBasis>',
    `<NumRows>${data.length}</NumRows><NumColumns>${columns.length + 1}</NumColumns><NumColTitleRows>1</NumColTitleRows>`,
    '<ColDesc colID="1" dataType="STRTYPE"><ColTitle titleRow="1" /><ColType>Label</ColType></ColDesc>',
    ...columns.map(
      ([type, title], index) =>
        `<ColDesc colID="${index + 2}" dataType="STRTYPE"><ColTitle titleRow="1" value="${title}" /><ColType>${type}</ColType></ColDesc>`,
    ),
    '<ReportData>',
    ...data,
    '</ReportData></ReportRet></GeneralDetailReportQueryRs>',
    serializeList(
      'AccountQueryRs',
      2,
      names.map((name, index) =>
        serializeRecord('AccountRet', index, 'FullName', name, '<AccountType>Bank</AccountType>'),
      ),
    ),
    serializeList('CustomerQueryRs', 3, [serializeRecord('CustomerRet', 900, 'FullName', 'Alder Street Books')]),
    serializeList('VendorQueryRs', 4, []),
    serializeList('EmployeeQueryRs', 5, []),
    serializeList('CompanyQueryRs', 6, [
      '<CompanyRet><FirstMonthFiscalYear>January</FirstMonthFiscalYear></CompanyRet>',
    ]),
    serializeList('PreferencesQueryRs', 7, ['<PreferencesRet />']),
    serializeList('CurrencyQueryRs', 8, []),
    '</QBXMLMsgsRs></QBXML>',
  ].join('\n')
}

/** The column types after the first, and their titles. */
const columns = [
  ['TxnID', 'Trans ID'],
  ['TxnType', 'Type'],
  ['Date', 'Date'],
  ['RefNumber', 'Num'],
  ['Name', 'Name'],
  ['Memo', 'Memo'],
  ['SplitAccount', 'Split'],
  ['Amount', 'Amount'],
  ['RunningBalance', 'Balance'],
] as const

function serializeAccount(name: string, before: number, rows: number): string[] {
  const rowData = `<RowData rowType="account" value="${name}" />`
  const total = (rows * 12.5).toFixed(2)
  return [
    `<DataRow rowNumber="${before + 1}">${rowData}<ColData colID="1" value="${name}" /><ColData colID="10" value="0.00" /></DataRow>`,
    ...Array.from({ length: rows }, (_, index) => {
      const cells = [
        `${(before + index).toString(16).toUpperCase()}-1700000000`,
        'Invoice',
        '2026-02-03',
        String(1000 + index),
        'Alder Street Books',
        'Layout of the reading corner',
        'Sales',
        '12.50',
        ((index + 1) * 12.5).toFixed(2),
      ]
      const printed = cells.map((value, cell) => `<ColData colID="${cell + 2}" value="${value}" />`)
      return `<DataRow rowNumber="${before + index + 2}">${rowData}${printed.join('')}</DataRow>`
    }),
    `<SubtotalRow rowNumber="${before + rows + 2}">${rowData}<ColData colID="1" value="Total ${name}" /><ColData colID="9" value="${total}" /><ColData colID="10" value="${total}" /></SubtotalRow>`,
  ]
}

function serializeList(name: string, requestId: number, records: readonly string[]): string {
  return `<${name} requestID="${requestId}" statusCode="0" statusSeverity="Info" statusMessage="Status OK">${records.join('')}</${name}>`
}

function serializeRecord(name: string, index: number, element: string, value: string, others = ''): string {
  return `<${name}><ListID>${index}-1700000000</ListID><${element}>${value}</${element}>${others}</${name}>`
}
