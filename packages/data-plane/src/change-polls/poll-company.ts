import { backgroundClient, hasResponse } from '@bridge/agent-protocol'
import { type FinishedPoll, type PollState, planPoll } from '@bridge/translation'
import type { CompanyFile } from '../operations/company-file.ts'

/**
 * Finds what has changed in a company file since the previous poll: one exchange, and others for the versions of changed
 * transactions. Returns undefined if QuickBooks did not respond to one.
 */
export async function pollCompany(
  company: CompanyFile,
  before: PollState | undefined,
  now: Date,
): Promise<FinishedPoll | undefined> {
  const run = planPoll(before, Math.floor(now.getTime() / 1000), company.entities)
  for (let requests = run.next(); requests.length > 0; requests = run.next()) {
    const outcome = await company.exchange(
      { requests, onError: 'continueOnError' },
      { kind: 'read', client: backgroundClient },
    )
    if (!hasResponse(outcome)) return undefined
    run.accept(outcome.response.responses)
  }
  return run.finish()
}
