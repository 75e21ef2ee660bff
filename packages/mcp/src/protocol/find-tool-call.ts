/** A tool's name, and its input in any form. */
interface ToolCall {
  readonly name: string
  readonly input: unknown
}

/** Returns the tool call in a request's body, if it is one. */
export function findToolCall(body: unknown): ToolCall | undefined {
  if (!hasMembers(body) || body.method !== 'tools/call' || !hasMembers(body.params)) return undefined
  const { name, arguments: input } = body.params
  return typeof name === 'string' ? { name, input } : undefined
}

function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
