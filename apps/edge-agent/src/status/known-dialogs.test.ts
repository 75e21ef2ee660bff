import { expect, it } from 'vitest'
import { findKnownDialog } from './known-dialogs.ts'

it.each([
  ['QuickBooks - Application with No Certificate', 'asks whether Bridge Service may read and change'],
  ['QuickBooks Desktop Login', 'waits for a user name or a password'],
  ['Update Company File for New Version', 'asks whether to update the company file'],
  ['QuickBooks Update Service', 'asks whether to install an update'],
  ['Automatic Backup', 'asks about a backup'],
  ['Begin Reconciliation', 'A reconciliation is open'],
  ['QuickBooks - Unrecoverable Error', 'shows an error'],
])('says what the dialog “%s” waits for', (title, words) => {
  expect(findKnownDialog(title)?.sentence).toContain(words)
})

it('has no words for a dialog that it does not know', () => {
  expect([findKnownDialog('Rock Castle'), findKnownDialog(''), findKnownDialog(undefined)]).toEqual(
    Array(3).fill(undefined),
  )
})
