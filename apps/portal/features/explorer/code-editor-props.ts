import type { ReferencedRecord } from './json-completion.ts'

/** A mistake as the service would report it. */
export interface FoundMistake {
  readonly code: string
  readonly status: number
  readonly detail: string
  readonly element?: string | undefined
}

export interface CodeEditorProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly language: 'json' | 'query'
  /** Describes the editor to screen readers. */
  readonly label: string
  /** The body's entity. */
  readonly entity: string | undefined
  /** Returns the call's mistakes with this text. */
  readonly check: (text: string) => Promise<readonly FoundMistake[]>
  /** Loads an entity's records, for references. */
  readonly loadRecords: (entity: string) => Promise<readonly ReferencedRecord[]>
  readonly onSend: () => void
}
