import { Fault } from '@bridge/faults'
import { isTransientStatus, type MessageSet, type QbxmlResponse, runAtOnce } from '@bridge/qbxml'
import {
  type CustomFieldHolder,
  type CustomValue,
  createCustomFieldFault,
  createCustomFieldRequests,
  type ReadResult,
  readResponses,
} from '@bridge/translation'
import type { WriteDescription } from '../desktop/desktop.ts'
import type { CompanyFile } from './company-file.ts'
import { exchangeSet } from './exchange.ts'

/** The number of retries for a value locked by another user. */
const maxRetries = 1

/**
 * Writes a saved record's custom values and reads the record back. Takes one exchange; two if a value was locked.
 * Attempts every value, so the fault can name the written and the unwritten ones.
 *
 * @throws Fault `CUSTOM_FIELD_WRITE_FAILED`, `CUSTOM_FIELD_READBACK_FAILED`
 */
export async function writeCustomFields(
  company: CompanyFile,
  holder: CustomFieldHolder,
  values: readonly CustomValue[],
  write: WriteDescription,
): Promise<ReadResult> {
  let unwritten = values
  const written = (): CustomValue[] => values.filter((value) => !unwritten.includes(value))
  for (let retries = 0; ; retries += 1) {
    const responses = await sendValues(company, holder, unwritten, write, written())
    const errors = responses.slice(0, unwritten.length).filter(({ statusSeverity }) => statusSeverity === 'Error')
    const [, ...readBacks] = responses.slice(unwritten.length - 1)
    unwritten = unwritten.filter((_value, index) => (responses[index]?.statusSeverity ?? 'Error') === 'Error')
    if (unwritten.length === 0) return readBack(company, holder, readBacks)
    if (retries === maxRetries || !errors.every(isTransient)) {
      throw createCustomFieldFault(holder, written(), unwritten, errors.map(toDetail).join(' '))
    }
  }
}

/** Creates the message set that writes custom values. */
export function createCustomFieldSet(holder: CustomFieldHolder, values: readonly CustomValue[]): MessageSet {
  return { requests: createCustomFieldRequests(holder, values), onError: 'continueOnError' }
}

/** The record is already saved, and every fault says so. */
async function sendValues(
  company: CompanyFile,
  holder: CustomFieldHolder,
  values: readonly CustomValue[],
  write: WriteDescription,
  written: readonly CustomValue[],
): Promise<readonly QbxmlResponse[]> {
  try {
    return await exchangeSet(company, createCustomFieldSet(holder, values), { kind: 'write', write })
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw createCustomFieldFault(holder, written, values, error.detail, error)
  }
}

function readBack(company: CompanyFile, { table }: CustomFieldHolder, responses: readonly QbxmlResponse[]): ReadResult {
  try {
    return runAtOnce(readResponses(responses, table, company.readContext))
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause
    throw new Fault(
      'CUSTOM_FIELD_READBACK_FAILED',
      `The ${table.name} and its custom fields are saved, but the record could not be read back: ${cause.detail}`,
      { cause },
    )
  }
}

function isTransient({ statusCode, statusMessage }: QbxmlResponse): boolean {
  return isTransientStatus(statusCode, statusMessage)
}

function toDetail({ statusCode, statusMessage }: QbxmlResponse): string {
  return `QuickBooks Desktop: ${statusMessage} (status ${statusCode})`
}
