import type { McpCaller, McpScope } from '@bridge/identity/access/mcp-caller'
import type { CompanyCalls } from '../calls/company-calls.ts'
import type { McpMode } from './mcp-mode.ts'

/** JSON as a tool receives and returns it. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [name: string]: Json | undefined
}

/** A JSON Schema (2020-12) for an object. */
export interface ObjectSchema {
  readonly type: 'object'
  readonly [keyword: string]: Json | undefined
}

/** Hints for the host. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint: boolean
}

/** A table row: what a host sees about a tool, and what runs it. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema?: ObjectSchema
  readonly annotations: ToolAnnotations
  /** What the access token must allow. */
  readonly scope: McpScope
  /** Returns what it must allow in addition for this input, of any form. */
  readonly findFurtherScope?: (input: unknown) => McpScope | undefined
  /** Modes with this tool; all except `off` by default. */
  readonly modes?: readonly McpMode[]
  /** Whether its runs send calls, which the data plane counts. The endpoint counts the others' runs. */
  readonly sendsCalls?: true
  /**
   * Gets input that agrees with `inputSchema`. May throw a Fault for a mistake found before anything is sent, and a
   * CallFault for a failed call.
   */
  run(context: ToolContext, input: JsonObject): Promise<ToolResult>
}

/** What a tool works with. */
export interface ToolContext {
  readonly caller: McpCaller
  readonly mode: McpMode
  /** Calls the data plane for the caller's company file. */
  readonly calls: CompanyCalls
  /** The host's name, for the request log and the audit. */
  readonly hostName: string
  /** The time of the call. */
  readonly now: Date
  /** Returns the state of the connection to the company file. */
  readonly findConnection?: () => Promise<JsonObject | undefined>
  /** The public address, without a trailing slash. */
  readonly baseUrl: string
  /**
   * Asks the user through the host; absent if the host cannot. Without a reply it ends this run: the host asks and
   * repeats the call with the reply. So ask before anything is changed, and with the same words each time.
   */
  readonly elicit?: (question: Question) => Answer
}

/** A question to the user. */
export interface Question {
  readonly message: string
  /** The form's fields: a flat object with primitive properties. */
  readonly requestedSchema: ObjectSchema
}

/** The user's reply. */
export interface Answer {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content: JsonObject
}

export type ToolResult = ToolSuccess | ToolError

/** A result: a structure for programs; its JSON is also the text for hosts without structures. */
export interface ToolSuccess {
  readonly isError: false
  readonly structured: JsonObject
}

/** An error for a model to correct, or to pass on to its user. */
export interface ToolError {
  readonly isError: true
  /** The message and the first fix. */
  readonly text: string
  readonly structured: ErrorStructure
}

/** What an error says to programs. */
export interface ErrorStructure extends JsonObject {
  readonly code: string
  /** The invalid field. */
  readonly element?: string
  readonly causes: readonly string[]
  readonly fixes: readonly string[]
  readonly docsUrl: string
  /** Whether the company file was changed. */
  readonly outcome: ToolOutcome
}

/** `done` means the company file was changed. */
export type ToolOutcome = 'not_sent' | 'not_executed' | 'unknown' | 'done'
