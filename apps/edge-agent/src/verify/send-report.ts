import { agentTruthPath } from '@bridge/agent-protocol'
import type { TruthReport } from '@bridge/truth'

/** A report was not sent; the message says why and what to do. */
export class SendReportError extends Error {
  override readonly name = 'SendReportError'
}

/** What sending needs. */
export interface ReportReceiver {
  /** The service's address, or its agent path. */
  readonly url: string
  readonly token: string
}

const timeoutMs = 60_000

/**
 * Sends a report to the service with the agent's token.
 *
 * @throws {SendReportError}
 */
export async function sendReport({ url, token }: ReportReceiver, report: TruthReport): Promise<void> {
  const target = new URL(agentTruthPath, url.replace(/^ws/, 'http'))
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(report),
    // The token is for this address only.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new SendReportError(`${target.origin} cannot be reached: ${cause}. Try again later.`)
  })
  await response.body?.cancel()
  if (response.status !== 201) throw new SendReportError(describeRefusal(response.status))
}

function describeRefusal(status: number): string {
  switch (status) {
    case 401:
      return 'The agent token was revoked. Create a pairing code in the portal, and connect this PC again.'
    case 403:
      return 'The setting “Allow recordings” of this company file is off. An admin can turn it on in the portal.'
    case 429:
      return 'The agent has sent too many reports. Try again in an hour.'
    case 404:
      return 'The service does not take reports yet. Send the file by email.'
    default:
      return `The service did not take the report (status ${status}). Send the file by email.`
  }
}
