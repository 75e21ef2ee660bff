import {
  type ExchangeOutcome,
  encodeJson,
  hasResponse,
  parseSandboxCall,
  type RealmId,
  UnreadablePayloadError,
} from '@bridge/agent-protocol'
import type { Job } from '@bridge/platform/exchange-socket/job'
import { payloadCodec } from '@bridge/platform/exchange-socket/payload-codec'
import { type CompanyFiles, LeaseLostError } from '@bridge/sandbox'
import type { Logger } from 'pino'

/**
 * Runs a job against its sandbox's company file. A failure is `lost`, because its transaction may have been
 * committed, unless another process has opened the file: then nothing was stored.
 */
export async function runJob(
  { call: { realmId, content }, payload, receivedAt, sentAt = receivedAt }: Job,
  files: CompanyFiles,
  logger: Logger,
): Promise<ExchangeOutcome<Uint8Array>> {
  try {
    const outcome =
      content === 'sandbox-call' ? await callSandbox(realmId, payload, files) : await exchange(realmId, payload, files)
    const timing = { queueMs: sentAt - receivedAt, desktopMs: performance.now() - sentAt }
    return hasResponse(outcome) ? { ...outcome, timing } : outcome
  } catch (error) {
    if (error instanceof LeaseLostError) return { sent: false, reason: 'not-mine' }
    if (error instanceof UnreadablePayloadError) return { sent: false, reason: 'unreachable' }
    logger.error({ err: error, realmId }, 'A call of a sandbox failed')
    return { sent: true, lost: true, reason: 'connection' }
  }
}

async function exchange(
  realmId: RealmId,
  payload: Uint8Array,
  files: CompanyFiles,
): Promise<ExchangeOutcome<Uint8Array>> {
  const outcome = await files.exchange(realmId, await payloadCodec.unpack(payload))
  return hasResponse(outcome) ? { ...outcome, response: await payloadCodec.pack(outcome.response) } : outcome
}

async function callSandbox(
  realmId: RealmId,
  payload: Uint8Array,
  files: CompanyFiles,
): Promise<ExchangeOutcome<Uint8Array>> {
  const call = parseSandboxCall(payload)
  const getResult = () => {
    switch (call.name) {
      case 'reset':
        return files.reset(realmId, call.template, call.event)
      case 'setFaults':
        return files.setFaults(realmId, call.faults, call.event)
      case 'getFaults':
        return files.getFaults(realmId)
      case 'countRecords':
        return files.countRecords(realmId)
    }
  }
  return { sent: true, lost: false, response: encodeJson(await getResult()) }
}
