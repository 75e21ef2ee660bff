/** Returns the names of the tools called by a request or a batch. */
export function findCalledTools(body: unknown): ReadonlySet<string> {
  const names = [body].flat().map(findCalledTool)
  return new Set(names.filter((name) => name !== undefined))
}

function findCalledTool(message: unknown): string | undefined {
  if (!hasMembers(message) || message.method !== 'tools/call' || !hasMembers(message.params)) return undefined
  const { name } = message.params
  return typeof name === 'string' ? name : undefined
}

function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
