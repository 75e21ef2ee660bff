import type { EntityTable } from '@bridge/translation'

/** What a request asks for, once it is parsed. */
export type Operation =
  | { readonly kind: 'read'; readonly table: EntityTable; readonly id: string | undefined }
  | { readonly kind: 'create'; readonly table: EntityTable; readonly body: unknown; readonly requestId?: string }
  | {
      readonly kind: 'update'
      readonly table: EntityTable
      readonly body: unknown
      readonly requestId?: string
    }
  | { readonly kind: 'delete'; readonly table: EntityTable; readonly id: string; readonly requestId?: string }
  | { readonly kind: 'query'; readonly text: string }

/** What an operation gives the client: the members of the body beside `time`, and the warnings. */
export interface Outcome {
  readonly body: Readonly<Record<string, unknown>>
  readonly warnings: readonly string[]
}
