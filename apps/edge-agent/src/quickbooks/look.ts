/** What a COM host sees of QuickBooks without a call. */
export interface Look {
  /** Whether QuickBooks runs in the agent's own Windows session. */
  readonly isOpen: boolean
  /** Whether it has a window. Without one, a person has not opened QuickBooks, or has closed it. */
  readonly hasWindow: boolean
  /** The names of the open companies, as the titles of the main windows have them; none if no title has one. */
  readonly companies: readonly string[]
  /** Whether the titles of all main windows are those of QuickBooks without a company file. */
  readonly isWithoutFile: boolean
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
    hasWindow: mains.length > 0,
    companies: mains.flatMap(({ title }) => findCompany(title) ?? []),
    isWithoutFile: mains.length > 0 && mains.every(({ title }) => isTitleWithoutFile(title)),
    isInOtherSession: own.length === 0 && processes.length > 0,
    isElevated: !isHostElevated && own.some(({ id }) => elevated.has(id)),
    dialog: findDialog(ownWindows),
    company: findFirstCompany(mains.map(({ title }) => title)),
    signature: [...own.map(({ id }) => id), ...mains.map(({ title }) => title)].sort().join('\n'),
    host,
  }
}

const afterCompany = [' - QuickBooks', ' - Intuit QuickBooks'] as const

/** Returns the company's name in a title such as `Rock Castle - QuickBooks Desktop Pro 2024 - [Home]`. */
function findCompany(title: string): string | undefined {
  const ends = afterCompany.map((suffix) => title.indexOf(suffix)).filter((index) => index > 0)
  return ends.length === 0 ? undefined : title.slice(0, Math.min(...ends)).trim() || undefined
}

function isTitleWithoutFile(title: string): boolean {
  const rest = title.replace(' - [No Company Open]', '').trim()
  return /^(?:Intuit )?QuickBooks\b/.test(rest) && !rest.includes(' - ')
}

/** A modal dialog disables its process's windows, except itself. */
function findDialog(windows: readonly WindowLine[]): Look['dialog'] {
  const blocked = new Set(windows.filter(({ isMain, isEnabled }) => isMain && !isEnabled).map(({ id }) => id))
  const candidates = windows.filter(({ id, isMain, isEnabled }) => !isMain && isEnabled && blocked.has(id))
  const dialog = candidates.find(({ className }) => className === dialogClass) ?? candidates[0]
  return dialog && { className: dialog.className, title: dialog.title }
}

/** Returns the open company, or else the title of a window that is not QuickBooks' own: titles may have other forms. */
function findFirstCompany(titles: readonly string[]): string | undefined {
  const named = titles.map(findCompany).find((company) => company !== undefined)
  return named ?? titles.find((title) => title.trim() !== '' && !isTitleOfProduct(title))?.trim()
}

function isTitleOfProduct(title: string): boolean {
  return /^(?:intuit )?quickbooks\b/i.test(title.trim())
}
