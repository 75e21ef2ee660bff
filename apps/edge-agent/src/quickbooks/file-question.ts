import type { DesktopNotice, FileChoice } from '@bridge/agent-protocol'
import { isSamePath } from './company-files.ts'
import type { Look } from './look.ts'
import { ComError, foundHresults } from './session.ts'

/** A request came before people had confirmed the company file. Nothing of it has reached QuickBooks. */
export class UnconfirmedFileError extends ComError {
  constructor() {
    super(
      foundHresults.otherFile,
      'The company file was not confirmed yet. Open the set-up of this company file in the portal, and confirm the file that was found.',
    )
  }
}

/** What a realm without a company file waits for. */
export interface FoundFile {
  readonly notice: Extract<DesktopNotice, 'file-unconfirmed' | 'no-company-file' | 'not-authorized'>
  /** The name or path that people are to confirm. */
  readonly companyFile?: string
}

/**
 * Asks people which company file a realm is to serve: first by the name that the window of QuickBooks shows, so
 * QuickBooks asks for its permission in the right file only, then by the path, which only a session has.
 */
export class FileQuestion {
  #found: { readonly path: string; readonly company: string } | undefined

  /** Forgets the path found when another company is open, or QuickBooks was closed. */
  note(look: Look | undefined): void {
    if (look?.company !== this.#found?.company) this.#found = undefined
  }

  /** Returns what the realm waits for; nothing without QuickBooks, or if the gateway does not ask. */
  find(look: Look | undefined, file: FileChoice | undefined): FoundFile | undefined {
    if (!look?.isOpen || file === undefined) return undefined
    const { company } = look
    if (this.#found !== undefined) return { notice: 'file-unconfirmed', companyFile: this.#found.path }
    if (company === undefined) return { notice: 'no-company-file' }
    return company === file.confirmed
      ? { notice: 'not-authorized' }
      : { notice: 'file-unconfirmed', companyFile: company }
  }

  /**
   * Returns the open file's path, once people have confirmed its name and then the path itself, which `open` finds.
   *
   * @throws {UnconfirmedFileError} until they have
   */
  async settle(look: Look | undefined, { confirmed }: FileChoice, open: () => Promise<string>): Promise<string> {
    const company = look?.company
    if (this.#found === undefined && company !== undefined && company === confirmed) {
      this.#found = { path: (await open()).trim(), company }
    }
    const path = this.#found?.path
    if (path === undefined || confirmed === undefined || !isSamePath(path, confirmed)) throw new UnconfirmedFileError()
    return path
  }

  /** Begins again with the name. */
  reset(): void {
    this.#found = undefined
  }
}
