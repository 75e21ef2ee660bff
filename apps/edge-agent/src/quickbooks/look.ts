/** What a COM host sees of QuickBooks without a call. */
export interface Look {
  /** Whether QuickBooks runs in the agent's own Windows session. */
  readonly isOpen: boolean
  /** Whether QuickBooks runs in another Windows session. */
  readonly isInOtherSession: boolean
  /** Whether QuickBooks runs as administrator and the agent does not, so neither can call the other. */
  readonly isElevated: boolean
  /** The dialog waiting for a person; its title may contain names from the company file. */
  readonly dialog: { readonly className: string; readonly title: string } | undefined
  /** The company whose file is open, as the main window's title names it. */
  readonly company: string | undefined
  /** Changes when QuickBooks starts, ends, or opens another company file. */
  readonly signature: string
  /** The versions of the COM host and its protocol; `undefined` for hosts before the first number. */
  readonly host: { readonly version: number; readonly protocol: number } | undefined
}

interface ProcessLine {
  readonly id: string
  readonly session: string
}

interface WindowLine {
  readonly id: string
  readonly isMain: boolean
  readonly isEnabled: boolean
  readonly className: string
  readonly title: string
}

/** QuickBooks' programs are `QBW.EXE` or `QBW32.EXE` with variants. The Web Connector is not one of them. */
const quickBooks = /^QBW(?!ebConnector).*\.exe$/i
const dialogClass = '#32770'

/** Parses the `look` lines (`windows/PROTOCOL.md`); other kinds are ignored. */
export function parseLook(text: string): Look {
  let hostSession = ''
  let isHostElevated = false
  let host: Look['host']
  const processes: ProcessLine[] = []
  const windows: WindowLine[] = []
  const elevated = new Set<string>()
  for (const line of text.split(/\r?\n/)) {
    const [kind, ...words] = line.split(' ')
    if (kind === 'host') hostSession = words[2] ?? ''
    else if (kind === 'version') host = { version: Number(words[0]), protocol: Number(words[2]) }
    else if (kind === 'process') {
      const [id = '', , session = '', ...name] = words
      if (quickBooks.test(name.join(' '))) processes.push({ id, session })
    } else if (kind === 'elevation') {
      const [id = '', level] = words
      if (level !== 'elevated') continue
      if (id === 'host') isHostElevated = true
      else elevated.add(id)
    } else if (kind === 'window') {
      const [id = '', type, state, className = '', ...title] = words
      const [isMain, isEnabled] = [type === 'main', state === 'enabled']
      windows.push({ id, isMain, isEnabled, className, title: title.join(' ') })
    }
  }

  const own = processes.filter(({ session }) => session === hostSession)
  const ownWindows = windows.filter(({ id }) => own.some((each) => each.id === id))
  const mains = ownWindows.filter(({ isMain }) => isMain)
  return {
    isOpen: own.length > 0,
    isInOtherSession: own.length === 0 && processes.length > 0,
    isElevated: !isHostElevated && own.some(({ id }) => elevated.has(id)),
    dialog: findDialog(ownWindows),
    company: findCompany(mains.map(({ title }) => title)),
    signature: [...own.map(({ id }) => id), ...mains.map(({ title }) => title)].sort().join('\n'),
    host,
  }
}

/** A modal dialog disables its process's windows, except itself. */
function findDialog(windows: readonly WindowLine[]): Look['dialog'] {
  const blocked = new Set(windows.filter(({ isMain, isEnabled }) => isMain && !isEnabled).map(({ id }) => id))
  const candidates = windows.filter(({ id, isMain, isEnabled }) => !isMain && isEnabled && blocked.has(id))
  const dialog = candidates.find(({ className }) => className === dialogClass) ?? candidates[0]
  return dialog && { className: dialog.className, title: dialog.title }
}

const productMarks = ['- intuit quickbooks', '- quickbooks']
const productTitle = /^(?:intuit )?quickbooks\b/i

/** Returns the company in a title such as `Rock Castle  - QuickBooks Enterprise 24.0 - [Home]`. */
function findCompany(titles: readonly string[]): string | undefined {
  const named = titles.map(withoutProduct).find((company) => company !== undefined)
  return named ?? titles.find((title) => title.trim() !== '' && !productTitle.test(title))?.trim()
}

function withoutProduct(title: string): string | undefined {
  const end = Math.max(...productMarks.map((mark) => title.toLowerCase().indexOf(mark)))
  return title.slice(0, Math.max(end, 0)).trim() || undefined
}
