import pg, { type Connection, type FieldDef, type Submittable } from 'pg'

/** The connection of `pg`, with what its own queries use of it. */
interface PreparingConnection {
  readonly stream: { cork(): void; write(bytes: Uint8Array): void; uncork(): void }
  /** The texts of the statements that PostgreSQL has prepared, by name. */
  readonly parsedStatements: Readonly<Record<string, string | undefined>>
  parse(statement: { readonly name: string; readonly text: string }): void
  bind(statement: {
    readonly statement: string
    readonly values: readonly unknown[]
    readonly valueMapper: typeof prepareValue
  }): void
  describe(portal: { readonly type: 'P' }): void
  execute(): void
  sync(): void
}

/** The columns of the rows that a statement returns. */
interface Columns {
  readonly names: readonly string[]
  readonly parsers: readonly ((text: string) => unknown)[]
  /** A row without values, which every row begins as a copy of. */
  readonly empty: Readonly<Record<string, unknown>>
}

const columnsOfConnections = new WeakMap<object, Map<string, Columns>>()

type PreparedValue = string | Buffer | null

const { prepareValue } = (pg as unknown as { readonly utils: { prepareValue(value: unknown): PreparedValue } }).utils

/**
 * A prepared statement for a connection of `pg`. The query of `pg` has PostgreSQL describe the columns each time, which
 * takes longer than reading a row of them. They are the same as long as the statement is prepared: after a change of
 * its tables, PostgreSQL refuses to run it. The handlers are called by `pg`.
 */
export class PreparedQuery<Row extends object> implements Submittable {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  readonly #rows: Row[] = []
  #columns: Columns | undefined
  #error: unknown
  /** Set by `pg`. */
  callback: ((error: unknown, rows?: Row[]) => void) | undefined

  constructor(name: string, text: string, values: readonly unknown[]) {
    this.name = name
    this.text = text
    this.values = values
  }

  /** Sends the statement. Returns an error if there is another one of its name. */
  submit(connection: Connection): Error | null {
    const { name, text } = this
    const wire = connection as unknown as PreparingConnection
    const prepared = wire.parsedStatements[name]
    if (prepared !== undefined && prepared !== text) return new Error(`Two statements have the name ${name}.`)
    this.#columns = columnsOf(connection).get(name)
    wire.stream.cork()
    try {
      if (prepared === undefined) wire.parse({ name, text })
      if (this.values.some(ArrayBuffer.isView)) {
        for (const part of encodeBind(name, this.values.map(prepareValue))) wire.stream.write(part)
      } else wire.bind({ statement: name, values: this.values, valueMapper: prepareValue })
      if (this.#columns === undefined) wire.describe({ type: 'P' })
      wire.execute()
    } catch (error) {
      // A value that cannot be sent.
      this.#error = error
    } finally {
      wire.sync()
      wire.stream.uncork()
    }
    return null
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#columns = createColumns(fields)
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#columns === undefined || this.#error !== undefined) return
    try {
      this.#rows.push(readRow(this.#columns, fields) as Row)
    } catch (error) {
      this.#error = error
    }
  }

  handleCommandComplete(_message: unknown, connection: Connection): void {
    if (this.#columns !== undefined) columnsOf(connection).set(this.name, this.#columns)
  }

  handleReadyForQuery(): void {
    if (this.#error === undefined) this.callback?.(null, this.#rows)
    else this.callback?.(this.#error)
  }

  handleError(error: unknown): void {
    this.callback?.(error)
  }
}

/** The formats of values. */
const formats = { text: 0, binary: 1 }

/**
 * Encodes the message that binds values to a statement, in parts, so that large bytes are not copied. `pg` copies them
 * into fresh memory, which takes longer than sending them.
 */
function encodeBind(statement: string, values: readonly PreparedValue[]): Buffer[] {
  const parts = [
    Buffer.from(`\0${statement}\0`),
    int16(values.length, ...values.map((value) => (Buffer.isBuffer(value) ? formats.binary : formats.text))),
    int16(values.length),
    ...values.flatMap(encodeValue),
    // All columns are text.
    int16(0),
  ]
  const length = parts.reduce((sum, part) => sum + part.length, int32Length)
  return [Buffer.from('B'), int32(length), ...parts]
}

function encodeValue(value: PreparedValue): Buffer[] {
  if (value === null) return [int32(-1)]
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value)
  return [int32(bytes.length), bytes]
}

const int32Length = 4

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(int32Length)
  bytes.writeInt32BE(value)
  return bytes
}

function int16(...values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeInt16BE(value, 2 * index)
  return bytes
}

function columnsOf(connection: Connection): Map<string, Columns> {
  const known = columnsOfConnections.get(connection) ?? new Map<string, Columns>()
  columnsOfConnections.set(connection, known)
  return known
}

function createColumns(fields: readonly FieldDef[]): Columns {
  const names = fields.map(({ name }) => name)
  return {
    names,
    parsers: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text')),
    // An object of JSON.parse has a fixed shape, which names that are added one by one would not get.
    empty: JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))),
  }
}

function readRow({ names, parsers, empty }: Columns, values: readonly (string | null)[]): Record<string, unknown> {
  const row = { ...empty }
  for (const [index, value] of values.entries()) {
    const name = names[index]
    if (name !== undefined && value !== null) row[name] = parsers[index]?.(value)
  }
  return row
}
