import { Fault, renderFaultSlot } from '@bridge/faults'
import { type ChangesRun, createHostClock, planChanges } from '@bridge/translation'
import type { CompanyFile } from './operations/company-file.ts'
import { exchangeReads } from './operations/exchange.ts'
import { requireSupportedEntity } from './operations/find-entity.ts'
import type { ItemFailure, Outcome } from './operations/operation.ts'
import type { Changes } from './request.ts'
import type { SlotContext } from './slot-context.ts'

/** Faults after which the other entities cannot be read either. */
const unreachable = new Set(['AGENT_OFFLINE', 'AGENT_TIMEOUT', 'APP_NOT_OPEN'])

/**
 * Reads the changes of the entities one after another, each into its own slot. A fault fails only its slot [dp-4.5:4].
 * Takes one exchange per entity, or two if very many records changed shortly before `since`. Once the connection is
 * lost, the remaining entities are not read.
 *
 * @throws Fault `AGENT_OFFLINE`, `AGENT_TIMEOUT` or `APP_NOT_OPEN` if there was no response at all
 */
export async function runChanges(context: SlotContext, { entities, since }: Changes): Promise<Outcome> {
  const { company } = context
  const clock = createHostClock()
  const slots: (() => unknown)[] = []
  const itemFailures: ItemFailure[] = []
  const toSlot = (fault: Fault, entity: string) => {
    itemFailures.push({ fault, kind: 'query', entity })
    return renderFaultSlot(fault, context)
  }
  let hasResponse = false
  let lost: Fault | undefined
  const onResponse = () => {
    hasResponse = true
  }
  for (const name of entities) {
    try {
      const table = requireSupportedEntity(name, company.entities)
      if (lost !== undefined) throw notRead(lost)
      const run = planChanges(table, { since, clock, context: company.readContext })
      await exchangeAll(company, run, onResponse)
      slots.push(() => {
        const rows = run.finish()
        return { [table.name]: rows, startPosition: 1, maxResults: rows.length }
      })
    } catch (error) {
      const fault = context.toFault(error)
      if (unreachable.has(fault.code)) {
        if (!hasResponse) throw fault
        lost ??= fault
      }
      slots.push(() => toSlot(fault, name))
    }
  }
  // Rendered at the end, because the records of every entity help to determine the host's clock.
  const QueryResponse = slots.map((render, index) => {
    try {
      return render()
    } catch (error) {
      return toSlot(context.toFault(error), entities[index] ?? '')
    }
  })
  return { body: { CDCResponse: [{ QueryResponse }] }, warnings: [], itemFailures }
}

function notRead({ code }: Fault): Fault {
  return new Fault(
    code === 'APP_NOT_OPEN' ? 'APP_NOT_OPEN' : 'AGENT_OFFLINE',
    'The company file became unreachable while an earlier entity was read. This entity was not read.',
  )
}

async function exchangeAll(company: CompanyFile, run: ChangesRun, onResponse: () => void): Promise<void> {
  for (let requests = run.next(); requests.length > 0; requests = run.next()) {
    const responses = await exchangeReads(company, requests)
    onResponse()
    run.accept(responses)
  }
}
