/** An entity's field, as in the service's tables. */
export interface EntityField {
  /** `BillAddr.Line1`, `Line.SalesItemLineDetail.Qty` */
  readonly path: string
  /** The `DetailType` of its lines. */
  readonly lineKind?: string
  readonly type: string
  readonly access: string
  readonly required?: boolean
  readonly max?: number
  readonly values?: readonly string[]
  /** The reason why it is rejected. */
  readonly reason?: string
}

/** An entity in the list. */
export interface EntityEntry {
  readonly name: string
  readonly operations: readonly EntityOperation[]
}

export type EntityOperation = 'read' | 'query' | 'create' | 'update' | 'delete' | 'void'

const cache = new Map<string, Promise<unknown>>()

/** Loads all entities' names and operations. */
export function loadEntities(): Promise<readonly EntityEntry[]> {
  return load('index') as Promise<readonly EntityEntry[]>
}

/** Loads an entity's fields; none for an unknown name. */
export async function loadFields(name: string): Promise<readonly EntityField[]> {
  const entities = await loadEntities()
  const entity = entities.find((each) => each.name.toLowerCase() === name.toLowerCase())
  return entity ? ((await load(entity.name)) as readonly EntityField[]) : []
}

function load(name: string): Promise<unknown> {
  const cached = cache.get(name)
  if (cached !== undefined) return cached
  const loading = fetchTable(name)
  cache.set(name, loading)
  loading.catch(() => cache.delete(name))
  return loading
}

async function fetchTable(name: string): Promise<unknown> {
  const response = await fetch(`/entity-tables/${name}`)
  if (!response.ok) throw new Error(`The table of ${name} could not be loaded.`)
  return response.json()
}
