import { requireRealmId } from '@bridge/agent-protocol'
import { expect, it } from 'vitest'
import { linksAsCsv } from './links-as-csv.ts'

it('quotes names, and keeps them from being formulas', () => {
  const link = {
    realmId: requireRealmId('1000000000000001'),
    url: 'https://bridge.test/setup/a',
    expiresAt: '2026-03-09',
  }
  expect(linksAsCsv([{ ...link, name: '=1+1 "Ltd"' }])).toBe(
    '"Company file","Realm ID","Set-up link","Valid until"\r\n' +
      `"'=1+1 ""Ltd""","1000000000000001","https://bridge.test/setup/a","2026-03-09"\r\n`,
  )
})
