/** A value as the query spells it; quoted text, bare words and ISO dates are strings. */
export interface Literal {
  readonly kind: 'string' | 'number' | 'boolean'
  readonly text: string
}

export type Operator = '=' | '!=' | '<' | '>' | '<=' | '>=' | 'IN' | 'LIKE'

/** `property operator value`; only `IN` has several values, without duplicates. */
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
  /** Combined with AND. */
  readonly conditions: readonly Condition[]
  readonly sortings: readonly Sorting[]
  /** Counts from 1. */
  readonly startPosition: number
  readonly maxResults: number
}
