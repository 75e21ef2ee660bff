import { type ElementNode, findMessageTable, type Node } from '@bridge/qbxml'

const layouts = new Map<string, readonly ElementNode[]>()

/** Returns the elements of the Ret of a kind in the order of the message tables. */
export function getRetLayout(kind: string): readonly ElementNode[] {
  let layout = layouts.get(kind)
  if (layout === undefined) {
    const [ret] = findMessageTable(`${kind}QueryRs`)?.content ?? []
    if (ret?.kind !== 'element') throw new Error(`The message tables have no ${kind}Ret`)
    layout = flatten(ret.content)
    layouts.set(kind, layout)
  }
  return layout
}

/** Returns the elements in order, with the alternatives of a choice one after another. */
export function flatten(nodes: readonly Node[]): readonly ElementNode[] {
  return nodes.flatMap((node) => (node.kind === 'element' ? [node] : node.alternatives.flatMap(flatten)))
}
