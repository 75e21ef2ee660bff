import { hostDate } from '../../host/host-time.ts'
import type { RequestContext } from '../../requests/request-context.ts'
import { add, type RequestFields } from '../starter/add.ts'

const dayS = 24 * 60 * 60

/** The sample company's state while its transactions are entered day by day. */
export interface Diary {
  readonly founded: RequestContext
  /** The current time in seconds since 1970; day 0 is today, day -1 yesterday. */
  readonly now: number
  /** Returns the next integer below `below`, the same in every file. */
  choose(below: number): number
  /** Unpaid invoices, with the day on which they will be paid. */
  readonly receivable: Due[]
  /** Unpaid bills, with the day on which they will be paid. */
  readonly payable: Due[]
  /** Open orders, with the day on which they will arrive. */
  readonly ordered: Due[]
  /** Payments and sales in undeposited funds. */
  readonly undeposited: string[]
  nextCheckNumber: number
}

/** A transaction with a due day. */
export interface Due {
  readonly id: string
  /** The customer or vendor, by full name. */
  readonly name: string
  readonly day: number
}

export function openDiary(founded: RequestContext, now: number): Diary {
  let state = 20_011
  return {
    founded,
    now,
    choose(below) {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    },
    receivable: [],
    payable: [],
    ordered: [],
    undeposited: [],
    nextCheckNumber: 2001,
  }
}

/** Chooses a name. */
export function chooseOne(diary: Diary, names: readonly string[]): string {
  return names[diary.choose(names.length)] ?? ''
}

/** Returns a day's date, `YYYY-MM-DD`. */
export function getDate({ founded, now }: Diary, day: number): string {
  return hostDate(founded.switches, now + day * dayS)
}

/** Adds a transaction on a day in office hours. The date comes between the `before` fields and the others. */
export function enter(diary: Diary, day: number, kind: string, before: RequestFields, fields: RequestFields): string {
  const { founded, now } = diary
  const context = { ...founded, now: now + day * dayS - diary.choose(6 * 60 * 60) }
  return add(context, kind, { ...before, TxnDate: getDate(diary, day), ...fields })
}

/** Removes and returns the entries due by a day. */
export function takeDue(list: Due[], day: number): readonly Due[] {
  const due = list.filter((each) => each.day <= day)
  list.splice(0, list.length, ...list.filter((each) => each.day > day))
  return due
}

/** Returns the next check's number. */
export function checkNumber(diary: Diary): string {
  const number = diary.nextCheckNumber
  diary.nextCheckNumber += 1
  return String(number)
}
