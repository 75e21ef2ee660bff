import { type TruthReport, truthPath } from '@bridge/truth'
import { CommandError } from '../command-error.ts'

const timeoutMs = 60_000

interface SendOptions {
  /** The service's address or its agent path. */
  readonly url: string
  readonly token: string
  readonly report: TruthReport
}

/** Sends a report to the service. @throws {CommandError} saying why it was not stored */
export async function sendReport({ url, token, report }: SendOptions): Promise<void> {
  const target = new URL(truthPath, url.replace(/^ws/, 'http'))
  target.search = ''
  const byEmail = 'Attach the report to an email to your support instead.'
  let response: Response
  try {
    response = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(report),
      // The token is for this address only.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch {
    throw new CommandError(`${target.host} cannot be reached. ${byEmail}`)
  }
  await response.body?.cancel()
  if (response.status === 201) return
  const reasons: Readonly<Record<number, string>> = {
    401: 'The service does not accept the token of this agent.',
    404: 'This service does not accept reports.',
    413: 'The report is too large for the service.',
    429: 'The service has enough reports of this PC for now.',
  }
  throw new CommandError(
    `${reasons[response.status] ?? `The service failed with the status ${response.status}.`} ${byEmail}`,
  )
}
