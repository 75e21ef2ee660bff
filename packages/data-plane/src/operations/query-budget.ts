import { Fault } from '@bridge/faults'

/** Enough for a million records' IDs, 5,000 an exchange, if they have to be read twice. */
const exchangesMax = 500
const mebibytesMax = 128
const charactersMax = mebibytesMax * 1024 ** 2

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
      if (exchanges <= exchangesMax) return
      throw new Fault('500', `QuickBooks Desktop did not return the whole result in ${exchangesMax} exchanges.`)
    },
    spendCharacters(count) {
      characters += count
      if (characters <= charactersMax) return
      throw new Fault(
        'UNSUPPORTED_QUERY',
        `The records that this query reads are larger than ${mebibytesMax} MiB together. Narrow its conditions, or select only columns that need no lines.`,
      )
    },
  }
}
