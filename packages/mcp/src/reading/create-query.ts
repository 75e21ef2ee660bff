import { findEntity } from '@bridge/translation'
import { getDefaultColumns } from './default-columns.ts'

/** A condition: a field, an operator and a value, or several for IN. */
export type Condition = readonly [field: string, operator: string, value: Scalar | readonly Scalar[]]

type Scalar = string | number | boolean

export interface FindInput {
  readonly entity: string
  readonly columns?: readonly string[]
  readonly where?: readonly Condition[]
  /** `TxnDate DESC`. */
  readonly order?: string
  readonly start?: number
  readonly limit?: number
  readonly count?: boolean
}

/** Writes a query in the query language of the data plane. The input's schema allows names without blanks only. */
export function createQuery({ entity, columns, where = [], order, start = 1, limit, count }: FindInput): string {
  const paging = count ? [] : [`STARTPOSITION ${start}`, `MAXRESULTS ${limit}`]
  return [
    `SELECT ${count ? 'COUNT(*)' : (columns ?? chooseColumns(entity)).join(', ')} FROM ${entity}`,
    ...(where.length > 0 ? [`WHERE ${where.map(formatCondition).join(' AND ')}`] : []),
    ...(order === undefined || count ? [] : [`ORDERBY ${order}`]),
    ...paging,
  ].join(' ')
}

function chooseColumns(entity: string): readonly string[] {
  const found = findEntity(entity)
  const columns = found?.kind === 'built' ? getDefaultColumns(found.table) : []
  return columns.length > 1 ? columns : ['*']
}

function formatCondition([field, operator, value]: Condition): string {
  const values = [value].flat().map(quote)
  return `${field} ${operator} ${operator === 'IN' ? `(${values.join(', ')})` : values[0]}`
}

/** Quotes a value, so it cannot become query text. */
function quote(value: Scalar): string {
  return `'${String(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
