import { createHash } from 'node:crypto'
import type { McpCaller } from '@bridge/identity/access/mcp-caller'
import { inputRequired, inputResponse, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { Logger } from 'pino'
import type { McpMode } from '../tools/mcp-mode.ts'
import type { Answer, Json, JsonObject, Question, Tool, ToolContext, ToolResult } from '../tools/tool.ts'
import { instructions } from './instructions.ts'
import { runTool } from './run-tool.ts'

/** How long hosts may keep the list of tools. It changes with the company file's mode and the token's scopes. */
const listTtlMs = 5 * 60_000

/** Changes when the tools do. */
const toolsVersion = '1'

/** One request's caller, and what its tools need. */
export interface McpSession extends Omit<ToolContext, 'elicit' | 'now'> {
  readonly caller: McpCaller
  readonly mode: McpMode
}

export interface ProtocolServerOptions {
  readonly tools: readonly Tool[]
  readonly session: McpSession
  readonly clock: () => Date
  readonly logger: Logger
  /** Records a tool call. */
  readonly onCall: (caller: McpCaller, tool: Tool) => Promise<void>
}

/** Creates the server of one request. */
export function createProtocolServer(options: ProtocolServerOptions): Server {
  const { session } = options
  const tools = listTools(options.tools, session)
  const cacheHint = { ttlMs: listTtlMs, cacheScope: 'private' } as const
  const server = new Server(
    { name: 'bridge-service', title: 'QuickBooks Desktop', version: toolsVersion },
    {
      capabilities: { tools: {} },
      instructions,
      cacheHints: { 'tools/list': cacheHint, 'server/discover': cacheHint },
      inputRequired: { legacyShim: false },
    },
  )
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(describeTool) }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    const canAsk = server.getClientCapabilities()?.elicitation !== undefined && mcpReq.envelope !== undefined
    const context: ToolContext = {
      ...session,
      now: options.clock(),
      ...(canAsk && { elicit: (question) => readAnswer(question, mcpReq.inputResponses) }),
    }
    await options.onCall(session.caller, tool)
    try {
      return toCallResult(await runTool(tool, context, params.arguments ?? {}))
    } catch (error) {
      if (error instanceof Unanswered) return askUser(error.question)
      options.logger.error({ err: error, tool: tool.name, realm: session.caller.realmId }, 'A tool failed unexpectedly')
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'The tool failed unexpectedly.')
    }
  })
  return server
}

/** Returns the tools allowed by the mode and the token's scopes. */
export function listTools(
  tools: readonly Tool[],
  { caller, mode }: Pick<McpSession, 'caller' | 'mode'>,
): readonly Tool[] {
  return tools.filter(({ scope, modes }) => caller.scopes.has(scope) && (modes === undefined || modes.includes(mode)))
}

function describeTool({ name, title, description, inputSchema, outputSchema, annotations }: Tool) {
  return { name, title, description, inputSchema, ...(outputSchema && { outputSchema }), annotations }
}

/** Hosts showing models only texts get the structure as JSON. */
function toCallResult(result: ToolResult) {
  const json = { type: 'text' as const, text: JSON.stringify(result.structured) }
  return {
    content: result.isError ? [{ type: 'text' as const, text: result.text }, json] : [json],
    structuredContent: { ...result.structured },
    ...(result.isError && { isError: true }),
  }
}

/** Ends a tool's run because the host has to ask its user first. */
class Unanswered extends Error {
  override readonly name = 'Unanswered'
  readonly question: Question

  constructor(question: Question) {
    super('The user has not replied yet.')
    this.question = question
  }
}

function readAnswer(question: Question, responses: Readonly<Record<string, unknown>> | undefined): Answer {
  const answer = inputResponse(responses && { ...responses }, getQuestionKey(question))
  if (answer.kind !== 'elicit') throw new Unanswered(question)
  return { action: answer.action, content: (answer.content ?? {}) as JsonObject }
}

function askUser(question: Question) {
  const { message, requestedSchema } = question
  const request = { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } } as const
  return inputRequired({ inputRequests: { [getQuestionKey(question)]: request as Json as never } })
}

/** Names a question by its words, so a reply to another one does not count. */
function getQuestionKey({ message }: Question): string {
  return `q-${createHash('sha256').update(message).digest('hex').slice(0, 16)}`
}
