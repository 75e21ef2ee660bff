import { findHresult, type RealmId } from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import type { ComHosts } from './com-hosts.ts'
import { type CompanyFiles, isSameFile, type ResolvePath, toWindowsPath } from './company-files.ts'
import type { Look } from './look.ts'
import { ComError, foundHresults, openSession, type Session, toComError } from './session.ts'

/** How long a session waits for a person who is about to close a dialog. */
const dialogWaitMs = 5_000
const dialogLookMs = 500
/** The pauses in which QuickBooks ends an autosave, during which it claims that it cannot be started. */
const startRetryMs: readonly number[] = [250, 500, 1_000]
const cannotStart = 0x80040408
const dialogOpen = 0x80040414

interface SessionOpenerOptions {
  readonly hosts: ComHosts
  readonly companyFiles: CompanyFiles
  /** Whether QuickBooks may be started with the realm's file, unattended. */
  readonly opensQuickBooks: () => boolean
  /** Returns the name by which QuickBooks knows the agent in the realm's file. */
  readonly getApplicationName: (realmId: RealmId) => string
  readonly resolvePath: ResolvePath
  /** Looks at QuickBooks now; undefined if the host cannot. */
  readonly look: () => Promise<Look | undefined>
  /** Waits `ms` milliseconds, or less if the agent stops. Never rejects. */
  readonly wait: (ms: number) => Promise<void>
  readonly logger: Logger
}

/**
 * Opens sessions with a realm's company file.
 *
 * QuickBooks asks the Admin of whichever file is open for permission, so a realm with a file asks only where that file
 * is open: the windows' titles are compared first, and the path is named then
 * ([0084](../../../../docs/decisions/0084-ask-quickbooks-which-company-file-is-open.md)).
 */
export class SessionOpener {
  readonly #options: SessionOpenerOptions

  constructor(options: SessionOpenerOptions) {
    this.#options = options
  }

  /** Opens a session, and keeps the path of a realm's first file. @throws {ComError} */
  async open(realmId: RealmId): Promise<Session> {
    const { companyFiles, logger, resolvePath } = this.#options
    const pinned = companyFiles.find(realmId)
    const path = pinned === undefined ? undefined : toWindowsPath(pinned)
    requireRightFile(await this.#options.look(), {
      path,
      company: companyFiles.findCompany(realmId),
      opensQuickBooks: this.#options.opensQuickBooks(),
    })
    const session = await this.#begin(
      realmId,
      path,
      async (companyFile) => path === undefined || isSameFile(path, companyFile, resolvePath),
    )
    try {
      if (path === undefined) {
        logger.info({ companyFile: session.companyFile }, 'this company file belongs to the realm from now on')
        await companyFiles.store(realmId, session.companyFile)
      }
      await this.#learnCompany(realmId)
    } catch (error) {
      await session.end()
      throw error
    }
    return session
  }

  /** Opens a session with whichever company file is open. @throws {ComError} */
  async openAny(realmId: RealmId): Promise<Session> {
    requireRightFile(await this.#options.look(), { path: undefined, company: undefined, opensQuickBooks: false })
    return this.#begin(realmId, undefined, async () => true)
  }

  #begin(
    realmId: RealmId,
    path: string | undefined,
    accepts: (companyFile: string) => Promise<boolean>,
  ): Promise<Session> {
    const applicationName = this.#options.getApplicationName(realmId)
    return this.#options.hosts.run((host) =>
      this.#beginPatiently(() => openSession({ host, applicationName, path, accepts })),
    )
  }

  async #beginPatiently(begin: () => Promise<Session>): Promise<Session> {
    for (const delayMs of startRetryMs) {
      try {
        return await begin()
      } catch (error) {
        await this.#waitFor(toComError(error), delayMs)
      }
    }
    return begin()
  }

  /** Waits as long as the failure of a session may take to pass. @throws {ComError} the failure that stays */
  async #waitFor(failure: ComError, delayMs: number): Promise<void> {
    if (failure.hresult === dialogOpen) return this.waitForDialog(failure)
    if (findHresult(failure.hresult).reaction === 'repeat') return this.#options.wait(delayMs)
    if (failure.hresult !== cannotStart || !(await this.#options.look())?.hasWindow) throw failure
    await this.#options.wait(delayMs)
  }

  /** Waits some seconds for the end of a dialog. @throws {ComError} the failure, if none is to be seen or it stays */
  async waitForDialog(failure: ComError): Promise<void> {
    if ((await this.#options.look())?.dialog === undefined) throw failure
    for (let waitedMs = 0; waitedMs < dialogWaitMs; waitedMs += dialogLookMs) {
      await this.#options.wait(dialogLookMs)
      if ((await this.#options.look())?.dialog === undefined) return
    }
    throw failure
  }

  /** Keeps the name in the title while the session keeps the file open. It is not worth a failed request. */
  async #learnCompany(realmId: RealmId): Promise<void> {
    const { companyFiles, logger } = this.#options
    const [company, ...others] = (await this.#options.look())?.companies ?? []
    if (company === undefined || others.length > 0 || company === companyFiles.findCompany(realmId)) return
    await companyFiles.storeCompany(realmId, company).catch((error: unknown) => {
      logger.warn({ err: error }, 'the name of the company was not stored')
    })
  }
}

interface ExpectedFile {
  readonly path: string | undefined
  /** The company's name in QuickBooks' title. */
  readonly company: string | undefined
  readonly opensQuickBooks: boolean
}

/**
 * Compares what is to be seen with the realm's file, before any call of QuickBooks.
 *
 * @throws {ComError} if asking would fail, ask in another company, or start a second QuickBooks
 */
export function requireRightFile(look: Look | undefined, { path, company, opensQuickBooks }: ExpectedFile): void {
  if (look?.isInOtherSession) throw new ComError(foundHresults.otherUser, 'QuickBooks runs in another session.')
  if (look?.isElevated) throw new ComError(foundHresults.elevated, 'QuickBooks runs as administrator.')
  const mayOpen = opensQuickBooks && path !== undefined
  if (!look?.hasWindow && !mayOpen) throw new ComError(foundHresults.notOpen, 'QuickBooks is not open.')
  if (look === undefined || path === undefined) return
  if (look.isWithoutFile && !mayOpen) throw new ComError(foundHresults.noCompanyFile, 'No company file is open.')
  if (company !== undefined && look.companies.length > 0 && !look.companies.includes(company)) {
    throw new ComError(foundHresults.otherFile, 'Another company is open.')
  }
}
