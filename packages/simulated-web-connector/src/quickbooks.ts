import type { Application } from './application.ts'

/** An error of QuickBooks' request processor. */
export interface ProcessorError {
  /** The result code, such as `0x80040400`. */
  readonly hresult: string
  readonly message: string
}

/** The response to a message set, or the error that replaced it. */
export type ProcessorResult = { readonly response: string } | ProcessorError

/** QuickBooks on the machine of the Web Connector. */
export interface QuickBooks {
  /**
   * Opens a session with a company file for an application.
   *
   * @param path of the company file; empty for the one that is open
   */
  beginSession(application: Application, path: string): Promise<QuickBooksSession | ProcessorError>
}

/** A session with a company file. Iterators end with it. */
export interface QuickBooksSession {
  /** The full path of the company file. */
  readonly companyFile: string
  readonly country: string
  /** The highest version of qbXML that QuickBooks knows. */
  readonly qbxmlVersion: readonly [major: number, minor: number]
  /** The qbXML that describes host, company and preferences, with the private data of the application. */
  readonly hcpResponse: string
  /** Hands a message set to QuickBooks unchanged. */
  process(messageSet: string): Promise<ProcessorResult>
  end(): Promise<void>
  /** Loses the session, as when the Web Connector is ended by force. */
  drop(): void
}
