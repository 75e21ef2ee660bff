import { Fault } from '@bridge/faults'
import type { Tool, ToolContext, ToolError, ToolResult } from '../tools/tool.ts'
import { CallFault, faultToToolError, responseToToolError } from '../tools/tool-error.ts'
import { checkInput } from './input-checker.ts'

/** Runs a tool; what a model can correct is a result. */
export async function runTool(tool: Tool, context: ToolContext, input: unknown): Promise<ToolResult> {
  const docsUrl = `${context.baseUrl}/docs/errors`
  try {
    return await tool.run(context, await checkInput(tool.inputSchema, input))
  } catch (error) {
    if (error instanceof Fault) return faultToToolError(error, docsUrl)
    if (error instanceof CallFault) return withoutChanges(tool, responseToToolError(error.response, docsUrl))
    throw error
  }
}

/** A reading tool has changed nothing, even if its response was lost. */
function withoutChanges({ annotations }: Tool, error: ToolError): ToolError {
  if (!annotations.readOnlyHint || error.structured.outcome !== 'unknown') return error
  return { ...error, structured: { ...error.structured, outcome: 'not_executed' } }
}
