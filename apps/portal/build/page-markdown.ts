import type { Element, Root } from 'hast'
import { select } from 'hast-util-select'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { SKIP, visit } from 'unist-util-visit'

/** A documentation page as Markdown. */
export interface PageDocument {
  readonly title: string
  readonly description: string
  readonly markdown: string
}

const parser = unified().use(rehypeParse)
// Aligned columns would be half of a page with long tables.
const writer = unified()
  .use(rehypeRemark)
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, { bullet: '-', rule: '-' })

/** Converts a page's article to Markdown. Undefined without one. */
export function readPageDocument(html: string): PageDocument | undefined {
  const tree = parser.parse(html)
  const article = select('article[data-documentation]', tree) ?? select('main', tree)
  if (article === undefined) return undefined
  removeInteraction(article)
  const markdown = writer.stringify(writer.runSync({ type: 'root', children: [article] } as Root) as never)
  const description = select('meta[name=description]', tree)?.properties.content
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? ''
  return { title: title.replaceAll('\\', ''), description: String(description ?? ''), markdown }
}

/** Removes buttons, fields, heading links and the like. */
function removeInteraction(article: Element): void {
  visit(article, 'comment', (_comment, index, parent) => {
    if (parent === undefined || index === undefined) return undefined
    parent.children.splice(index, 1)
    return [SKIP, index]
  })
  visit(article, 'element', (element, index, parent) => {
    if (parent === undefined || index === undefined || !isInteraction(element)) return undefined
    parent.children.splice(index, 1)
    return [SKIP, index]
  })
}

function isInteraction({ tagName, properties }: Element): boolean {
  return (
    ['button', 'input', 'nav', 'script', 'search', 'select', 'style', 'svg'].includes(tagName) ||
    properties.dataNoIndex !== undefined ||
    String(properties.className ?? '').includes('heading-link')
  )
}
