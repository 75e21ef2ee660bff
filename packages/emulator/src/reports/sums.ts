import Big from 'big.js'

/** Amounts by row and column. */
export class Sums {
  readonly #rows = new Map<string, Map<string, Big>>()

  add(row: string, column: string, amount: Big): void {
    const cells = this.#rows.get(row) ?? new Map<string, Big>()
    this.#rows.set(row, cells)
    cells.set(column, (cells.get(column) ?? zero).plus(amount))
  }

  /** Returns the rows with an amount, zero included. */
  rows(): Iterable<string> {
    return this.#rows.keys()
  }

  /** Returns the columns with an amount, or one other than zero. */
  columns(which: 'any' | 'nonZero' = 'any'): ReadonlySet<string> {
    const cells = [...this.#rows.values()].flatMap((row) => [...row])
    return new Set(cells.filter(([, amount]) => which === 'any' || !amount.eq(0)).map(([column]) => column))
  }

  /** Returns a row's amounts in column order. */
  getRow(row: string, columns: readonly string[]): readonly Big[] {
    const cells = this.#rows.get(row)
    return columns.map((column) => cells?.get(column) ?? zero)
  }
}

export const zero = Big(0)

/** Adds amounts, one per column. */
export function addFigures(one: readonly Big[], other: readonly Big[]): readonly Big[] {
  return one.map((amount, index) => amount.plus(other[index] ?? zero))
}

/** Returns amounts that add up from the first column on. */
export function accumulate(figures: readonly Big[]): readonly Big[] {
  let before = zero
  return figures.map((amount) => {
    before = before.plus(amount)
    return before
  })
}
