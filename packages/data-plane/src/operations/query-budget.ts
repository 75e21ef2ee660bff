import { Fault } from '@bridge/faults'

/** Enough for a million records' IDs, 5,000 an exchange, if they have to be read twice. */
const maxExchanges = 500
const maxMebibytes = 128
const maxCharacters = maxMebibytes * 1024 ** 2

/** The exchanges and the text one query may take, whatever its company file responds. */
export interface QueryBudget {
  /** @throws Fault `500` if the query has had all its exchanges */
  spendExchange(): void
  /** @throws Fault `UNSUPPORTED_QUERY` if the responses are too long together */
  spendCharacters(count: number): void
}

/** Creates one query's budget. The plan limits how many records it has. */
export function createQueryBudget(): QueryBudget {
  let exchanges = 0
  let characters = 0
  return {
    spendExchange() {
      exchanges += 1
      if (exchanges <= maxExchanges) return
      throw new Fault('500', `QuickBooks Desktop did not return the whole result in ${maxExchanges} exchanges.`)
    },
    spendCharacters(count) {
      characters += count
      if (characters <= maxCharacters) return
      throw new Fault(
        'UNSUPPORTED_QUERY',
        `The records that this query reads are larger than ${maxMebibytes} MiB together. Narrow its conditions, or select only columns that need no lines.`,
      )
    },
  }
}
