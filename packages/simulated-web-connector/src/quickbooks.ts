import type { Application } from './application.ts'

/** A request processor error. */
export interface ProcessorError {
  /** The result code, such as `0x80040400`. */
  readonly hresult: string
  readonly message: string
}

/** The response to a message set, or the error in its place. */
export type ProcessorResult = { readonly response: string } | ProcessorError

/** QuickBooks on the Web Connector's machine. */
export interface QuickBooks {
  /**
   * Stores an added application's OwnerID and FileID in the open company file. Returns `exists` where the file has the
   * pair, from whichever PC.
   */
  addApplication(application: Application): Promise<'added' | 'exists' | ProcessorError>
  /**
   * Opens a session with a company file for an application.
   *
   * @param path the company file's path; empty for the open one
   */
  beginSession(application: Application, path: string): Promise<QuickBooksSession | ProcessorError>
}

/** A session with a company file. Iterators end with it. */
export interface QuickBooksSession {
  /** The company file's full path. */
  readonly companyFile: string
  readonly country: string
  /** The highest qbXML version QuickBooks knows. */
  readonly qbxmlVersion: readonly [major: number, minor: number]
  /** The qbXML describing host, company and preferences, with the application's private data. */
  readonly hcpResponse: string
  /** Hands a message set to QuickBooks unchanged. */
  process(messageSet: string): Promise<ProcessorResult>
  end(): Promise<void>
  /** Loses the session, as when the Web Connector is ended by force. */
  drop(): void
}
