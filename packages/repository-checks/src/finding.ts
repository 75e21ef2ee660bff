/** One violation, at a line of a file. */
export interface Finding {
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  readonly message: string
}

/** Prints a finding in the form that editors link. */
export function printFinding({ file, line, message }: Finding): string {
  return `${file}:${line}  ${message}`
}
