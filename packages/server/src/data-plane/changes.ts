import { Fault, renderFaultSlot } from '@bridge/faults'
import { type ChangesRun, createHostClock, planChanges } from '@bridge/translation'
import type { CompanyFile } from './company-file.ts'
import { builtEntity } from './entity.ts'
import { exchangeReads } from './exchange.ts'
import type { Changes, Outcome } from './operation.ts'
import type { SlotContext } from './slot-context.ts'

/** Faults that say that the company file cannot be reached: there is no use in asking it for the next entity. */
const unreachable = new Set(['AGENT_OFFLINE', 'AGENT_TIMEOUT', 'APP_NOT_OPEN'])

/**
 * Tells what changed in each of the entities, one after the other, each in a slot of its own: a fault is the slot of
 * its entity alone (specification, section 4.5). One exchange an entity, two where very many records changed shortly
 * before the time that is asked for. Where the company file gets lost, the entities behind are not asked for any more.
 *
 * @throws Fault `AGENT_OFFLINE`, `AGENT_TIMEOUT` or `APP_NOT_OPEN` where it was lost before it answered anything
 */
export async function runChanges(context: SlotContext, { entities, since }: Changes): Promise<Outcome> {
  const { company } = context
  const clock = createHostClock()
  const slots: (() => unknown)[] = []
  const slotOf = (fault: Fault) => renderFaultSlot(fault, context)
  let hasAnswered = false
  let lost: Fault | undefined
  const heard = () => {
    hasAnswered = true
  }
  for (const name of entities) {
    try {
      const table = builtEntity(name, company.entities)
      if (lost !== undefined) throw notAsked(lost)
      const run = planChanges(table, { since, clock, context: company })
      await exchangeAll(company, run, heard)
      slots.push(() => {
        const rows = run.finish()
        return { [table.name]: rows, startPosition: 1, maxResults: rows.length }
      })
    } catch (error) {
      const fault = context.faultOf(error)
      if (unreachable.has(fault.code)) {
        if (!hasAnswered) throw fault
        lost ??= fault
      }
      slots.push(() => slotOf(fault))
    }
  }
  // Made at the end, for the records of every entity tell of the host's clock.
  const QueryResponse = slots.map((make) => {
    try {
      return make()
    } catch (error) {
      return slotOf(context.faultOf(error))
    }
  })
  return { body: { CDCResponse: [{ QueryResponse }] }, warnings: [] }
}

/** What an entity behind the one that was lost gets: nothing of it was sent. */
function notAsked({ code }: Fault): Fault {
  return new Fault(
    code === 'APP_NOT_OPEN' ? 'APP_NOT_OPEN' : 'AGENT_OFFLINE',
    'The company file was lost while an entity before this one was read. It was not asked for this one.',
  )
}

async function exchangeAll(company: CompanyFile, run: ChangesRun, heard: () => void): Promise<void> {
  for (let requests = run.next(); requests.length > 0; requests = run.next()) {
    const responses = await exchangeReads(company, requests)
    heard()
    run.accept(responses)
  }
}
