export type ProseKind = 'comment' | 'title' | 'markdown' | 'text'

/** English in a file: a comment or Markdown line, a test title, or a text shown to users. */
export interface Prose {
  readonly kind: ProseKind
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  readonly text: string
}
