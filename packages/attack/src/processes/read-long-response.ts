import { customerRet } from '../agents/hostile-responses.ts'
import { respondAlways, withHostileAgent } from '../agents/respond.ts'
import type { Target } from '../target/start-target.ts'

const records = Array.from({ length: 4_000 }, (_, index) => customerRet(`8${String(index).padStart(7, '0')}-1`))
const response = new TextEncoder().encode(
  `<QBXML><QBXMLMsgsRs><CustomerQueryRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage="OK">${records.join('')}</CustomerQueryRs></QBXMLMsgsRs></QBXML>`,
)

/** Lets the server read a response too long for its event loop: it has a thread for such responses. */
export async function readLongResponse(target: Target): Promise<void> {
  await withHostileAgent(target, async (agent, file) => {
    respondAlways(agent, () => response)
    await file.call('/query?query=select%20*%20from%20Customer')
  })
}
