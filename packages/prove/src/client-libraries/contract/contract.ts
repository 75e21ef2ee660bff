import type { RealmId } from '@bridge/agent-protocol'
import type { LibraryCall } from '../clients/node-quickbooks.ts'
import type { Client, Entity, Integration } from '../library/client.ts'
import type { Books } from '../service/books.ts'
import type { DesktopProblems } from '../service/company-file.ts'
import type { Scene } from '../walk/scene.ts'

/** A realm as seen by a contract row. */
export interface Subject {
  readonly client: Required<Client>
  /** Calls a library method by name. */
  readonly call: LibraryCall
  readonly realmId: RealmId
  readonly scene: Scene
  readonly books: Books
  /** Makes names unique within the company file. */
  readonly tag: string
  /** Connects the library to a realm with its own authorization. */
  connect(change?: Partial<Integration>): Required<Client>
  /** Gives QuickBooks these problems until the row ends. */
  setProblems(problems: DesktopProblems): Promise<void>
}

/** One row of the contract between an integration and the service, tried with an unmodified library. */
export interface ContractRow {
  readonly title: string
  /** Does what an integration does, and returns what it sees. */
  readonly run: (subject: Subject) => Promise<unknown>
  /**
   * The result on each realm kind, unless `differences` has another; the sandbox's result by default.
   */
  readonly sees?: unknown
}

/** The fault seen by an integration. */
export interface SeenFault {
  readonly status: number
  readonly type: string
  readonly code: string
}

/** Returns the fault a node-quickbooks call failed with. */
export async function seeFault(call: Promise<unknown>): Promise<SeenFault> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  const { response } = (error ?? {}) as {
    readonly response?: {
      readonly status: number
      readonly data: { readonly Fault: { readonly type: string; readonly Error: readonly { readonly code: string }[] } }
    }
  }
  if (response === undefined) throw new Error('The call did not fail with a response.', { cause: error })
  const { type, Error: errors } = response.data.Fault
  return { status: response.status, type, code: errors[0]?.code ?? '' }
}

/** Picks fields from a record. */
export function pick(record: Entity, ...fields: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map((field) => [field, record[field]]))
}
