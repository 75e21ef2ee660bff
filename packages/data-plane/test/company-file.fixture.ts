import type { ExchangeOutcome } from '@bridge/agent-protocol'
import { type MessageSetResponse, runAtOnce } from '@bridge/qbxml'
import { type CompanyFile, openCompanyFile } from '../src/operations/company-file.ts'

/** Returns a company file whose exchanges are replaced, with parsed responses. */
export function replaceExchanges(
  company: CompanyFile,
  exchange: (...call: Parameters<CompanyFile['exchange']>) => Promise<ExchangeOutcome<MessageSetResponse>>,
): CompanyFile {
  return {
    ...company,
    exchange,
    read: async (set, options, use) => {
      const outcome = await exchange(set, options)
      if (!outcome.sent || outcome.lost) return outcome
      return { ...outcome, response: runAtOnce(use(outcome.response, outcome.characters ?? 0)) }
    },
  }
}

/** Opens an unserved company file, for {@link replaceExchanges}. */
export function openUnserved(realmId: CompanyFile['realmId']): CompanyFile {
  return openCompanyFile({ realmId, desktop: { exchange: async () => ({ sent: false, reason: 'offline' }) } })
}
