import type { EntityDescription, FieldDescription } from '@bridge/translation'

interface DifferenceGroup {
  readonly title: string
  readonly text: string
  readonly includes: (field: FieldDescription) => boolean
  /** Describes a field without a reason or note. */
  readonly fallback: string
}

/** The groups by what to do. A field is in the first group that includes it. */
const groups: readonly DifferenceGroup[] = [
  {
    title: 'Leave out',
    text: 'A request with one of these fields fails. Leave it out, or send what the reason names.',
    includes: ({ access }) => access === 'refused',
    fallback: 'Not in QuickBooks Desktop',
  },
  {
    title: 'Send back unchanged, or leave out',
    text: 'These fields may have the value that a read returns. Another value fails.',
    includes: ({ access }) => access === 'repeat-only' || access === 'borrowed',
    fallback: 'QuickBooks Desktop sets it',
  },
  {
    title: 'Set when you create',
    text: 'Only the request that creates the record can set these fields.',
    includes: ({ access }) => access === 'create-only',
    fallback: 'An update cannot change it',
  },
  {
    title: 'Do not expect in responses',
    text: 'QuickBooks Desktop takes these fields and does not return them.',
    includes: ({ access }) => access === 'write-only',
    fallback: 'Not returned',
  },
  {
    title: 'Check what you rely on',
    text: 'These fields work, with a difference.',
    includes: ({ note, reason, access }) => access !== 'ignored' && (note ?? reason) !== undefined,
    fallback: '',
  },
  {
    title: 'Nothing to do',
    text: 'These fields are accepted and have no effect, so that existing code keeps working. Responses do not have them.',
    includes: ({ access }) => access === 'ignored',
    fallback: 'Ignored',
  },
]

/** Writes what differs from QuickBooks Online in an entity as Markdown, by what to do about it. */
export function writeDifferencesDocument({ name, operations, variants }: EntityDescription): string {
  const path = `/docs/entities/${name.toLowerCase()}`
  const seen = new Set<FieldDescription>()
  const sections = groups.map((group) => {
    const listed = variants.flatMap(({ desktop, fields }) =>
      fields.filter((field) => !seen.has(field) && group.includes(field)).map((field) => ({ field, desktop })),
    )
    for (const { field } of listed) seen.add(field)
    return writeGroup(
      group,
      listed,
      variants.map(({ desktop }) => desktop),
    )
  })
  return [
    `# ${name}: differences`,
    `What to change in code for ${name} in QuickBooks Online, by what to do. Fields that are not listed here work the same.`,
    `[All fields](${path}) has them with their types. Operations: ${operations.join(', ')}.`,
    ...sections.flat(),
  ].join('\n\n')
}

interface ListedDifference {
  readonly field: FieldDescription
  readonly desktop: string
}

/** Writes a group as a table: the fields with the same reason share a row. */
function writeGroup(group: DifferenceGroup, listed: readonly ListedDifference[], all: readonly string[]): string[] {
  if (listed.length === 0) return []
  const rows = new Map<string, Map<string, Set<string>>>()
  for (const { field, desktop } of listed) {
    const texts = [field.reason, field.note].filter((text) => text !== undefined)
    const text = texts.length > 0 ? texts.join('. ') : group.fallback
    const paths = rows.get(text) ?? new Map<string, Set<string>>()
    rows.set(text, paths)
    paths.set(field.path, (paths.get(field.path) ?? new Set()).add(desktop))
  }
  const lines = [...rows].map(([text, paths]) => {
    const fields = [...paths].map(([path, desktops]) => `\`${path}\`${describeVariants(desktops, all)}`)
    return `| ${fields.join(', ')} | ${capitalize(text.replaceAll('|', '\\|'))} |`
  })
  return [`## ${group.title}`, group.text, ['| Fields | Why |', '| --- | --- |', ...lines].join('\n')]
}

/** Names the variants with a field, unless all have it. */
function describeVariants(desktops: ReadonlySet<string>, all: readonly string[]): string {
  return desktops.size === all.length ? '' : ` (${[...desktops].join(', ')})`
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
