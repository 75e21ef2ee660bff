import { Fault } from '@bridge/faults'
import {
  type CustomFieldHolder,
  type CustomValue,
  customFieldRequests,
  customFieldsFailed,
  type ReadResult,
  readResponses,
} from '@bridge/translation'
import { isTransientStatus, type QbxmlResponse } from '@bridge/translation/qbxml'
import type { WriteDescription } from '../../desktop/desktop.ts'
import type { CompanyFile } from '../company-file.ts'
import { exchangeSet } from '../exchange.ts'

/** A refusal of QuickBooks that is only a clash with somebody else is repeated this often. */
const repetitionsMax = 1

/**
 * Writes the custom values of a record that is saved, and reads the record back: one exchange, two where values met
 * a lock. Every value is tried, so that the fault can name those that are written and those that are not.
 *
 * @throws Fault `CUSTOM_FIELD_WRITE_FAILED`, `CUSTOM_FIELD_READBACK_FAILED`
 */
export async function writeCustomFields(
  company: CompanyFile,
  holder: CustomFieldHolder,
  values: readonly CustomValue[],
  write: WriteDescription,
): Promise<ReadResult> {
  let waiting = values
  const written = (): CustomValue[] => values.filter((value) => !waiting.includes(value))
  for (let repetitions = 0; ; repetitions += 1) {
    const responses = await sendValues(company, holder, waiting, write, written())
    const refusals = responses.slice(0, waiting.length).filter(({ statusSeverity }) => statusSeverity === 'Error')
    const [, ...readBacks] = responses.slice(waiting.length - 1)
    waiting = waiting.filter((_value, index) => (responses[index]?.statusSeverity ?? 'Error') === 'Error')
    if (waiting.length === 0) return readBack(company, holder, readBacks)
    if (repetitions === repetitionsMax || !refusals.every(isTransient)) {
      throw customFieldsFailed(holder, written(), waiting, refusals.map(saidOf).join(' '))
    }
  }
}

/** The record is saved by now: whatever keeps the values from being written must say that. */
async function sendValues(
  company: CompanyFile,
  holder: CustomFieldHolder,
  values: readonly CustomValue[],
  write: WriteDescription,
  written: readonly CustomValue[],
): Promise<readonly QbxmlResponse[]> {
  const requests = customFieldRequests(holder, values)
  try {
    return await exchangeSet(company, { requests, onError: 'continueOnError' }, { kind: 'write', write })
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw customFieldsFailed(holder, written, values, error.detail, error)
  }
}

function readBack(company: CompanyFile, { table }: CustomFieldHolder, responses: readonly QbxmlResponse[]): ReadResult {
  try {
    return readResponses(responses, table, company)
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause
    throw new Fault(
      'CUSTOM_FIELD_READBACK_FAILED',
      `The ${table.name} and its custom fields are saved, but reading it afterwards failed: ${cause.detail}`,
      { cause },
    )
  }
}

function isTransient({ statusCode, statusMessage }: QbxmlResponse): boolean {
  return isTransientStatus(statusCode, statusMessage)
}

function saidOf({ statusCode, statusMessage }: QbxmlResponse): string {
  return `QuickBooks Desktop: ${statusMessage} (status ${statusCode})`
}
