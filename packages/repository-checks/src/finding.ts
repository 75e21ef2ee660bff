/** One violation, at a line in a file. */
export interface Finding {
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  readonly message: string
}

/** Formats a finding as editors link it. */
export function formatFinding({ file, line, message }: Finding): string {
  return `${file}:${line}  ${message}`
}
