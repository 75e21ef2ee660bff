import type Big from 'big.js'
import type { AccountSection } from './account-sections.ts'
import type { RecordNode } from './record-tree.ts'
import { addFigures } from './sums.ts'

/** The sections' accounts, and how their rows are written. */
export interface SectionContent {
  /** Returns a type's top-level accounts. */
  getNodes(type: string): readonly RecordNode[]
  /** The fiscal year's profit as debits minus credits, for sections that show it. */
  readonly netIncome?: readonly Big[] | undefined
  writeHeading(text: string): void
  writeNode(node: RecordNode, sign: 1 | -1): void
  /** Writes a sum row. The fiscal year's profit is a data row. */
  writeClosing(kind: 'data' | 'subtotal' | 'total', label: string, figures: readonly Big[], sign: 1 | -1): void
}

/** Writes sections with accounts, and returns their figures' sum; undefined without any. */
export function writeSections(
  sections: readonly AccountSection[],
  content: SectionContent,
): readonly Big[] | undefined {
  let sum: readonly Big[] | undefined
  for (const section of sections) {
    const isRunning = section.types === undefined && section.parts === undefined
    const figures = isRunning ? sum : hasRows(section, content) ? writeSection(section, content) : undefined
    if (isRunning && figures !== undefined) writeClosing(section, content, figures)
    else if (figures !== undefined) sum = sum === undefined ? figures : addFigures(sum, figures)
  }
  return sum
}

function hasRows({ types, hasNetIncome, parts }: AccountSection, content: SectionContent): boolean {
  return (
    (types?.some((type) => content.getNodes(type).length > 0) ?? false) ||
    (hasNetIncome === true && content.netIncome !== undefined) ||
    (parts?.some((part) => hasRows(part, content)) ?? false)
  )
}

function writeSection(section: AccountSection, content: SectionContent): readonly Big[] {
  if (section.heading !== undefined) content.writeHeading(section.heading)
  const nodes = (section.types ?? []).flatMap((type) => content.getNodes(type))
  for (const node of nodes) content.writeNode(node, section.sign)
  const figures = nodes.map(({ total }) => total)
  if (section.hasNetIncome === true && content.netIncome !== undefined) {
    content.writeClosing('data', 'Net Income', content.netIncome, section.sign)
    figures.push(content.netIncome)
  }
  const parts = writeSections(section.parts ?? [], content)
  if (parts !== undefined) figures.push(parts)
  const sum = figures.reduce((one, other) => addFigures(one, other))
  writeClosing(section, content, sum)
  return sum
}

function writeClosing({ closing, isTotal, sign }: AccountSection, content: SectionContent, sum: readonly Big[]): void {
  content.writeClosing(isTotal === true ? 'total' : 'subtotal', closing, sum, sign)
}
