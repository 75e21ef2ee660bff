import { Client } from 'pg'

/** A statement as it is sent, with its parameters. */
export interface SentStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Calls `onStatement` for each statement in this process, on every connection. Returns a function to end it. */
export function watchStatements(onStatement: (statement: SentStatement) => void): () => void {
  const { query } = Client.prototype
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    const [sent, values] = args as [string | Partial<SentStatement>, unknown]
    const { text = '', values: own = [] } = typeof sent === 'string' ? { text: sent } : sent
    onStatement({ text, values: Array.isArray(values) ? values : own })
    return Reflect.apply(query, this, args)
  } as typeof query
  return () => {
    Client.prototype.query = query
  }
}
