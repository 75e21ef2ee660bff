import type { ExchangeOutcome, Lost } from '@bridge/agent-protocol'
import { Fault, type FaultCode, faults, renderFaultSlot } from '@bridge/faults'
import { serializeJson } from '@bridge/translation'
import type { CompanyFile } from '../operations/company-file.ts'
import type { ItemFailure, Outcome } from '../operations/operation.ts'
import { CallerLeftError, requireCaller } from '../operations/require-caller.ts'
import { runOperation } from '../operations/run-operation.ts'
import { isWriteOperation, type Replay } from '../replay/replay.ts'
import { listWarnings } from './list-warnings.ts'
import type { Batch, BatchItem } from './request.ts'
import { maxBytes, maxMebibytes, pageTooLarge } from './response-limit.ts'
import type { SlotContext } from './slot-context.ts'
import { toSlotFault } from './slot-fault.ts'

interface BatchContext extends SlotContext {
  readonly replay: Pick<Replay, 'run'>
}

const unreached: ReadonlySet<string> = new Set(['AGENT_OFFLINE', 'AGENT_BUSY'])

type Slot = Readonly<Record<string, unknown>>

/**
 * Runs a batch's items one after another. A fault fails only its item [dp-4.4.1]. An item's warnings are in its slot's
 * `svc.warnings`. Once the agent connection is lost, the caller has left or the response would exceed 32 MiB, the
 * remaining items are not attempted.
 *
 * @throws Fault `AGENT_OFFLINE` or `AGENT_BUSY` if the agent was so from the start, `REQUEST_IN_FLIGHT` if the batch
 * still runs elsewhere
 * @throws CallerLeftError after the running item, which is finished if it is a write
 */
export async function runBatch(context: BatchContext, { items }: Batch): Promise<Outcome> {
  const connection = watchConnection(context.company)
  const slots: Slot[] = []
  const itemFailures: ItemFailure[] = []
  const warnings: string[] = []
  let hasOutcome = false
  let isLost = false
  let isFull = false
  let bytes = 0
  const add = (slot: Slot, size = measure(slot)) => {
    slots.push(slot)
    bytes += size
  }
  for (const { bId, target, operation } of items) {
    requireCaller(context.company)
    connection.isLost = false
    const fail = (failure: Fault) => {
      const fault = toSlotFault(failure)
      add({ bId, ...renderFaultSlot(fault, context) })
      itemFailures.push({ fault, ...target })
    }
    try {
      if (isLost) throw connectionLost()
      if (isFull) throw notRun()
      const outcome = await runItem({ ...context, company: connection.company }, operation)
      hasOutcome = true
      if (outcome instanceof Fault) fail(outcome)
      else {
        const itemWarnings = listWarnings(outcome, 'item')
        const slot = { bId, ...outcome.body, ...(itemWarnings.length > 0 && { svc: { warnings: itemWarnings } }) }
        const size = measure(slot)
        if (target.kind === 'query') requireFits(size, bytes)
        add(slot, size)
        isFull = bytes > maxBytes
        warnings.push(...itemWarnings)
      }
    } catch (error) {
      if (error instanceof CallerLeftError) throw error
      const fault = context.toFault(error)
      hasOutcome ||= connection.wasUsed || !isWithoutEffect(fault)
      if (fault.code === 'REQUEST_IN_FLIGHT' || (unreached.has(fault.code) && !hasOutcome)) throw fault
      fail(fault)
      isFull ||= fault.code === 'BATCH_TOO_MANY_ITEMS'
      isLost ||= connection.isLost
    }
  }
  return { body: { BatchItemResponse: slots }, warnings: [], itemWarnings: warnings, itemFailures }
}

/** Measures a slot in JSON bytes. */
function measure(slot: Slot): number {
  return serializeJson(slot).reduce((sum, part) => sum + Buffer.byteLength(part), 0)
}

/**
 * Checks that a query's result fits into the response. A write's result always does, because nothing else shows what
 * was written.
 *
 * @param size its slot's bytes
 * @param bytes the earlier slots' bytes
 * @throws Fault `UNSUPPORTED_QUERY` if the result fits into no response, `BATCH_TOO_MANY_ITEMS` if it does not fit into
 * this one
 */
function requireFits(size: number, bytes: number): void {
  if (size > maxBytes) throw pageTooLarge()
  if (bytes + size > maxBytes) {
    throw new Fault(
      'BATCH_TOO_MANY_ITEMS',
      `With the result of this query the response would be larger than ${maxMebibytes} MiB. Send the query in another batch.`,
    )
  }
}

function notRun(): Fault {
  return new Fault(
    'BATCH_TOO_MANY_ITEMS',
    `The results of earlier items are as large as a response may be, ${maxMebibytes} MiB. This item was not run: send it in another batch.`,
  )
}

/** A batch's company file, and its agent connection's state. */
interface ConnectionWatch {
  readonly company: CompanyFile
  /** True if the latest message set reached no agent, or its response did not arrive. */
  isLost: boolean
  /** True once a message set was sent. */
  wasUsed: boolean
}

function watchConnection(company: CompanyFile): ConnectionWatch {
  const note = <Response>(result: ExchangeOutcome<Response>): ExchangeOutcome<Response> => {
    watch.isLost = isConnectionLost(result)
    watch.wasUsed ||= result.sent
    return result
  }
  const watch: ConnectionWatch = {
    isLost: false,
    wasUsed: false,
    company: {
      ...company,
      exchange: async (set, options) => note(await company.exchange(set, options)),
      read: async (set, options, use) => {
        const noteUse: typeof use = (...response) => {
          // What reads the response may throw.
          watch.wasUsed = true
          return use(...response)
        }
        return note(await company.read(set, options, noteUse))
      },
    },
  }
  return watch
}

/** Why a response is lost although it reached the agent or the service: its connection is as good as before. */
const arrived: ReadonlySet<Lost['reason']> = new Set<Lost['reason']>(['unreadable', 'too-large'])

function isConnectionLost(outcome: ExchangeOutcome<unknown>): boolean {
  return outcome.sent ? outcome.lost && !arrived.has(outcome.reason) : notReached.has(outcome.reason)
}

/** Reasons for which the next item would not be sent either. */
const notReached: ReadonlySet<string> = new Set(['offline', 'busy'])

function connectionLost(): Fault {
  return new Fault(
    'AGENT_OFFLINE',
    'The agent was lost or busy during an earlier item. Nothing of this item was sent to QuickBooks Desktop.',
  )
}

async function runItem(
  { company, replay, repeatsOf }: BatchContext,
  operation: BatchItem['operation'],
): Promise<Outcome | Fault> {
  if (operation instanceof Fault) throw operation
  if (!isWriteOperation(operation)) return runOperation(company, operation)
  return (await replay.run(company, operation, repeatsOf, (running) => runOperation(running, operation))).outcome
}

/** Returns whether the fault guarantees an unchanged company file. */
function isWithoutEffect({ code }: Fault): boolean {
  return Object.hasOwn(faults, code) && faults[code as FaultCode].outcome === 'not_applied'
}
