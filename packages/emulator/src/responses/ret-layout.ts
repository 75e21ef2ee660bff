import { type ElementNode, findMessageTable, type Node } from '@bridge/qbxml'

const layouts = new Map<string, readonly ElementNode[]>()

/** Returns a kind's Ret elements in message table order. */
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

/** Returns the elements in order, a choice's alternatives one after another. */
export function flatten(nodes: readonly Node[]): readonly ElementNode[] {
  return nodes.flatMap((node) => (node.kind === 'element' ? [node] : node.alternatives.flatMap(flatten)))
}
