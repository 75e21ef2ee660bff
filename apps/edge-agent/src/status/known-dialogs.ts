/** What a dialog of QuickBooks waits for, in words for the person at the PC. */
export interface KnownDialog {
  readonly sentence: string
  readonly remedy: string
}

interface DialogRow extends KnownDialog {
  /** Parts of titles, in lower case. */
  readonly titles: readonly string[]
}

/** The dialogs that block QuickBooks most often. Their titles were never seen by us (docs/windows.md, Unproved). */
const rows: readonly DialogRow[] = [
  {
    titles: ['application certificate', 'application with no certificate', 'no certificate'],
    sentence: 'QuickBooks asks whether Bridge Service may read and change the company file.',
    remedy:
      'As Admin, choose “Yes, whenever this QuickBooks company file is open”, then Continue. A second window may ask you to click a link and type Yes.',
  },
  {
    titles: ['access confirmation'],
    sentence: 'QuickBooks confirms the access that you gave.',
    remedy: 'Choose Done.',
  },
  {
    titles: ['login', 'log in', 'password'],
    sentence: 'QuickBooks waits for a user name or a password.',
    remedy: 'Sign in to the company file.',
  },
  {
    titles: ['update company file', 'convert company file'],
    sentence: 'QuickBooks asks whether to update the company file to its own version.',
    remedy: 'Ask your admin first: older versions of QuickBooks cannot open it afterward. Then complete or cancel it.',
  },
  {
    titles: ['quickbooks update', 'update service'],
    sentence: 'QuickBooks asks whether to install an update.',
    remedy: 'Install it, or choose to do it later.',
  },
  {
    titles: ['backup', 'back up'],
    sentence: 'QuickBooks asks about a backup.',
    remedy: 'Complete or skip it.',
  },
  {
    titles: ['icon bar', 'resolution'],
    sentence: 'QuickBooks has noticed that the size of the screen has changed.',
    remedy: 'Close its message. Always connect a remote desktop with the same size.',
  },
  {
    titles: ['reconcil'],
    sentence: 'A reconciliation is open in QuickBooks.',
    remedy: 'Complete it, or leave it and continue later.',
  },
  {
    titles: ['unrecoverable', 'error'],
    sentence: 'QuickBooks shows an error.',
    remedy: 'Note its number, and close it. Start QuickBooks again if it has ended.',
  },
]

/** Returns what a dialog waits for, by its title; `undefined` for an unknown one. Texts hold nothing of the title. */
export function findKnownDialog(title: string | undefined): KnownDialog | undefined {
  const text = title?.toLowerCase()
  return text === undefined ? undefined : rows.find(({ titles }) => titles.some((each) => text.includes(each)))
}
