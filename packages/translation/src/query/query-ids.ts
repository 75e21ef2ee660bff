import { fromNumericId } from '../ids/numeric-id.ts'
import type { Condition, Literal, Query } from './query.ts'

/** Returns a query with every numeric ID in its conditions as in QuickBooks. */
export function readQueryIds(query: Query): Query {
  return query.conditions.some(isAboutId) ? { ...query, conditions: query.conditions.map(readCondition) } : query
}

function isAboutId({ property }: Condition): boolean {
  return /(?:^|\.)id$|(?:ref|entity|shipto)(?:\.value)?$/i.test(property)
}

/** Both forms of an ID are one value. */
function readCondition(condition: Condition): Condition {
  if (!isAboutId(condition)) return condition
  const values = condition.values.map(readLiteral)
  return { ...condition, values: [...new Map(values.map((value) => [value.text, value])).values()] }
}

function readLiteral(literal: Literal): Literal {
  const id = fromNumericId(literal.text.trim())
  return id === literal.text.trim() ? literal : { kind: 'string', text: id }
}
