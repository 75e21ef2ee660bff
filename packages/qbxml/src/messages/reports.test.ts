import { describe, expect, it } from 'vitest'
import { arrange } from '../arrange.ts'
import { findRequestViolations, findResponseViolations } from '../conforms.ts'
import { branch, leaf } from '../element.ts'
import { parseMessageSetResponse } from '../parse-message-set-response.ts'
import { serializeMessageSetResponse } from '../serialize.ts'
import { findMessageTable, getMessageNames } from './message-table.ts'
import type { Node } from './notation.ts'

const balanceSheet = `<?xml version="1.0" ?>
<QBXML>
<QBXMLMsgsRs>
<GeneralSummaryReportQueryRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage="Status OK">
<ReportRet>
<ReportTitle>Balance Sheet</ReportTitle>
<ReportSubtitle>As of March 20, 2025</ReportSubtitle>
<ReportBasis>Accrual</ReportBasis>
<NumRows>4</NumRows>
<NumColumns>2</NumColumns>
<NumColTitleRows>1</NumColTitleRows>
<ColDesc colID="1" dataType="STRTYPE">
<ColTitle titleRow="1" />
<ColType>Label</ColType>
</ColDesc>
<ColDesc colID="2" dataType="AMTTYPE">
<ColTitle titleRow="1" value="Mar 20, 25" />
<ColType>Amount</ColType>
</ColDesc>
<ReportData>
<TextRow rowNumber="1" value="ASSETS" />
<DataRow rowNumber="2">
<RowData rowType="account" value="Bank:Operating Account" />
<ColData colID="1" value="Operating Account" />
<ColData colID="2" value="994.18" dataType="AMTTYPE" />
</DataRow>
<SubtotalRow rowNumber="3">
<ColData colID="1" value="Total Bank" />
<ColData colID="2" value="994.18" />
</SubtotalRow>
<TotalRow rowNumber="4">
<ColData colID="1" value="TOTAL ASSETS" />
<ColData colID="2" value="994.18" />
</TotalRow>
</ReportData>
</ReportRet>
</GeneralSummaryReportQueryRs>
</QBXMLMsgsRs>
</QBXML>
`

describe('report messages', () => {
  it('report messages conform, and are the same text after they are read and serialized', () => {
    const parsed = parseMessageSetResponse(balanceSheet)
    expect(parsed.responses.flatMap((response) => findResponseViolations(response))).toEqual([])
    expect(serializeMessageSetResponse(parsed)).toBe(balanceSheet)
  })

  it('report messages contain only each element’s attributes', () => {
    const wrong = balanceSheet.replace('<TextRow rowNumber="1" value="ASSETS"', '<TextRow rowNumber="1" colID="1"')
    const violations = parseMessageSetResponse(wrong).responses.flatMap((response) => findResponseViolations(response))
    expect(violations.map(({ path }) => path)).toEqual([
      'GeneralSummaryReportQueryRs/ReportRet/ReportData/TextRow@colID',
    ])
  })

  it('report messages take a request’s options in one order', () => {
    const request = branch('GeneralDetailReportQueryRq', [
      leaf('ReportBasis', 'Cash'),
      leaf('IncludeColumn', 'TxnID'),
      leaf('IncludeColumn', 'Amount'),
      branch('ReportEntityFilter', [leaf('ListIDWithChildren', '80000001-1197732180')]),
      branch('ReportPeriod', [leaf('ToReportDate', '2025-12-31'), leaf('FromReportDate', '2025-01-01')]),
      leaf('GeneralDetailReportType', 'GeneralLedger'),
    ])
    const arranged = arrange(request)
    expect(arranged.children.map(({ name }) => name)).toEqual([
      'GeneralDetailReportType',
      'ReportPeriod',
      'ReportEntityFilter',
      'IncludeColumn',
      'IncludeColumn',
      'ReportBasis',
    ])
    expect(findRequestViolations(arranged)).toEqual([])
    expect(findRequestViolations(request)).not.toEqual([])
  })

  it('reports have columns for a currency and its rate, and none for foreign amounts', () => {
    const names: string[] = []
    const visit = (nodes: readonly Node[]): void => {
      for (const node of nodes) {
        if (node.kind === 'choice') node.alternatives.forEach(visit)
        else if (['IncludeColumn', 'GeneralDetailReportType', 'GeneralSummaryReportType'].includes(node.name))
          names.push(...(node.values ?? []))
      }
    }
    for (const name of getMessageNames()) {
      if (name.endsWith('ReportQueryRq')) visit(findMessageTable(name)?.content ?? [])
    }
    expect(names).toEqual(expect.arrayContaining(['Amount', 'BalanceSheetStandard', 'GeneralLedger']))
    const found = names.filter((name) => /Currency|Exchange|Foreign|Gain|Realized/i.test(name))
    expect(new Set(found)).toEqual(new Set(['Currency', 'ExchangeRate']))
  })
})
