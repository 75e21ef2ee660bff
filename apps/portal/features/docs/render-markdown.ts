import type { Element, Root } from 'hast'
import { toString as toText } from 'hast-util-to-string'
import rehypeHighlight from 'rehype-highlight'
import rehypeSlug from 'rehype-slug'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { SKIP, visit } from 'unist-util-visit'

/** A heading in a page's contents. */
export interface DocumentHeading {
  readonly id: string
  readonly text: string
  readonly level: 2 | 3
}

/** The text below a heading. */
export interface DocumentSection {
  /** The heading's ID. Empty at the top. */
  readonly id: string
  readonly heading: string
  readonly text: string
}

/** A Markdown document as a page shows it. */
export interface RenderedDocument {
  /** The first-level heading's text. */
  readonly title: string
  /** The first paragraph's text. */
  readonly description: string
  /** Everything below the first-level heading and the first paragraph. */
  readonly html: string
  readonly headings: readonly DocumentHeading[]
  readonly sections: readonly DocumentSection[]
}

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype)
  .use(rehypeSlug)
  .use(leaveLongCodePlain)
  .use(rehypeHighlight, { aliases: { bash: ['sh'] } })

const maxHighlightedCharacters = 8_000

/** Leaves long code without colors, which would triple the page. */
function leaveLongCodePlain() {
  return (tree: Root) =>
    visit(tree, 'element', (element) => {
      if (element.tagName === 'code' && toText(element).length > maxHighlightedCharacters)
        element.properties.className = ['no-highlight']
    })
}

/**
 * Renders a repository document. Raw HTML in it is dropped.
 *
 * @param resolveLink turns a link's target into the page's address; undefined leaves its text only
 */
export function renderMarkdown(markdown: string, resolveLink: (href: string) => string | undefined): RenderedDocument {
  const tree = processor.runSync(processor.parse(markdown))
  const title = takeFirst(tree, 'h1')
  const description = takeFirst(tree, 'p')
  const sections = splitSections(tree)
  const headings: DocumentHeading[] = []
  visit(tree, 'element', (element, index, parent) => {
    if (element.tagName === 'h2' || element.tagName === 'h3')
      headings.push(linkHeading(element, element.tagName === 'h2' ? 2 : 3))
    if (element.tagName === 'a' && element.properties.className === undefined)
      Object.assign(element, toLink(element, resolveLink(String(element.properties.href))))
    if (element.tagName === 'table') labelCells(element)
    if (element.tagName === 'p') Object.assign(element, toDrawing(element))
    if (element.tagName === 'pre' && parent !== undefined && index !== undefined) {
      parent.children[index] = toCodeBlock(element)
      return SKIP
    }
    return undefined
  })
  return { title, description, html: unified().use(rehypeStringify).stringify(tree), headings, sections }
}

/** Removes the first element with this name from the top level and returns its text. */
function takeFirst(tree: Root, tagName: string): string {
  const index = tree.children.findIndex((node) => node.type === 'element' && node.tagName === tagName)
  const [element] = index < 0 ? [] : tree.children.splice(index, 1)
  return element?.type === 'element' ? toText(element) : ''
}

function splitSections(tree: Root): DocumentSection[] {
  const sections: DocumentSection[] = []
  let current = { id: '', heading: '', text: '' }
  for (const node of tree.children) {
    if (node.type !== 'element') continue
    if (!/^h[23]$/.test(node.tagName)) {
      current.text += ` ${toText(node)}`
      continue
    }
    sections.push(current)
    current = { id: String(node.properties.id), heading: toText(node), text: '' }
  }
  return [...sections, current]
}

function toLink(link: Element, href: string | undefined): Partial<Element> {
  return href === undefined ? { tagName: 'span', properties: {} } : { properties: { ...link.properties, href } }
}

/** Marks the place of a drawing, a paragraph with nothing but an image of `docs/drawings`. */
function toDrawing({ children }: Element): Partial<Element> {
  const [image] = children
  if (children.length !== 1 || image?.type !== 'element') return {}
  const [, name] = /^\.\.\/drawings\/(\w+)\.svg$/.exec(String(image.properties.src)) ?? []
  return name === undefined ? {} : { tagName: 'figure', properties: { dataDrawing: name }, children: [] }
}

/** Adds a link to the heading, for readers who want to share its address. */
function linkHeading(heading: Element, level: 2 | 3): DocumentHeading {
  const id = String(heading.properties.id)
  const text = toText(heading)
  heading.children.push({
    type: 'element',
    tagName: 'a',
    properties: { href: `#${id}`, className: ['heading-link'], ariaLabel: `Link to “${text}”` },
    children: [{ type: 'text', value: '#' }],
  })
  return { id, text, level }
}

/** Gives each cell its column's title, shown next to it on narrow screens. */
function labelCells(table: Element): void {
  const titles: string[] = []
  visit(table, 'element', (element) => {
    if (element.tagName === 'th') titles.push(toText(element))
    if (element.tagName !== 'tr') return
    const cells = element.children.filter((child) => child.type === 'element' && child.tagName === 'td') as Element[]
    cells.forEach((cell, index) => {
      cell.properties.dataLabel = titles[index] ?? ''
    })
  })
}

/** Puts a copy button next to the code, and lets the keyboard scroll it. */
function toCodeBlock(pre: Element): Element {
  pre.properties.tabIndex = 0
  return {
    type: 'element',
    tagName: 'div',
    properties: { className: ['code-block'] },
    children: [
      pre,
      {
        type: 'element',
        tagName: 'button',
        properties: { type: 'button', dataCopy: '', ariaLabel: 'Copy code' },
        children: [{ type: 'text', value: 'Copy' }],
      },
    ],
  }
}
