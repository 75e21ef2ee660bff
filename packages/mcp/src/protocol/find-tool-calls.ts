/** A tool's name, and its input in any form. */
interface ToolCall {
  readonly name: string
  readonly input: unknown
}

/** Returns the tool calls of a request or a batch. */
export function findToolCalls(body: unknown): readonly ToolCall[] {
  return [body].flat().flatMap((message) => findToolCall(message) ?? [])
}

function findToolCall(message: unknown): ToolCall | undefined {
  if (!hasMembers(message) || message.method !== 'tools/call' || !hasMembers(message.params)) return undefined
  const { name, arguments: input } = message.params
  return typeof name === 'string' ? { name, input } : undefined
}

function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
