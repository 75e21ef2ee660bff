import { Fault, renderFaultSlot } from '@bridge/faults'
import { type ChangesRun, createHostClock, planChanges } from '@bridge/translation'
import type { CompanyFile } from '../operations/company-file.ts'
import { createToRow } from '../operations/create-to-row.ts'
import { withCurrencies } from '../operations/currencies.ts'
import { useReads } from '../operations/exchange.ts'
import { requireSupportedEntity } from '../operations/find-entity.ts'
import type { ItemFailure, Outcome } from '../operations/operation.ts'
import { CallerLeftError, requireCaller } from '../operations/require-caller.ts'
import type { Changes } from './request.ts'
import type { SlotContext } from './slot-context.ts'
import { toSlotFault } from './slot-fault.ts'

const maxMebibytes = 64
/** The qbXML characters one request may read; they stay in memory until its response. */
const maxCharacters = maxMebibytes * 1024 ** 2

/** Faults after which the other entities cannot be read either. */
const unreachable = new Set(['AGENT_OFFLINE', 'AGENT_BUSY', 'AGENT_TIMEOUT', 'APP_NOT_OPEN'])

/**
 * Reads the entities' changes one after another, each into its own slot. A fault fails only its slot [dp-4.5:4].
 * Takes one exchange per entity, or two if very many records changed shortly before `since`. Once the connection is
 * lost or the caller has left, the remaining entities are not read; nor are they after 64 MiB.
 *
 * @throws Fault `AGENT_OFFLINE`, `AGENT_BUSY`, `AGENT_TIMEOUT` or `APP_NOT_OPEN` if there was no response at all
 * @throws CallerLeftError
 */
export async function runChanges(context: SlotContext, { entities, since }: Changes): Promise<Outcome> {
  const { company } = context
  const clock = createHostClock()
  const slots: (() => unknown)[] = []
  const itemFailures: ItemFailure[] = []
  const toSlot = (failure: Fault, entity: string) => {
    const fault = toSlotFault(failure)
    itemFailures.push({ fault, kind: 'query', entity })
    return renderFaultSlot(fault, context)
  }
  let hasResponse = false
  let lost: Fault | undefined
  let charactersLeft = maxCharacters
  const onResponse = (characters: number) => {
    hasResponse = true
    charactersLeft -= characters
  }
  for (const name of entities) {
    try {
      const table = requireSupportedEntity(name, company.entities)
      if (lost !== undefined) throw notRead(lost)
      if (charactersLeft < 0) throw tooManyEntities()
      const run = await withCurrencies(company, async (known) => {
        const context = known.readContext
        const planned = planChanges(table, { since, clock, context, toRow: createToRow(company, table.name) })
        await exchangeAll(company, planned, onResponse)
        return planned
      })
      slots.push(() => {
        const rows = run.finish()
        return { [table.name]: rows, startPosition: 1, maxResults: rows.length }
      })
    } catch (error) {
      if (error instanceof CallerLeftError) throw error
      const fault = context.toFault(error)
      if (unreachable.has(fault.code)) {
        if (!hasResponse) throw fault
        lost ??= fault
      }
      slots.push(() => toSlot(fault, name))
    }
  }
  // Rendered at the end, because every entity's records help to determine the host's clock.
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

function tooManyEntities(): Fault {
  return new Fault(
    'CDC_OVERFLOW',
    `The changes of earlier entities are larger than ${maxMebibytes} MiB together. This entity was not read: request it on its own, or with a later changedSince.`,
  )
}

async function exchangeAll(
  company: CompanyFile,
  run: ChangesRun<unknown>,
  onResponse: (characters: number) => void,
): Promise<void> {
  for (let requests = run.next(); requests.length > 0; requests = run.next()) {
    requireCaller(company)
    await useReads(company, requests, (responses, characters) => {
      onResponse(characters)
      return run.accept(responses)
    })
  }
}
