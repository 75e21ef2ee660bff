/** Ends the process with one line saying what to do. */
export function refuseStart(error: unknown): never {
  process.stderr.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
