/** Reads the commands for a shell in a Markdown document: for each heading, its blocks of `sh`, in order. */
export function readCommands(markdown: string): ReadonlyMap<string, readonly string[]> {
  const sections = new Map<string, string[]>()
  let heading = ''
  let block: string[] | undefined
  for (const line of markdown.split('\n')) {
    if (block !== undefined && line === '```') {
      const blocks = sections.get(heading) ?? []
      sections.set(heading, [...blocks, block.join('\n')])
      block = undefined
    } else if (block !== undefined) block.push(line)
    else if (line === '```sh') block = []
    else if (line.startsWith('## ')) heading = line.slice(3)
  }
  return sections
}
