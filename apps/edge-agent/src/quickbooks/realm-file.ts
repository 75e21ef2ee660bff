import type { FileChoice, RealmId } from '@bridge/agent-protocol'
import type { RealmTerms } from '../desktop/agent-desktop.ts'
import { type CompanyFiles, getRealmName } from './company-files.ts'
import { FileQuestion, type FoundFile } from './file-question.ts'
import type { Look } from './look.ts'

/** The realm that an agent serves, with the company file its people have confirmed, or are to confirm. */
export class RealmFile {
  readonly #files: CompanyFiles
  readonly #question = new FileQuestion()
  #realmId: RealmId | undefined
  #terms: RealmTerms = {}

  constructor(files: CompanyFiles) {
    this.#files = files
  }

  /** Follows what the gateway says. Returns whether that is news. */
  use(realmId: RealmId, terms: RealmTerms): boolean {
    if (this.#realmId === realmId && isSameChoice(this.#terms.file, terms.file)) return false
    this.#realmId = realmId
    this.#terms = terms
    return true
  }

  requireRealm(): RealmId {
    if (this.#realmId === undefined) throw new Error('A session needs a realm.')
    return this.#realmId
  }

  /** Returns the company file that is served; none before people have confirmed it. */
  find(): { readonly realmId: RealmId; readonly path: string } | undefined {
    const path = this.#realmId && this.#files.find(this.#realmId)
    return this.#realmId === undefined || path === undefined ? undefined : { realmId: this.#realmId, path }
  }

  getApplicationName(realmId: RealmId): string {
    const paired = this.find() === undefined ? this.#terms : this.#files.findPairing(realmId)
    return paired.applicationName ?? getRealmName(realmId)
  }

  /** Returns what people are to confirm, as long as no file is served. */
  findQuestion(look: Look | undefined): FoundFile | undefined {
    return this.find() === undefined ? this.#question.find(look, this.#terms.file) : undefined
  }

  /** Notes what is open now. */
  note(look: Look | undefined): void {
    this.#question.note(look)
  }

  /**
   * Finds and keeps the company file people have confirmed. Without a choice from the gateway, which is older then, the
   * first session decides. Returns whether a file was found just now.
   *
   * @param open opens a session with whichever file is open, and returns its path
   * @throws {UnconfirmedFileError} until they have
   */
  async settle(look: Look | undefined, open: () => Promise<string>): Promise<boolean> {
    const { applicationName, file } = this.#terms
    if (file === undefined) return false
    await this.forgetEarlier()
    if (this.find() !== undefined) return false
    const path = await this.#question.settle(look, file, open)
    await this.#files.store(this.requireRealm(), path, { choice: file.choice, applicationName })
    this.#question.reset()
    return true
  }

  /** Forgets the file of an earlier choice. */
  async forgetEarlier(): Promise<void> {
    const realmId = this.requireRealm()
    const { choice = 0 } = this.#terms.file ?? {}
    if (this.find() === undefined || this.#files.findPairing(realmId).choice >= choice) return
    await this.#files.forget(realmId)
    this.#question.reset()
  }
}

function isSameChoice(left: FileChoice | undefined, right: FileChoice | undefined): boolean {
  return left?.choice === right?.choice && left?.confirmed === right?.confirmed
}
