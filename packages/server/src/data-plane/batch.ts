import { Fault, type FaultCode, faults, renderFaultSlot } from '@bridge/faults'
import type { Desktop } from '../desktop/desktop.ts'
import { type Replay, repeatableWrite } from '../replay/replay.ts'
import type { Batch, BatchItem, Outcome } from './operation.ts'
import { runOperation } from './run-operation.ts'
import type { SlotContext } from './slot-context.ts'

/** What the items of a batch are run with. */
export interface BatchContext extends SlotContext {
  readonly replay: Replay
}

type Slot = Readonly<Record<string, unknown>>

/**
 * Runs the items of a batch one after the other, each by itself: a fault is the answer to its item alone (specification,
 * section 4.4). Warnings of items are not reported. Where an item lost the agent, those behind it are not tried.
 *
 * @throws Fault `AGENT_OFFLINE` where the agent was away from the start, `REQUEST_IN_FLIGHT` where the batch still runs
 * elsewhere
 */
export async function runBatch(context: BatchContext, { items }: Batch): Promise<Outcome> {
  const line = watchLine(context.company.desktop)
  const company = { ...context.company, desktop: line.desktop }
  const slots: Slot[] = []
  let hasOutcome = false
  let isLost = false
  for (const item of items) {
    line.isLost = false
    try {
      if (isLost) throw agentLost()
      slots.push({ bId: item.bId, ...(await runItem(item, { ...context, company })) })
      hasOutcome = true
    } catch (error) {
      const fault = context.faultOf(error)
      hasOutcome ||= line.hasReached || !isWithoutEffect(fault)
      if (fault.code === 'REQUEST_IN_FLIGHT' || (fault.code === 'AGENT_OFFLINE' && !hasOutcome)) throw fault
      slots.push({ bId: item.bId, ...renderFaultSlot(fault, context) })
      isLost ||= line.isLost
    }
  }
  return { body: { BatchItemResponse: slots }, warnings: [] }
}

/** What the desktop port said of late. */
interface Line {
  readonly desktop: Desktop
  /** The latest message set found no agent, or its answer is missing. */
  isLost: boolean
  /** A message set was handed over. */
  hasReached: boolean
}

function watchLine(desktop: Desktop): Line {
  const line: Line = {
    isLost: false,
    hasReached: false,
    desktop: {
      ...desktop,
      exchange: async (...request) => {
        const result = await desktop.exchange(...request)
        line.isLost = result.sent ? result.lost : result.why === 'offline'
        line.hasReached ||= result.sent
        return result
      },
    },
  }
  return line
}

function agentLost(): Fault {
  return new Fault(
    'AGENT_OFFLINE',
    'The agent was lost while an item before this one ran. Nothing of this item was sent to QuickBooks Desktop.',
  )
}

async function runItem({ asked }: BatchItem, { company, replay }: BatchContext): Promise<Slot> {
  if (asked instanceof Fault) throw asked
  const write = repeatableWrite(company, asked)
  if (write === undefined) return (await runOperation(company, asked)).body
  const answer = await replay.answer(write, (logged) => runOperation(logged, asked))
  const { time: _answeredAt, ...slot } = JSON.parse(answer.body)
  return slot
}

/** Whether the fault says that the company file is as it was. */
function isWithoutEffect({ code }: Fault): boolean {
  return Object.hasOwn(faults, code) && faults[code as FaultCode].outcome === 'not_applied'
}
