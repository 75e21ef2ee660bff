/** What a poll knows of a company file, as JSON. The next poll continues from it. */
export interface PollState {
  /** When the file was last restored and condensed, as it was printed. */
  readonly activity: string
  /** The latest modification that was seen, in seconds since 1970 on the clock of the file's host. */
  readonly until: number
  /** The queries that QuickBooks has responded to. */
  readonly queries: readonly string[]
  /** The records of the latest two hours, by type and ID, with their versions. */
  readonly records: Readonly<Record<string, SeenRecord>>
  /** The deletions of the latest two hours. */
  readonly deletions: readonly string[]
}

/** A record as a poll saw it: its modification time, its EditSequence, and marks. */
export type SeenRecord = readonly [modified: string, editSequence: string, marks: string]

/** Marks a record that may have been modified again in the second in which it was read. */
export const unsettled = '?'
/** Marks a voided transaction. */
export const isVoid = 'v'

/** Why changes may be missing, which a new read of everything makes up for. */
export type ResynchronizeReason = 'restored' | 'condensed'

/** Returns whether the file was restored or condensed since then. */
export function findActivity(before: string, after: string): ResynchronizeReason | undefined {
  if (before === '' || after === '' || before === after) return undefined
  return before.split(' ')[0] === after.split(' ')[0] ? 'condensed' : 'restored'
}

/** Returns whether the file has gone back: a record is older than it was seen, or none of those seen is left. */
export function hasGoneBack(
  { records, deletions: known }: PollState,
  now: Readonly<Record<string, SeenRecord>>,
  deletions: readonly string[],
): boolean {
  const keys = Object.keys(records)
  if (keys.some((key) => isOlder(now[key], records[key]))) return true
  const isLeft = keys.length === 0 || keys.some((key) => key in now || deletions.includes(key))
  return !isLeft || known.some((key) => key in now)
}

function isOlder(now: SeenRecord | undefined, before: SeenRecord | undefined): boolean {
  if (now === undefined || before === undefined) return false
  const [one, other] = [Number(now[1]), Number(before[1])]
  return now[1] !== '' && before[1] !== '' && one < other
}
