import type { RealmId } from '@bridge/agent-protocol'
import type { Capability } from './capabilities.ts'

/** A record in either realm. */
export interface Entity {
  readonly Id: string
  readonly SyncToken: string
  readonly [field: string]: unknown
}

/** What an integration knows before it connects. */
export interface Integration {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly realmId: RealmId
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
  /** Opens the consent page at the client's address, connects, and returns the redirect address. */
  readonly consent: (authorizeUrl: string) => Promise<string>
}

/**
 * A client library behind one interface. Operations the library lacks are left out. Operations return what the library
 * returns, without its wrappers, and throw what it throws.
 */
export interface Client {
  signIn?(): Promise<void>
  create?(entity: string, record: object): Promise<Entity>
  read(entity: string, id: string): Promise<Entity>
  /** Sends some record fields, with `Id` and `SyncToken`. */
  sparseUpdate?(entity: string, record: Entity): Promise<Entity>
  /** Sends a whole record. */
  fullUpdate?(entity: string, record: Entity): Promise<Entity>
  query?(entity: string, field: string, value: string): Promise<readonly Entity[]>
  pages?(entity: string, pageSize: number): Promise<readonly Entity[]>
  /** Returns the item responses in item order. */
  batch?(items: readonly object[]): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Returns one entity's changed records. */
  changes?(entity: string, since: Date): Promise<readonly Entity[]>
  void?(entity: string, record: Entity): Promise<Entity>
  delete?(entity: string, record: Entity): Promise<Entity>
  /** Returns the report's header. */
  report?(name: string): Promise<Readonly<Record<string, unknown>>>
  /** Returns the fault code in a thrown value, if QuickBooks Online has it, too. */
  fault?(error: unknown): string | undefined
  /** Returns the fault code in a thrown value, if only this service has it. */
  serviceFault?(error: unknown): string | undefined
  refresh?(): Promise<void>
  revoke?(): Promise<void>
  /** Runs the tests that the library's authors wrote against QuickBooks Online. */
  runOwnTests?(): Promise<OwnTests>
  /** Ends the library's process if it has one. */
  close?(): Promise<void>
}

/** How a library's own tests ended. */
export interface OwnTests {
  readonly passed: number
  readonly failed: readonly { readonly name: string; readonly error: string }[]
}

/** An app's settings for libraries that do not read JSON with our IDs and codes. */
export interface AppSettings {
  readonly responseFormat?: 'xml'
  readonly ids?: 'numeric'
  readonly faultCodes?: 'numeric'
}

/** A client library and what is known about it. */
export interface ClientLibrary {
  readonly name: string
  readonly version: string
  readonly language: string
  /** One sentence: how the library is pointed at this service. */
  readonly address: string
  /** Why the library lacks a capability, for each one missing. */
  readonly limits: Readonly<Partial<Record<Capability, string>>>
  /** Remarks about the library's capabilities. */
  readonly notes?: Readonly<Partial<Record<Capability, string>>>
  /** The app settings the library needs. */
  readonly app?: AppSettings
  /** @param tag makes names unique within the company file */
  readonly connect: (integration: Integration, tag: string) => Client
}
