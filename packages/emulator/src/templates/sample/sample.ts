import type { RequestContext } from '../../requests/request-context.ts'
import { add } from '../starter/add.ts'
import { addStarterLists } from '../starter/starter.ts'
import { addCatalogue } from './catalogue.ts'
import { getDate, openDiary } from './diary.ts'
import { enterCapital, workForWeek } from './office-trade.ts'
import { addPeople } from './people.ts'
import { buyForWeek, payUntil, receiveOrders } from './purchase-trade.ts'
import { receiveUntil, sellForWeek } from './sales-trade.ts'

const weeks = 104

/** Custom fields in addition to the starter's, with their objects. */
const customFields = [
  ['Contract Number', ['Vendor', 'Bill', 'PurchaseOrder', 'VendorCredit']],
  ['Badge', ['Employee']],
  ['Delivery Window', ['Estimate', 'SalesReceipt', 'CreditMemo', 'Invoice']],
] as const

/**
 * Adds a company that furnishes offices: customers with jobs, vendors, employees, all item types, and two years'
 * transactions up to yesterday. Only the dates differ between files.
 */
export function addSampleRecords(founded: RequestContext, now: number): void {
  const diary = openDiary(founded, now)
  const first = -weeks * 7
  addStarterLists(founded)
  for (const [name, objects] of customFields) addCustomField(founded, name, objects)
  addPeople(founded)
  addCatalogue(founded, getDate(diary, first - 1))
  enterCapital(diary, first - 1)
  for (let week = 0; week < weeks; week++) {
    const day = first + week * 7
    receiveOrders(diary, day)
    buyForWeek(diary, day, week)
    sellForWeek(diary, day, week)
    receiveUntil(diary, day + 3)
    payUntil(diary, day + 3)
    workForWeek(diary, day, week)
  }
}

function addCustomField(founded: RequestContext, name: string, objects: readonly string[]): void {
  add(founded, 'DataExtDef', {
    OwnerID: '0',
    DataExtName: name,
    DataExtType: 'STR255TYPE',
    AssignToObject: objects,
  })
}
