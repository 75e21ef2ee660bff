import { type QbxmlResponse, readWhole } from '@bridge/qbxml'
import {
  type CheckedRecord,
  type Currencies,
  createCurrencyQueries,
  decideCurrencies,
  explainsCurrencies,
  getKnownCurrencies,
  namesUnknownCurrency,
  rememberCurrencies,
  UnknownCurrencyError,
} from '@bridge/translation'
import type { CompanyFile } from './company-file.ts'
import { useReads } from './exchange.ts'

/**
 * Reads and remembers the company file's currencies. A run does not record the exchange, because another server that
 * takes the run over may know them.
 *
 * @throws Fault like `useReads`
 */
async function readCurrencies(company: CompanyFile): Promise<Currencies> {
  const responses = await useReads(company, createCurrencyQueries(), (streamed) => readWhole(streamed))
  return rememberCurrencies(company.readContext, responses)
}

/** A body whose currencies are decided, or the currencies that decide once its owner is known. */
export interface KnownCurrencies {
  readonly record: CheckedRecord
  readonly currencies?: Currencies
}

/**
 * Returns the currencies that decide what a body says about its own. Takes one exchange if they are not known, or if
 * the known ones do not explain the body; otherwise none, as after any read in a file with one currency. There, nothing
 * is left to decide.
 *
 * @throws Fault like {@link decideCurrencies}
 */
export async function findCurrencies(company: CompanyFile, record: CheckedRecord): Promise<KnownCurrencies> {
  if (record.currencies.length === 0) return { record }
  const known = getKnownCurrencies(company.readContext)
  const currencies = known && explainsCurrencies(record, known) ? known : await readCurrencies(company)
  return currencies.size === 0 ? { record: decideCurrencies(record, currencies).record } : { record, currencies }
}

/**
 * Runs a read. If a record names an unknown currency, reads the currency list and runs the read again.
 */
export async function withCurrencies<Result>(
  company: CompanyFile,
  read: (company: CompanyFile) => Promise<Result>,
): Promise<Result> {
  const onUnknownCurrency = () => {
    throw new UnknownCurrencyError('The currency list is not known.')
  }
  try {
    return await read({ ...company, readContext: { ...company.readContext, onUnknownCurrency } })
  } catch (error) {
    if (!(error instanceof UnknownCurrencyError)) throw error
  }
  await readCurrencies(company)
  return read(company)
}

/**
 * Reads the currency list if a response has a record in a currency that is not known. After a failure, records show the
 * name of the currency only: what was written is not in doubt.
 */
export async function learnCurrencies(company: CompanyFile, responses: readonly QbxmlResponse[]): Promise<void> {
  const records = responses.flatMap(({ elements }) => elements)
  if (!records.some((record) => namesUnknownCurrency(record, company.readContext))) return
  await readCurrencies(company).catch(() => undefined)
}
