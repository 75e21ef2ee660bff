import { hostDate } from '../../host/host-time.ts'
import type { RequestContext } from '../../requests/request-context.ts'
import { add, type RequestFields } from '../add.ts'

const dayS = 24 * 60 * 60

/** The books of the sample company while its trade is written into them, day after day. */
export interface Diary {
  readonly founded: RequestContext
  /** The present, in seconds since 1970; day 0 is today, day -1 yesterday. */
  readonly now: number
  /** The next whole number below `below`, the same in every file. */
  choose(below: number): number
  /** Invoices that are not paid yet, with the day on which the customer will. */
  readonly receivable: Due[]
  /** Bills that are not paid yet, with the day on which they will be. */
  readonly payable: Due[]
  /** Orders that have not come yet, with the day on which they will. */
  readonly ordered: Due[]
  /** Payments and sales whose money lies in undeposited funds. */
  readonly undeposited: string[]
  nextCheckNumber: number
}

/** A transaction that something follows on a day. */
export interface Due {
  readonly id: string
  /** The customer or vendor, by full name. */
  readonly name: string
  readonly day: number
}

/** Opens a diary with nothing in it. */
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

/** One of several. */
export function oneOf(diary: Diary, names: readonly string[]): string {
  return names[diary.choose(names.length)] ?? ''
}

/** The date of a day, `YYYY-MM-DD`. */
export function getDate({ founded, now }: Diary, day: number): string {
  return hostDate(founded.switches, now + day * dayS)
}

/** Adds a transaction on a day, in office hours; its fields come behind the ones of `before`, the date between. */
export function enter(diary: Diary, day: number, kind: string, before: RequestFields, fields: RequestFields): string {
  const { founded, now } = diary
  const context = { ...founded, now: now + day * dayS - diary.choose(6 * 60 * 60) }
  return add(context, kind, { ...before, TxnDate: getDate(diary, day), ...fields })
}

/** Takes what is due by a day out of a list. */
export function takeDue(list: Due[], day: number): readonly Due[] {
  const due = list.filter((each) => each.day <= day)
  list.splice(0, list.length, ...list.filter((each) => each.day > day))
  return due
}

/** The number of the next check. */
export function checkNumber(diary: Diary): string {
  const number = diary.nextCheckNumber
  diary.nextCheckNumber += 1
  return String(number)
}
