/** Returns the IDs of company files sharing a name. */
export function findNamesakes(files: readonly { readonly id: string; readonly name: string }[]): ReadonlySet<string> {
  const idsByName = new Map<string, string[]>()
  for (const { id, name } of files) idsByName.set(name, [...(idsByName.get(name) ?? []), id])
  return new Set([...idsByName.values()].filter((ids) => ids.length > 1).flat())
}
