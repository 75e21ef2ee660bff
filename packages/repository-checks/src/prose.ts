export type ProseKind = 'comment' | 'title' | 'markdown' | 'text'

/** A piece of English in a file: a line of a comment or of Markdown, the title of a test, or a text that users see. */
export interface Prose {
  readonly kind: ProseKind
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  readonly text: string
}
