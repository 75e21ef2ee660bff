import path from 'node:path'
import type { Finding } from './finding.ts'
import { headingAnchors } from './markdown-prose.ts'
import type { Prose } from './prose.ts'
import type { Repository } from './repository.ts'

/** Citations of documents outside the repository. */
const outside = [
  /\b(?:specification|design|decisions|facts),? (?:\d|sections?\b|rules?\b|appendix\b)/i,
  /\b(?:facts|spec|design|findings|recipes|shared)\/[\w-]+\.\w+/,
  /\.\.\/shared\b/,
]

/** A path from the repository root, possibly with an anchor. */
const rootPath = /(?<![\w/.-])((?:docs|packages|apps|prisma)\/[\w./[\]()@*{},<>…-]*[\w*})\]>])(#[\w-]+)?/g

/** A file name, possibly with folders. */
const fileName = /(?<![\w/.@*<>{}-])((?:[\w[\].-]+\/)*[\w[\]-][\w[\].-]*\.(?:tsx?|mjs|md|prisma))(?![\w/-])/g

const markdownLink = /\]\(([^()\s]+)\)/g

/** Finds missing paths, file names, links and anchors in comments and pages. */
export function checkCitations(repository: Repository, prose: readonly Prose[]): Finding[] {
  const existing = existingPaths(repository)
  const anchors = new Map<string, Set<string>>()
  const hasAnchor = (file: string, anchor: string) => {
    if (!file.endsWith('.md')) return true
    const known = anchors.get(file) ?? headingAnchors(repository.read(file))
    anchors.set(file, known)
    return known.has(anchor)
  }

  const findings: Finding[] = []
  for (const { kind, file, line, text } of prose) {
    if (kind === 'text') continue
    const report = (message: string) => findings.push({ file, line, message })

    const document = outside.map((pattern) => pattern.exec(text)?.[0]).find((match) => match !== undefined)
    if (document !== undefined) {
      report(`“${document}” is not in the repository. Cite a page of docs/ or a rule ID.`)
      continue
    }

    if (kind === 'markdown') {
      for (const [, target = ''] of text.matchAll(markdownLink)) {
        // An address with a leading slash is a portal page, and followed in its tests.
        if (/^([a-z]+:|\/)/.test(target)) continue
        const [place = '', anchor] = target.split('#')
        const linked = place === '' ? file : path.posix.join(path.posix.dirname(file), place)
        if (!existing.has(linked.replace(/\/$/, ''))) report(`The link to ${target} leads nowhere.`)
        else if (anchor !== undefined && !hasAnchor(linked, anchor)) report(`${linked} has no heading #${anchor}.`)
      }
    }

    const plain = text.replaceAll(/\[[^\]]*\]\([^()\s]+\)/g, '').replaceAll(/\w+:\/\/\S+/g, '')
    for (const [, match = '', anchor] of plain.matchAll(rootPath)) {
      const cited = match.includes('(') ? match : match.replace(/\)+$/, '')
      if (isBuilt(cited)) continue
      const literal = beforePlaceholder(cited)
      if (!existing.has(literal)) report(`${cited} does not exist.`)
      else if (anchor !== undefined && !hasAnchor(literal, anchor.slice(1)))
        report(`${cited} has no heading ${anchor}.`)
    }
    for (const [, cited = ''] of plain.matchAll(fileName)) {
      if (/^(docs|packages|apps|prisma)\//.test(cited) || isBuilt(cited)) continue
      if (!existing.has(cited) && !existing.has(`…/${cited}`)) report(`There is no file ${cited}.`)
    }
  }
  return findings
}

/** Files and folders by path, and files by every path end after `…/`. */
function existingPaths({ paths }: Repository): Set<string> {
  const existing = new Set<string>()
  for (const file of paths) {
    const parts = file.split('/')
    parts.forEach((_, index) => {
      existing.add(parts.slice(0, index + 1).join('/'))
      existing.add(`…/${parts.slice(index).join('/')}`)
    })
  }
  return existing
}

/** Returns whether a build or an installation creates the path. */
function isBuilt(cited: string): boolean {
  return /(^|\/)(dist|node_modules|generated|\.next)(\/|$)/.test(cited)
}

/** Returns the folders before a part such as `*`, `{a,b}` or `<name>`; the path itself without one. */
function beforePlaceholder(cited: string): string {
  const parts = cited.split('/')
  const first = parts.findIndex((part) => /[*{}<>…]|NNNN/.test(part))
  return (first < 0 ? parts : parts.slice(0, first)).join('/')
}
