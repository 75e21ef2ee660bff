/** A value as the query spells it; quoted text, a bare word and an ISO date are all strings. */
export interface Literal {
  readonly kind: 'string' | 'number' | 'boolean'
  readonly text: string
}

export type Operator = '=' | '!=' | '<' | '>' | '<=' | '>=' | 'IN' | 'LIKE'

/** `property operator value`; `IN` alone has several values, each once. */
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

/** A parsed query (specification, section 4.3): frozen plain nodes, with names as the client wrote them. */
export interface Query {
  readonly entity: string
  readonly selection: Selection
  /** All of them must hold. */
  readonly conditions: readonly Condition[]
  readonly sortings: readonly Sorting[]
  /** Counts from 1. */
  readonly startPosition: number
  readonly maxResults: number
}
