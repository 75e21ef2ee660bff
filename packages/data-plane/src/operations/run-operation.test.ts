import { findEntity } from '@bridge/translation'
import { expect, it } from 'vitest'
import { productionRealmId } from '../../test/realm-ids.fixture.ts'
import { openCompanyFile } from './company-file.ts'
import { runOperation } from './run-operation.ts'

it('warns about a value from QuickBooks that cannot be read, and reports it', async () => {
  const reported: string[] = []
  const customer = '<CustomerRet><ListID>80000001-1</ListID><Name>A</Name><Balance>much</Balance></CustomerRet>'
  const response = `<QBXML><QBXMLMsgsRs><CustomerQueryRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage="">${customer}</CustomerQueryRs></QBXMLMsgsRs></QBXML>`
  const company = openCompanyFile({
    realmId: productionRealmId,
    desktop: { exchange: async () => ({ sent: true, lost: false, response }) },
    onUnreadable: (field) => reported.push(field),
  })
  const found = findEntity('Customer')
  if (found?.kind !== 'built') throw new Error('Customer is not supported.')
  const outcome = await runOperation(company, { kind: 'read', table: found.table, id: '80000001-1' })
  expect(outcome.warnings).toEqual(['QuickBooks Desktop returned values that cannot be read: Balance'])
  expect(reported).toEqual(['Balance'])
})
