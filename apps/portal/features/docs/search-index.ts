import { describeEntity, registry, reports } from '@bridge/translation'
import type { DocsSection } from '../../lib/search-docs.ts'
import { differencesHref, entityHref } from './entity-pages.ts'
import { documentedErrors } from './error-catalogue.ts'
import { getGuide, guideSlugs } from './guides.ts'
import { reportHref } from './report-pages.ts'
import { searchSynonyms } from './search-synonyms.ts'

/**
 * Returns the documentation's sections for its search.
 *
 * @param apiSections the API reference's sections
 */
export function createSearchIndex(apiSections: readonly DocsSection[]): DocsSection[] {
  const phrases = new Map(searchSynonyms.map((row) => [row.href, row.phrases]))
  return [
    ...indexGuides(),
    ...indexLists(),
    ...indexErrors(),
    ...indexEntities(),
    ...indexReports(),
    ...apiSections,
  ].map((section) => {
    const synonyms = phrases.get(section.href)
    return synonyms === undefined ? section : { ...section, synonyms }
  })
}

function indexGuides(): DocsSection[] {
  return guideSlugs.flatMap((slug) => {
    const { title, description, sections } = getGuide(slug)
    return sections.map(({ id, heading, text }) => ({
      href: `/docs/guides/${slug}${id && `#${id}`}`,
      page: title,
      heading,
      text: id ? text : `${description} ${text}`,
    }))
  })
}

/** The pages that only list others. */
function indexLists(): DocsSection[] {
  return [
    { href: '/docs/errors', page: 'Errors', text: 'Every error code, with its cause and what to do.' },
    {
      href: '/docs/entities',
      page: 'Entities',
      text: 'How each entity of QuickBooks Online maps to QuickBooks Desktop.',
    },
    { href: '/docs/reports', page: 'Reports', text: 'The reports, with their options and columns.' },
    { href: '/docs/api', page: 'API reference', text: 'Every endpoint, with its fields and an example.' },
    { href: '/docs/changelog', page: 'Changelog', text: 'What changes, by release and reader.' },
  ].map((section) => ({ ...section, heading: '' }))
}

function indexErrors(): DocsSection[] {
  return documentedErrors.map(({ code, anchor, message = '', when, causes, fixes }) => ({
    href: `/docs/errors/${anchor}`,
    page: code,
    heading: '',
    text: [message, when, ...causes, ...fixes].join(' '),
  }))
}

function indexEntities(): DocsSection[] {
  return Object.entries(registry).flatMap(([name, entity]) => {
    if (entity.kind !== 'built')
      return [{ href: `/docs/entities#${name}`, page: name, heading: '', text: entity.reason }]
    const { variants, operations } = describeEntity(entity.table)
    const fields = new Set(variants.flatMap((variant) => variant.fields.map(({ path }) => path)))
    return [
      {
        href: entityHref(name),
        page: name,
        heading: '',
        text: `Fields of ${name}. Operations: ${[...operations].join(', ')}. Fields: ${[...fields].join(', ')}.`,
      },
      {
        href: differencesHref(name),
        page: `${name}: differences`,
        heading: '',
        text: `Differences of ${name} against QuickBooks Online (QBO), by what to do.`,
      },
    ]
  })
}

function indexReports(): DocsSection[] {
  return reports.map(({ name, summary }) => ({ href: reportHref(name), page: name, heading: '', text: summary }))
}
