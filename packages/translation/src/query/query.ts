/** A value as spelled in the query. Quoted text, bare words and ISO dates are strings. */
export interface Literal {
  readonly kind: 'string' | 'number' | 'boolean'
  readonly text: string
}

export type Operator = '=' | '!=' | '<' | '>' | '<=' | '>=' | 'IN' | 'LIKE'

/** A condition: `property operator value`. Only `IN` has several values, without duplicates. */
export interface Condition {
  readonly property: string
  readonly operator: Operator
  readonly values: readonly Literal[]
}

export type Selection =
  | { readonly kind: 'all' }
  | { readonly kind: 'count' }
  | { readonly kind: 'columns'; readonly properties: readonly string[] }

export interface Sorting {
  readonly property: string
  readonly descending: boolean
}

/** A parsed query: frozen plain nodes, with names as the client wrote them. */
export interface Query {
  readonly entity: string
  readonly selection: Selection
  /** The conditions, combined with AND. */
  readonly conditions: readonly Condition[]
  readonly sortings: readonly Sorting[]
  /** The first row's position, from 1. */
  readonly startPosition: number
  readonly maxResults: number
}
