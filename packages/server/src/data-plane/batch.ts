import type { ExchangeOutcome } from '@bridge/agent-protocol'
import { Fault, type FaultCode, faults, renderFaultSlot } from '@bridge/faults'
import { isWriteOperation, type Replay } from '../replay/replay.ts'
import { listWarnings } from './list-warnings.ts'
import type { CompanyFile } from './operations/company-file.ts'
import type { ItemFailure, Outcome } from './operations/operation.ts'
import { runOperation } from './operations/run-operation.ts'
import type { Batch, BatchItem } from './request.ts'
import type { SlotContext } from './slot-context.ts'

interface BatchContext extends SlotContext {
  readonly replay: Replay
}

type Slot = Readonly<Record<string, unknown>>

/**
 * Runs the items of a batch one after another. A fault fails only its item [dp-4.4.1]. The warnings of an item are in
 * `svc.warnings` of its slot. Once the connection to the agent is lost, the remaining items are not attempted.
 *
 * @throws Fault `AGENT_OFFLINE` if the agent was offline from the start, `REQUEST_IN_FLIGHT` if the batch still runs
 * elsewhere
 */
export async function runBatch(context: BatchContext, { items }: Batch): Promise<Outcome> {
  const connection = watchConnection(context.company)
  const slots: Slot[] = []
  const itemFailures: ItemFailure[] = []
  const warnings: string[] = []
  let hasOutcome = false
  let isLost = false
  for (const { bId, target, operation } of items) {
    connection.isLost = false
    const fail = (fault: Fault) => {
      slots.push({ bId, ...renderFaultSlot(fault, context) })
      itemFailures.push({ fault, ...target })
    }
    try {
      if (isLost) throw connectionLost()
      const outcome = await runItem({ ...context, company: connection.company }, operation)
      if (outcome instanceof Fault) fail(outcome)
      else {
        const itemWarnings = listWarnings(outcome, 'item')
        slots.push({ bId, ...outcome.body, ...(itemWarnings.length > 0 && { svc: { warnings: itemWarnings } }) })
        warnings.push(...itemWarnings)
      }
      hasOutcome = true
    } catch (error) {
      const fault = context.toFault(error)
      hasOutcome ||= connection.wasUsed || !isWithoutEffect(fault)
      if (fault.code === 'REQUEST_IN_FLIGHT' || (fault.code === 'AGENT_OFFLINE' && !hasOutcome)) throw fault
      fail(fault)
      isLost ||= connection.isLost
    }
  }
  return { body: { BatchItemResponse: slots }, warnings: [], itemWarnings: warnings, itemFailures }
}

/** The company file of a batch, and the state of its connection to the agent. */
interface ConnectionWatch {
  readonly company: CompanyFile
  /** True if the latest message set reached no agent, or its response did not arrive. */
  isLost: boolean
  /** True once a message set was sent. */
  wasUsed: boolean
}

function watchConnection(company: CompanyFile): ConnectionWatch {
  const watch: ConnectionWatch = {
    isLost: false,
    wasUsed: false,
    company: {
      ...company,
      exchange: async (set, options) => {
        const result = await company.exchange(set, options)
        watch.isLost = isConnectionLost(result)
        watch.wasUsed ||= result.sent
        return result
      },
    },
  }
  return watch
}

function isConnectionLost(outcome: ExchangeOutcome<unknown>): boolean {
  return outcome.sent ? outcome.lost && outcome.reason !== 'unreadable' : outcome.reason === 'offline'
}

function connectionLost(): Fault {
  return new Fault(
    'AGENT_OFFLINE',
    'The connection to the agent was lost during an earlier item. Nothing of this item was sent to QuickBooks Desktop.',
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

/** Returns whether the fault guarantees that the company file did not change. */
function isWithoutEffect({ code }: Fault): boolean {
  return Object.hasOwn(faults, code) && faults[code as FaultCode].outcome === 'not_applied'
}
